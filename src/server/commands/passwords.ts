import { invalid, refusal } from '#shared/lib/errors.ts';
import { hashNewPassword } from '#server/auth/passwords.ts';
import { keepOneTime, newToken, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { beginSession } from '#server/commands/begin-session.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { noAccountText, passwordChangedText, passwordResetText, resetText } from '#server/commands/mail-texts.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import { isOwnPassword } from '#server/commands/sign-in.ts';
import { takeOverUnverified } from '#server/commands/take-over.ts';
import type { Mail } from '#server/ports/mail.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import { type Account, findAccount, findAccountById, setPassword } from '#server/data/accounts.ts';
import { endThese, endTokensOf } from '#server/data/account-ends.ts';
import { endSessions } from '#server/data/ended-sessions.ts';
import { listKeysOf } from '#server/data/api-keys.ts';
import { listPasskeys } from '#server/data/passkeys.ts';
import { findStanding } from '#server/data/second-steps.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';

const HOUR_MS = 3_600_000;

/** Mails a link to a new password, or that there is no account: which of the two, only the mailbox's owner learns. */
export const askForReset = async (ctx: PublicContext, origin: string, email: string, returnTo?: string): Promise<void> => {
  await ctx.limits.reserve(['resetFromAddress', networkOf(ctx.clientAddress)]);
  const isWelcome = await ctx.limits.allow(['mailToAddress', email.toLowerCase()]);
  const token = newToken();
  await ctx.db.transaction(async (db) => {
    const account = await findAccount(db, email);
    await keepOneTime(db, 'password-reset', token, { userId: account?.id ?? 0, email: account?.email ?? email }, ctx.now());
    if (isWelcome) {
      const page = ownPage(origin, account ? { reset: token, returnTo } : { returnTo });
      const language = account?.language ?? ctx.language;
      const text = account ? resetText(page, language) : noAccountText(page, language);
      await queueMail(db, ctx, { recipient: account?.email ?? email, ...text }, HOUR_MS);
    }
  });
};

const tell = async (db: Database, ctx: PublicContext, { email }: Account, text: Omit<Mail, 'recipient'>): Promise<void> => {
  if (ctx.mailOrigin !== null) {
    await queueMail(db, ctx, { recipient: email, ...text });
  }
};

/**
 * What the reset ended and what it left, for the mail. Passkeys go, because one of them may be someone else's; the keys of other programs
 * are their organizations', so their maker is informed of them.
 */
const endWithReset = async (db: Database, ctx: PublicContext, account: Account): Promise<{ passkeys: string[]; keys: string[] }> => {
  const passkeys = (await listPasskeys(db, account.id)).map(({ name }) => name);
  // If an organization requires a second step and a passkey is all they have, it is required next: access to the mailbox alone must not
  // bypass it.
  const { isRequired, hasCodes } = await findStanding(db, account.id);
  const keepsPasskeys = isRequired && !hasCodes;
  const isTakenOver = await takeOverUnverified(db, ctx, account);
  if (!isTakenOver) {
    await endThese(db, account.id, ['sessions', 'knownDevices', ...(keepsPasskeys ? [] : (['passkeys'] as const))]);
    await endTokensOf(db, account);
  }
  const keys = (await listKeysOf(db, account.id)).map(({ name }) => name);
  return { passkeys: isTakenOver || keepsPasskeys ? [] : passkeys, keys };
};

/**
 * Sets a new password for the person who followed the link. Every session ends except the one that begins here: someone else may have had
 * the old one.
 */
export const resetPassword = async (ctx: PublicContext, { token, password }: { token: string; password: string }) => {
  const counter = ['linkFromAddress', networkOf(ctx.clientAddress)] as const;
  await ctx.limits.reserve(counter);
  const passwordHash = await hashNewPassword(password, ctx.clientAddress);
  return ctx.db.transaction(async (db) => {
    const asked = await takeOneTime(db, 'password-reset', token, ctx.now());
    const account = asked && (await findAccountById(db, asked.userId));
    if (!account || account.email !== asked.email) {
      throw invalid('token', 'passwordLinkOutOfDate');
    }
    const ended = await endWithReset(db, ctx, account);
    await setPassword(db, account.id, passwordHash);
    await claimMemberships(db, account);
    await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'password-reset' });
    await tell(db, ctx, account, passwordResetText(ended, ownPage(ctx.mailOrigin ?? ctx.origin), account.language ?? ctx.language));
    // Access to the mailbox is one factor: the second step is required as after a password.
    const step = await beginSession(db, ctx, account.id);
    await ctx.limits.release(counter);
    return { account, asked: step };
  });
};

/** Changes the password of a person who knows the current one; every other session ends. */
export const changePassword = async (ctx: UserContext, { currentPassword, password }: { currentPassword: string; password: string }) => {
  const account = await findAccountById(ctx.db, ctx.user.id);
  if (!account || account.passwordHash === null) {
    throw refusal('conflict', 'noPasswordYet');
  }
  if (!(await isOwnPassword(ctx, account, currentPassword))) {
    // Not 401: they are still signed in.
    throw invalid('currentPassword', 'wrongPassword');
  }
  const passwordHash = await hashNewPassword(password, ctx.clientAddress);
  await ctx.db.transaction(async (db) => {
    await setPassword(db, account.id, passwordHash);
    await endTokensOf(db, account);
    await endSessions(db, account.id, ctx.credential.kind === 'session' ? ctx.credential.tokenHash : undefined);
    await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'password-changed' });
    await tell(db, ctx, account, passwordChangedText(ownPage(ctx.mailOrigin ?? ctx.origin), account.language ?? ctx.language));
  });
};
