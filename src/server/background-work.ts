import { backUpInChild } from '#server/backup/child.ts';
import { backupConcern, isOfBackups } from '#server/backup/concern.ts';
import { type CopyingDeps, startCopying } from '#server/backup/start-copying.ts';
import { startBackups } from '#server/backup/start-backups.ts';
import type { BackupState } from '#server/commands/read-backup-state.ts';
import { notifyBackupWorks, notifyConcerns } from '#server/commands/notify-concerns.ts';
import type { KnownInstallation } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import type { Settings } from '#server/env.ts';
import type { Health } from '#server/health.ts';
import type { Say } from '#server/log.ts';

/** Several processes on one database check one after the other. */
const OTHERS_WITHIN_MS = 60_000;

export interface BackgroundDeps {
  readonly server: CopyingDeps['server'];
  readonly db: Database;
  readonly settings: Pick<Settings, 'backup' | 'databaseUrl' | 'dataDir' | 'mail'>;
  readonly health: Health;
  /** The base address of links in mails. */
  readonly origin: () => string;
  readonly now: () => Date;
  readonly say: Say;
}

/** Background work that ensures nothing is lost with a disk. */
interface Operation {
  /** For screens. */
  readonly backups: KnownInstallation['backups'];
  /** Starts to make backups when they are due: once the public address is known. */
  begin(): void;
  /** Ends a running backup. */
  stop(): Promise<void>;
  /** After the last request: its changes are copied, too. */
  finish(): Promise<void>;
}

const placesOf = ({ folder, bucket }: Settings['backup']): string[] => [
  folder,
  ...(bucket === null ? [] : [[bucket.bucket, bucket.prefix].filter((part) => part !== '').join('/')]),
];

/** Publishes the result of checking the backups, to readers of the process's state and to the operator. */
export const createReview =
  ({ db, settings, health, origin, now }: Omit<BackgroundDeps, 'server'>) =>
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
    const deps = { db, now, operatorEmail: settings.backup.operatorEmail, origin: origin() };
    await notifyConcerns(deps, health.concerns());
    if (state.lastGood !== null && !health.concerns().some(({ kind }) => kind === 'backup')) {
      await notifyBackupWorks(deps);
    }
  };

/** Renewed by each round that copies the log, for as long as it applies. */
const WANTED_FOR_MS = 90_000;

/** Copies changes as they come, makes backups when they are due, in processes of their own, and reports their state. */
export const startBackgroundWork = async (deps: BackgroundDeps): Promise<Operation> => {
  const { db, settings, now, say } = deps;
  let wantedAt = -Infinity;
  const needBackup = () => {
    wantedAt = performance.now();
  };
  const copying = await startCopying({ ...deps, needBackup });
  const [, program = ''] = process.argv;
  // A default of how this process was started is no default for the other.
  const child = { command: [...process.execArgv, program, 'backup', '--gentle'], settings: { DATA_DIR: settings.dataDir }, say };
  let backups: { readonly stop: () => Promise<void> } | undefined;
  return {
    backups: { isScheduled: settings.backup.at !== null, places: placesOf(settings.backup), copiedUpTo: copying.copiedUpTo },
    begin: () => {
      backups = startBackups({
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
    },
    stop: async () => backups?.stop(),
    finish: copying.stop,
  };
};
