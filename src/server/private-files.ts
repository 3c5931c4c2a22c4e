import { chmod, mkdir } from 'node:fs/promises';

/** Attachments, and whole organizations in transit, are for the program's own user only. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Makes the folders, and closes existing ones to other users. A disk without file modes keeps its own rules. */
export const closeFolders = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    await chmod(folder, PRIVATE_FOLDER).catch(() => undefined);
  }
};
