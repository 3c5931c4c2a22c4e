import { chmod, mkdir, mkdtemp, readdir, realpath } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedError, type FolderLock, lockFolder, type Machine, possibleHomes, startEmbedded } from '#embedded-postgres';
import { HEADLAND, headlandMachine } from '#server/db/embedded.ts';
import type { Attempt } from '#server/db/scratch-database.ts';

const PREFIX = 'rows-';

/** With the home of its cluster, which is elsewhere if the folder is closed to the account that PostgreSQL runs as. */
const remove = (folder: string, { sharedPlaces }: Machine): void => {
  for (const path of [...possibleHomes(folder, sharedPlaces), folder]) {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
};

/** Those without a lock: their makers were killed. */
const removeLeftovers = async (scratch: string, machine: Machine): Promise<void> => {
  const names = (await readdir(scratch)).filter((entry) => entry.startsWith(PREFIX));
  for (const folder of names.map((name) => join(scratch, name))) {
    let lock: FolderLock | undefined;
    try {
      lock = await lockFolder(folder, HEADLAND);
    } catch (error) {
      if (!(error instanceof EmbeddedError)) {
        throw error;
      }
    }
    if (lock !== undefined) {
      remove(folder, machine);
      lock.release();
    }
  }
};

/** The machine, or why there is no PostgreSQL on it. */
const findMachine = (): Machine | string => {
  try {
    return headlandMachine();
  } catch (error) {
    if (error instanceof EmbeddedError) {
      return error.message;
    }
    throw error;
  }
};

/**
 * Runs the work with an empty PostgreSQL of its own below `scratch`, and removes it; the next call removes those of processes that died. It
 * need not survive a power cut, so it waits for no disk.
 */
export const withScratchCluster = async <T>(scratch: string, work: (url: string) => Promise<T>): Promise<Attempt<T>> => {
  const machine = findMachine();
  if (typeof machine === 'string') {
    return { impossible: machine };
  }
  await mkdir(scratch, { recursive: true });
  const real = await realpath(scratch);
  await removeLeftovers(real, machine);
  const folder = await mkdtemp(join(real, PREFIX));
  // The account that PostgreSQL runs as may pass through; the contents are protected by themselves.
  await chmod(folder, 0o711);
  try {
    const server = await startEmbedded({ program: HEADLAND, dataDir: folder, say: () => undefined, durable: false }, machine);
    try {
      return { done: await work(server.url) };
    } finally {
      await server.stop();
    }
  } finally {
    remove(folder, machine);
  }
};
