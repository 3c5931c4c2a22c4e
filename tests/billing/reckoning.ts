import type { MeasuredEntry } from '#shared/billing/schemas/bill.ts';
import type { RateLine } from '#shared/billing/schemas/rate.ts';

/** A second way to reckon, in fractions, that shares no code with the engine. */
export type Fraction = readonly [bigint, bigint];
/** A decimal as a fraction. */
export const read = (text: string): Fraction => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  return [BigInt(`${sign}${whole}${fraction}`), 10n ** BigInt(fraction.length)];
};
export const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
export const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
export const less = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b;
export const same = (left: Fraction, right: Fraction): boolean => !less(left, right) && !less(right, left);
const floor = ([a, b]: Fraction): bigint => (a >= 0n ? a / b : -((-a + b - 1n) / b));
/** The nearest whole number; the half goes away from zero. */
export const halfAwayFromZero = ([a, b]: Fraction): bigint => (a < 0n ? -floor([-2n * a + b, 2n * b]) : floor([2n * a + b, 2n * b]));

const toStep = (value: Fraction, { step, direction }: NonNullable<RateLine['rounding']>): Fraction => {
  const [n, d] = read(step);
  const steps: Fraction = multiply(value, [d, n]);
  const whole = direction === 'down' ? floor(steps) : direction === 'up' ? -floor([-steps[0], steps[1]]) : halfAwayFromZero(steps);
  return multiply([whole, 1n], [n, d]);
};
/** What these entries must come to, priced together by a line of a rate. */
export const expectedAmount = ({ rounding, prices, minimumCents }: RateLine, entries: readonly MeasuredEntry[]): Fraction => {
  const zero: Fraction = [0n, 1n];
  const measured = entries.map((each) => read(each.measured));
  const rounded = rounding?.on === 'entry' ? measured.map((each) => toStep(each, rounding)) : measured;
  const total = rounded.reduce(add, zero);
  const quantity = rounding?.on === 'total' ? toStep(total, rounding) : total;
  let amount = zero;
  let from = zero;
  for (const { upTo, price } of prices) {
    const to = upTo === null || less(quantity, read(upTo)) ? quantity : read(upTo);
    amount = add(amount, multiply(add(to, [-from[0], from[1]]), read(price)));
    from = to;
  }
  const minimum: Fraction = [BigInt(minimumCents ?? 0), 100n];
  return measured.some(([n]) => n > 0n) && less(amount, minimum) ? minimum : amount;
};
