import { text as textOf } from 'node:stream/consumers';
import { type Manifest, parseManifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';

/** A backup that a line of the log continues from. */
export interface Base {
  readonly name: string;
  /** Where its log begins; null: a copy of rows, with no log. */
  readonly start: string | null;
}

const read = async (store: BackupStore, name: string): Promise<Manifest | undefined> => {
  const bytes = await store.open(name);
  try {
    return bytes && parseManifest(await textOf(bytes), name);
  } catch {
    // Damaged, or of a newer program: listing the backups reports that. It is no base for us.
    return undefined;
  }
};

/** Finds the newest backup of a line, and reads lists of contents only if there are new ones since the last call. */
export const createBaseFinder = (store: BackupStore, isBase: (manifest: Manifest, line: string) => boolean) => {
  let seen = '';
  let found: Base | undefined;
  return async (line: string): Promise<Base | undefined> => {
    const names: string[] = [];
    for await (const { name } of store.list('backups/')) {
      names.push(name);
    }
    const now = JSON.stringify([line, names]);
    if (now === seen) {
      return found;
    }
    let base: Base | undefined;
    for (const name of names.filter((each) => each.endsWith('/manifest.json')).reverse()) {
      const manifest = await read(store, name);
      if (manifest !== undefined && isBase(manifest, line)) {
        const { database } = manifest;
        base = { name: manifest.name, start: database.kind === 'cluster' ? database.wal.start : null };
        break;
      }
    }
    [seen, found] = [now, base];
    return found;
  };
};
