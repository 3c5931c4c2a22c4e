import { setTimeout as sleep } from 'node:timers/promises';
import { backupName } from '#server/backup/manifest.ts';
import { nextBackup, type TimeOfDay, type Tried } from '#server/backup/schedule.ts';
import { type BackupState, isGood, readBackupState } from '#server/commands/read-backup-state.ts';
import { type BackupRun, beginRun, endRun } from '#server/data/backup-runs.ts';
import { endRunsSince, hasAnyOrganization } from '#server/data/backup-state.ts';
import type { Database } from '#server/db/database.ts';
import { type Say, wordsOf } from '#server/log.ts';
import { type Rounds, startRounds } from '#server/rounds.ts';

const LOOK_EVERY_MS = 30_000;
const MINUTE_MS = 60_000;
/** A clock that jumps back and forth makes no more than one in this time. */
const APART_MS = { good: 60 * MINUTE_MS, failed: 25 * MINUTE_MS, wanted: 5 * MINUTE_MS };

export interface BackupsDeps {
  readonly db: Database;
  /** Null: no backups are scheduled, but their state is checked. */
  readonly at: TimeOfDay | null;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** Makes a backup; null if it succeeded, else why not. */
  readonly backUp: (signal: AbortSignal) => Promise<string | null>;
  /** How long after one is due to check whether another process on the same database makes it. */
  readonly letOthersMs: () => number;
  /** Whether the last backup can no longer be continued from, so that one is needed at once. */
  readonly isWanted: () => boolean;
  /** Called after every check. */
  readonly review: (state: BackupState) => Promise<void>;
  readonly say: Say;
}

const NOTHING = { isVerified: false, unverifiedBecause: null, bytes: null, newBytes: null, rows: null, files: null };

const triedOf = (run: BackupRun): Tried => ({
  startedAt: new Date(run.startedAt),
  finishedAt: run.finishedAt === null ? null : new Date(run.finishedAt),
  isGood: isGood(run),
});

/** Failures are noted in `backup_runs` even if the process could not write them; not if another one was faster. */
const noteFailure = async ({ db, now }: BackupsDeps, since: Date, failure: string): Promise<void> => {
  const { runs, runningSince } = await readBackupState(db, now());
  const isNoted = runs.some(({ finishedAt }) => finishedAt !== null && new Date(finishedAt) >= since);
  if (!isNoted && runningSince === null && (await endRunsSince(db, since, now(), failure)) === 0) {
    await endRun(db, await beginRun(db, backupName(since), since), now(), { ...NOTHING, failure });
  }
};

/** Waits; not, or no longer, once the signal is aborted. */
const waited = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);

/** Checks the state once, and makes a backup if one is due. To be called repeatedly, one call after the other. */
export const createBackupRound = (deps: BackupsDeps): ((signal: AbortSignal) => Promise<void>) => {
  const { db, at, now, elapsed, backUp, letOthersMs, isWanted, review, say } = deps;
  const servingSince = elapsed();
  let hadData: boolean | undefined;
  let notBefore = servingSince;
  let wantedNotBefore = servingSince;

  const isDue = ({ runs, runningSince }: BackupState): boolean => {
    const moment = now();
    if (at !== null && isWanted() && runningSince === null) {
      return elapsed() >= wantedNotBefore;
    }
    const due = nextBackup(
      {
        at,
        // By the current clock, whatever it showed then.
        servingSince: new Date(moment.getTime() - (elapsed() - servingSince)),
        tries: runs.map(triedOf),
        hasData: hadData ?? true,
      },
      moment,
    );
    return runningSince === null && due !== null && due <= moment && elapsed() >= notBefore;
  };

  const look = async (): Promise<BackupState> => {
    const state = await readBackupState(db, now());
    await review(state);
    return state;
  };

  const makeOne = async (signal: AbortSignal): Promise<void> => {
    const since = now();
    const failure = await backUp(signal);
    if (signal.aborted) {
      return;
    }
    notBefore = elapsed() + (failure === null ? APART_MS.good : APART_MS.failed);
    wantedNotBefore = elapsed() + (failure === null ? APART_MS.wanted : APART_MS.failed);
    if (failure !== null) {
      say(`The backup failed: ${failure}`, 'error');
      await noteFailure(deps, since, failure);
    }
    await look();
  };

  return async (signal) => {
    hadData ??= await hasAnyOrganization(db);
    if (!isDue(await look())) {
      return;
    }
    await waited(letOthersMs(), signal);
    if (!signal.aborted && isDue(await look())) {
      await makeOne(signal);
    }
  };
};

/** Makes backups when they are due, and checks the state every half minute. `stop` ends a running one: that loses nothing. */
export const startBackups = (deps: BackupsDeps): Rounds =>
  startRounds({
    work: createBackupRound(deps),
    everyMs: LOOK_EVERY_MS,
    failed: (error) => deps.say(`Backups cannot be looked after: ${wordsOf(error)}`, 'warn'),
    isSoon: true,
  });
