import { COUNTRIES } from '#shared/domain/countries.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}]+/gu, '')
    .toLowerCase();

/** Codes of countries by their names in the languages of the app. */
const namesOfCountries = (): Map<string, string> => {
  const names = new Map<string, string>();
  for (const language of LANGUAGE_IDS) {
    const inWords = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES) {
      const name = inWords.of(code);
      if (name !== undefined) {
        names.set(plain(name), code);
      }
    }
  }
  return names.set('usa', 'US').set('unitedstatesofamerica', 'US').set('uk', 'GB');
};
let known: Map<string, string> | undefined;

/**
 * The country named in the last line of an address, as its ISO 3166 code; null if there is none. A line such as `CA 93650` names no
 * country.
 */
export const countryOf = (addressLines: readonly string[]): string | null => {
  known ??= namesOfCountries();
  const last = addressLines.at(-1) ?? '';
  return /\d/.test(last) ? null : (known.get(plain(last)) ?? null);
};

/** The country that a VAT number begins with, where it is written like that: `DE 123456789`. Greece uses other letters there. */
export const countryOfTaxNumber = (taxNumber: string | null): string | null => {
  const code = /^([A-Z]{2})[ -]?[A-Z0-9]{0,2}\d{2}/.exec(taxNumber ?? '')?.[1]?.replace('EL', 'GR');
  return code !== undefined && COUNTRIES.includes(code) ? code : null;
};
