import { MAX_FILE_BYTES, MAX_FILES } from '#shared/domain/job-entry.ts';
import type { Attachment } from '#client/features/job-entries/entry-form.ts';
import { t } from '#client/lib/texts.ts';
import { blobRef, prepareFile, sha256Hex } from '#client/offline/public.ts';
import { storageState } from '#client/lib/persistence.ts';

/** The names of files over 10 MB: if there is one, the whole selection is rejected (specification 5.33). */
export const oversized = (files: readonly Pick<File, 'name' | 'size'>[]): string[] =>
  files.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => name);

const read = async (file: File, keepOriginal: boolean): Promise<Attachment> => {
  const { bytes, type, fileName } = await prepareFile(file, { keepOriginal });
  const sha256 = await sha256Hex(bytes);
  return { name: fileName, value: blobRef(sha256), file: { sha256, bytes, type, fileName } };
};

const MEGABYTE = 1_000_000;

/** The files do not fit into the storage that the browser allows: reported when they are chosen, not when the entry is saved. */
export class NoRoom extends Error {
  constructor(needed: number, free: number) {
    const words = (bytes: number): number => Math.round((bytes / MEGABYTE) * 10) / 10;
    super(
      t('Not enough space on this device: {needed} MB needed, {free} MB free. Choose fewer files, or sync first.', {
        needed: words(needed),
        free: words(free),
      }),
    );
    this.name = 'NoRoom';
  }
}

/** Throws `NoRoom` if the browser says that these bytes do not fit; where it does not say, saving will show. */
const requireRoom = async (needed: number): Promise<void> => {
  const { usage, quota } = await storageState();
  const free = usage === null || quota === null ? Infinity : Math.max(0, quota - usage);
  if (needed > free) {
    throw new NoRoom(needed, free);
  }
};

/** The resulting files, and how many of the chosen ones were dropped. */
interface Added {
  readonly all: Attachment[];
  readonly leftOut: number;
}

/**
 * Adds files to the existing ones, photos no larger than needed unless originals are wanted; those beyond three are dropped and counted
 * (specification 5.33). Throws `NoRoom`, and what the browser throws for a file that it cannot read; then none is added.
 */
export const addFiles = async (before: readonly Attachment[], files: readonly File[], keepOriginal: boolean): Promise<Added> => {
  const room = Math.max(0, MAX_FILES - before.length);
  const added: Attachment[] = [];
  for (const file of files.slice(0, room)) {
    // One after another: three large photos drawn at once are too much for a small phone.
    added.push(await read(file, keepOriginal));
  }
  const known = new Set(before.map(({ value }) => value));
  const fresh = added.filter(({ value }) => !known.has(value));
  // Everything chosen is stored in the end, with the entry.
  const bytes = [...before, ...fresh].map(({ file }) => file?.bytes.byteLength ?? 0);
  await requireRoom(bytes.reduce((sum, size) => sum + size, 0));
  return { all: [...before, ...fresh], leftOut: Math.max(0, files.length - room) };
};
