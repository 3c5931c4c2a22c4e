/** The middle value; of an even number the lower of the two. NaN of nothing. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The smallest value that at least this share of all are not above (nearest rank); NaN of nothing. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};

/** A figure with how far it went in the rounds. */
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
