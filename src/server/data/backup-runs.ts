import { RUN_LOCK } from '#server/data/backup-lock.ts';
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

/** For a statement that reads whole runs. */
export const RUN_COLUMNS = `id, name, started_at as "startedAt", finished_at as "finishedAt", failure, is_verified as "isVerified",
  unverified_because as "unverifiedBecause", bytes, new_bytes as "newBytes", rows, files`;

/** Notes that a backup begins, and returns the run's id. */
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

/** Newest first. */
export const lastRuns = (db: Database, atMost: number): Promise<BackupRun[]> =>
  db.query<BackupRun>({ text: `select ${RUN_COLUMNS} from backup_runs order by started_at desc, id desc limit $1`, values: [atMost] });

/** Runs the work unless another backup of the installation runs, in any process; then throws a sentence for a person. */
export const withBackupLock = async <T>(db: Database, work: () => Promise<T>): Promise<T> => {
  const outcome = await db.transaction(async (lockHolder) => {
    const [lock] = await lockHolder.query<{ isOurs: boolean }>({
      text: 'select pg_try_advisory_xact_lock($1) as "isOurs"',
      values: [RUN_LOCK],
    });
    if (lock?.isOurs !== true) {
      throw new Error('Another backup of this installation is running. Wait for its end: npm run backups lists what is there.');
    }
    // Its failure is not a failure of this transaction, which would retry it in some cases.
    return work().then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
  });
  if ('error' in outcome) {
    throw outcome.error;
  }
  return outcome.result;
};

/** Marks runs whose processes died as failed. Only while no other backup can be running. */
export const endDeadRuns = async (db: Database, now: Date): Promise<void> => {
  await db.query({
    text: `update backup_runs set finished_at = $1, failure = 'Its process ended before the backup was whole.' where finished_at is null`,
    values: [now],
  });
};

/** False for a database that no Headland with backups has opened yet: it can be backed up all the same. */
export const knowsRuns = async (db: Database): Promise<boolean> => {
  const [found] = await db.query<{ is: boolean }>({ text: `select to_regclass('public.backup_runs') is not null as is`, values: [] });
  return found?.is === true;
};
