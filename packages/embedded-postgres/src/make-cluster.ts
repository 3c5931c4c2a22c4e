import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { give } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import { clusterOf, type Place } from './place.ts';
import type { ServerLog } from './server-log.ts';
import { syncFolder } from './sync-folder.ts';
import { startTied } from './tied-process.ts';

const UNFINISHED = 'cluster.new-';

/** The password file of a home. A cluster is created with an existing one. */
export const passwordFile = (home: string): string => join(home, 'password');

/** The password of a cluster that is reached through a port, where any program on this machine could connect. */
export const passwordOf = (home: string): string => readFileSync(passwordFile(home), 'utf8');

const removeUnfinished = (home: string): void => {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(UNFINISHED))) {
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
};

const authentication = (home: string, withPassword: boolean, place: Place): string[] => {
  if (!withPassword) {
    // Only we can enter the socket's folder (0700).
    return ['--auth=trust'];
  }
  if (!existsSync(passwordFile(home))) {
    writeFileSync(passwordFile(home), randomBytes(24).toString('base64url'), { mode: 0o600 });
    give(passwordFile(home), place.account);
  }
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(home)}`];
};

/** The major version of the home's cluster; undefined if there is none yet. Throws for a folder that contains something else. */
export const clusterMajor = ({ home, program }: Pick<Place, 'home' | 'program'>): string | undefined => {
  const cluster = clusterOf(home);
  if (!existsSync(cluster)) {
    return undefined;
  }
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new EmbeddedError(
      `The folder ${cluster} holds no PostgreSQL database (no PG_VERSION). Move it away, then start ${program.name} again.`,
    );
  }
  return readFileSync(versionFile, 'utf8').trim();
};

interface Made {
  readonly folder: string;
  readonly place: Place;
  readonly binaries: Binaries;
  readonly log: ServerLog;
}

const initdb = async ({ folder, place, binaries, log }: Made, ...args: readonly string[]): Promise<void> => {
  log.mark();
  const ending = await startTied({
    file: binaries.initdb,
    args: [`--pgdata=${folder}`, ...args],
    account: place.account,
    log,
    pgCtl: binaries.pgCtl,
  }).ended;
  if (!ending.ok) {
    throw new EmbeddedError(`The database could not be made in ${place.home}: initdb ended with ${ending.how}.\n${log.lastLines()}`);
  }
};

/** Waits until the place's whole cluster, whose server has stopped, is on disk. */
export const flushCluster = (place: Place, binaries: Binaries, log: ServerLog): Promise<void> =>
  initdb({ folder: clusterOf(place.home), place, binaries, log }, '--sync-only');

/**
 * Creates the cluster of a home under another name and renames it when it is complete and on disk, so that an interruption leaves nothing
 * but a folder that the next call removes.
 */
export const makeCluster = async (
  place: Place,
  binaries: Binaries,
  log: ServerLog,
  how: { durable: boolean; withPassword: boolean },
): Promise<void> => {
  const { home } = place;
  removeUnfinished(home);
  // Never the same name twice: an initdb that briefly outlived its program must not write into ours.
  const unfinished = join(home, `${UNFINISHED}${randomBytes(4).toString('hex')}`);
  const made = { folder: unfinished, place, binaries, log };
  try {
    const access = authentication(home, how.withPassword, place);
    // PostgreSQL's own C.UTF-8: the same on every machine, sorted by code point, yet it knows that Ä is the capital of ä.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
    await initdb(made, `--username=${place.program.key}`, ...locale, '--no-sync', '--no-instructions', ...access);
    if (how.durable) {
      await initdb(made, '--sync-only');
    }
    renameSync(unfinished, clusterOf(home));
    syncFolder(home);
  } catch (error) {
    removeUnfinished(home);
    throw error;
  }
};
