import type { FoldedEntryProps } from '#client/features/job-entries/folded-entry.tsx';
import type { FullFormProps } from '#client/features/job-entries/full-form.tsx';
import { later } from '#client/lib/later.tsx';
import { type Catalogues, loadWords } from '#client/lib/texts.ts';

// The two forms of the entry dialog, each with its words, so that a phone fetches only the one that it shows.

const WORDS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/quick-entry.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/quick-entry.json')).default }),
};

/** Where the thumb does the work: numbers have a pad of their own. */
export const PHONE = '(pointer: coarse) and (max-width: 47.99rem)';

/** Everything that an entry can hold. */
export const FullForm = later<FullFormProps>(async () => (await Promise.all([import('./full-form.tsx'), loadWords(WORDS)]))[0].FullForm);

/** What is known in one block, and the numbers with their pad: for the usual entry on a phone. */
export const FoldedEntry = later<FoldedEntryProps>(
  async () => (await Promise.all([import('./folded-entry.tsx'), loadWords(WORDS)]))[0].FoldedEntry,
);
