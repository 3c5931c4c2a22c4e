import { invalid, refusal } from '#shared/lib/errors.ts';
import { passwordMatches } from '#server/auth/passwords.ts';
import { keepOneTime, newToken, readOneTime, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { accountExistsText, confirmAddressText, confirmationText } from '#server/commands/mail-texts.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import { takeOverUnverified } from '#server/commands/take-over.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import { type Account, findAccount, findAccountById, insertAccount, setPassword } from '#server/data/accounts.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import { countsAsVerified, wayToConfirm } from '#server/data/verified.ts';
import type { Database } from '#server/db/database.ts';

interface Registration {
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * Without mail nobody can be asked to confirm: the account exists at once, with an unverified address. If the installation has no other way
 * to verify it either, it counts as verified (specification 7.6).
 */
export const registerAtOnce = (ctx: PublicContext, registration: Registration): Promise<Account> =>
  ctx.db.transaction(async (db) => {
    const account = await insertAccount(db, { ...registration, emailVerified: false });
    if (countsAsVerified(ctx, account)) {
      await claimMemberships(db, account);
    }
    await ctx.session.start(db, account.id);
    await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'account-made' });
    return account;
  });

/**
 * Mails a link that has to be followed first. Nothing else is made: an address that someone else typed stays its owner's. Only the mail
 * says whether there already is an account; the answer, and the work for it, are the same.
 */
export const registerByMail = async (ctx: PublicContext, origin: string, registration: Registration, returnTo?: string): Promise<void> => {
  const { email } = registration;
  const isWelcome = (await ctx.limits.allow(['mailToAddress', email])) && (await ctx.limits.allow(['mailOfInstallation', 'strangers']));
  const token = newToken();
  await ctx.db.transaction(async (db) => {
    const account = await findAccount(db, email);
    await keepOneTime(db, 'registration', token, registration, ctx.now());
    if (isWelcome) {
      const language = account?.language ?? ctx.language;
      // An account whose address was never verified becomes this person's through the link.
      const text = account?.emailVerified
        ? accountExistsText(ownPage(origin, { returnTo }), language)
        : confirmationText(ownPage(origin, { confirm: token, returnTo }), language);
      await queueMail(db, ctx, { recipient: account?.email ?? email, ...text });
    }
  });
};

const outOfDate = () => invalid('token', 'registrationLinkOutOfDate');

/** Mails a link with which a person who has this account's password shows that its address is theirs. */
export const askForConfirmation = async (ctx: UserContext): Promise<void> => {
  const account = await findAccountById(ctx.db, ctx.user.id);
  if (!account || account.emailVerified || account.passwordHash === null || wayToConfirm(ctx, account) !== 'mail') {
    throw refusal('conflict', 'nothingToConfirm');
  }
  await ctx.limits.reserve(['mailToAddress', account.email.toLowerCase()]);
  const token = newToken();
  const { email, passwordHash, firstName, lastName } = account;
  await ctx.db.transaction(async (db) => {
    await keepOneTime(db, 'registration', token, { email, passwordHash, firstName, lastName }, ctx.now());
    const page = ownPage(ctx.mailOrigin ?? ctx.origin, { confirm: token });
    await queueMail(db, ctx, { recipient: email, ...confirmAddressText(page, account.language ?? ctx.language) });
  });
};

/** The account of a registration whose link was followed: a new one, or one that had this address without its ever having been verified. */
const confirmedAccount = async (db: Database, ctx: PublicContext, registration: Registration): Promise<Account> => {
  const known = await findAccount(db, registration.email);
  if (!known || !(await takeOverUnverified(db, ctx, known))) {
    return insertAccount(db, { ...registration, emailVerified: true });
  }
  await setPassword(db, known.id, registration.passwordHash);
  return { ...known, emailVerified: true, passwordHash: registration.passwordHash };
};

/**
 * Makes the account of a person who followed the link and knows the password: someone who only has the mailbox did not register, and
 * someone who only has the password does not own the address.
 */
export const confirmRegistration = async (
  ctx: PublicContext,
  { token, password }: { token: string; password: string },
): Promise<Account> => {
  const counter = ['linkFromAddress', networkOf(ctx.clientAddress)] as const;
  await ctx.limits.reserve(counter);
  const registration = await readOneTime(ctx.db, 'registration', token, ctx.now());
  if (!registration) {
    throw outOfDate();
  }
  if (!(await passwordMatches(registration.passwordHash, password, ctx.clientAddress))) {
    throw refusal('wrong_credentials', 'wrongPasswordOfRegistration');
  }
  await ctx.limits.release(counter);
  return ctx.db.transaction(async (db) => {
    if (!(await takeOneTime(db, 'registration', token, ctx.now()))) {
      throw outOfDate();
    }
    const account = await confirmedAccount(db, ctx, registration);
    await claimMemberships(db, account);
    await ctx.session.start(db, account.id);
    await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'email-confirmed' });
    return account;
  });
};
