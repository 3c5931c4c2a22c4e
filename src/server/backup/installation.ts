import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  clusterOf,
  EmbeddedError,
  FolderTakenError,
  installedMajor,
  installedVersion,
  knownPlace,
  type Machine,
  type Place,
  runningUrl,
} from '#embedded-postgres';
import { HEADLAND, headlandMachine, startOwnDatabase } from '#server/db/embedded.ts';
import type { Settings } from '#server/env.ts';
import type { Say } from '#server/log.ts';

/** The embedded database's own files, and the programs that read them. */
export interface ClusterPlace extends Place {
  /** The cluster, PostgreSQL's data directory. */
  readonly folder: string;
  /** `18`. */
  readonly major: string;
  /** `18.4.0-beta.17`. */
  readonly programs: string;
  readonly machine: Machine;
}

/** The database of an installation, whether or not the program is running. */
export interface Installation {
  /** For the owner of everything. On Windows it contains a password: not for logs. */
  readonly url: string;
  /** Null: an external database, of which only rows are accessible. */
  readonly cluster: ClusterPlace | null;
  /** Stops the server if it was started here. */
  close(): Promise<void>;
}

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 200;

const placeOf = (dataDir: string, machine: Machine): ClusterPlace => {
  const place = existsSync(dataDir) ? knownPlace(realpathSync.native(dataDir), HEADLAND) : undefined;
  if (place === undefined) {
    throw new Error(
      `There is no database in ${dataDir} yet. Set DATA_DIR to the folder that Headland works in, or start it once: npm start.`,
    );
  }
  const { packageDir } = machine;
  return { ...place, folder: clusterOf(place.home), major: installedMajor(packageDir), programs: installedVersion(packageDir), machine };
};

/** Starts the server; undefined if another program uses the folder. */
const startOwn = async (dataDir: string, machine: Machine, say: Say) => {
  try {
    return await startOwnDatabase({ dataDir, say }, machine);
  } catch (error) {
    if (error instanceof FolderTakenError) {
      return undefined;
    }
    throw error;
  }
};

const openCluster = async (dataDir: string, say: Say, machine: Machine): Promise<Installation> => {
  const cluster = placeOf(dataDir, machine);
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(LOOK_AGAIN_MS)) {
    const url = runningUrl(cluster);
    const own = await startOwn(dataDir, machine, say);
    if (own !== undefined) {
      return { url: own.url, cluster, close: () => own.stop() };
    }
    // The program that uses the folder may be starting or stopping, and then the number in the file is an earlier server's.
    if (url !== undefined && runningUrl(cluster) === url) {
      return { url, cluster, close: async () => undefined };
    }
  }
  throw new EmbeddedError(
    `Another program uses the folder ${dataDir}, and its database does not answer. Wait until it is ready, or stop it; then try again.`,
  );
};

/**
 * Opens the database of the settings for a command: the one that the running program serves, or, if none runs, the embedded one with a
 * server of its own until `close`. Never creates a database.
 */
export const openInstallation = async (
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  say: Say,
  machine?: Machine,
): Promise<Installation> =>
  databaseUrl === null
    ? openCluster(dataDir, say, machine ?? headlandMachine())
    : { url: databaseUrl, cluster: null, close: async () => undefined };
