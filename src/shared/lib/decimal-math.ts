import { type Decimal, plus } from '#shared/lib/decimal.ts';

export const minus = (left: Decimal, right: Decimal): Decimal => plus(left, { ...right, digits: -right.digits });

export const times = (left: Decimal, right: Decimal): Decimal => ({ digits: left.digits * right.digits, scale: left.scale + right.scale });

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`. */
export const compare = (left: Decimal, right: Decimal): number => {
  const { digits } = minus(left, right);
  return digits === 0n ? 0 : digits < 0n ? -1 : 1;
};
