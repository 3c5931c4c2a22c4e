import { sql } from 'drizzle-orm';
import { bigint, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { AUDITED } from '#shared/domain/audit-log.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/**
 * Writes that took effect, by the key their sender gave them, so that none takes effect twice (specification 9.10). Key and outcome stay
 * for good; the answer is deleted after 30 days and is then made again from the record. `organizationId` is 0 for a write outside of any,
 * such as making one.
 */
export const syncOps = pgTable(
  'sync_ops',
  {
    organizationId: integer().notNull(),
    userId: integer().notNull(),
    key: text().notNull(),
    operation: text().notNull(),
    /** SHA-256 of the request: the same key with other content is refused. */
    contentHash: bytes().notNull(),
    status: smallint(),
    answer: text(),
    entityId: integer(),
    seq: bigint({ mode: 'number' }),
    deviceId: text(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'sync_ops_pkey', columns: [t.organizationId, t.userId, t.key] }),
    index('sync_ops_answered_index')
      .on(t.organizationId, t.createdAt)
      .where(sql`${t.answer} is not null`),
    // What a user made, in the order of its numbers: most keyed writes change something instead.
    index('sync_ops_made_index')
      .on(t.organizationId, t.userId, t.seq)
      .where(sql`${t.operation} like '%.create%'`),
  ],
);

/** The number of the last change of each organization. Writing locks this row until the commit, so numbers appear in order. */
export const organizationSeq = pgTable(
  'organization_seq',
  {
    organizationId: integer().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** Changes up to this number were deleted: a device with an earlier cursor starts over. */
    forgotten: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [foreignKey({ name: 'organization_seq_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] })],
);

/** Which record each change touched; devices continue from the number where they stopped. The record's values are read from the record. */
export const changes = pgTable(
  'changes',
  {
    organizationId: integer().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    entityType: text({ enum: AUDITED }).notNull(),
    entityId: integer().notNull(),
    at: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'changes_pkey', columns: [t.organizationId, t.seq] }),
    foreignKey({ name: 'changes_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** One row. A restored backup gets another epoch, which tells devices that the server may have forgotten something. */
export const installation = pgTable('installation', {
  epoch: uuid().primaryKey().defaultRandom(),
  /** When accounts of earlier versions were told apart by whether their address was ever verified; null: not yet (decision 0039). */
  addressesSortedAt: moment(),
  /**
   * The database that the epoch belongs to, so that a restored or promoted one is noticed at once (decision 0042): PostgreSQL's number of
   * the cluster, its timeline (eight hexadecimal digits), the database and this table. Null: not recorded yet, or the server does not
   * report it.
   */
  systemIdentifier: text(),
  timeline: text(),
  databaseOid: bigint({ mode: 'number' }),
  tableOid: bigint({ mode: 'number' }),
  epochBeganAt: moment(),
  /** Why it began: `restored`, `failover`; null: with the installation. */
  epochReason: text(),
  /**
   * What is known about the time (decision 0044): a moment that has certainly passed; and for a clock that leapt away from it, what it
   * showed last, and for how many seconds it has run evenly since. Null: nothing yet, or no doubt.
   */
  clockTrustedAt: moment(),
  clockDoubtedAt: moment(),
  clockEvenSeconds: bigint({ mode: 'number' }),
});
