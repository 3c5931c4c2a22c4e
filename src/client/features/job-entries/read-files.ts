import { MAX_FILE_BYTES, MAX_FILES } from '#shared/domain/job-entry.ts';
import type { Attachment } from '#client/features/job-entries/entry-form.ts';
import { sha256Hex } from '#client/offline/browser/sha256.ts';
import { prepareFile } from '#client/offline/browser/shrink-photo.ts';
import { blobRef } from '#client/offline/item.ts';

/** The names of files over 10 MB: if there is one, the whole selection is rejected (specification 1 §5). */
export const oversized = (files: readonly Pick<File, 'name' | 'size'>[]): string[] =>
  files.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => name);

const read = async (file: File, keepOriginal: boolean): Promise<Attachment> => {
  const { bytes, type, fileName } = await prepareFile(file, { keepOriginal });
  const sha256 = await sha256Hex(bytes);
  return { name: fileName, value: blobRef(sha256), file: { sha256, bytes, type, fileName } };
};

/** Adds files to those that are there, photos no larger than needed unless wished; what goes beyond three is dropped (specification 1 §5). */
export const addFiles = async (before: readonly Attachment[], files: readonly File[], keepOriginal: boolean): Promise<Attachment[]> => {
  const room = Math.max(0, MAX_FILES - before.length);
  const added: Attachment[] = [];
  for (const file of files.slice(0, room)) {
    // One after another: three large photos drawn at once are too much for a small phone.
    added.push(await read(file, keepOriginal));
  }
  const known = new Set(before.map(({ value }) => value));
  return [...before, ...added.filter(({ value }) => !known.has(value))];
};
