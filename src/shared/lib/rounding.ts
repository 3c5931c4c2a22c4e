import { type Decimal, digitsAt } from '#shared/lib/decimal.ts';

/** The integer nearest to a fraction with a positive divisor; halves are rounded away from zero. */
export const nearestQuotient = (dividend: bigint, divisor: bigint): bigint => {
  const half = (dividend < 0n ? -1n : 1n) * divisor;
  // Truncation towards zero of a value moved away from it by a half.
  return (2n * dividend + half) / (2n * divisor);
};

export type Direction = 'up' | 'down' | 'nearest';

/**
 * How many whole steps fit into a value of zero or more, rounded in the given direction; halves are rounded up. `step` must be positive.
 */
export const stepsIn = (value: Decimal, step: Decimal, direction: Direction): bigint => {
  const scale = Math.max(value.scale, step.scale);
  const [dividend, divisor] = [digitsAt(value, scale), digitsAt(step, scale)];
  switch (direction) {
    case 'down':
      return dividend / divisor;
    case 'up':
      return (dividend + divisor - 1n) / divisor;
    case 'nearest':
      return nearestQuotient(dividend, divisor);
  }
};

/** The multiple of `step` nearest to a value of zero or more, in the given direction. */
export const roundToStep = (value: Decimal, step: Decimal, direction: Direction): Decimal => ({
  digits: stepsIn(value, step, direction) * step.digits,
  scale: step.scale,
});

/** An amount of a currency as cents, a multiple of `smallest` of them; halves are rounded away from zero. */
export const centsOf = (amount: Decimal, smallest = 1): number =>
  safeCents(nearestQuotient(amount.digits * 100n, 10n ** BigInt(amount.scale) * BigInt(smallest)) * BigInt(smallest));

/** Cents as a number; throws for amounts that a number cannot hold to the cent. */
export const safeCents = (cents: bigint): number => {
  const number = Number(cents);
  if (!Number.isSafeInteger(number)) {
    throw new RangeError('An amount is too large to be billed.');
  }
  return number;
};
