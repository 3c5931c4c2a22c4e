import type { Catalogues } from '#client/lib/texts.ts';

/**
 * The words of the app in each language but English; the page's is fetched before anything is drawn. Named here, where the app begins, and
 * not where texts are looked up: what names a file changes with it, and would be fetched anew with everything that looks up texts.
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
