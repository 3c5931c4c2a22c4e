import { taxOf } from '#shared/billing/amounts.ts';
import type { Bill, BillLine, TaxKind } from '#shared/billing/schemas/bill.ts';
import { safeCents } from '#shared/lib/rounding.ts';

type Taxed = TaxKind & Pick<BillLine, 'cents'>;

/** The lines' sums by tax rate: lower rates first, tax on top before tax included. */
export const sumsByTax = (lines: readonly Taxed[]): Taxed[] => {
  const sums = new Map<string, TaxKind & { cents: bigint }>();
  for (const { taxPercent, taxIncluded, cents } of lines) {
    const key = `${taxPercent} ${taxIncluded}`;
    sums.set(key, { taxPercent, taxIncluded, cents: (sums.get(key)?.cents ?? 0n) + BigInt(cents) });
  }
  return [...sums.values()]
    .map((each) => ({ ...each, cents: safeCents(each.cents) }))
    .sort((left, right) => Number(left.taxPercent) - Number(right.taxPercent) || Number(left.taxIncluded) - Number(right.taxIncluded));
};

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

/** The sum of each tax rate with its tax, and the totals. `smallest`: the smallest payable amount of the currency, in cents. */
export const totalsOf = (lines: readonly Taxed[], smallest: number): Pick<Bill, 'taxes' | 'netCents' | 'taxCents' | 'grossCents'> => {
  const taxes = sumsByTax(lines).map((each) => ({ ...each, taxCents: safeCents(taxOf(BigInt(each.cents), each, smallest)) }));
  const taxCents = total(taxes.map((each) => BigInt(each.taxCents)));
  const onTop = total(taxes.filter((each) => !each.taxIncluded).map((each) => BigInt(each.taxCents)));
  const grossCents = total(lines.map(({ cents }) => BigInt(cents))) + onTop;
  return { taxes, netCents: safeCents(grossCents - taxCents), taxCents: safeCents(taxCents), grossCents: safeCents(grossCents) };
};
