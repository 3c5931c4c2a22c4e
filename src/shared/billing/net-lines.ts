import type { DocumentLine, DocumentTax } from '#shared/billing/document.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { times } from '#shared/lib/decimal-math.ts';
import { centsOf, nearestQuotient } from '#shared/lib/rounding.ts';

type TaxedLine = Pick<DocumentLine, 'cents' | 'taxPercent' | 'taxIncluded'>;

/** A line with its amount without tax. */
export interface NetLine<L extends TaxedLine = DocumentLine> {
  readonly line: L;
  readonly netCents: number;
}

/**
 * The lines without tax, as accounting programs and e-invoices want them. Tax included in lines is taken out by running totals, so that the
 * lines add up to the document's net amount to the cent.
 */
export const netLines = <L extends TaxedLine>({
  lines,
  taxes,
  currency,
}: {
  readonly lines: readonly L[];
  readonly taxes: readonly DocumentTax[];
  readonly currency: string;
}): NetLine<L>[] => {
  const smallest = BigInt(smallestCents(currency));
  const before = new Map<string, { cents: bigint; tax: bigint }>();
  return lines.map((line) => {
    const tax = line.taxIncluded && taxes.find((each) => each.taxIncluded && each.taxPercent === line.taxPercent);
    if (!tax || tax.cents === 0) {
      return { line, netCents: line.cents };
    }
    const so = before.get(line.taxPercent) ?? { cents: 0n, tax: 0n };
    const cents = so.cents + BigInt(line.cents);
    const sign = tax.cents < 0 ? -1n : 1n;
    const isLast = cents === BigInt(tax.cents);
    // All of it has all of the tax, even on a bill from before taxes were rounded to the smallest payable amount.
    const taxed = isLast
      ? BigInt(tax.taxCents)
      : nearestQuotient(sign * cents * BigInt(tax.taxCents), sign * BigInt(tax.cents) * smallest) * smallest;
    before.set(line.taxPercent, { cents, tax: taxed });
    return { line, netCents: line.cents - Number(taxed - so.tax) };
  });
};

/** Cents as a plain decimal of the currency's main unit, always with two decimals: `-1234.50`. */
export const plainAmount = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const DECIMALS = /\.(\d+)$/;

/**
 * Quantity and price whose product is the amount, for programs that multiply themselves: the line's own if they do, otherwise 1 and the
 * whole amount (several prices, a minimum charge, tax taken out). `decimals`: how many the program keeps of a price.
 */
export const multiplied = ({ line, netCents }: NetLine, decimals: number): { quantity: string; price: string; isOwn: boolean } => {
  const { quantity, price } = line;
  if (quantity !== null && price !== null && (DECIMALS.exec(price)?.[1]?.length ?? 0) <= decimals) {
    if (centsOf(times(decimal(quantity), decimal(price))) === netCents) {
      return { quantity, price, isOwn: true };
    }
  }
  return { quantity: '1', price: plainAmount(netCents), isOwn: false };
};
