import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/** What each device of each user reported last about its unsent changes, so that the work on a lost phone is at least known. */
export const devices = pgTable(
  'devices',
  {
    organizationId: integer().notNull(),
    userId: integer().notNull(),
    deviceId: text().notNull(),
    name: text().notNull(),
    pending: integer().notNull(),
    attention: integer().notNull(),
    /** By the device's clock. */
    oldestAt: moment(),
    /** By the server's clock. */
    seenAt: moment().notNull(),
    /** Unsent changes that were lost with its storage; null: none were reported. */
    lostPending: integer(),
    /** When they were last seen there, by the device's clock. */
    lostSeenAt: moment(),
    /** When that was reported, by the server's clock. */
    lostToldAt: moment(),
    /** Since when it is settled. */
    lostPutAwayAt: moment(),
  },
  (t) => [
    primaryKey({ name: 'devices_pkey', columns: [t.organizationId, t.userId, t.deviceId] }),
    foreignKey({ name: 'devices_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
