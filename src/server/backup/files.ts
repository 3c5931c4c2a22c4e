import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#shared/lib/dates.ts';
import { eachNamedFile, isNamed, type NamedFile } from '#server/data/backup-facts.ts';
import type { Database } from '#server/db/database.ts';
import { codeOf } from '#embedded-postgres';
import { photoPath } from '#server/photo-folder.ts';
import { fileName, type Manifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { DamagedError, openFile, putFile } from '#server/backup/store/pieces.ts';

/** Of a file's bytes: its name begins with it. */
export const hashOfName = (name: string): string => name.slice(0, 64);

export interface FileSource {
  /** For the owner of everything. */
  readonly db: Database;
  /** The folder of attached files, as in `photoFolder`. */
  readonly folder: string;
  readonly store: BackupStore;
}

/** What became of the files that rows name. */
export interface TakenFiles {
  readonly files: Manifest['files'];
  /** Hashes of those that were not in the store before. */
  readonly written: string[];
  readonly newBytes: number;
  /** Named by a row, but missing from the folder, or different from what their names say. */
  readonly lost: NamedFile[];
}

const putAnew = async ({ folder, store }: FileSource, file: NamedFile): Promise<'new' | 'lost'> => {
  const path = join(folder, photoPath(file.organizationId, file.name));
  const sizeNow = () =>
    stat(path).then(
      ({ size }) => size,
      () => undefined,
    );
  if ((await sizeNow()) !== file.bytes) {
    return 'lost';
  }
  try {
    await putFile(store, hashOfName(file.name), path);
    return 'new';
  } catch (error) {
    if (error instanceof DamagedError || (codeOf(error) === 'ENOENT' && (await sizeNow()) === undefined)) {
      return 'lost';
    }
    throw error;
  }
};

/** Whether the store has the file intact; `look`: check by reading it. */
const isKept = async (store: BackupStore, { name, bytes }: NamedFile, look: boolean): Promise<boolean> => {
  const hash = hashOfName(name);
  const kept = await store.size(fileName(hash));
  if (kept === undefined || !look) {
    return kept !== undefined;
  }
  try {
    // Encrypted it is longer.
    if (kept >= bytes) {
      await verifyStored(store, [hash]);
      return true;
    }
  } catch (error) {
    if (!(error instanceof DamagedError)) {
      throw error;
    }
  }
  await store.remove(store.nameOf(fileName(hash)));
  return false;
};

/** Which files to put: of rows made since then, or of all; and of which of those already stored to check the bytes. */
interface Which {
  readonly since?: Date | null;
  readonly look?: (hash: string) => boolean;
}

/** Puts every file that a row names into the store, unless it is there. */
export const takeFiles = async (source: FileSource, { since = null, look = () => false }: Which = {}): Promise<TakenFiles> => {
  const files: NamedFile[] = [];
  const written: string[] = [];
  const lost: NamedFile[] = [];
  let newBytes = 0;
  for await (const file of eachNamedFile(source.db, since)) {
    const outcome = (await isKept(source.store, file, look(hashOfName(file.name)))) ? 'kept' : await putAnew(source, file);
    if (outcome !== 'lost') {
      files.push(file);
    } else if (await isNamed(source.db, file)) {
      lost.push(file);
    }
    if (outcome === 'new') {
      written.push(hashOfName(file.name));
      newBytes += file.bytes;
    }
  }
  return { files, written, newBytes, lost };
};

const PARTS = 16;

/** A sixteenth of all files, another one each day: so a disk that loses data is noticed within weeks, at little cost. */
export const dueToday =
  (now: Date) =>
  (hash: string): boolean =>
    Number.parseInt(hash.slice(0, 1), PARTS) === Math.floor(now.getTime() / DAY_MS) % PARTS;

/** A row's timestamp is the start of its transaction, and no transaction takes this long. */
const LONGEST_TRANSACTION_MS = 10 * 60_000;

/**
 * Puts the files of rows that were made since a moment into the store, so that a photo is in the backup soon after it was sent; null: all
 * that are not there. Returns the moment to pass next time.
 */
export const copyNewFiles = async (source: FileSource, since: Date | null): Promise<{ readonly upTo: Date; readonly copied: number }> => {
  const [clock] = await source.db.query<{ now: string }>({ text: 'select now() as now', values: [] });
  const upTo = new Date(new Date(clock?.now ?? 0).getTime() - LONGEST_TRANSACTION_MS);
  const { written } = await takeFiles(source, { since });
  return { upTo, copied: written.length };
};

/** Reads files of the store to their ends; throws a DamagedError for one that is missing or not what its name says. */
export const verifyStored = async (store: BackupStore, hashes: Iterable<string>): Promise<void> => {
  for (const hash of hashes) {
    const stream = await openFile(store, hash);
    stream.resume();
    await new Promise<void>((resolve, reject) => {
      stream.once('end', resolve).once('error', reject);
    });
  }
};

/** A sentence about lost files, for the operator; undefined if none are lost. */
export const lostSentence = (lost: readonly NamedFile[]): string | undefined => {
  if (lost.length === 0) {
    return undefined;
  }
  const shown = lost.slice(0, 10).map(({ organizationId, name }) => `${organizationId}/${name}`);
  const more = lost.length > shown.length ? ` and ${lost.length - shown.length} more` : '';
  return `${lost.length === 1 ? 'One attached file is' : `${lost.length} attached files are`} missing or damaged: ${shown.join(', ')}${more}.`;
};
