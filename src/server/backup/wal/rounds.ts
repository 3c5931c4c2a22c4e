import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';
import type { Health } from '#server/health.ts';
import { type Say, wordsOf } from '#server/log.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { createWalCopier, type WalCopier } from '#server/backup/wal/copy-wal.ts';
import { type Base, createBaseFinder } from '#server/backup/wal/find-base.ts';
import { span } from '#server/backup/wal/log-pieces.ts';

export interface RoundsOptions {
  /**
   * The embedded server's log, through a superuser's connection; null: an external server keeps its own, and rounds copy attached files
   * only.
   */
  readonly log: { readonly db: Database; readonly pgWal: string } | null;
  /** The installation's own store. */
  readonly store: BackupStore;
  /** Of the log (`findLogLine`); without one, the installation's epoch. */
  readonly line: () => Promise<string>;
  readonly health: Health;
  readonly say: Say;
  readonly now: () => Date;
  /** Copies attached files that the store does not have. */
  readonly files: () => Promise<void>;
  /** A part of the log is missing: a backup is needed at once. Called every round until there is one. */
  readonly needBackup: () => void;
  readonly everyMs?: number;
}

/** Copying that runs while the program serves. */
export interface WalRounds {
  /** Everything committed before it is in the store, but perhaps not on its mirror; null: there is no backup that it could follow. */
  copiedUpTo(): Date | null;
  /** Makes a last round, and gives up after a while: what it does not copy, the next start does. Never rejects, may be called again. */
  stop(): Promise<void>;
}

const EVERY_MS = 60_000;
/** One round may fail because a disk is just being swapped; this many in a row are reported. */
const TROUBLE_AFTER = 3;
/** Catching up after an import takes some minutes; a network folder that hangs never ends. */
const STUCK_AFTER = 10;
/** Of the ten seconds in which the program stops; the database needs most of them. */
const LAST_ROUND_MS = 2_000;

const CODE = 'log-not-copied';

const isBaseOf = (log: RoundsOptions['log']) => (manifest: Manifest, line: string) =>
  manifest.database.kind === 'cluster' ? manifest.database.wal.line === line : log === null && manifest.epoch === line;

/** Raises and clears one concern of the kind, and leaves those of nightly backups alone. */
const createTrouble = ({ health, store }: RoundsOptions) => {
  const isOther = () => health.concerns().some(({ kind, code }) => kind === 'backup' && code !== CODE);
  return {
    raise: (since: Date | null, reason: string) => {
      if (!isOther()) {
        const moment = since === null ? 'The latest changes are' : `What was changed since ${since.toISOString()} is`;
        const message = `${moment} not in the backup, and would be lost with this disk. Copying to ${store.place} fails: ${reason}`;
        health.raise({ kind: 'backup', level: 'warning', message, code: CODE, values: { since: since?.toISOString() ?? '', reason } });
      }
    },
    settle: () => {
      if (!isOther()) {
        health.settle('backup');
      }
    },
  };
};

/** One round: copies the log and the files of the line, if there is a backup to continue from. */
const createRound = (options: RoundsOptions) => {
  const { log, store, line: findLine, now, files, needBackup, say } = options;
  const findBase = createBaseFinder(store, isBaseOf(log));
  let current: { line: string; base: Base; copier: WalCopier | null } | undefined;
  /** The backup after which a part of the log is missing. */
  let broken: string | undefined;

  const follow = async (line: string, base: Base): Promise<WalCopier | null> => {
    if (current?.line !== line || current.base.name !== base.name) {
      // The folder may have been replaced, with other pieces: what was known of them does not count.
      current = { line, base, copier: log && createWalCopier({ ...log, store, line, now }) };
      broken = base.start !== null && (await span(store, line, base.start)).gap !== null ? base.name : undefined;
    }
    return current.copier;
  };

  return async (): Promise<Date | null> => {
    const line = await findLine();
    const base = await findBase(line);
    if (base === undefined) {
      return null;
    }
    const moment = now();
    const copier = await follow(line, base);
    const copied = await copier?.copy();
    if (copied?.hasGap === true) {
      broken = base.name;
      say('A part of the write-ahead log was thrown away before it was copied. A new backup begins.', 'warn');
    }
    if (broken !== undefined) {
      needBackup();
    }
    await files();
    return copied?.copiedUpTo ?? moment;
  };
};

/**
 * Copies the log and attached files every minute from the first backup of the line on. Failures are reported as a concern, and it keeps
 * trying.
 */
export const startWalRounds = (options: RoundsOptions): WalRounds => {
  const { say, everyMs = EVERY_MS } = options;
  const round = createRound(options);
  const trouble = createTrouble(options);
  let copiedUpTo: Date | null = null;
  let failures = 0;
  let waited = 0;
  let running: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    try {
      copiedUpTo = await round();
      failures = 0;
      trouble.settle();
    } catch (error) {
      failures += 1;
      say(`The latest changes could not be copied to the backups: ${wordsOf(error)}`, 'warn');
      if (failures >= TROUBLE_AFTER) {
        trouble.raise(copiedUpTo, wordsOf(error));
      }
    }
    running = undefined;
    waited = 0;
  };

  running = run();
  const timer = setInterval(() => {
    waited += running === undefined ? 0 : 1;
    if (waited >= STUCK_AFTER) {
      trouble.raise(copiedUpTo, 'it does not come to its end.');
    }
    running ??= run();
  }, everyMs).unref();

  return {
    copiedUpTo: () => copiedUpTo,
    stop: () => {
      clearInterval(timer);
      stopped ??= Promise.race([(running ?? Promise.resolve()).then(run), sleep(LAST_ROUND_MS, undefined, { ref: false })]);
      return stopped;
    },
  };
};
