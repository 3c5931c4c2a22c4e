import { join } from 'node:path';
import { copyNewFiles } from '#server/backup/files.ts';
import type { MirroredStore } from '#server/backup/store/mirror.ts';
import { openStores } from '#server/backup/store/open-stores.ts';
import { startWalRounds } from '#server/backup/wal/rounds.ts';
import { findLogLine, findWrittenEpoch } from '#server/data/backup-facts.ts';
import { clusterOf } from '#embedded-postgres';
import { openDatabase } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import type { Health } from '#server/health.ts';
import { type Say, wordsOf } from '#server/log.ts';
import { type Rounds, startRounds } from '#server/rounds.ts';

const MIRROR_EVERY_MS = 60_000;

export interface CopyingDeps {
  /** `home`: where our own PostgreSQL is; undefined: the PostgreSQL is external. */
  readonly server: { readonly url: string; readonly home: string | undefined };
  readonly settings: Pick<Settings, 'backup' | 'dataDir'>;
  readonly health: Health;
  /** A backup is needed at once: the log that was to follow the last one has a gap. */
  readonly needBackup: () => void;
  readonly say: Say;
}

export interface Copying {
  /** Up to when every change is in the store; null: there is no backup yet that it could follow. */
  readonly copiedUpTo: () => Date | null;
  /** Copies once more what the last requests have changed; soon, or not at all. */
  readonly stop: () => Promise<void>;
}

/** Keeps the second copy up with the first, in rounds of its own, so that a slow line does not delay the first copy. */
const startMirroring = (mirror: MirroredStore, place: string, say: Say): Rounds =>
  startRounds({
    work: (signal) => mirror.round(signal),
    everyMs: MIRROR_EVERY_MS,
    failed: (error) => say(`The second copy in ${place} is not up to date, and is tried again: ${wordsOf(error)}`, 'warn'),
  });

/** Copies what was changed since the last backup, every minute: the write-ahead log of our own PostgreSQL, and attached files. */
export const startCopying = async ({ server: { url, home }, settings, health, needBackup, say }: CopyingDeps): Promise<Copying> => {
  const { store, second, mirror } = await openStores(settings.backup, say);
  const mirroring = mirror && startMirroring(mirror, second?.place ?? '', say);
  // Reading the log takes more rights than requests have.
  const owner = openDatabase(url, say);
  const photos = { db: owner, folder: join(settings.dataDir, 'photos'), store };
  let since: Date | null = null;
  const rounds = startWalRounds({
    log: home === undefined ? null : { db: owner, pgWal: join(clusterOf(home), 'pg_wal') },
    store,
    line: () => (home === undefined ? findWrittenEpoch(owner) : findLogLine(owner)),
    health,
    say,
    now: () => new Date(),
    files: async () => {
      since = (await copyNewFiles(photos, since)).upTo;
    },
    needBackup,
  });
  return {
    copiedUpTo: () => rounds.copiedUpTo(),
    stop: async () => {
      await rounds.stop();
      await mirroring?.stop();
      await owner.close();
    },
  };
};
