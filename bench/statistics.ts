/** The median; of an even number of values the lower of the two in the middle. NaN for none. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The smallest value such that at least this share of all values are not above it (nearest rank); NaN for none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

/** A figure with its range over the rounds. */
export interface Spread {
  readonly middle: number;
  readonly least: number;
  readonly most: number;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  middle: median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});
