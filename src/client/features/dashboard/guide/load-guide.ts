import { type Catalogues, loadWords } from '#client/lib/texts.ts';

/** Their words, which no start fetches: a company needs them until its first bill. */
const FIRST_STEPS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/first-steps.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/first-steps.json')).default }),
};

export const loadGuide = async () => (await Promise.all([import('./guide.tsx'), loadWords(FIRST_STEPS)]))[0].Guide;
export const loadGuideSide = async () => (await Promise.all([import('./guide-side.tsx'), loadWords(FIRST_STEPS)]))[0].GuideSide;
