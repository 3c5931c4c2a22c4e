import type { RestoredFiles } from '#server/backup/restore/restore-files.ts';

/** What a restore brought back. */
export interface Restored extends RestoredFiles {
  readonly rows: Record<string, number>;
  /** Everything that was acknowledged before this moment was restored. */
  readonly upTo: Date;
  /** Where the previous data is kept. */
  readonly aside: readonly string[];
}
