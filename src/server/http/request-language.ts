import { LANGUAGE_IDS, type LanguageId } from '#shared/lib/languages.ts';

/** No browser names more than this, and longer headers are not read to the end. */
const MOST_TAGS = 20;

/** The preferred language of a request, by its Accept-Language; English if it names none that we have. */
export const requestLanguage = (header: string | undefined): LanguageId => {
  const wanted = (header ?? '')
    .split(',', MOST_TAGS)
    .map((part) => {
      const [tag = '', ...settings] = part.trim().toLowerCase().split(';');
      const quality = settings.map((setting) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(setting)?.[1]).find(Boolean);
      return { language: LANGUAGE_IDS.find((each) => tag === each || tag.startsWith(`${each}-`)), quality: Number(quality ?? 1) };
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  return wanted[0]?.language ?? 'en';
};
