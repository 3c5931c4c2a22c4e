import { DAY_MS } from '#shared/lib/dates.ts';
import type { BackupState } from '#server/commands/read-backup-state.ts';
import type { Concern } from '#server/health.ts';

/** This long without a good one is reported, whatever the reason. */
const OLD_AFTER_MS = 3 * DAY_MS;

/** Whether it is one of those here; the rounds that copy the write-ahead log raise and clear their own. */
export const isOfBackups = ({ code }: Concern): boolean => code.startsWith('backup_');

/**
 * What is wrong with the backups, for everyone who needs to know; null if nothing is. Never more than a warning: no request fails for lack
 * of a backup, and a load balancer that took the installation out of service because of it would do harm (decision 0044).
 */
export const backupConcern = ({ lastGood, failing, runs }: BackupState, now: Date): Concern | null => {
  const concern = { kind: 'backup', level: 'warning' } as const;
  if (failing) {
    return {
      ...concern,
      code: 'backup_failing',
      message: `No backup could be made since ${failing.since}: ${failing.reason} It is tried again by itself; npm run backup tries at once.`,
      values: failing,
    };
  }
  const since = lastGood?.startedAt ?? runs.at(-1)?.startedAt;
  return since === undefined || now.getTime() - Date.parse(since) < OLD_AFTER_MS
    ? null
    : {
        ...concern,
        code: 'backup_old',
        message: `The last good backup is of ${since}. npm run backup makes one now; the log says why none is made by itself.`,
        values: { since },
      };
};
