import { backUpInChild } from '#server/backup/child.ts';
import { backupConcern, isOfBackups } from '#server/backup/concern.ts';
import { type CopyingDeps, startCopying } from '#server/backup/start-copying.ts';
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
  readonly server: CopyingDeps['server'];
  readonly db: Database;
  readonly settings: Pick<Settings, 'backup' | 'databaseUrl' | 'dataDir' | 'mail'>;
  readonly health: Health;
  /** What links in mails begin with. */
  readonly origin: () => string;
  readonly now: () => Date;
  readonly say: Say;
}

/** What goes on beside requests, so that nothing is lost with a disk. */
interface Operation {
  /** For screens. */
  readonly backups: KnownInstallation['backups'];
  /** Begins to make backups when they are due: once it is known by which address people come. */
  begin(): void;
  /** Ends a backup that is under way. */
  stop(): Promise<void>;
  /** After the last request: what it changed is copied, too. */
  finish(): Promise<void>;
}

const placesOf = ({ folder, bucket }: Settings['backup']): string[] => [
  folder,
  ...(bucket === null ? [] : [[bucket.bucket, bucket.prefix].filter((part) => part !== '').join('/')]),
];

/** Says what the look at the backups has shown, to whoever asks the process and to whoever runs the installation. */
export const createReview =
  ({ db, settings, health, origin, now }: Omit<OperationDeps, 'server'>) =>
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
    await tellConcerns(deps, health.concerns());
    if (state.lastGood !== null && !health.concerns().some(({ kind }) => kind === 'backup')) {
      await tellBackupWorks(deps);
    }
  };

/** As the rounds that copy the log say it anew with each of them, for as long as it holds. */
const WANTED_FOR_MS = 90_000;

/** Copies changes as they come, makes backups when they are due, in processes of their own, and tells how it stands with them. */
export const startOperation = async (deps: OperationDeps): Promise<Operation> => {
  const { db, settings, now, say } = deps;
  let wantedAt = -Infinity;
  const needBackup = () => {
    wantedAt = performance.now();
  };
  const copying = await startCopying({ ...deps, needBackup });
  const [, program = ''] = process.argv;
  // What is a default of how this process was started is none for the other.
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
