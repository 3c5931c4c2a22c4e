import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/tables/columns.ts';

/** Every backup that was begun, for the operator and the owner's screen; what can be restored is said by the backups themselves (decision 0043). */
export const backupRuns = pgTable('backup_runs', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** What the backup is called in its folder: the moment at which it began, `2026-11-23T02-10-05Z`. */
  name: text().notNull(),
  startedAt: moment().notNull(),
  /** Null: under way, or its process died. */
  finishedAt: moment(),
  /** Why it failed, a sentence for a person; null: it did not. */
  failure: text(),
  /** Whether it was restored beside and counted; false while it is under way, too. */
  isVerified: boolean().notNull().default(false),
  /** Why a good one could not be verified; null: it was. */
  unverifiedBecause: text(),
  /** What it holds, and what of that was new. */
  bytes: bigint({ mode: 'number' }),
  newBytes: bigint({ mode: 'number' }),
  rows: bigint({ mode: 'number' }),
  files: integer(),
});
