import type { BroughtFiles } from '#server/backup/restore/bring-files.ts';

/** What a restore brought back. */
export interface Restored extends BroughtFiles {
  readonly rows: Record<string, number>;
  /** Everything that was acknowledged before this moment was restored. */
  readonly upTo: Date;
  /** Where what was there before is kept. */
  readonly aside: readonly string[];
}
