import { allocate } from '#shared/lib/allocate.ts';
import type { Discount, Explanation, MeasuredEntry, QuantityPart, TaxKind } from '#shared/billing/schemas/bill.ts';
import type { RateFuel, RateLine } from '#shared/billing/schemas/rate.ts';
import { type Decimal, decimal, plus, sum, ZERO } from '#shared/lib/decimal.ts';
import { compare, minus, times } from '#shared/lib/decimal-math.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
import { centsOf, nearestQuotient, roundToStep, safeCents, stepsIn } from '#shared/lib/rounding.ts';

type Pricing = Pick<RateLine, 'prices' | 'rounding' | 'minimumCents'>;

const lesser = (left: Decimal, right: Decimal): Decimal => (compare(left, right) <= 0 ? left : right);

/** The part of a quantity inside each price step. */
export const quantitiesBySteps = (quantity: Decimal, prices: Pricing['prices']): Decimal[] => {
  const bounds = prices.map(({ upTo }) => (upTo === null ? quantity : lesser(quantity, decimal(upTo))));
  return bounds.map((bound, index) => minus(bound, bounds[index - 1] ?? ZERO));
};

/** Quantity times price, graduated: each price applies to the part of the quantity inside its step. */
export const graduated = (quantity: Decimal, prices: Pricing['prices']): Decimal =>
  sum(quantitiesBySteps(quantity, prices).map((part, index) => times(part, decimal(prices[index]?.price ?? '0'))));

/** The billed quantity: each entry rounded, or their total. */
const billed = ({ rounding }: Pricing, measured: readonly Decimal[]): Decimal => {
  if (rounding === null) {
    return sum(measured);
  }
  const round = (value: Decimal) => roundToStep(value, decimal(rounding.step), rounding.direction);
  return rounding.on === 'entry' ? sum(measured.map(round)) : round(sum(measured));
};

/** Prices what these entries brought together. The minimum charge is for work that was done: it does not apply to a quantity of zero. */
export const priceQuantity = (pricing: Pricing, entries: readonly MeasuredEntry[]): QuantityPart => {
  const quantity = billed(
    pricing,
    entries.map(({ measured }) => decimal(measured)),
  );
  const amount = graduated(quantity, pricing.prices);
  const minimum: Decimal = { digits: BigInt(pricing.minimumCents ?? 0), scale: 2 };
  const isWork = entries.some(({ measured }) => compare(decimal(measured), ZERO) > 0);
  const isMinimum = isWork && compare(amount, minimum) < 0;
  return { entries, quantity: textOf(quantity), amount: textOf(isMinimum ? minimum : amount), isMinimum };
};

/** The line with the amounts of the job's other lines subtracted from its minimum, which applies to all of them together. */
export const withMinimumBeside = (line: RateLine, beside: readonly { readonly cents: number }[] = []): RateLine =>
  line.minimumCents === null
    ? line
    : { ...line, minimumCents: Math.max(0, line.minimumCents - Number(total(beside.map(({ cents }) => cents)))) };

/** Whole steps of the fuel's price above its base price; 0 if it is below. */
export const stepsAboveBase = ({ price, basePrice, step }: RateFuel): number => {
  const above = minus(decimal(price ?? '0'), decimal(basePrice ?? '0'));
  return compare(above, ZERO) <= 0 || step === null ? 0 : Number(stepsIn(above, decimal(step), 'down'));
};

/** The billed price of a unit of fuel: its price, or its price above the base price. Null: fuel is not billed by volume. */
export const fuelPrice = ({ kind, price, basePrice }: RateFuel): string | null => {
  if (kind === 'billed') {
    return price;
  }
  const above = minus(decimal(price ?? '0'), decimal(basePrice ?? '0'));
  return kind === 'surchargeByVolume' && compare(above, ZERO) > 0 ? textOf(above) : null;
};

/** A fraction rounded to the nearest multiple of `smallest` cents. */
const nearestCents = (dividend: bigint, divisor: bigint, smallest: number): bigint =>
  nearestQuotient(dividend, divisor * BigInt(smallest)) * BigInt(smallest);

const percentOf = (cents: bigint, percent: Decimal, smallest: number): bigint =>
  nearestCents(cents * percent.digits, 100n * 10n ** BigInt(percent.scale), smallest);

const total = (amounts: readonly number[]): bigint => amounts.reduce((added, each) => added + BigInt(each), 0n);

/** Tax on the sum of the lines of one tax rate: on top of it, or the part contained in it. A multiple of `smallest` cents. */
export const taxOf = (cents: bigint, { taxPercent, taxIncluded }: TaxKind, smallest = 1): bigint => {
  const { digits, scale } = decimal(taxPercent);
  const hundred = 100n * 10n ** BigInt(scale);
  return nearestCents(cents * digits, taxIncluded ? hundred + digits : hundred, smallest);
};

/**
 * What a discount takes off each tax rate's sum, as negative cents. The discount is allocated by the worth of each sum, in multiples of the
 * smallest payable amount. No sum falls below zero.
 */
export const shareDiscount = (discount: Discount, groups: readonly { readonly cents: number }[], smallest = 1): number[] => {
  const sums = groups.map(({ cents }) => BigInt(Math.max(0, cents)));
  if (discount.kind === 'percent') {
    return sums.map((each) => safeCents(-percentOf(each, decimal(discount.percent), smallest)));
  }
  const whole = sums.reduce((added, each) => added + each, 0n);
  const asked = nearestCents(BigInt(discount.cents), 1n, smallest);
  const wanted = safeCents(asked < whole ? asked : whole);
  return wanted === 0 ? groups.map(() => 0) : allocate(-wanted, sums, smallest);
};

/**
 * Computes the amount of a line from its explanation alone: from measurements, prices and rules, never from a stored result. `smallest` is
 * the smallest payable amount of the currency, in cents.
 */
export const recompute = (explanation: Explanation, smallest = 1): number => {
  switch (explanation.kind) {
    case 'quantity': {
      const line = withMinimumBeside(explanation.line, explanation.beside);
      const amounts = explanation.parts.map(({ entries }) => decimal(priceQuantity(line, entries).amount));
      return centsOf(amounts.reduce(plus, ZERO), smallest);
    }
    case 'share': {
      const percent = times(decimal(stepsAboveBase(explanation.fuel)), decimal(explanation.fuel.percent ?? '0'));
      return safeCents(percentOf(total(explanation.of.map(({ cents }) => cents)), percent, smallest));
    }
    case 'manual':
      return centsOf(times(decimal(explanation.quantity), decimal(explanation.price)), smallest);
    case 'discount':
      return shareDiscount(explanation.discount, explanation.groups, smallest)[explanation.place] ?? 0;
  }
};
