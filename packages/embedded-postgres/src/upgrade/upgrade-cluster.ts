import { copyFileSync, existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { give } from '../account.ts';
import type { Binaries } from '../binaries.ts';
import { prepareConnection } from '../connection.ts';
import { EmbeddedError } from '../embedded-error.ts';
import { clearLeftovers } from '../leftover-server.ts';
import type { Machine } from '../machine.ts';
import { flushCluster, makeCluster, passwordFile } from '../make-cluster.ts';
import { clusterOf, ownFolder, type Place } from '../place.ts';
import type { ServerLog } from '../server-log.ts';
import { startServer, stopServer } from '../server.ts';
import { fillingHome, removeHalfDone, switchClusters } from './switch.ts';

/** Copies every row of the database at one address into the empty one at the other; copies nothing if it throws. */
export type CarryRows = (from: string, to: string, say: (line: string) => void) => Promise<void>;

interface UpgradeOptions {
  readonly place: Place;
  readonly from: Binaries;
  readonly to: Binaries;
  readonly carryRows: CarryRows;
  readonly transport: Machine['transport'];
  readonly log: ServerLog;
  readonly durable: boolean;
  readonly say: (line: string) => void;
}

const bytesBelow = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** The size of a new cluster without rows, plus the log written while it is filled. */
const EMPTY_BYTES = 600_000_000;

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Throws with a message if a second copy of the rows would fill the disk. */
export const requireRoom = ({ home, program }: Pick<Place, 'home' | 'program'>, needed: number, free: number): void => {
  if (free < needed) {
    throw new EmbeddedError(
      `The database in ${home} has to be carried over to the next PostgreSQL, for which it is there twice for good: that takes ${inGigabytes(needed)}, ` +
        `and the disk has ${inGigabytes(free)} left. Make room, then start ${program.name} again. Nothing was changed.`,
    );
  }
};

const checkRoom = async (place: Place): Promise<void> => {
  const { home } = place;
  const { bavail, bsize } = await statfs(home);
  // Only its tables: the log of the old cluster is not copied.
  requireRoom(place, (await bytesBelow(join(clusterOf(home), 'base'))) + EMPTY_BYTES, bavail * bsize);
};

interface Served {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** Passes the callback the address of a server on the place's cluster, and stops it afterwards. */
const withServer = async <T>(served: Served, { transport, log, say }: UpgradeOptions, work: (url: string) => Promise<T>): Promise<T> => {
  await clearLeftovers(clusterOf(served.place.home), say);
  const connection = await prepareConnection(served.place, transport);
  try {
    const server = await startServer({ ...served, connection, log, say });
    try {
      return await work(connection.url(served.place.program.key));
    } finally {
      await stopServer(server);
    }
  } finally {
    connection.close();
  }
};

// Filling starts over after a power failure, and is flushed as a whole at the end.
const FILLING = { synchronous_commit: 'off', autovacuum: 'off', max_wal_size: '512MB', checkpoint_timeout: '1h' };

const fill = async (filling: Place, options: UpgradeOptions): Promise<void> => {
  const { place, from, to, transport, log, durable } = options;
  ownFolder(filling.home, place);
  if (existsSync(passwordFile(place.home))) {
    // The new cluster is reached with the same one.
    copyFileSync(passwordFile(place.home), passwordFile(filling.home));
    give(passwordFile(filling.home), place.account);
  }
  await makeCluster(filling, to, log, { durable: false, withPassword: transport === 'port' });
  const old: Served = { place, binaries: from, durable, settings: {} };
  const next: Served = { place: filling, binaries: to, durable: false, settings: FILLING };
  await withServer(old, options, (source) => withServer(next, options, (target) => options.carryRows(source, target, options.say)));
  if (durable) {
    await flushCluster(filling, to, log);
  }
};

/**
 * Migrates the home's cluster to the next major version: all rows, by COPY, from the old one into a new one. The old one is kept under
 * another name. If interrupted at any moment, the next start starts over or continues; nothing may write to the old cluster in the
 * meantime. Throws an EmbeddedError, and has changed nothing, if there is not enough space on the disk.
 */
export const upgradeCluster = async (options: UpgradeOptions): Promise<void> => {
  const { place, from, to, say } = options;
  const { home } = place;
  await clearLeftovers(clusterOf(fillingHome(home, to.major)), say);
  removeHalfDone(home);
  await checkRoom(place);
  say(`The database in ${home} was made by PostgreSQL ${from.major}. It is carried over to PostgreSQL ${to.major}: minutes, this once.`);
  await fill({ ...place, home: fillingHome(home, to.major) }, options);
  const before = switchClusters(home, to.major);
  say(`The database is one of PostgreSQL ${to.major} now. The old one is kept: once all is well, remove ${join(home, before)}.`);
};
