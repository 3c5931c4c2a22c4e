import { formatAmount } from '#client/lib/formats.ts';

/** A decimal as people type it, with a comma or a point, as the contract takes it. What is no decimal stays as it is, and is refused there. */
export const asDecimal = (text: string): string => text.trim().replace(',', '.');

/** Cents of an amount with at most two decimals; of anything else no whole number, which the contract refuses. */
export const centsOfText = (text: string): number => {
  const [, whole = '', fraction = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(asDecimal(text)) ?? [];
  return whole === '' ? Number.NaN : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

/** The amount as people here type it: 15000 cents are '150.00' or '150,00'. */
export const textOfCents = (cents: number): string => formatAmount(cents / 100);
