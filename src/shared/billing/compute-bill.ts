import type { Bill, BillDiscount, BillLine, BillTerms, BillWarning, Discount, ManualLine, Parting } from '#shared/billing/schemas/bill.ts';
import { recompute, shareDiscount } from '#shared/billing/amounts.ts';
import { sumsByTax, totalsOf } from '#shared/billing/tax-sums.ts';
import type { BillingRate } from '#shared/billing/choose-rate.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import type { BillableEntry, BillableField } from '#shared/billing/quantities.ts';
import { hasTaxInPrice, ownTax, taxKindOf } from '#shared/billing/tax-kind.ts';
import { linesOfWork, warningOf } from '#shared/billing/work-lines.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';

/** Everything that a bill is made of. */
export interface BillInput {
  readonly entries: readonly BillableEntry[];
  readonly rates: readonly BillingRate[];
  /** The organization's data fields; a field that entries have values of is never deleted. */
  readonly fields: readonly BillableField[];
  readonly terms: BillTerms;
  readonly manualLines?: readonly ManualLine[];
  /** Applied in order, each to what the earlier ones left. */
  readonly discounts?: readonly BillDiscount[];
  /** How quantities of entries with several machines are split; a split that no longer fits is ignored. */
  readonly partings?: readonly Parting[];
  /** What was billed before and is taken off last; no discount is reckoned on it. */
  readonly deposits?: readonly ManualLine[];
}

const handLine = (
  { taxPercent, taxIncluded, ...line }: ManualLine,
  place: number,
  terms: BillTerms,
  group: 'manual' | 'deposit' = 'manual',
): BillLine => {
  const explanation = { kind: 'manual' as const, quantity: line.quantity, price: line.price };
  return {
    key: `${group} ${place + 1}`,
    kind: 'manual',
    jobId: line.jobId,
    serviceTypeId: null,
    label: line.label,
    basis: null,
    unit: line.unit,
    quantity: textOf(decimal(line.quantity)),
    price: line.price,
    cents: recompute(explanation, smallestCents(terms.currency)),
    // What was billed before is taken off with the tax that was billed, also where there is none any more.
    ...(group === 'deposit' ? ownTax : taxKindOf)({ taxPercent, taxIncluded }, terms),
    from: null,
    to: null,
    entryIds: [],
    explanation,
  };
};

const discountLines = (
  { label, percent, cents }: BillDiscount,
  number: number,
  before: readonly BillLine[],
  { smallest, warnings }: { readonly smallest: number; readonly warnings: BillWarning[] },
): BillLine[] => {
  const discount: Discount = percent === null ? { kind: 'amount', cents: cents ?? 0 } : { kind: 'percent', percent };
  const groups = sumsByTax(before);
  const shares = shareDiscount(discount, groups, smallest);
  const taken = shares.reduce((sum, each) => sum - BigInt(each), 0n);
  if (discount.kind === 'amount' && taken < BigInt(discount.cents)) {
    warnings.push(warningOf('discountTooLarge'));
  }
  return groups.flatMap(({ taxPercent, taxIncluded }, place) => {
    const explanation = { kind: 'discount' as const, discount, groups, place };
    const amount = recompute(explanation, smallest);
    return amount === 0
      ? []
      : {
          key: `discount ${number}, ${taxPercent} ${taxIncluded ? 'included' : 'added'}`,
          kind: 'discount' as const,
          jobId: null,
          serviceTypeId: null,
          label,
          basis: null,
          unit: null,
          quantity: null,
          price: null,
          cents: amount,
          taxPercent,
          taxIncluded,
          from: null,
          to: null,
          entryIds: [],
          explanation,
        };
  });
};

/** One for each rate, and one for all lines by hand. */
const warningsOfTax = (
  lines: readonly BillLine[],
  rates: readonly BillingRate[],
  manualLines: readonly ManualLine[],
  terms: BillTerms,
): BillWarning[] => {
  const used = new Set(lines.flatMap(({ explanation }) => ('rate' in explanation ? explanation.rate.id : [])));
  const found = rates.filter((each) => used.has(each.id) && hasTaxInPrice(each, terms));
  const byHand = manualLines.some((each) => hasTaxInPrice(each, terms)) ? [warningOf('taxInPrice')] : [];
  return [...found.map(({ id, serviceTypeId }) => warningOf('taxInPrice', { rateId: id, serviceTypeId })), ...byHand];
};

/**
 * Computes the bill of these entries. Money is rounded once for each line, half away from zero, to the cent or to the smallest payable
 * amount of the currency; tax is rounded once for each tax rate, on the sum of its lines; totals are sums of those. The order of entries
 * and rates does not matter.
 */
export const computeBill = ({
  entries,
  rates,
  fields,
  terms,
  manualLines = [],
  discounts = [],
  partings = [],
  deposits = [],
}: BillInput): Bill => {
  const smallest = smallestCents(terms.currency);
  const { lines, warnings } = linesOfWork({ entries, rates, fields, partings }, terms);
  lines.push(...manualLines.map((line, place) => handLine(line, place, terms)));
  warnings.push(...warningsOfTax(lines, rates, manualLines, terms));
  for (const [place, discount] of discounts.entries()) {
    lines.push(...discountLines(discount, place + 1, lines, { smallest, warnings }));
  }
  lines.push(...deposits.map((line, place) => handLine(line, place, terms, 'deposit')));
  return { currency: terms.currency, lines, ...totalsOf(lines, smallest), warnings };
};
