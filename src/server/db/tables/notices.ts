import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { type NoticeWords, SENT_KINDS } from '#shared/domain/notice.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';
import { users } from '#server/db/tables/accounts.ts';

/** Browsers that show notices to their person, each by the address at which its maker's service takes them (decision 0079). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sign-in that asked for it: it ends with that. */
    sessionId: integer().notNull(),
    endpoint: text().notNull(),
    /** The browser's key, and the secret that it shares with us. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    language: text().notNull(),
    /** IANA name of the zone by which its quiet hours count. */
    timeZone: text().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [uniqueIndex('push_subscriptions_endpoint_unique').on(t.endpoint), index('push_subscriptions_user_id_index').on(t.userId)],
);

/** Notices that are not handed over yet: one row for each browser that is to show it. */
export const notices = pgTable(
  'notices',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    userId: integer().notNull(),
    /** The browser. One that has gone leaves its notices to the next round, which drops them. */
    subscriptionId: integer().notNull(),
    kind: text({ enum: SENT_KINDS }).notNull(),
    entryId: integer().notNull(),
    /** What its words are made of. */
    said: jsonb().$type<NoticeWords>().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    /** When it is tried next; while it is being sent, when another process may try. */
    nextTryAt: moment()
      .notNull()
      .default(sql`now()`),
    tries: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'notices_pkey', columns: [t.organizationId, t.id] }),
    index('notices_next_try_at_index').on(t.nextTryAt),
    foreignKey({ name: 'notices_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** The keys by which services of browsers know this installation, made at its first start: one row. */
export const pushKeys = pgTable('push_keys', {
  /** Always 1: there is one pair. */
  place: integer().primaryKey(),
  publicKey: text().notNull(),
  /** PKCS 8, as it is: what decision 0040 says of second steps holds for it, too. */
  privateKey: bytes().notNull(),
});
