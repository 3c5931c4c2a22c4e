import { eq } from 'drizzle-orm';
import type { User } from '#shared/domain/user.ts';
import type { Database } from '#server/db/database.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { sessions, users } from '#server/db/tables/index.ts';

type Row = typeof users.$inferSelect;

/** What leaves the server of an account. */
export const toUser = ({ id, email, firstName, lastName }: Pick<Row, 'id' | 'email' | 'firstName' | 'lastName'>): User => ({
  id,
  email,
  username: email,
  firstName,
  lastName,
});

/** The account of an e-mail, in whatever case it is written. */
export const findAccount = async (db: Database, email: string): Promise<Row | undefined> => {
  const [row] = await db.orm.select().from(users).where(eq(users.emailKey, email.toLowerCase()));
  return row;
};

export const insertAccount = async (
  db: Database,
  account: { email: string; emailVerified: boolean; passwordHash: string; firstName: string | null; lastName: string | null },
): Promise<Row> => {
  const [row] = await unlessTaken(
    { constraint: 'users_email_key_unique', path: 'email', message: 'An account with this email exists already. Sign in instead.' },
    db.orm
      .insert(users)
      .values({ ...account, emailKey: account.email.toLowerCase() })
      .returning(),
  );
  if (!row) {
    throw new Error('The database returned no row for the new account.');
  }
  return row;
};

/** Completes the names of an account that has none yet; names that are there stay. */
export const completeNames = async (db: Database, user: User, names: { firstName: string; lastName: string }): Promise<void> => {
  if (!user.firstName && !user.lastName) {
    await db.orm.update(users).set(names).where(eq(users.id, user.id));
  }
};

export const insertSession = async (
  db: Database,
  session: { tokenHash: Buffer; userId: number; userAgent: string | null; lastSeenAt: string; expiresAt: string },
): Promise<void> => {
  await db.orm.insert(sessions).values(session);
};

export const deleteSession = async (db: Database, tokenHash: Buffer): Promise<void> => {
  await db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
};

export const touchSession = async (db: Database, tokenHash: Buffer, times: { lastSeenAt: string; expiresAt: string }): Promise<void> => {
  await db.orm.update(sessions).set(times).where(eq(sessions.tokenHash, tokenHash));
};
