import type { BillTerms, TaxKind } from '#shared/billing/schemas/bill.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';

/** Whether no line has tax: the seller bills none, or this customer does not pay it to them. */
export const isUntaxed = ({ standing }: Pick<BillTerms, 'standing'>): boolean =>
  standing !== undefined && (standing.scheme === 'smallBusiness' || standing.treatment !== 'usual');

/** What a rate or a line says of tax; null: as the organization has it. */
interface Own {
  readonly taxPercent: string | null;
  readonly taxIncluded: boolean | null;
}

/** What it says itself, whoever the customer is. */
export const ownTax = ({ taxPercent, taxIncluded }: Own, terms: BillTerms): TaxKind => ({
  taxPercent: textOf(decimal(taxPercent ?? terms.taxPercent)),
  taxIncluded: taxIncluded ?? terms.taxIncluded,
});

/** The tax of an amount. Without tax a price stays as it was agreed, also one that includes tax elsewhere. */
export const taxKindOf = (own: Own, terms: BillTerms): TaxKind =>
  isUntaxed(terms) ? { taxPercent: '0', taxIncluded: false } : ownTax(own, terms);

/** Whether the price includes tax that this customer does not pay: it should be looked at before it is billed. */
export const hasTaxInPrice = (own: Own, terms: BillTerms): boolean => {
  const { taxPercent, taxIncluded } = ownTax(own, terms);
  return taxIncluded && Number(taxPercent) !== 0 && isUntaxed(terms) && terms.standing?.scheme !== 'smallBusiness';
};
