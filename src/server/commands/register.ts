import { AppError, invalid } from '#shared/lib/errors.ts';
import { passwordMatches } from '#server/auth/passwords.ts';
import { keepOneTime, newToken, readOneTime, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { accountExistsText, confirmationText } from '#server/commands/mail-texts.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import type { PublicContext } from '#server/context.ts';
import { type Account, findAccount, insertAccount } from '#server/data/accounts.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';

interface Registration {
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Makes the account, gives it the access that waits for its e-mail, and signs it in. */
const makeAccount = (ctx: PublicContext, registration: Registration, first: (db: PublicContext['db']) => Promise<void>): Promise<Account> =>
  ctx.db.transaction(async (db) => {
    await first(db);
    const account = await insertAccount(db, { ...registration, emailVerified: true });
    await claimMemberships(db, account);
    await ctx.session.start(db, account.id);
    await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'account-made' });
    return account;
  });

/** Without mail nobody can be asked to confirm: the program listens on one machine or a trusted network (decisions §3). */
export const registerAtOnce = (ctx: PublicContext, registration: Registration): Promise<Account> =>
  makeAccount(ctx, registration, async () => undefined);

/**
 * Mails a link that has to be followed first. Nothing else is made: an address that somebody else typed stays its owner's. Whether there is
 * an account already stands in the mail alone; the answer, and the work for it, are the same.
 */
export const registerByMail = async (ctx: PublicContext, origin: string, registration: Registration, returnTo?: string): Promise<void> => {
  const { email } = registration;
  const isWelcome = await ctx.limits.allow(['mailToAddress', email.toLowerCase()]);
  const token = newToken();
  await ctx.db.transaction(async (db) => {
    const account = await findAccount(db, email);
    await keepOneTime(db, 'registration', token, registration, ctx.now());
    if (isWelcome) {
      const language = account?.language ?? ctx.language;
      const text = account
        ? accountExistsText(ownPage(origin, { returnTo }), language)
        : confirmationText(ownPage(origin, { confirm: token, returnTo }), language);
      await queueMail(db, ctx, { recipient: account?.email ?? email, ...text });
    }
  });
};

const outOfDate = () => invalid('token', 'This link is out of date or was used before. Register again.');

/**
 * Makes the account of whoever followed the link and knows the password: who only has the mailbox did not register, and who only has the
 * password does not own the address.
 */
export const confirmRegistration = async (
  ctx: PublicContext,
  { token, password }: { token: string; password: string },
): Promise<Account> => {
  const counter = ['signInFromAddress', ctx.clientAddress] as const;
  await ctx.limits.reserve(counter);
  const registration = await readOneTime(ctx.db, 'registration', token, ctx.now());
  if (!registration) {
    throw outOfDate();
  }
  if (!(await passwordMatches(registration.passwordHash, password, ctx.clientAddress))) {
    throw new AppError('wrong_credentials', 'Wrong password. Enter the one that you chose when you registered.');
  }
  await ctx.limits.release(counter);
  return makeAccount(ctx, registration, async (db) => {
    if (!(await takeOneTime(db, 'registration', token, ctx.now()))) {
      throw outOfDate();
    }
  });
};
