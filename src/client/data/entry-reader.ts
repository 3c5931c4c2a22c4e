import type { Entry } from '#client/data/covered-entries.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { memoryOf, readOn } from '#client/data/entry-search.ts';
import { coveredFrom } from '#client/data/local-entries.ts';
import { entriesHere } from '#client/offline/public.ts';

/** A value of a field as it is looked for: texts and numbers as they were written. */
export const writtenAs = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** What people wrote on an entry, beside the names: its note, its own fields' texts and numbers, and the implement. In lower case. */
export const writtenOn = ({ notes, customFieldValues, implementName }: Entry): string =>
  [notes, ...Object.values(customFieldValues), implementName].map(writtenAs).join('\n').toLowerCase();

/** This device's entries as they are read, in portions. What was read stays, even if entries change in the meantime. */
export interface EntryReader {
  readonly isWhole: () => boolean;
  /** Reads the next portion. */
  readonly next: () => Promise<void>;
  /** The newest `most` entries, of those read so far, whose names or writing contain every word (in lower case), and how many do. */
  readonly find: (words: readonly string[], most: number) => { readonly best: Entry[]; readonly count: number };
}

/** Reads this device's entries for a search in all that is written on them; the list's search shares what was read. */
export const readEntriesOn = async (orgId: number): Promise<EntryReader> => {
  const { coverage } = await entriesHere(theEngine(), orgId);
  const isCovered = coveredFrom(coverage?.oldest ?? null);
  const known = memoryOf(orgId);
  const { lines } = known;
  const written: string[] = [];
  const writeOn = (): void => {
    for (const { entry } of lines.slice(written.length)) {
      written.push(writtenOn(entry));
    }
  };
  return {
    isWhole: () => known.isWhole && written.length === lines.length,
    next: async () => {
      if (!known.isWhole) {
        await readOn(known, isCovered);
      }
      writeOn();
    },
    find: (words, most) => {
      const best: Entry[] = [];
      let count = 0;
      written.forEach((own, index) => {
        const line = lines[index];
        if (line && line.text !== '' && words.every((word) => line.text.includes(word) || own.includes(word))) {
          count += 1;
          if (best.length < most) {
            best.push(line.entry);
          }
        }
      });
      return { best, count };
    },
  };
};
