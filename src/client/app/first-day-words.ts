import type { Catalogues } from '#client/lib/texts.ts';

/** The words of the quick way through the set-up, which a company needs once: fetched with its screens (`texts.ts`). */
export const FIRST_DAY_WORDS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/first-day.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/first-day.json')).default }),
};
