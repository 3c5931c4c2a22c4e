import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { NoticeSettings } from '#shared/domain/notice.ts';
import { ACCOUNT_LANGUAGES } from '#shared/domain/account.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** People who can sign in. `emailKey` is the email in lower case: one account for each. */
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
    /** Null: as the device has it. */
    language: text({ enum: ACCOUNT_LANGUAGES }),
    /** Of what, and when, their browsers tell them; null: as nobody has chosen. */
    noticeSettings: jsonb().$type<NoticeSettings>(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique('users_email_key_unique').on(t.emailKey)],
);

/** A person's identity at an external identity provider: issuer and subject, neither of which ever changes. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ name: 'identities_pkey', columns: [t.issuer, t.subject] }), index('identities_user_id_index').on(t.userId)],
);

/** One-time tokens, such as for the return from the identity provider. Only a hash of the token is stored. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: bytes().primaryKey(),
    purpose: text().notNull(),
    data: jsonb().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [index('one_time_tokens_expires_at_index').on(t.expiresAt)],
);

/** Signed-in browsers. Only a keyed hash of the cookie is stored, so a copy of the table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes().primaryKey(),
    /** Its public name for its owner; it opens nothing. */
    id: integer().notNull().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text(),
    /** What the identity provider requires to end its own session, too. */
    idToken: text(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    lastSeenAt: moment()
      .notNull()
      .default(sql`now()`),
    expiresAt: moment().notNull(),
    /** When the person last proved their identity, by signing in or when asked again. */
    authenticatedAt: moment()
      .notNull()
      .default(sql`now()`),
    /** Whether that took two factors: a passkey, or a password and a second step. */
    isStrong: boolean().notNull().default(false),
  },
  (t) => [index('sessions_user_id_index').on(t.userId), index('sessions_expires_at_index').on(t.expiresAt)],
);

/** Counters of limited attempts, shared by all server processes; `bucket` is the start of the time window, in seconds since 1970. */
export const attempts = pgTable(
  'attempts',
  { key: text().notNull(), bucket: integer().notNull(), count: integer().notNull().default(0) },
  (t) => [primaryKey({ name: 'attempts_pkey', columns: [t.key, t.bucket] }), index('attempts_bucket_index').on(t.bucket)],
);

/** Browsers that signed in to an account before: guesses of others do not slow them (decision 0039). The hash is of account and cookie. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: bytes().notNull(),
    lastUsedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ name: 'known_devices_pkey', columns: [t.userId, t.tokenHash] }),
    index('known_devices_last_used_at_index').on(t.lastUsedAt),
  ],
);

/** Consecutive wrong passwords by counter key, and when the next one may be tried; shared by all server processes. */
export const guesses = pgTable(
  'guesses',
  { key: text().primaryKey(), count: integer().notNull(), lastAt: moment().notNull(), nextAt: moment().notNull() },
  (t) => [index('guesses_last_at_index').on(t.lastAt)],
);
