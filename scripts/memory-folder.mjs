import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Linux keeps in memory what is written here. */
const MEMORY = '/dev/shm';
/** What a run needs at most, several times over: three databases and their backups, and the profiles of browsers. */
const NEEDED_BYTES = 8 * 2 ** 30;

/** Some machines run no program from there; tests copy those of PostgreSQL. */
const runsPrograms = (folder) => {
  const script = join(folder, 'try');
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 });
  execFileSync(script);
  rmSync(script);
};

/**
 * Lets everything that this process and its children write to the temporary folder go to memory, if there is room for it: most of what tests
 * wait for on a disk is that hundreds of databases are made and removed. It is removed when this process ends, by Ctrl-C as well.
 */
export const useMemoryFolder = () => {
  let folder;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, freemem()) < NEEDED_BYTES) {
      return;
    }
    folder = mkdtempSync(join(MEMORY, 'headland-'));
    // Open to all, as temporary folders are: if root runs the tests, databases are another user's.
    chmodSync(folder, 0o1777);
    runsPrograms(folder);
  } catch {
    // No such folder, or not for us: the disk does, too.
    if (folder !== undefined) {
      rmSync(folder, { recursive: true, force: true });
    }
    return;
  }
  process.env.TMPDIR = folder;
  // The database may write for a moment longer.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => process.exit(1));
  }
};
