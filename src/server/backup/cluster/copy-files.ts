import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '#embedded-postgres';
import { clusterEntries, CONTROL } from '#server/backup/cluster/cluster-contents.ts';
import type { ClusterCopy } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { inOrder } from '#server/backup/store/in-order.ts';
import { putPieces } from '#server/backup/store/pieces.ts';

type ClusterFile = ClusterCopy['files'][number];

/** Most files are small, and each waits for the disk of the backups. */
const AT_ONCE = 3;

/** The files of a cluster as they were copied, and how much of them was new in the store. */
export interface CopiedFiles {
  readonly files: ClusterFile[];
  readonly folders: string[];
  readonly newBytes: number;
}

const keep = async (store: BackupStore, path: string, bytes: AsyncIterable<Uint8Array>) => {
  const { pieces, bytes: length, newBytes } = await putPieces(store, bytes);
  return { file: { path, bytes: length, pieces }, newBytes };
};

/** Stores something that is no file of the running cluster as if it were: `backup_label`. */
export const keepAs = (store: BackupStore, path: string, bytes: Buffer) => keep(store, path, Readable.from([bytes]));

/** The file, open; undefined if it was removed in the meantime, which the write-ahead log accounts for. */
const openIfThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
};

const copyFile = async (cluster: string, path: string, store: BackupStore) => {
  const file = await openIfThere(join(cluster, path));
  return file && (await keep(store, path, file.createReadStream()));
};

/** Written by the server in one go, but we may read it in the middle of that. */
const readControl = async (path: string): Promise<Buffer> => {
  for (;;) {
    const [first, second] = [await readFile(path), await readFile(path)];
    if (first.equals(second)) {
      return first;
    }
  }
};

/** Copies the cluster's files while a server works in them: between the start and the end of a base backup. */
export const copyClusterFiles = async (cluster: string, store: BackupStore): Promise<CopiedFiles> => {
  const files: ClusterFile[] = [];
  const folders: string[] = [];
  let newBytes = 0;
  const note = (copied: Awaited<ReturnType<typeof keep>> | undefined) => {
    if (copied !== undefined) {
      files.push(copied.file);
      newBytes += copied.newBytes;
    }
  };
  const copies = inOrder(clusterEntries(cluster), AT_ONCE, async ({ kind, path }) => {
    if (kind === 'file') {
      return copyFile(cluster, path, store);
    }
    folders.push(path);
    return undefined;
  });
  for await (const copied of copies) {
    note(copied);
  }
  const control = await readControl(join(cluster, CONTROL));
  note(await keepAs(store, CONTROL, control));
  return { files, folders, newBytes };
};
