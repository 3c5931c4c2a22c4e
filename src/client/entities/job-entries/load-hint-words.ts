import { type Catalogues, loadWords } from '#client/lib/texts.ts';

const HINTS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/hints.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/hints.json')).default }),
};

let loaded: Promise<void> | undefined;

/** Fetches the words of hints, once: before hints are drawn (hint-words.ts). A start does without them. */
export const loadHintWords = (): Promise<void> =>
  (loaded ??= loadWords(HINTS).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  }));
