import { chmod, mkdir } from 'node:fs/promises';

/** What people attached, and whole organizations on their way, are for the program's own user only. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Makes the folders, and closes to other users those that were there before. A disk that knows no modes keeps its own rules. */
export const closeFolders = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    await chmod(folder, PRIVATE_FOLDER).catch(() => undefined);
  }
};
