import type { DocumentParty } from './document.ts';
import { partiesOf } from './parties.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { LegalNeed } from '#shared/billing/schemas/tax-position.ts';
import { isInUnion } from '#shared/domain/european-union.ts';

/** Up to this amount with tax, in cents, the law does not ask for the customer. */
const SMALL: Readonly<Record<string, number>> = { DE: 25_000, AT: 40_000, ES: 40_000, GB: 25_000 };

/** Above this amount an Austrian bill names the customer's VAT number, too (§ 11 Abs. 1 Z 3 lit. b UStG 1994). */
const LARGE_IN_AUSTRIA = 1_000_000;

const hasAddress = ({ addressLines, town }: DocumentParty): boolean => addressLines.length > 0 || town !== null;

type Billed = Pick<BillingContent, 'issuer' | 'customer' | 'bill'> & { readonly entries: readonly { readonly date: string }[] };
type Facts = ReturnType<typeof partiesOf> & Billed;

const hasOwnNumber = ({ taxNumber, taxRegistration }: Facts['seller']): boolean => taxNumber !== null || taxRegistration !== null;

/** Countries whose bills have a value added tax; elsewhere the law asks for next to nothing. */
const hasVat = (country: string | null): boolean => isInUnion(country) || country === 'GB' || country === 'CH';

/** A seller who is not registered has no number to show; a German one has (§ 34a UStDV), an Austrian one without input tax needs none. */
const isNumberless = ({ seller: { taxScheme, country } }: Facts): boolean =>
  taxScheme === 'smallBusiness' && (!isInUnion(country) || country === 'IE' || country === 'AT');

/** Small businesses in Austria may bill any amount like a small one (§ 11 Abs. 6 UStG 1994). */
const needsCustomer = ({ seller: { taxScheme, country } }: Facts, isSmall: boolean): boolean =>
  !isSmall && !(country === 'AT' && taxScheme === 'smallBusiness');

/** Only German bills of small amounts (§ 33 UStDV) and of small businesses (§ 34a UStDV) need no day. */
const needsDays = ({ seller: { taxScheme, country } }: Facts, isSmall: boolean): boolean =>
  country !== 'DE' || !(isSmall || taxScheme === 'smallBusiness');

/** Where a customer of the same country owes the tax, German and British law ask for words, and not for the customer's number. */
const isNamedWithoutNumber = ({ seller, buyer }: Facts): boolean =>
  seller.country === buyer.country && (seller.country === 'DE' || seller.country === 'GB');

const lacksReason = ({ seller, buyer, bill }: Facts): boolean => {
  const isUsual = seller.taxScheme !== 'smallBusiness' && buyer.taxTreatment === 'usual';
  return isUsual
    ? bill.lines.some(({ taxPercent }) => Number(taxPercent) === 0)
    : buyer.taxTreatment === 'exempt' && buyer.taxNote === null;
};

const needsBuyerNumber = (facts: Facts, isSmall: boolean): boolean => {
  const { seller, buyer, bill } = facts;
  return (
    (buyer.taxTreatment === 'reverseCharge' && !isNamedWithoutNumber(facts)) ||
    (seller.country === 'ES' && buyer.country === 'ES' && !isSmall) ||
    (seller.country === 'AT' && bill.currency === 'EUR' && bill.grossCents > LARGE_IN_AUSTRIA)
  );
};

/**
 * What the law of the seller's country asks for on a bill, and this one lacks (docs/billing-law.md). It is a hint for whoever sends it: it
 * stops nothing, and knows neither who is a business nor every law.
 */
export const missingByLaw = (billed: Billed): LegalNeed[] => {
  const facts: Facts = { ...billed, ...partiesOf(billed) };
  const { seller, buyer, bill, entries } = facts;
  // A customer of an organization in the United States may have to show why they pay no sales tax; nothing else is asked.
  if (!hasVat(seller.country)) {
    return seller.country === 'US' && buyer.taxTreatment === 'exempt' && buyer.taxNote === null ? ['the reason why there is no tax'] : [];
  }
  const isSmall = bill.grossCents <= (SMALL[seller.country ?? ''] ?? 0) && buyer.taxTreatment !== 'reverseCharge';
  const asked: readonly (readonly [need: LegalNeed, isMissing: boolean])[] = [
    ['the address of the organization', !hasAddress(seller)],
    ['the tax number of the organization', !hasOwnNumber(seller) && !isNumberless(facts)],
    ['the address of the customer', needsCustomer(facts, isSmall) && !hasAddress(buyer)],
    ['the tax number of the customer', needsBuyerNumber(facts, isSmall) && buyer.taxNumber === null],
    ['the days of the work', needsDays(facts, isSmall) && bill.lines.length > 0 && entries.length === 0],
    ['the reason why there is no tax', lacksReason(facts)],
  ];
  return asked.filter(([, isMissing]) => isMissing).map(([need]) => need);
};
