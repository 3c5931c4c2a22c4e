import { invalid, refusal } from '#shared/lib/errors.ts';
import { keepOneTime, newToken, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { canHavePasskeys, checkNew, checkSignIn, optionsForNew, optionsForSignIn } from '#server/auth/passkeys.ts';
import { countsAsVerified } from '#server/data/verified.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { passkeyAddedText } from '#server/commands/mail-texts.ts';
import { noteSignIn } from '#server/commands/note-sign-in.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import { type Account, findAccountById } from '#server/data/accounts.ts';
import { requireFreePasskey } from '#server/data/quotas.ts';
import { confirmSession } from '#server/data/confirmed-sessions.ts';
import { findPasskey, insertPasskey, listPasskeys, notePasskeyUse, type StoredPasskey } from '#server/data/passkeys.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';

interface Answered {
  readonly token: string;
  readonly response: Record<string, unknown>;
}

const requirePasskeys = ({ ways, origin }: PublicContext): void => {
  if (!ways.hasLocalAccounts || !canHavePasskeys(origin)) {
    throw refusal('not_found', 'noPasskeysAtAddress');
  }
};

const outOfDate = () => invalid('token', 'tookTooLong');

type Owner = Pick<Account, 'id' | 'email'>;

/** Begins making a passkey for this account: the options for the browser, and a token for its return. */
export const optionsForPasskeyOf = async (ctx: PublicContext, { id, email }: Owner) => {
  requirePasskeys(ctx);
  const options = await optionsForNew(ctx.origin, { id, email }, await listPasskeys(ctx.db, id));
  const token = newToken();
  await keepOneTime(ctx.db, 'passkey-new', token, { challenge: options.challenge, userId: id }, ctx.now());
  return { token, options: { ...options } };
};

/** Begins making a passkey for the caller. */
export const beginPasskey = (ctx: UserContext) => optionsForPasskeyOf(ctx, ctx.user);

/**
 * Stores what the browser made, and informs its owner by mail, so that nobody adds one unnoticed. `besides` is done first, in the same
 * transaction.
 */
export const keepPasskey = async (
  ctx: PublicContext,
  { id: userId, email }: Owner,
  { token, response, name }: Answered & { name: string },
  besides: (db: Database) => Promise<void>,
): Promise<StoredPasskey> => {
  requirePasskeys(ctx);
  const begun = await takeOneTime(ctx.db, 'passkey-new', token, ctx.now());
  if (begun?.userId !== userId) {
    throw outOfDate();
  }
  const key = await checkNew(ctx.origin, begun.challenge, response);
  return ctx.db.transaction(async (db) => {
    await besides(db);
    await requireFreePasskey(db, ctx, userId);
    const passkey = await insertPasskey(db, { ...key, userId, name, createdAt: ctx.now().toISOString() });
    await noteSecurityEvent(db, ctx, { userId, kind: 'passkey-added', detail: name });
    if (ctx.mailOrigin !== null) {
      const account = await findAccountById(db, userId);
      await queueMail(db, ctx, {
        recipient: email,
        ...passkeyAddedText(name, ownPage(ctx.mailOrigin), account?.language ?? ctx.language),
      });
    }
    return passkey;
  });
};

/** Stores what the caller's browser made; the device has asked for a finger, a face or a code, so the session has shown two factors. */
export const addPasskey = (ctx: UserContext, made: Answered & { name: string }): Promise<StoredPasskey> =>
  keepPasskey(ctx, ctx.user, made, async (db) => {
    if (ctx.credential.kind === 'session') {
      await confirmSession(db, ctx.credential.tokenHash, ctx.now(), true);
    }
  });

/** Begins a sign-in by passkey; only the passkey says whose. */
export const beginPasskeySignIn = async (ctx: PublicContext) => {
  requirePasskeys(ctx);
  await ctx.limits.reserve(['providerFromAddress', networkOf(ctx.clientAddress)]);
  const options = await optionsForSignIn(ctx.origin);
  const token = newToken();
  await keepOneTime(ctx.db, 'passkey-sign-in', token, { challenge: options.challenge }, ctx.now());
  return { token, options: { ...options } };
};

/** Signs in the owner of the passkey that answers. */
export const signInByPasskey = async (ctx: PublicContext, { token, response }: Answered): Promise<Account> => {
  requirePasskeys(ctx);
  const counter = ['passkeyFromAddress', networkOf(ctx.clientAddress)] as const;
  await ctx.limits.reserve(counter);
  const begun = await takeOneTime(ctx.db, 'passkey-sign-in', token, ctx.now());
  if (!begun) {
    throw outOfDate();
  }
  const { id } = response;
  const passkey = typeof id === 'string' ? await findPasskey(ctx.db, id) : undefined;
  const uses = passkey && (await checkSignIn(ctx.origin, begun.challenge, response, passkey));
  const account = passkey && (await findAccountById(ctx.db, passkey.userId));
  if (uses === undefined || !account) {
    throw refusal('wrong_credentials', 'passkeyUnknown');
  }
  await ctx.limits.release(counter);
  await ctx.db.transaction(async (db) => {
    await notePasskeyUse(db, passkey.id, { counter: uses, lastUsedAt: ctx.now().toISOString() });
    if (countsAsVerified(ctx, account)) {
      await claimMemberships(db, account);
    }
    await noteSignIn(db, ctx, account, { kind: 'signed-in-by-passkey', detail: passkey.name });
    await ctx.session.start(db, account.id, { isStrong: true });
  });
  return account;
};
