import { isPictureName, MAX_FILE_BYTES, MAX_FILES } from '#shared/domain/job-entry.ts';
import type { Attachment } from '#client/features/job-entries/entry-form.ts';

const readAsDataString = (file: File): Promise<Attachment> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve({ name: file.name, value: typeof reader.result === 'string' ? reader.result : '' }));
    reader.addEventListener('error', () => reject(reader.error ?? new Error(`${file.name} could not be read`)));
    reader.readAsDataURL(file);
  });

/** The names of files over 10 MB: if there is one, the whole selection is rejected (specification 1 §5). */
export const oversized = (files: readonly Pick<File, 'name' | 'size'>[]): string[] =>
  files.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => name);

/** Adds files to those that are there; what goes beyond three is dropped (specification 1 §5). */
export const addFiles = async (before: readonly Attachment[], files: readonly File[]): Promise<Attachment[]> => {
  const room = Math.max(0, MAX_FILES - before.length);
  return [...before, ...(await Promise.all(files.slice(0, room).map(readAsDataString)))];
};

const INLINE = /^data:image\/(jpeg|png|gif|webp);/;

/** Where the small picture of an attachment comes from; undefined for what is no picture. */
export const previewOf = ({ value }: Attachment): string | undefined => {
  if (INLINE.test(value)) {
    return value;
  }
  return isPictureName(value) ? `/api/photos/${value}` : undefined;
};
