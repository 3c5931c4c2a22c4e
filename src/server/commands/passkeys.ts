import { AppError, invalid } from '#shared/lib/errors.ts';
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
import { findPasskey, insertPasskey, listPasskeys, notePasskeyUse, type StoredPasskey } from '#server/data/passkeys.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';

interface Answered {
  readonly token: string;
  readonly response: Record<string, unknown>;
}

const requirePasskeys = ({ ways, origin }: PublicContext): void => {
  if (!ways.hasLocalAccounts || !canHavePasskeys(origin)) {
    throw new AppError('not_found', 'There are no passkeys at this address.');
  }
};

const outOfDate = () => invalid('token', 'This took too long. Try again.');

/** Begins making a passkey: what the browser needs, and a token by which it comes back. */
export const beginPasskey = async (ctx: UserContext) => {
  requirePasskeys(ctx);
  const options = await optionsForNew(ctx.origin, ctx.user, await listPasskeys(ctx.db, ctx.user.id));
  const token = newToken();
  await keepOneTime(ctx.db, 'passkey-new', token, { challenge: options.challenge, userId: ctx.user.id }, ctx.now());
  return { token, options: { ...options } };
};

/** Keeps what the browser made, and tells its owner by mail, so that nobody adds one unnoticed. */
export const addPasskey = async (ctx: UserContext, { token, response, name }: Answered & { name: string }): Promise<StoredPasskey> => {
  requirePasskeys(ctx);
  const begun = await takeOneTime(ctx.db, 'passkey-new', token, ctx.now());
  if (begun?.userId !== ctx.user.id) {
    throw outOfDate();
  }
  const key = await checkNew(ctx.origin, begun.challenge, response);
  return ctx.db.transaction(async (db) => {
    await requireFreePasskey(db, ctx);
    const passkey = await insertPasskey(db, { ...key, userId: ctx.user.id, name, createdAt: ctx.now().toISOString() });
    await noteSecurityEvent(db, ctx, { userId: ctx.user.id, kind: 'passkey-added', detail: name });
    if (ctx.mailOrigin !== null) {
      const account = await findAccountById(db, ctx.user.id);
      await queueMail(db, ctx, {
        recipient: ctx.user.email,
        ...passkeyAddedText(name, ownPage(ctx.mailOrigin), account?.language ?? ctx.language),
      });
    }
    return passkey;
  });
};

/** Begins a sign-in by passkey; whose, only the passkey says. */
export const beginPasskeySignIn = async (ctx: PublicContext) => {
  requirePasskeys(ctx);
  await ctx.limits.reserve(['providerFromAddress', networkOf(ctx.clientAddress)]);
  const options = await optionsForSignIn(ctx.origin);
  const token = newToken();
  await keepOneTime(ctx.db, 'passkey-sign-in', token, { challenge: options.challenge }, ctx.now());
  return { token, options: { ...options } };
};

/** Signs in whose passkey answers. */
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
    throw new AppError('wrong_credentials', 'This passkey is not known here. Sign in with your password.');
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
