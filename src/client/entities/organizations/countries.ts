import { COUNTRIES } from '#shared/domain/countries.ts';
import { wordsLocale } from '#client/lib/language.ts';

const names = (): Intl.DisplayNames => new Intl.DisplayNames(wordsLocale(), { type: 'region' });

/** 'United States' */
export const countryName = (code: string): string => names().of(code) ?? code;

/** Every country by its name in the page's language, in alphabetical order. */
export const countryChoices = (): readonly { readonly id: string; readonly name: string }[] => {
  const words = names();
  const { compare } = new Intl.Collator(wordsLocale());
  return COUNTRIES.map((id) => ({ id, name: words.of(id) ?? id })).toSorted((left, right) => compare(left.name, right.name));
};
