import { AppError, invalid } from '#shared/lib/errors.ts';
import { hashPassword, passwordMatches } from '#server/auth/passwords.ts';
import { keepOneTime, newToken, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { noAccountText, passwordChangedText, resetText } from '#server/commands/mail-texts.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import { type Account, endSessions, findAccount, findAccountById, setPassword } from '#server/data/accounts.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';

const HOUR_MS = 3_600_000;

/** Mails a link to a new password, or that there is no account: which of the two, only the mailbox's owner learns. */
export const askForReset = async (ctx: PublicContext, origin: string, email: string, returnTo?: string): Promise<void> => {
  await ctx.limits.reserve(['resetFromAddress', ctx.clientAddress]);
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

const tellChange = async (db: Database, ctx: PublicContext, account: Account): Promise<void> => {
  if (ctx.mailOrigin !== null) {
    await queueMail(db, ctx, {
      recipient: account.email,
      ...passwordChangedText(ownPage(ctx.mailOrigin), account.language ?? ctx.language),
    });
  }
};

/** A new password for whoever followed the link. Every session ends but the one that begins here: somebody else may have had the old one. */
export const resetPassword = async (ctx: PublicContext, { token, password }: { token: string; password: string }): Promise<Account> => {
  const counter = ['signInFromAddress', ctx.clientAddress] as const;
  await ctx.limits.reserve(counter);
  const passwordHash = await hashPassword(password, ctx.clientAddress);
  return ctx.db.transaction(async (db) => {
    const asked = await takeOneTime(db, 'password-reset', token, ctx.now());
    const account = asked && (await findAccountById(db, asked.userId));
    if (!account || account.email !== asked.email) {
      throw invalid('token', 'This link is out of date or was used before. Ask for a new one.');
    }
    await setPassword(db, account.id, passwordHash);
    await endSessions(db, account.id);
    await claimMemberships(db, account);
    await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'password-reset' });
    await tellChange(db, ctx, account);
    await ctx.session.start(db, account.id);
    await ctx.limits.release(counter);
    return account;
  });
};

/** Another password for who knows the present one; every other session ends. */
export const changePassword = async (ctx: UserContext, { currentPassword, password }: { currentPassword: string; password: string }) => {
  const counter = ['signInOfAccount', ctx.user.email.toLowerCase()] as const;
  await ctx.limits.reserve(counter);
  const account = await findAccountById(ctx.db, ctx.user.id);
  if (account?.passwordHash === null) {
    throw new AppError('conflict', 'Your account has no password. Choose “Forgot password?” on the sign-in page to get one.');
  }
  if (!account || !(await passwordMatches(account.passwordHash, currentPassword, ctx.clientAddress))) {
    // Not 401: he is signed in all the same.
    throw invalid('currentPassword', 'Wrong password');
  }
  await ctx.limits.release(counter);
  const passwordHash = await hashPassword(password, ctx.clientAddress);
  await ctx.db.transaction(async (db) => {
    await setPassword(db, account.id, passwordHash);
    await endSessions(db, account.id, ctx.credential.kind === 'session' ? ctx.credential.tokenHash : undefined);
    await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'password-changed' });
    await tellChange(db, ctx, account);
  });
};
