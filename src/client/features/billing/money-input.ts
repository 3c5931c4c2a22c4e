import { decimalOf } from '#client/lib/typed-number.ts';

/** Cents of an amount with at most two decimals, as a form holds it; for anything else a non-integer, which the contract refuses. */
export const centsOfText = (held: string): number => {
  const [, whole = '', fraction = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(decimalOf(held) ?? '') ?? [];
  return whole === '' ? Number.NaN : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

/** An amount as a form holds it: 15000 cents are '150.00'. */
export const textOfCents = (cents: number): string => (cents / 100).toFixed(2);
