import { wordsLocale } from '#client/lib/language.ts';

const lists = new Intl.ListFormat(wordsLocale());

/** Words within a sentence, as the page's language lists them: 'Fuel, Loads, and Notes'. What a table's cell holds is joined by commas. */
export const listWords = (words: readonly string[]): string => lists.format(words);
