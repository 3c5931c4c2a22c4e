import type { Bill, BillLine, TaxKind } from '#shared/billing/schemas/bill.ts';
import { totalsOf } from '#shared/billing/tax-sums.ts';

type Taxes = Bill['taxes'];

/** What is left to credit at this tax: the sum of lines, and its tax, in cents. */
export const leftToCredit = (
  billed: Taxes,
  credited: Taxes,
  { taxPercent, taxIncluded }: TaxKind,
): { readonly cents: number; readonly taxCents: number } => {
  const at = (taxes: Taxes) => taxes.filter((tax) => tax.taxPercent === taxPercent && tax.taxIncluded === taxIncluded);
  const sum = (taxes: Taxes, of: 'cents' | 'taxCents'): number => at(taxes).reduce((total, tax) => total + tax[of], 0);
  return { cents: sum(billed, 'cents') - sum(credited, 'cents'), taxCents: sum(billed, 'taxCents') - sum(credited, 'taxCents') };
};

/**
 * What a credit note of these lines comes to: as a bill of them would, but never more tax than is left, and all of it where nothing else is
 * left at its rate. The tax of parts, each rounded, need not add up to that of the bill.
 */
export const creditTotals = (
  { billed, credited }: { readonly billed: Taxes; readonly credited: Taxes },
  lines: readonly (TaxKind & Pick<BillLine, 'cents'>)[],
  smallest: number,
): Pick<Bill, 'taxes' | 'netCents' | 'taxCents' | 'grossCents'> => {
  const usual = totalsOf(lines, smallest);
  const taxes = usual.taxes.map((tax) => {
    const left = leftToCredit(billed, credited, tax);
    return { ...tax, taxCents: left.cents === tax.cents ? left.taxCents : Math.min(tax.taxCents, Math.max(0, left.taxCents)) };
  });
  const sum = (which: Taxes): number => which.reduce((total, tax) => total + tax.taxCents, 0);
  const onTop = (which: Taxes): number => sum(which.filter(({ taxIncluded }) => !taxIncluded));
  const grossCents = usual.grossCents - onTop(usual.taxes) + onTop(taxes);
  const taxCents = sum(taxes);
  return { taxes, netCents: grossCents - taxCents, taxCents, grossCents };
};
