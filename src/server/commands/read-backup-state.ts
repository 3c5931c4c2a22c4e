import { isBackupUnderWay } from '#server/data/backup-lock.ts';
import type { BackupRun } from '#server/data/backup-runs.ts';
import { lastVerifiedAt, runsSinceGood } from '#server/data/backup-state.ts';
import type { Database } from '#server/db/database.ts';

/** The state of this installation's backups since its epoch began: one model behind screen, mails, readiness and metrics. */
export interface BackupState {
  readonly lastGood: BackupRun | null;
  /** When the last one was made that was verified by restoring it. */
  readonly lastVerifiedAt: string | null;
  /** Since when every try has failed, and why the last one did; null: the last one was good, or none was made yet. */
  readonly failing: { readonly since: string; readonly reason: string } | null;
  readonly runningSince: string | null;
  /** All tries since the last good one, including that; newest first. */
  readonly runs: readonly BackupRun[];
}

export const isGood = ({ finishedAt, failure }: Pick<BackupRun, 'finishedAt' | 'failure'>): boolean =>
  finishedAt !== null && failure === null;

export const readBackupState = async (db: Database, now: Date): Promise<BackupState> => {
  const runs = await runsSinceGood(db, now);
  const failed = runs.filter(({ failure }) => failure !== null);
  const [newest] = runs;
  const isRunning = newest?.finishedAt === null && (await isBackupUnderWay(db));
  return {
    lastGood: runs.find(isGood) ?? null,
    lastVerifiedAt: await lastVerifiedAt(db, now),
    failing: failed[0] ? { since: failed.at(-1)?.startedAt ?? failed[0].startedAt, reason: failed[0].failure ?? '' } : null,
    runningSince: isRunning ? newest.startedAt : null,
    runs,
  };
};
