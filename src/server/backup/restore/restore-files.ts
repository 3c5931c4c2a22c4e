import { mkdir } from 'node:fs/promises';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { eachNamedFile, type NamedFile } from '#server/data/backup-facts.ts';
import type { Database } from '#server/db/database.ts';
import { PRIVATE_FOLDER } from '#server/private-files.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { hashOfName } from '#server/backup/files.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { inOrder } from '#server/backup/store/in-order.ts';
import { DamagedError, openFile } from '#server/backup/store/pieces.ts';

/** Each waits for two disks. */
const AT_ONCE = 4;

export interface RestoredFiles {
  readonly files: number;
  readonly bytes: number;
  /** Named by a row, and missing from the backup or damaged in it. */
  readonly lost: NamedFile[];
}

/** Copies one file, verifying its bytes on the way; false if the backup does not have them. */
const bring = async (store: BackupStore, photos: PhotoStore, { organizationId, name, bytes }: NamedFile): Promise<boolean> => {
  if ((await photos.size(organizationId, name)) === bytes) {
    return true;
  }
  try {
    const received = await photos.receive(organizationId, await openFile(store, hashOfName(name)), MAX_FILE_BYTES);
    await received.keep(name);
    return true;
  } catch (error) {
    if (error instanceof DamagedError) {
      return false;
    }
    throw error;
  }
};

/** Copies every file that a row of the restored database names into the folder; files from an earlier try stay there. */
export const restoreFiles = async (db: Database, store: BackupStore, folder: string): Promise<RestoredFiles> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const photos = photoFolder(folder);
  const lost: NamedFile[] = [];
  let [files, bytes] = [0, 0];
  const outcomes = inOrder(eachNamedFile(db), AT_ONCE, async (file) => ({ file, isThere: await bring(store, photos, file) }));
  for await (const { file, isThere } of outcomes) {
    if (isThere) {
      files += 1;
      bytes += file.bytes;
    } else {
      lost.push(file);
    }
  }
  return { files, bytes, lost };
};
