import { rm } from 'node:fs/promises';
import { readPieces } from '#server/backup/store/pieces.ts';
import { writeWhole } from '#server/backup/restore/aside.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';

/** Writes the secret of sessions to the path; if it is a setting, nothing is there afterwards. */
export const restoreSecret = async (store: BackupStore, { secret }: Manifest, path: string): Promise<void> => {
  await rm(path, { force: true });
  if (secret !== null) {
    const pieces: Buffer[] = [];
    for await (const piece of readPieces(store, [secret])) {
      pieces.push(piece);
    }
    await writeWhole(path, Buffer.concat(pieces));
  }
};
