import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clearLeftovers,
  clusterOf,
  giveTree,
  type Machine,
  passwordFile,
  type Place,
  type ServerBeside,
  startBeside,
} from '#embedded-postgres';
import type { Say } from '#server/log.ts';
import { PRIVATE_FOLDER } from '#server/private-files.ts';
import { clusterBytes, writeClusterFiles } from '#server/backup/cluster/write-cluster-files.ts';
import { PASSWORD } from '#server/backup/cluster/cluster-contents.ts';
import type { ClusterCopy } from '#server/backup/manifest.ts';
import { requireDiskSpace } from '#server/backup/disk-space.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { assembleWal } from '#server/backup/wal/assemble-wal.ts';
import type { Span } from '#server/backup/wal/log-pieces.ts';
import { parseLsn } from '#server/backup/wal/lsn.ts';
import { endedBeforeTarget, RECOVERY_SIGNAL, recoverySettings } from '#server/backup/wal/recovery.ts';

/** Recovering a day of work on a slow disk takes a while. */
const PATIENCE_MS = 6 * 3_600_000;
/** The log of a recovery, its own, and what a server writes while it starts. */
const SPARE_BYTES = 256 * 1024 * 1024;

export interface RecoverOptions {
  /** The installation's home, in which the copy is built; its lock may be held by another program. */
  readonly place: Place;
  readonly machine: Machine;
  readonly store: BackupStore;
  readonly copy: ClusterCopy;
  /** The prefix of the folder's name: `verify-`. */
  readonly prefix: string;
  /** The moment to recover to; default: the end of the log. */
  readonly until?: Date;
  /** False: it is inspected and discarded. */
  readonly durable: boolean;
  readonly say: Say;
}

/** A copy that was recovered, and a server that runs on it. */
export interface RecoveredCopy {
  /** The folder that contains the cluster, the server's log and its socket. */
  readonly home: string;
  readonly server: ServerBeside;
  /** How far the log went. */
  readonly log: Span;
}

/** A server for inspection leaves the memory to the one that people use. */
const SMALL: Readonly<Record<string, string>> = { shared_buffers: '16MB', max_connections: '10', autovacuum: 'off' };

/** Removes what dead processes left under the prefix, servers first. Only call it where no living process can have one. */
export const removeRecoveredCopies = async (home: string, prefix: string, say: Say): Promise<void> => {
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(prefix))) {
    await clearLeftovers(clusterOf(join(home, name)), say);
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
};

const lay = async ({ store, copy, until }: RecoverOptions, cluster: string): Promise<Span> => {
  await writeClusterFiles(store, copy, cluster);
  const { line, start, stop } = copy.wal;
  const log = await assembleWal({ store, line, start, into: join(cluster, 'pg_wal'), ...(until && { until }) });
  if (parseLsn(log.end) < parseLsn(stop)) {
    throw new Error(
      `The write-ahead log of the backup ends at ${log.end} and is needed up to ${stop}. Take another one: npm run backups lists them.`,
    );
  }
  await writeFile(join(cluster, RECOVERY_SIGNAL), '');
  return log;
};

const start = async ({ place, machine, durable, until, say }: RecoverOptions, home: string): Promise<ServerBeside> => {
  const attempt = (target: { readonly until?: Date }) =>
    startBeside(
      {
        place: { ...place, home },
        home: place.home,
        durable,
        settings: { ...recoverySettings(target), ...(durable ? {} : SMALL) },
        waiting: {
          sentence: 'The database goes through what was written after the copy: this may take some minutes.',
          atMostMs: PATIENCE_MS,
        },
        say,
      },
      machine,
    );
  try {
    return await attempt(until === undefined ? {} : { until });
  } catch (error) {
    if (until === undefined || !endedBeforeTarget(error)) {
      throw error;
    }
    // Nothing was written after the moment: the end of the log is what was meant.
    return attempt({});
  }
};

/** Builds a copy in a new folder of the place's home and recovers it. If it throws, nothing of it remains. */
export const recoverCopy = async (options: RecoverOptions): Promise<RecoveredCopy> => {
  const { place, copy, prefix } = options;
  await requireDiskSpace(place.home, clusterBytes(copy) + SPARE_BYTES, 'the copy of the database');
  const home = join(place.home, `${prefix}${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(home, { mode: PRIVATE_FOLDER });
    const log = await lay(options, clusterOf(home));
    if (existsSync(join(clusterOf(home), PASSWORD))) {
      await rename(join(clusterOf(home), PASSWORD), passwordFile(home));
    }
    if (place.account !== undefined) {
      giveTree(home, place.account);
    }
    return { home, log, server: await start(options, home) };
  } catch (error) {
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    throw error;
  }
};
