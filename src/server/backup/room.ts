import { statfs } from 'node:fs/promises';

/** Too little room on a disk for what was to be written there. */
export class NoRoomError extends Error {
  override name = 'NoRoomError';
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** Throws a NoRoomError, a sentence for a person, if the disk of the folder has less room than that. */
export const requireRoom = async (folder: string, bytes: number, what: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) {
    throw new NoRoomError(
      `The disk of ${folder} has ${gigabytes(bavail * bsize)} left, and ${what} takes ${gigabytes(bytes)}. Make room there.`,
    );
  }
};
