import type { Catalogues } from '#client/lib/texts.ts';

/**
 * The texts of the app in each language but English; the page's own are fetched before anything is drawn. Named here, at the app's entry,
 * and not where texts are looked up: a module that names a hashed file changes with it, and everything that looks up texts would have to be
 * fetched again.
 */
export const CATALOGUES: Catalogues = {
  de: async () => {
    const { de: texts, messages } = await import('#client/locales/de/index.ts');
    return { texts, messages };
  },
  es: async () => {
    const { es: texts, messages } = await import('#client/locales/es/index.ts');
    return { texts, messages };
  },
};
