/**
 * Allocates an amount by weight, largest remainder first: each part is rounded down to a whole `unit`, and the rest goes, one unit at a
 * time, to the parts that lost most by rounding (ties: the first). Weights are zero or more, at least one of them; if all are zero they
 * count as equal. The parts add up to the amount, which must be a multiple of the unit.
 */
export const allocateUnits = (amount: bigint, weights: readonly bigint[], unit: bigint): bigint[] => {
  const sum = weights.reduce((total, each) => total + each, 0n);
  const fair = sum === 0n ? weights.map(() => 1n) : weights;
  const whole = (sum === 0n ? BigInt(weights.length) : sum) * unit;
  const parts = fair.map((weight) => ((weight * amount) / whole) * unit);
  let rest = amount - parts.reduce((total, each) => total + each, 0n);
  const byRemainder = fair
    .map((weight, index) => ({ index, remainder: (weight * amount) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (rest > 0n) {
      parts[index] = (parts[index] ?? 0n) + unit;
      rest -= unit;
    }
  }
  return parts;
};

/** Allocates cents, of either sign, by weight: to the cent, or in multiples of `unit` cents. See `allocateUnits` for the remainder. */
export const allocate = (cents: number, weights: readonly bigint[], unit = 1): number[] => {
  const sign = cents < 0 ? -1 : 1;
  return allocateUnits(BigInt(Math.abs(cents)), weights, BigInt(unit)).map((each) => (each === 0n ? 0 : sign * Number(each)));
};
