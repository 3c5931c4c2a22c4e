import { dirname, join } from 'node:path';
import { type Binaries, installedMajor, readyBinaries } from '#server/db/embedded/binaries.ts';
import { type Connection, DATABASE_NAME, prepareConnection } from '#server/db/embedded/connection.ts';
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts';
import { type FolderLock, lockFolder } from '#server/db/embedded/folder-lock.ts';
import { clearLeftovers } from '#server/db/embedded/leftover-server.ts';
import { type Machine, thisMachine } from '#server/db/embedded/machine.ts';
import { clusterMajor, makeCluster } from '#server/db/embedded/make-cluster.ts';
import { clusterOf, findPlace, openDataDir, type Place, rememberPlace } from '#server/db/embedded/place.ts';
import { openServerLog, type ServerLog } from '#server/db/embedded/server-log.ts';
import { startServer, stopServer } from '#server/db/embedded/server.ts';
import { requireWhole } from '#server/db/embedded/unfinished-restore.ts';
import type { TiedProcess } from '#server/db/embedded/tied-process.ts';
import { keepPrograms } from '#server/db/embedded/upgrade/kept-programs.ts';
import { programsToUpgrade } from '#server/db/embedded/upgrade/programs-to-upgrade.ts';
import { removeHalfDone } from '#server/db/embedded/upgrade/switch.ts';
import { upgradeCluster } from '#server/db/embedded/upgrade/upgrade-cluster.ts';

/** A running PostgreSQL of our own. It ends with this process in any case; `stop` ends it cleanly and frees the folder. */
export interface EmbeddedDatabase {
  /** For pg: the database `headland`, as the owner of everything. Holds a password on Windows: not for logs. */
  readonly url: string;
  /** The folder that the cluster lies in. */
  readonly home: string;
  /** Fast shutdown: whoever is still connected is cut off, so close pools first. Done within 10 s, never rejects, may be called again. */
  stop(): Promise<void>;
  /** Resolves with the reason if the server ends by itself; stays pending otherwise, also after `stop`. Never rejects. */
  readonly died: Promise<Error>;
}

export interface EmbeddedOptions {
  /** Made if it is not there. Holds the cluster, or a note of where it is. */
  readonly dataDir: string;
  /** Takes sentences for whoever started the program: where the database is, and what takes long. */
  readonly say: (line: string) => void;
  /** Default true. False saves the waiting for the disk: for tests, whose data may go with the power. */
  readonly durable?: boolean;
  /** Server settings that win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

// Passes by itself, or with what clearLeftovers does: a server of an earlier run that had no pid file yet, or whose last parts are still ending;
// a port that somebody else took just now.
const PASSING = /postmaster\.pid|shared memory block|could not bind/;
const ATTEMPTS = 5;

interface Started {
  readonly server: TiedProcess;
  readonly connection: Connection;
  readonly log: ServerLog;
  readonly home: string;
}

/** Sees to it that the place has a cluster that the installed programs can open, and gives those. */
const readyCluster = async (
  place: Place,
  { say, durable = true }: EmbeddedOptions,
  machine: Machine,
  log: ServerLog,
): Promise<Binaries> => {
  const { home, account } = place;
  const { packageDir, transport } = machine;
  const major = clusterMajor(home);
  const from =
    major === undefined || major === installedMajor(packageDir) ? undefined : programsToUpgrade(home, major, installedMajor(packageDir));
  const binaries = await readyBinaries(packageDir, home, account);
  if (major === undefined) {
    say(`Making the database in ${home}: a few seconds, this once.`);
    await makeCluster(place, binaries, log, { durable, withPassword: transport === 'port' });
  } else if (from !== undefined) {
    await upgradeCluster({ place, from, to: binaries, transport, log, durable, say });
  }
  removeHalfDone(home);
  keepPrograms(packageDir, place);
  return binaries;
};

const start = async (dataDir: string, options: EmbeddedOptions, machine: Machine, held: FolderLock[]): Promise<Started> => {
  const { say, durable = true, settings = {} } = options;
  held.push(await lockFolder(dataDir));
  requireWhole(dataDir);
  const place = await findPlace(dataDir, machine.sharedPlaces);
  const { home, account } = place;
  if (dirname(home) !== dataDir) {
    say(`${dataDir} is closed to the user that PostgreSQL runs as when started by root: the database is in ${home}.`);
    // A copied DATA_DIR points to the same home: it needs a lock of its own.
    held.push(await lockFolder(home));
  }
  const log = openServerLog(join(home, 'server.log'), account);
  const binaries = await readyCluster(place, options, machine, log);
  rememberPlace(dataDir, home);
  for (let attempt = 1; ; attempt += 1) {
    await clearLeftovers(clusterOf(home), say);
    const connection = await prepareConnection(place, machine.transport);
    try {
      return { server: await startServer({ place, binaries, connection, log, durable, settings, say }), connection, log, home };
    } catch (error) {
      if (attempt === ATTEMPTS || !PASSING.test(log.lastLines())) {
        throw error;
      }
    }
  }
};

const release = (held: FolderLock[]): void => {
  for (const lock of held.splice(0).reverse()) {
    lock.release();
  }
};

/**
 * Starts the PostgreSQL of `dataDir`, making it first if there is none; resolves when the database answers. Throws an EmbeddedError, whose message
 * is for a person, when it cannot: another program uses the folder, it is not writable, the cluster is another version's.
 */
export const startEmbedded = async (options: EmbeddedOptions, machine: Machine = thisMachine()): Promise<EmbeddedDatabase> => {
  const held: FolderLock[] = [];
  let started: Started;
  try {
    started = await start(openDataDir(options.dataDir), options, machine, held);
  } catch (error) {
    release(held);
    throw error;
  }
  const { server, connection, log, home } = started;
  let stopping: Promise<void> | undefined;
  const pending = new Promise<never>(() => undefined);
  const died = server.ended.then(({ how }) =>
    stopping === undefined
      ? new EmbeddedError(`The database server ended by itself (${how}). The last that it said:\n${log.lastLines()}`)
      : pending,
  );
  return {
    url: connection.url(DATABASE_NAME),
    home,
    died,
    stop: () => {
      stopping ??= stopServer(server).finally(() => {
        connection.close();
        release(held);
      });
      return stopping;
    },
  };
};
