import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { PRIVATE_FOLDER } from '#server/private-files.ts';

/** Makes the names in a folder survive a power cut. Windows does so by itself and cannot be asked to. */
export const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') {
    return;
  }
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes the folder, for this program's user only, and flushes the parent of each new one. */
export const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) {
    return;
  }
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await flushFolder(dirname(made));
  }
};
