import { countryOfTaxNumber } from '#shared/billing/country-of.ts';
import { type DocumentWords, filled } from './words.ts';

/** What people call their VAT number, where that is not the name of the tax. */
const VAT_LABELS: Readonly<Record<string, string>> = {
  AT: 'UID-Nr.',
  DE: 'USt-IdNr.',
  ES: 'NIF',
  FR: 'N° TVA',
  IT: 'P. IVA',
  NL: 'Btw-nr.',
};

/** A number that is none for VAT. */
const OTHER_LABELS: Readonly<Record<string, string>> = { AT: 'Steuernummer', DE: 'Steuernummer', ES: 'NIF', US: 'Tax ID' };

interface Numbered {
  readonly country: string | null;
  readonly taxNumber: string | null;
  readonly taxName?: string | null;
  readonly taxRegistration?: string | null;
}

/** The tax numbers of a seller or a buyer with what they are called in their country, else by the name of the tax. */
export const taxNumbersOf = ({ country, taxNumber, taxName, taxRegistration = null }: Numbered, words: DocumentWords): string[] => {
  const home = country ?? '';
  const labelled = (number: string, label: string | undefined): string =>
    label === undefined ? filled(words.taxNumber, { tax: taxName ?? words.tax, number }) : `${label} ${number}`;
  const isVat = countryOfTaxNumber(taxNumber) === country;
  return [
    ...(taxNumber === null ? [] : [labelled(taxNumber, isVat ? (VAT_LABELS[home] ?? undefined) : OTHER_LABELS[home])]),
    ...(taxRegistration === null ? [] : [labelled(taxRegistration, OTHER_LABELS[home])]),
  ];
};
