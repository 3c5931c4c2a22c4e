interface Rated {
  readonly taxPercent: string;
}

/** The taxes that a bill names: a rate of zero matters only next to another one, where it tells what is not taxed. */
export const taxesSaid = <T extends Rated>(taxes: readonly T[]): readonly T[] =>
  taxes.some(({ taxPercent }) => Number(taxPercent) !== 0) ? taxes : [];
