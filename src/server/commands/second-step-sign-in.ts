import { createHash } from 'node:crypto';
import { invalid } from '#shared/lib/errors.ts';
import { type OneTimeData, readOneTime, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { stepOfCode, totpAddress } from '#server/auth/totp.ts';
import { counted, countersOfCode, useCode, wrongCode } from '#server/commands/check-code.ts';
import { keepPasskey, optionsForPasskeyOf } from '#server/commands/passkeys.ts';
import { notifyByMail, turnOn } from '#server/commands/second-step.ts';
import { noteSignIn } from '#server/commands/note-sign-in.ts';
import type { PublicContext } from '#server/context.ts';
import { type Account, findAccountById } from '#server/data/accounts.ts';
import { findStanding } from '#server/data/second-steps.ts';
import { countSecurityEvent, noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';

type Pending = OneTimeData['second-step'];

interface Begun {
  readonly pending: Pending;
  readonly account: Account;
}

const outOfDate = () => invalid('token', 'signInOutOfDate');

/** The sign-in in progress that waits for this. */
const findPending = async (ctx: PublicContext, token: string, next: Pending['next']): Promise<Begun> => {
  const pending = await readOneTime(ctx.db, 'second-step', token, ctx.now());
  const account = pending?.next === next ? await findAccountById(ctx.db, pending.userId) : undefined;
  if (!pending || !account) {
    throw outOfDate();
  }
  return { pending, account };
};

/** Uses up the sign-in and begins its session. */
const finish = async (db: Database, ctx: PublicContext, token: string, { pending: { idToken }, account }: Begun): Promise<void> => {
  if (!(await takeOneTime(db, 'second-step', token, ctx.now()))) {
    throw outOfDate();
  }
  await noteSignIn(db, ctx, account, { kind: idToken === null ? 'signed-in' : 'signed-in-by-provider' });
  await ctx.session.start(db, account.id, { isStrong: true, ...(idToken === null ? {} : { idToken }) });
};

const nameOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Finishes a sign-in with a code of the app or a recovery code. */
export const finishWithCode = async (ctx: PublicContext, { token, code }: { token: string; code: string }): Promise<Account> => {
  const { pending, account } = await findPending(ctx, token, 'code');
  const { userId } = pending;
  const isRight = await counted(ctx, countersOfCode(userId, nameOf(token), code), async (db) => {
    const used = await useCode(db, userId, code, ctx.now());
    if (used === undefined) {
      return false;
    }
    if (used === 'recovery-code') {
      await noteSecurityEvent(db, ctx, { userId, kind: 'recovery-code-used' });
      await notifyByMail(db, ctx, userId, 'recoveryCodeUsed');
    }
    await finish(db, ctx, token, { pending, account });
    return true;
  });
  if (!isRight) {
    await countSecurityEvent(ctx.db, ctx, { userId, kind: 'sign-in-failed' });
    throw wrongCode();
  }
  return account;
};

/** The setup of an authenticator app for a person who must have one before they get in. */
export const optionsForSetUp = async (ctx: PublicContext, token: string) => {
  const { pending, account } = await findPending(ctx, token, 'set-up');
  return { token, secret: pending.secret, address: totpAddress(pending.secret, account.email) };
};

/** They may have set something up in the meantime, in another tab: then the password alone is no longer enough. */
const requireNothingYet = async (db: Database, userId: number): Promise<void> => {
  // Of two concurrent requests the second waits here, and then finds what the first has made.
  await db.query({ text: 'select from users where id = $1 for update', values: [userId] });
  const { hasCodes, hasPasskey } = await findStanding(db, userId);
  if (hasCodes || hasPasskey) {
    throw outOfDate();
  }
};

/** Finishes a sign-in by setting up codes of an app. */
export const finishBySetUp = async (ctx: PublicContext, { token, code }: { token: string; code: string }) => {
  const { pending, account } = await findPending(ctx, token, 'set-up');
  const { userId, secret } = pending;
  let recoveryCodes: string[] = [];
  const isRight = await counted(ctx, countersOfCode(userId, nameOf(token), code), async (db) => {
    const step = stepOfCode(secret, code.replace(/\s/g, ''), ctx.now());
    if (step === undefined) {
      return false;
    }
    await requireNothingYet(db, userId);
    recoveryCodes = await turnOn(db, ctx, { userId, secret, step });
    await finish(db, ctx, token, { pending, account });
    return true;
  });
  if (!isRight) {
    throw wrongCode();
  }
  return { recoveryCodes };
};

/** Begins to make a passkey for a person who must have a second step before they get in. */
export const optionsForPasskeySetUp = async (ctx: PublicContext, token: string) => {
  const { account } = await findPending(ctx, token, 'set-up');
  return optionsForPasskeyOf(ctx, account);
};

interface MadePasskey {
  readonly token: string;
  readonly passkeyToken: string;
  readonly response: Record<string, unknown>;
  readonly name: string;
}

/** Finishes a sign-in by making a passkey. */
export const finishByPasskeySetUp = async (ctx: PublicContext, { token, passkeyToken, response, name }: MadePasskey): Promise<Account> => {
  const { pending, account } = await findPending(ctx, token, 'set-up');
  await keepPasskey(ctx, account, { token: passkeyToken, response, name }, async (db) => {
    await requireNothingYet(db, account.id);
    await finish(db, ctx, token, { pending, account });
  });
  return account;
};
