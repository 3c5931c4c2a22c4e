/** Random numbers from a seed (sfc32): the same seed, the same run. */
export interface SeededRandom {
  /** At least 0 and less than 1. */
  readonly fraction: () => number;
  /** An integer, at least 0 and less than `below`. */
  readonly below: (below: number) => number;
  /** True with this probability. */
  readonly isHit: (probability: number) => boolean;
  readonly pick: <T>(of: readonly T[]) => T;
  /** One of the names, chosen by weight. */
  readonly weighted: <N extends string>(weights: Readonly<Record<N, number>>) => N;
}

export const seededRandom = (seed: number): SeededRandom => {
  let a = 0x9e3779b9;
  let b = Math.trunc(seed) | 0;
  let c = Math.trunc(seed / 4_294_967_296) | 0x2545f491;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) {
    next();
  }
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    fraction: next,
    below,
    isHit: (probability) => next() < probability,
    pick: (of) => {
      const found = of[below(of.length)];
      if (found === undefined) {
        throw new Error('Nothing to pick from.');
      }
      return found;
    },
    weighted: (weights) => {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) {
          return name;
        }
      }
      return names[0] as (typeof names)[number];
    },
  };
};
