import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '#server/private-files.ts';
import type { ClusterCopy } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { readPieces } from '#server/backup/store/pieces.ts';

const layFile = async (store: BackupStore, into: string, { path, bytes, pieces }: ClusterCopy['files'][number]): Promise<void> => {
  await mkdir(dirname(join(into, path)), { recursive: true, mode: PRIVATE_FOLDER });
  const file = await open(join(into, path), 'wx', PRIVATE_FILE);
  let written = 0;
  try {
    for await (const piece of readPieces(store, pieces)) {
      await file.writeFile(piece);
      written += piece.length;
    }
  } finally {
    await file.close();
  }
  if (written !== bytes) {
    throw new Error(
      `The backup is damaged: ${path} has ${written} bytes instead of ${bytes}. Take another one: npm run backups lists them.`,
    );
  }
};

/** The size of a copy on disk, without the write-ahead log. */
export const clusterBytes = ({ files }: ClusterCopy): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Writes the files of a copy into a folder, which is created and must be empty; each piece is verified. Nothing is flushed, and all of it
 * belongs to the user this program runs as.
 */
export const writeClusterFiles = async (store: BackupStore, { files, folders }: ClusterCopy, into: string): Promise<void> => {
  for (const folder of ['', ...folders]) {
    await mkdir(join(into, folder), { recursive: true, mode: PRIVATE_FOLDER });
  }
  for (const file of files) {
    await layFile(store, into, file);
  }
};
