import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MIB = 1_048_576;

/** A file system of its own that is soon full. */
export interface SmallDisk {
  readonly folder: string;
  freeBytes(): number;
  /** Uses all but this many bytes, as another program would. */
  fillTo(freeBytes: number): void;
  /** Gives them back. */
  makeRoom(): void;
  remove(): void;
}

/** Mounts one in memory on the folder; undefined where nobody lets us, which is printed. */
export const mountSmallDisk = (folder: string, megabytes: number): SmallDisk | undefined => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'headland-test', folder], { stdio: 'pipe' });
  } catch (error) {
    process.stdout.write(`Skipped: no file system can be mounted here (${String(error).split('\n')[0]}).\n`);
    return undefined;
  }
  chmodSync(folder, 0o755);
  const filler = join(folder, 'filler');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    freeBytes,
    fillTo: (wanted) => {
      const file = openSync(filler, 'a');
      const block = Buffer.alloc(MIB);
      try {
        for (let left = freeBytes() - wanted; left > 0; left = freeBytes() - wanted) {
          writeSync(file, block, 0, Math.min(left, MIB));
        }
        fdatasyncSync(file);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) {
          throw error;
        }
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }),
  };
};
