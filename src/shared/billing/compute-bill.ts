import type {
  Bill,
  BillDiscount,
  BillLine,
  BillTerms,
  BillWarning,
  Discount,
  ManualLine,
  Parting,
  TaxKind,
} from '#shared/billing/schemas/bill.ts';
import { recompute, shareDiscount, taxOf } from '#shared/billing/amounts.ts';
import type { BillingRate } from '#shared/billing/choose-rate.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import type { BillableEntry, BillableField } from '#shared/billing/quantities.ts';
import { linesOfWork, warningOf } from '#shared/billing/work-lines.ts';
import { decimal, safeCents, textOf } from '#shared/lib/decimal.ts';

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
}

const manualBillLine = ({ taxPercent, taxIncluded, ...line }: ManualLine, place: number, terms: BillTerms): BillLine => {
  const explanation = { kind: 'manual' as const, quantity: line.quantity, price: line.price };
  return {
    key: `manual ${place + 1}`,
    kind: 'manual',
    jobId: line.jobId,
    serviceTypeId: null,
    label: line.label,
    basis: null,
    unit: line.unit,
    quantity: textOf(decimal(line.quantity)),
    price: line.price,
    cents: recompute(explanation, smallestCents(terms.currency)),
    taxPercent: textOf(decimal(taxPercent ?? terms.taxPercent)),
    taxIncluded: taxIncluded ?? terms.taxIncluded,
    from: null,
    to: null,
    entryIds: [],
    explanation,
  };
};

type TaxGroup = TaxKind & { readonly cents: number };

/** The lines' sums by tax rate: lower rates first, tax on top before tax included. */
const sumsByTax = (lines: readonly BillLine[]): TaxGroup[] => {
  const sums = new Map<string, TaxKind & { cents: bigint }>();
  for (const { taxPercent, taxIncluded, cents } of lines) {
    const key = `${taxPercent} ${taxIncluded}`;
    sums.set(key, { taxPercent, taxIncluded, cents: (sums.get(key)?.cents ?? 0n) + BigInt(cents) });
  }
  return [...sums.values()]
    .map((each) => ({ ...each, cents: safeCents(each.cents) }))
    .sort((left, right) => Number(left.taxPercent) - Number(right.taxPercent) || Number(left.taxIncluded) - Number(right.taxIncluded));
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

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

/** The sum of each tax rate with its tax, and the totals. `smallest`: the smallest payable amount of the currency, in cents. */
export const totalsOf = (lines: readonly BillLine[], smallest: number): Pick<Bill, 'taxes' | 'netCents' | 'taxCents' | 'grossCents'> => {
  const taxes = sumsByTax(lines).map((each) => ({ ...each, taxCents: safeCents(taxOf(BigInt(each.cents), each, smallest)) }));
  const taxCents = total(taxes.map((each) => BigInt(each.taxCents)));
  const onTop = total(taxes.filter((each) => !each.taxIncluded).map((each) => BigInt(each.taxCents)));
  const grossCents = total(lines.map(({ cents }) => BigInt(cents))) + onTop;
  return { taxes, netCents: safeCents(grossCents - taxCents), taxCents: safeCents(taxCents), grossCents: safeCents(grossCents) };
};

/**
 * Computes the bill of these entries. Money is rounded once for each line, half away from zero, to the cent or to the smallest payable
 * amount of the currency; tax is rounded once for each tax rate, on the sum of its lines; totals are sums of those. The order of entries
 * and rates does not matter.
 */
export const computeBill = ({ entries, rates, fields, terms, manualLines = [], discounts = [], partings = [] }: BillInput): Bill => {
  const smallest = smallestCents(terms.currency);
  const { lines, warnings } = linesOfWork({ entries, rates, fields, partings }, terms);
  lines.push(...manualLines.map((line, place) => manualBillLine(line, place, terms)));
  for (const [place, discount] of discounts.entries()) {
    lines.push(...discountLines(discount, place + 1, lines, { smallest, warnings }));
  }
  return { currency: terms.currency, lines, ...totalsOf(lines, smallest), warnings };
};
