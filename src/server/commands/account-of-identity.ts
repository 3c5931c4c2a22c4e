import { type Identified, ProviderProblem } from '#server/ports/identity.ts';
import type { PublicContext } from '#server/context.ts';
import { type Account, completeNames, findAccount, toUser } from '#server/data/accounts.ts';
import { changeEmail, findAccountByIdentity, insertAccountUnlessThere, insertIdentity, isSomebodyElses } from '#server/data/identities.ts';
import { takeOverUnverified } from '#server/commands/take-over.ts';
import type { Database } from '#server/db/database.ts';

type Circumstances = Pick<PublicContext, 'now' | 'clientAddress' | 'userAgent'>;

const read = async (finding: Promise<Account | undefined>): Promise<Account> => {
  const account = await finding;
  if (!account) {
    throw new Error('An account that was just there is gone.');
  }
  return account;
};

/** An existing account: its subject at the provider identifies the person, even if their email changed. */
const update = async (db: Database, account: Account, { email, emailVerified, firstName, lastName }: Identified): Promise<void> => {
  if (email !== null && emailVerified && email !== account.email) {
    await changeEmail(db, account.id, email);
  }
  if (firstName !== null && lastName !== null) {
    await completeNames(db, toUser(account), { firstName, lastName });
  }
};

/** The account that a verified email leads to, on a person's first sign-in by the provider. */
const link = async (db: Database, ctx: Circumstances, identified: Identified): Promise<void> => {
  const { email, emailVerified } = identified;
  if (email === null) {
    throw new ProviderProblem('email-missing', 'The identity provider gave no e-mail.');
  }
  if (!emailVerified) {
    throw new ProviderProblem('email-unverified', 'The identity provider has not verified the e-mail.');
  }
  await insertAccountUnlessThere(db, { ...identified, email });
  const account = await read(findAccount(db, email));
  if (await isSomebodyElses(db, account.id, identified)) {
    // An address that was reassigned must not bring along its previous owner's account.
    throw new ProviderProblem('email-taken', 'Somebody else of the identity provider signs in with this e-mail.');
  }
  // Its creator may never have shown that the email is theirs.
  await takeOverUnverified(db, ctx, account);
  await insertIdentity(db, identified, account.id);
};

/**
 * The account of a person whom the identity provider vouches for, made if need be, inside the caller's transaction (specification 7.5,
 * 7.6). Throws `ProviderProblem` if the email is missing, not verified, or another person's.
 */
export const accountOfIdentity = async (db: Database, ctx: Circumstances, identified: Identified): Promise<Account> => {
  const known = await findAccountByIdentity(db, identified);
  await (known ? update(db, known, identified) : link(db, ctx, identified));
  return read(findAccountByIdentity(db, identified));
};
