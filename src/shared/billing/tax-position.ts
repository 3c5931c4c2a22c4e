import { COUNTRY_WORDS, OTHER_WORDS, type TaxCase, UNION_WORDS } from './tax-words.ts';
import { partiesOf } from './parties.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { TaxPosition } from '#shared/billing/schemas/tax-position.ts';
import { isInUnion } from '#shared/domain/european-union.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** Reasons of the European list (VATEX) for e-invoices. */
const REASONS: Readonly<Partial<Record<TaxPosition['category'], string>>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' };
const FRENCH_SMALL = 'VATEX-FR-FRANCHISE';

type Parties = ReturnType<typeof partiesOf>;

const caseOf = ({ seller, buyer }: Parties): TaxCase | null => {
  if (seller.taxScheme === 'smallBusiness') {
    return 'smallBusiness';
  }
  if (buyer.taxTreatment === 'reverseCharge') {
    return seller.country === buyer.country ? 'reverseCharge' : 'reverseChargeAbroad';
  }
  if (buyer.taxTreatment !== 'usual') {
    return buyer.taxTreatment;
  }
  return seller.taxScheme === 'farmFlatRate' ? 'farmFlatRate' : null;
};

/** A seller below the limit is exempt in the Union, and elsewhere (and in Ireland) simply not registered. */
const categoryOf = (what: TaxCase, country: string | null): TaxPosition['category'] => {
  switch (what) {
    case 'smallBusiness':
      return isInUnion(country) && country !== 'IE' ? 'E' : 'O';
    case 'exempt':
      return 'E';
    case 'abroad':
      return 'O';
    case 'farmFlatRate':
      return 'S';
    default:
      return 'AE';
  }
};

const wordsOf = (what: TaxCase, country: string | null) => {
  const own = COUNTRY_WORDS[country ?? '']?.[what];
  return own === undefined ? (isInUnion(country) ? UNION_WORDS : OTHER_WORDS)[what] : own;
};

const PLACE: Readonly<Record<LanguageId, 0 | 1 | 2>> = { en: 0, de: 1, es: 2 };

/** Where the law is named by nobody else, Spain wants the article (RD 1619/2012, art. 6.1.j). */
const usualNote = (country: string | null): string | null => (country === 'ES' ? 'art. 20 Ley 37/1992' : null);

/**
 * Why the tax of a bill is what it is, and the sentence that has to be on it: by the law of the seller's country, as far as it is known here
 * (docs/billing-law.md). Null: tax as usual, nothing to say.
 */
export const taxPositionOf = (content: Pick<BillingContent, 'issuer' | 'customer'>): TaxPosition | null => {
  const parties = partiesOf(content);
  const { country } = parties.seller;
  const what = caseOf(parties);
  if (what === null) {
    return null;
  }
  const words = wordsOf(what, country);
  const note = parties.buyer.taxNote ?? usualNote(country);
  const inLanguage = (language: LanguageId): string[] =>
    words === null ? [] : [words[PLACE[language]].replace('{note}', () => (note === null ? '' : `: ${note.replace(/\.$/, '')}`))];
  const category = categoryOf(what, country);
  const reasonCode = what === 'smallBusiness' && country === 'FR' ? FRENCH_SMALL : (REASONS[category] ?? null);
  return { category, reasonCode, notes: { en: inLanguage('en'), de: inLanguage('de'), es: inLanguage('es') } };
};
