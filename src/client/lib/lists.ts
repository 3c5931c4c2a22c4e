import { wordsLocale } from '#client/lib/language.ts';

const lists = new Intl.ListFormat(wordsLocale());

/** Words within a sentence, as the page's language lists them: 'Fuel, Loads, and Notes'. In table cells, join with commas instead. */
export const listWords = (words: readonly string[]): string => lists.format(words);
