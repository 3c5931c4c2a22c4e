import { invalid, refusal } from '#shared/lib/errors.ts';
import { keepOneTime, newToken, readOneTime, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpAddress } from '#server/auth/totp.ts';
import { counted, wrongCode } from '#server/commands/check-code.ts';
import { secondStepText } from '#server/commands/mail-texts.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import { findAccountById } from '#server/data/accounts.ts';
import { confirmSession } from '#server/data/confirmed-sessions.ts';
import { deleteSecondStep, findSecondStep, putRecoveryCodes, putSecondStep } from '#server/data/second-steps.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';

/** Calls of a signed-in person; a program with a key has no second step. */
export const requireSession = ({ credential }: UserContext): Buffer => {
  if (credential.kind !== 'session') {
    throw refusal('forbidden', 'keyNotAllowed');
  }
  return credential.tokenHash;
};

const requireLocalAccounts = ({ ways }: PublicContext): void => {
  if (!ways.hasLocalAccounts) {
    throw refusal('not_found', 'noOwnSecondStep');
  }
};

type Told = 'secondStepAdded' | 'secondStepRemoved' | 'recoveryCodesMade' | 'recoveryCodeUsed';

/** Informs the account's person by mail, if mail is sent, in the caller's transaction. */
export const notifyByMail = async (db: Database, ctx: PublicContext, userId: number, kind: Told): Promise<void> => {
  const account = ctx.mailOrigin === null ? undefined : await findAccountById(db, userId);
  if (account && ctx.mailOrigin !== null) {
    const text = secondStepText(kind, ownPage(ctx.mailOrigin), account.language ?? ctx.language);
    await queueMail(db, ctx, { recipient: account.email, ...text });
  }
};

/** Turns on codes of this secret for the account: notes it, sends the mail, and returns the recovery codes. */
export const turnOn = async (
  db: Database,
  ctx: PublicContext,
  { userId, secret, step }: { readonly userId: number; readonly secret: string; readonly step: number },
): Promise<string[]> => {
  await putSecondStep(db, { userId, secret, lastStep: step, createdAt: ctx.now().toISOString() });
  const codes = newRecoveryCodes();
  await putRecoveryCodes(db, userId, codes.map(hashOfRecoveryCode));
  await noteSecurityEvent(db, ctx, { userId, kind: 'second-step-added' });
  await notifyByMail(db, ctx, userId, 'secondStepAdded');
  return codes;
};

/** Begins to set up codes of an app: nothing is required before a correct code was entered. */
export const beginSecondStep = async (ctx: UserContext) => {
  requireSession(ctx);
  requireLocalAccounts(ctx);
  const [token, secret] = [newToken(), newTotpSecret()];
  await keepOneTime(ctx.db, 'second-step-new', token, { userId: ctx.user.id, secret }, ctx.now());
  return { token, secret, address: totpAddress(secret, ctx.user.email) };
};

const outOfDate = () => invalid('token', 'tookTooLong');

/** Turns it on for a person who shows that their app has the secret. After that the session has shown two factors. */
export const addSecondStep = async (ctx: UserContext, { token, code }: { token: string; code: string }) => {
  const session = requireSession(ctx);
  const begun = await readOneTime(ctx.db, 'second-step-new', token, ctx.now());
  if (begun?.userId !== ctx.user.id) {
    throw outOfDate();
  }
  const { userId, secret } = begun;
  let recoveryCodes: string[] = [];
  const isRight = await counted(ctx, [['codeOfSignIn', session.toString('hex')]], async (db) => {
    const step = stepOfCode(secret, code.replace(/\s/g, ''), ctx.now());
    if (step === undefined) {
      return false;
    }
    if (!(await takeOneTime(db, 'second-step-new', token, ctx.now()))) {
      throw outOfDate();
    }
    recoveryCodes = await turnOn(db, ctx, { userId, secret, step });
    await confirmSession(db, session, ctx.now(), true);
    return true;
  });
  if (!isRight) {
    throw wrongCode();
  }
  return { recoveryCodes };
};

/** Turns codes off; does nothing if they are off. */
export const removeSecondStep = async (ctx: UserContext): Promise<void> => {
  requireSession(ctx);
  const { id: userId } = ctx.user;
  await ctx.db.transaction(async (db) => {
    if (await findSecondStep(db, userId)) {
      await deleteSecondStep(db, userId);
      await noteSecurityEvent(db, ctx, { userId, kind: 'second-step-removed' });
      await notifyByMail(db, ctx, userId, 'secondStepRemoved');
    }
  });
};

/** New recovery codes in place of the previous ones. */
export const renewRecoveryCodes = async (ctx: UserContext) => {
  requireSession(ctx);
  const { id: userId } = ctx.user;
  const recoveryCodes = newRecoveryCodes();
  await ctx.db.transaction(async (db) => {
    if (!(await findSecondStep(db, userId))) {
      throw refusal('conflict', 'noRecoveryCodesWithoutApp');
    }
    await putRecoveryCodes(db, userId, recoveryCodes.map(hashOfRecoveryCode));
    await noteSecurityEvent(db, ctx, { userId, kind: 'recovery-codes-made' });
    await notifyByMail(db, ctx, userId, 'recoveryCodesMade');
  });
  return { recoveryCodes };
};
