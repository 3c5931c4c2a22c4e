import { backupName } from '#server/backup/manifest.ts';
import { beginRun, endRun } from '#server/data/backup-runs.ts';
import type { Database } from '#server/db/database.ts';

interface Noted {
  readonly at: string;
  /** Left out: it was good. */
  readonly failure?: string;
  readonly unverifiedBecause?: string;
  readonly isEnded?: boolean;
  readonly bytes?: number;
  readonly rows?: number;
  readonly files?: number;
}

/** Notes a backup as the command does, at another time. */
export const note = async (db: Database, { at, isEnded = true, ...noted }: Noted): Promise<void> => {
  const moment = new Date(at);
  const id = await beginRun(db, backupName(moment), moment);
  if (isEnded) {
    const { failure = null, unverifiedBecause = null, bytes = 0, rows = 0, files = 0 } = noted;
    const isVerified = failure === null && unverifiedBecause === null;
    await endRun(db, id, moment, { failure, isVerified, unverifiedBecause, bytes, newBytes: 0, rows, files });
  }
};
