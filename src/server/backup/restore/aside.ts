import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { UNFINISHED_RESTORE } from '#server/db/embedded.ts';
import { flushFolder } from '#server/flushed-folders.ts';
import { PRIVATE_FILE } from '#server/private-files.ts';

const noteSchema = z.object({
  /** Which backup, and to which moment; null: to the end of the log. */
  backup: z.string(),
  until: z.nullable(z.string()),
  /** The suffix of names under which the previous data is kept. */
  ending: z.string(),
  /** The paths of data that was there before. */
  before: z.array(z.string()),
});

/** Written before a restore changes anything, so that a killed one can be resumed. */
export type RestoreNote = z.output<typeof noteSchema>;

const notePath = (dataDir: string): string => join(dataDir, UNFINISHED_RESTORE);

export const readNote = async (dataDir: string): Promise<RestoreNote | undefined> =>
  existsSync(notePath(dataDir)) ? noteSchema.parse(JSON.parse(await readFile(notePath(dataDir), 'utf8'))) : undefined;

/** Writes a file so that it is there whole, even after a power cut. */
export const writeWhole = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(`${path}.new`, 'w', PRIVATE_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await flushFolder(dirname(path));
};

export const writeNote = (dataDir: string, note: RestoreNote): Promise<void> =>
  writeWhole(notePath(dataDir), Buffer.from(JSON.stringify(note)));

export const removeNote = async (dataDir: string): Promise<void> => {
  await rm(notePath(dataDir), { force: true });
  await flushFolder(dataDir);
};

/** Whether there is anything to lose: a file, or a folder that is not empty. */
export const hasAnything = async (path: string): Promise<boolean> => {
  try {
    return (await readdir(path)).length > 0;
  } catch {
    return existsSync(path);
  }
};

const move = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await flushFolder(dirname(to));
};

/** What a restore needs to know about the previous data. */
type Before = Pick<RestoreNote, 'before' | 'ending'>;

/** Where a previous file or folder is kept. */
export const asideOf = (path: string, { ending }: Before): string => `${path}.${ending}`;

/** Whether what is at the path was put there by this restore, or by one that it resumes. */
export const isRestored = (path: string, note: Before): boolean =>
  existsSync(path) && (!note.before.includes(path) || existsSync(asideOf(path, note)));

/**
 * Moves a new file or folder into place. What is there is kept aside if it is previous data, and discarded if an earlier try put it there.
 */
export const exchange = async (made: string, path: string, note: Before): Promise<void> => {
  if (isRestored(path, note)) {
    await rm(path, { recursive: true, force: true });
  } else if (existsSync(path)) {
    await move(path, asideOf(path, note));
  }
  await move(made, path);
};

/** Discards what was made and is not needed. */
export const removeDraft = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
