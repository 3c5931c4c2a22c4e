import { closeSync, fsyncSync, openSync } from 'node:fs';
import process from 'node:process';

/** Makes the names in a folder survive a power failure. Windows does so by itself and cannot be asked to. */
export const syncFolder = (path: string): void => {
  if (process.platform === 'win32') {
    return;
  }
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};
