import { sql } from 'drizzle-orm';
import { bigint, boolean, date, doublePrecision, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Hint } from '#shared/domain/hint.ts';
import { moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/** Saved views of job entries, shared or somebody's own. */
export const entryViews = pgTable(
  'entry_views',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    isShared: boolean().notNull().default(false),
    query: text().notNull(),
    createdBy: integer().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    updatedAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'entry_views_pkey', columns: [t.organizationId, t.id] }),
    index('entry_views_id_index').on(t.id),
    foreignKey({ name: 'entry_views_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** What is usual for a machine at a service (`statsOf`): made again from the entries as they change. */
export const entryStats = pgTable(
  'entry_stats',
  {
    organizationId: integer().notNull(),
    /** 0: any machine of the service. */
    equipmentId: integer().notNull(),
    serviceTypeId: integer().notNull(),
    measure: text().notNull(),
    of: integer().notNull(),
    n: integer().notNull(),
    median: doublePrecision().notNull(),
  },
  (t) => [
    primaryKey({ name: 'entry_stats_pkey', columns: [t.organizationId, t.equipmentId, t.serviceTypeId, t.measure] }),
    foreignKey({ name: 'entry_stats_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** The hints of entries that have some which nobody accepted: for lists that filter by them. */
export const entryHints = pgTable(
  'entry_hints',
  {
    organizationId: integer().notNull(),
    entryId: integer().notNull(),
    date: date({ mode: 'string' }).notNull(),
    hints: jsonb().$type<readonly Hint[]>().notNull(),
    /** The other entries that they are about. */
    others: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    primaryKey({ name: 'entry_hints_pkey', columns: [t.organizationId, t.entryId] }),
    index('entry_hints_newest_index').on(t.organizationId, t.date, t.entryId),
    foreignKey({ name: 'entry_hints_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** Entries that lack something that their service asks for (`missingOf`): for lists that filter by it. */
export const incompleteEntries = pgTable(
  'incomplete_entries',
  { organizationId: integer().notNull(), entryId: integer().notNull(), date: date({ mode: 'string' }).notNull() },
  (t) => [
    primaryKey({ name: 'incomplete_entries_pkey', columns: [t.organizationId, t.entryId] }),
    index('incomplete_entries_newest_index').on(t.organizationId, t.date, t.entryId),
    foreignKey({ name: 'incomplete_entries_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** How far the three tables above follow an organization's changes. */
export const hintProgress = pgTable(
  'hint_progress',
  {
    organizationId: integer().primaryKey(),
    /** The number of the last change that they include. */
    seq: bigint({ mode: 'number' }).notNull().default(0),
    /** Of how many entries the figures were made; null: nothing was made yet, or all of it has to be made anew. */
    counted: integer(),
    /** How many entries changed since. */
    changedEntries: integer().notNull().default(0),
    /** The organization's day that dates were last compared with. */
    day: date({ mode: 'string' }),
    /** Days before this one have not been judged yet, going back from the newest; null: none is left. */
    unjudgedBefore: date({ mode: 'string' }),
  },
  (t) => [foreignKey({ name: 'hint_progress_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] })],
);
