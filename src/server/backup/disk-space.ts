import { statfs } from 'node:fs/promises';

/** Too little free space on a disk for what was to be written there. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Throws a DiskFullError, a sentence for a person, if the folder's disk has less free space than that. */
export const requireDiskSpace = async (folder: string, bytes: number, what: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) {
    throw new DiskFullError(
      `The disk of ${folder} has ${gigabytes(bavail * bsize)} left, and ${what} takes ${gigabytes(bytes)}. Make room there.`,
    );
  }
};
