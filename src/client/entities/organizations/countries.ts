import { COUNTRIES } from '#shared/domain/countries.ts';
import { cached } from '#client/lib/cached.ts';
import { wordsLocale } from '#client/lib/language.ts';

const namesIn = cached((locale: string) => new Intl.DisplayNames(locale, { type: 'region' }));

/** 'United States' */
export const countryName = (code: string): string => namesIn(wordsLocale()).of(code) ?? code;

const choicesIn = cached((locale: string): readonly { readonly id: string; readonly name: string }[] => {
  const { compare } = new Intl.Collator(locale);
  return COUNTRIES.map((id) => ({ id, name: namesIn(locale).of(id) ?? id })).toSorted((left, right) => compare(left.name, right.name));
});

/** Every country by its name in the page's language, in alphabetical order. */
export const countryChoices = () => choicesIn(wordsLocale());
