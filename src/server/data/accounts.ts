import { and, desc, eq, gt } from 'drizzle-orm';
import type { User } from '#shared/domain/user.ts';
import type { Database } from '#server/db/database.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { sessions, users } from '#server/db/tables/index.ts';
import { refusalMessage } from '#shared/lib/errors.ts';

/** An account with its server-only columns. */
export type Account = typeof users.$inferSelect;
type Row = Account;

/** The part of an account that may leave the server. */
export const toUser = ({
  id,
  email,
  firstName,
  lastName,
  language,
}: Pick<Row, 'id' | 'email' | 'firstName' | 'lastName' | 'language'>): User => ({
  id,
  email,
  username: email,
  firstName,
  lastName,
  language,
});

/** The account with an email, ignoring case. */
export const findAccount = async (db: Database, email: string): Promise<Row | undefined> => {
  const [row] = await db.orm.select().from(users).where(eq(users.emailKey, email.toLowerCase()));
  return row;
};

export const findAccountById = async (db: Database, id: number): Promise<Account | undefined> => {
  const [row] = await db.orm.select().from(users).where(eq(users.id, id));
  return row;
};

/** The account, locked until the transaction ends. */
export const lockAccount = async (db: Database, id: number): Promise<Account | undefined> => {
  const [row] = await db.orm.select().from(users).where(eq(users.id, id)).for('update');
  return row;
};

/** The account's address was verified. */
export const setVerified = async (db: Database, id: number): Promise<void> => {
  await db.orm.update(users).set({ emailVerified: true }).where(eq(users.id, id));
};

export const setPassword = async (db: Database, id: number, passwordHash: string): Promise<void> => {
  await db.orm.update(users).set({ passwordHash }).where(eq(users.id, id));
};

type OwnValues = { [K in 'firstName' | 'lastName' | 'language']?: Row[K] | undefined };

/** Changes the given columns of one's own account. */
export const updateAccount = async (db: Database, id: number, values: OwnValues): Promise<void> => {
  if (Object.values(values).some((value) => value !== undefined)) {
    await db.orm.update(users).set(values).where(eq(users.id, id));
  }
};

/** The account's sessions; `current` is the hash of the caller's session. */
export const listSessions = async (db: Database, userId: number, current: Buffer, now: Date) => {
  const rows = await db.orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now.toISOString())))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map(({ tokenHash, ...row }) => ({ ...row, isCurrent: tokenHash.equals(current) }));
};

export const insertAccount = async (
  db: Database,
  account: { email: string; emailVerified: boolean; passwordHash: string | null; firstName: string | null; lastName: string | null },
): Promise<Row> => {
  const [row] = await unlessTaken(
    { constraint: 'users_email_key_unique', path: 'email', message: refusalMessage('accountExists') },
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

/** Fills in names that the account does not have yet; existing names stay. */
export const completeNames = async (db: Database, user: User, names: { firstName: string; lastName: string }): Promise<void> => {
  if (!user.firstName && !user.lastName) {
    await db.orm.update(users).set(names).where(eq(users.id, user.id));
  }
};

export const insertSession = async (
  db: Database,
  session: typeof sessions.$inferInsert & { readonly createdAt: string; readonly lastSeenAt: string; readonly authenticatedAt: string },
): Promise<void> => {
  await db.orm.insert(sessions).values(session);
};

/** For a browser that signs in again. Every other way a session ends is remembered: `ended-sessions.ts`. */
export const deleteSession = async (db: Database, tokenHash: Buffer): Promise<void> => {
  await db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
};

/** Notes that the session was used. It is extended to `expiresAt`, but never beyond that many days from its beginning. */
export const touchSession = async (
  db: Database,
  tokenHash: Buffer,
  { lastSeenAt, expiresAt, maxDays }: { lastSeenAt: string; expiresAt: string; maxDays: number },
): Promise<void> => {
  await db.query({
    name: 'touch-session',
    text: `update sessions set last_seen_at = $2, expires_at = least($3::timestamptz, created_at + $4 * interval '1 day') where token_hash = $1`,
    values: [tokenHash, lastSeenAt, expiresAt, maxDays],
  });
};

/** Ends sessions of the account beyond that many, least recently used first. */
export const endSurplusSessions = async (db: Database, userId: number, most: number): Promise<void> => {
  await db.query({
    name: 'end-surplus-sessions',
    text: `delete from sessions where user_id = $1 and token_hash in (
             select token_hash from sessions where user_id = $1 order by last_seen_at desc, id desc offset $2)`,
    values: [userId, most],
  });
};

/** Finds a session by another hash from here on; does nothing if there is none by the old one. */
export const rehashSession = async (db: Database, from: Buffer, to: Buffer): Promise<void> => {
  await db.orm.update(sessions).set({ tokenHash: to }).where(eq(sessions.tokenHash, from));
};
