import { dirname, join } from 'node:path';
import { type Binaries, installedMajor, readyBinaries } from './binaries.ts';
import { type Connection, prepareConnection } from './connection.ts';
import { EmbeddedError } from './embedded-error.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { clearLeftovers } from './leftover-server.ts';
import { type Machine, thisMachine } from './machine.ts';
import { clusterMajor, makeCluster } from './make-cluster.ts';
import { clusterOf, findPlace, openDataDir, type Place, rememberPlace } from './place.ts';
import type { Program } from './program.ts';
import { openServerLog, type ServerLog } from './server-log.ts';
import { startServer, stopServer } from './server.ts';
import type { TiedProcess } from './tied-process.ts';
import { keepPrograms } from './upgrade/kept-programs.ts';
import { programsToUpgrade } from './upgrade/programs-to-upgrade.ts';
import { removeHalfDone } from './upgrade/switch.ts';
import { type CarryRows, upgradeCluster } from './upgrade/upgrade-cluster.ts';

/** A running PostgreSQL of our own. It always ends with this process; `stop` ends it cleanly and releases the folder. */
export interface EmbeddedDatabase {
  /** For pg: the database named like the program's key, as the owner of everything. Contains a password on Windows: not for logs. */
  readonly url: string;
  /** The folder of the cluster. */
  readonly home: string;
  /** Fast shutdown: open connections are cut off, so close pools first. Takes at most 10 s, never rejects, may be called again. */
  stop(): Promise<void>;
  /** Resolves with the reason if the server ends by itself; otherwise stays pending, even after `stop`. Never rejects. */
  readonly died: Promise<Error>;
}

export interface EmbeddedOptions {
  readonly program: Program;
  /** Created if missing. Contains the cluster, or a note of where it is. */
  readonly dataDir: string;
  /** Receives messages for the person who started the program: where the database is, and what takes long. */
  readonly say: (line: string) => void;
  /** Default true. False skips waiting for the disk: for tests, whose data may be lost with the power. */
  readonly durable?: boolean;
  /** Called once the folder is ours, before anything in it is read or created; returns a sentence if it must not be used as it is. */
  readonly whyNot?: (dataDir: string) => string | undefined;
  /** If left out, a cluster of an earlier PostgreSQL is refused. */
  readonly carryRows?: CarryRows;
  /** Server settings that override ours. */
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

/** Makes sure that the place has a cluster that the installed binaries can open, and returns those. */
const readyCluster = async (
  place: Place,
  { say, carryRows, durable = true }: EmbeddedOptions,
  machine: Machine,
  log: ServerLog,
): Promise<Binaries> => {
  const { home, account } = place;
  const { packageDir, transport } = machine;
  const major = clusterMajor(place);
  const from =
    major === undefined || major === installedMajor(packageDir) ? undefined : programsToUpgrade(place, major, installedMajor(packageDir));
  const binaries = await readyBinaries(packageDir, home, account);
  if (major === undefined) {
    say(`Making the database in ${home}: a few seconds, this once.`);
    await makeCluster(place, binaries, log, { durable, withPassword: transport === 'port' });
  } else if (from !== undefined) {
    if (carryRows === undefined) {
      throw new EmbeddedError(
        `The database in ${home} was made by PostgreSQL ${major}: only the program that it belongs to carries it over.`,
      );
    }
    await upgradeCluster({ place, carryRows, from, to: binaries, transport, log, durable, say });
  }
  removeHalfDone(home);
  keepPrograms(packageDir, place);
  return binaries;
};

const start = async (dataDir: string, options: EmbeddedOptions, machine: Machine, held: FolderLock[]): Promise<Started> => {
  const { program, say, durable = true, settings = {}, whyNot } = options;
  held.push(await lockFolder(dataDir, program));
  const reason = whyNot?.(dataDir);
  if (reason !== undefined) {
    throw new EmbeddedError(reason);
  }
  const place = await findPlace(dataDir, machine.sharedPlaces, program);
  const { home, account } = place;
  if (dirname(home) !== dataDir) {
    say(`${dataDir} is closed to the user that PostgreSQL runs as when started by root: the database is in ${home}.`);
    // A copied data folder points to the same home, which therefore needs a lock of its own.
    held.push(await lockFolder(home, program));
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
 * Starts the PostgreSQL of `dataDir`, creating it first if there is none; resolves when the database answers. Throws an EmbeddedError,
 * whose message is for a person, if it cannot: another program uses the folder, it is not writable, the cluster is another version's.
 */
export const startEmbedded = async (
  options: EmbeddedOptions,
  machine: Machine = thisMachine(options.program),
): Promise<EmbeddedDatabase> => {
  const held: FolderLock[] = [];
  let started: Started;
  try {
    started = await start(openDataDir(options.dataDir, options.program), options, machine, held);
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
    url: connection.url(options.program.key),
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
