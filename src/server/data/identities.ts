import { and, eq, ne } from 'drizzle-orm';
import type { Account } from '#server/data/accounts.ts';
import type { Database } from '#server/db/database.ts';
import { identities, users } from '#server/db/tables/index.ts';

interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The account that belongs to the identity provider's subject. */
export const findAccountByIdentity = async (db: Database, { issuer, subject }: Identity): Promise<Account | undefined> => {
  const [found] = await db.orm
    .select({ account: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return found?.account;
};

/** Whether another subject of this provider signs in to the account. Concurrent callers wait until the transaction ends. */
export const isSomebodyElses = async (db: Database, userId: number, { issuer, subject }: Identity): Promise<boolean> => {
  await db.query({ text: 'select from users where id = $1 for update', values: [userId] });
  const [found] = await db.orm
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.issuer, issuer), ne(identities.subject, subject)))
    .limit(1);
  return found !== undefined;
};

/** Whether the account has an identity at a provider. */
export const hasIdentity = async (db: Database, userId: number): Promise<boolean> =>
  (await db.orm.select({ subject: identities.subject }).from(identities).where(eq(identities.userId, userId)).limit(1)).length > 0;

/** Of two concurrent calls with the same identity, the second finds it there. */
export const insertIdentity = async (db: Database, { issuer, subject }: Identity, userId: number): Promise<void> => {
  await db.orm.insert(identities).values({ issuer, subject, userId }).onConflictDoNothing();
};

/** Makes an account without a password, unless there is one with this email. */
export const insertAccountUnlessThere = async (
  db: Database,
  { email, firstName, lastName }: { email: string; firstName: string | null; lastName: string | null },
): Promise<void> => {
  await db.orm
    .insert(users)
    .values({ email, emailKey: email.toLowerCase(), emailVerified: true, passwordHash: null, firstName, lastName })
    .onConflictDoNothing({ target: users.emailKey });
};

/** Sets the account's email; does nothing if another account has it. */
export const changeEmail = async (db: Database, userId: number, email: string): Promise<void> => {
  await db.query({
    text: `update users set email = $2, email_key = $3, email_verified = true
            where id = $1 and not exists (select from users where email_key = $3 and id <> $1)`,
    values: [userId, email, email.toLowerCase()],
  });
};
