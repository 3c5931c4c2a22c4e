import { inWords, type LineWriter } from '#shared/billing/line-words.ts';
import type { Sentence } from '#shared/billing/line-words.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** Writes numbers as they are, for tests to read. */
export const plainWriter = (language: LanguageId = 'en'): LineWriter => ({
  language,
  money: (cents) => (cents / 100).toFixed(2),
  price: String,
  number: String,
  day: String,
  measured: String,
  source: String,
});

/** The sentences in plain words. */
export const said = (sentences: readonly Sentence[], language: LanguageId = 'en'): string[] =>
  sentences.map((sentence) => inWords(sentence, plainWriter(language)));
