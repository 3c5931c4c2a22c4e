import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** People who can sign in. `emailKey` is the e-mail in lower case: one account for each. */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    email: text().notNull(),
    emailKey: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    firstName: text(),
    lastName: text(),
    passwordHash: text(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique('users_email_key_unique').on(t.emailKey)],
);

/** Signed-in browsers. Only a keyed hash of the cookie is kept, so a copy of the table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    lastSeenAt: moment()
      .notNull()
      .default(sql`now()`),
    expiresAt: moment().notNull(),
  },
  (t) => [index('sessions_user_id_index').on(t.userId), index('sessions_expires_at_index').on(t.expiresAt)],
);

/** Counters of limited attempts, shared by all server processes; `bucket` is the start of the time window, in seconds since 1970. */
export const attempts = pgTable(
  'attempts',
  { key: text().notNull(), bucket: integer().notNull(), count: integer().notNull().default(0) },
  (t) => [primaryKey({ name: 'attempts_pkey', columns: [t.key, t.bucket] }), index('attempts_bucket_index').on(t.bucket)],
);
