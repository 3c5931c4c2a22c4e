import { type Catalogues, loadWords, type Words } from '#client/lib/texts.ts';

const together = (...files: readonly { readonly default: NonNullable<Words['texts']> }[]): Words => ({
  texts: Object.assign({}, ...files.map((file) => file.default)),
});

/** The words of runs, and of numbers and photos at the thumb, which the cab shares with quick entries. */
const RUN: Catalogues = {
  de: async () => together(...(await Promise.all([import('#client/locales/de/run.json'), import('#client/locales/de/quick-entry.json')]))),
  es: async () => together(...(await Promise.all([import('#client/locales/es/run.json'), import('#client/locales/es/quick-entry.json')]))),
};

let loaded: Promise<void> | undefined;

/** Fetches the words of runs, once: before anything of a run is drawn. A start does without them. */
export const loadRunWords = (): Promise<void> =>
  (loaded ??= loadWords(RUN).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  }));
