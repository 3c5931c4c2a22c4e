import { decimal, sum } from '#shared/lib/decimal.ts';

/** Adds numbers as the decimals that people read: 0.1 + 0.2 is 0.3. Every value must be finite. */
export const exactSum = (values: readonly number[]): number => {
  const { digits, scale } = sum(values.map(decimal));
  return Number(`${digits}e-${scale}`);
};
