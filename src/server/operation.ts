import { backUpInChild } from '#server/backup/child.ts';
import { backupConcern, isOfBackups } from '#server/backup/concern.ts';
import { startBackups } from '#server/backup/start-backups.ts';
import type { BackupState } from '#server/commands/read-backup-state.ts';
import { tellBackupWorks, tellConcerns } from '#server/commands/tell-concerns.ts';
import type { KnownInstallation } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import type { Settings } from '#server/env.ts';
import type { Health } from '#server/health.ts';
import type { Say } from '#server/log.ts';

/** Several processes on one database look one after the other. */
const OTHERS_WITHIN_MS = 60_000;

export interface OperationDeps {
  readonly db: Database;
  readonly settings: Pick<Settings, 'backup' | 'databaseUrl' | 'dataDir' | 'mail'>;
  readonly health: Health;
  /** What links in mails begin with. */
  readonly origin: string;
  readonly now: () => Date;
  readonly say: Say;
}

/** What screens may tell of the backups; `copiedUpTo` is of the write-ahead log. */
export const knownBackups = (
  { backup: { at, folder, bucket } }: Pick<Settings, 'backup'>,
  copiedUpTo: () => Date | null,
): KnownInstallation['backups'] => ({
  isScheduled: at !== null,
  places: [folder, ...(bucket === null ? [] : [[bucket.bucket, bucket.prefix].filter((part) => part !== '').join('/')])],
  copiedUpTo,
});

/** Says what the look at the backups has shown, to whoever asks the process and to whoever runs the installation. */
export const createReview =
  ({ db, settings, health, origin, now }: OperationDeps) =>
  async (state: BackupState): Promise<void> => {
    const concern = settings.backup.at === null ? null : backupConcern(state, now());
    const known = health.concerns().find(({ kind }) => kind === 'backup');
    if (concern !== null) {
      health.raise(concern);
    } else if (known !== undefined && isOfBackups(known)) {
      health.settle('backup');
    }
    if (settings.mail === null) {
      return;
    }
    const deps = { db, now, operatorEmail: settings.backup.operatorEmail, origin };
    await tellConcerns(deps, health.concerns());
    if (state.lastGood !== null && !health.concerns().some(({ kind }) => kind === 'backup')) {
      await tellBackupWorks(deps);
    }
  };

/** As the rounds that copy the log say it anew with each of them, for as long as it holds. */
const WANTED_FOR_MS = 90_000;

/** Makes backups when they are due, in processes of their own, and tells how it stands with them. `wantBackup`: one is needed at once. */
export const startOperation = (deps: OperationDeps): { stop: () => Promise<void>; wantBackup: () => void } => {
  const { db, settings, now, say } = deps;
  const [, program = ''] = process.argv;
  // What is a default of how this process was started is none for the other.
  const child = { command: [...process.execArgv, program, 'backup', '--gentle'], settings: { DATA_DIR: settings.dataDir }, say };
  let wantedAt = -Infinity;
  const backups = startBackups({
    db,
    at: settings.backup.at,
    now,
    elapsed: () => performance.now(),
    backUp: (signal) => backUpInChild(child, signal),
    letOthersMs: () => (settings.databaseUrl === null ? 0 : Math.random() * OTHERS_WITHIN_MS),
    isWanted: () => performance.now() - wantedAt < WANTED_FOR_MS,
    review: createReview(deps),
    say,
  });
  return {
    ...backups,
    wantBackup: () => {
      wantedAt = performance.now();
    },
  };
};
