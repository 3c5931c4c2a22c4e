import type { Database } from '#server/db/database.ts';

/** A backup that was begun; see the table. */
export interface BackupRun {
  readonly id: number;
  readonly name: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly failure: string | null;
  readonly isVerified: boolean;
  readonly unverifiedBecause: string | null;
  readonly bytes: number | null;
  readonly newBytes: number | null;
  readonly rows: number | null;
  readonly files: number | null;
}

const COLUMNS = `id, name, started_at as "startedAt", finished_at as "finishedAt", failure, is_verified as "isVerified",
  unverified_because as "unverifiedBecause", bytes, new_bytes as "newBytes", rows, files`;

/** Notes that a backup begins, and gives the run's id. */
export const beginRun = async (db: Database, name: string, now: Date): Promise<number> => {
  const [row] = await db.query<{ id: number }>({
    text: 'insert into backup_runs (name, started_at) values ($1, $2) returning id',
    values: [name, now],
  });
  if (!row) {
    throw new Error('The backup could not be noted.');
  }
  return row.id;
};

/** How a backup ended: `failure` null if it is good. */
export type RunEnd = Pick<BackupRun, 'failure' | 'isVerified' | 'unverifiedBecause' | 'bytes' | 'newBytes' | 'rows' | 'files'>;

export const endRun = async (db: Database, id: number, now: Date, end: RunEnd): Promise<void> => {
  await db.query({
    text: `update backup_runs set finished_at = $2, failure = $3, is_verified = $4, unverified_because = $5, bytes = $6, new_bytes = $7, rows = $8, files = $9
            where id = $1`,
    values: [id, now, end.failure, end.isVerified, end.unverifiedBecause, end.bytes, end.newBytes, end.rows, end.files],
  });
};

/** The newest first. */
export const lastRuns = (db: Database, atMost: number): Promise<BackupRun[]> =>
  db.query<BackupRun>({ text: `select ${COLUMNS} from backup_runs order by started_at desc, id desc limit $1`, values: [atMost] });
