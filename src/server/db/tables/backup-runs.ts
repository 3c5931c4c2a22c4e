import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/tables/columns.ts';

/**
 * Every backup that was begun, for the operator and the owner's screen; what can be restored is determined by the backups themselves
 * (decision 0043).
 */
export const backupRuns = pgTable('backup_runs', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The backup's name in its folder: the moment at which it began, `2026-11-23T02-10-05Z`. */
  name: text().notNull(),
  startedAt: moment().notNull(),
  /** Null: running, or its process died. */
  finishedAt: moment(),
  /** Why it failed, a sentence for a person; null: it did not. */
  failure: text(),
  /** Whether it was verified by restoring and counting; false while it is running, too. */
  isVerified: boolean().notNull().default(false),
  /** Why a good one could not be verified; null: it was. */
  unverifiedBecause: text(),
  /** Its size, and how much of that was new. */
  bytes: bigint({ mode: 'number' }),
  newBytes: bigint({ mode: 'number' }),
  rows: bigint({ mode: 'number' }),
  files: integer(),
});
