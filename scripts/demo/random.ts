/** A stream of numbers that depends only on its seed. */
export interface Random {
  /** From 0, included, to 1, excluded. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  /** A multiple of `step`, both ends included. */
  between(from: number, to: number, step: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  shuffled<T>(items: readonly T[]): T[];
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a: turns any text into 32 bits to start from. */
const hashOf = (text: string): number => {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  }
  return hash >>> 0;
};

/** Rounds to a multiple of `step` without the trailing digits of binary fractions. */
export const roundTo = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(2));

/**
 * Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, more than good enough for made-up data.
 * The seed is text, so that every part of the data has a stream of its own (`'7/Halvorsen Custom/jobs'`)
 * and a change to one part leaves the others as they are.
 */
export const randomOf = (seed: string): Random => {
  let state = hashOf(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) {
      throw new Error('There is nothing to pick from.');
    }
    return items[int(0, items.length - 1)] as T;
  };
  return {
    next,
    int,
    pick,
    between: (from, to, step) => roundTo(from + next() * (to - from), step),
    chance: (probability) => next() < probability,
    weighted: (items, weightOf) => {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) {
          return item;
        }
      }
      return pick(items);
    },
    shuffled: (items) => {
      const mixed = [...items];
      for (let at = mixed.length - 1; at > 0; at -= 1) {
        const other = int(0, at);
        [mixed[at], mixed[other]] = [mixed[other] as (typeof mixed)[number], mixed[at] as (typeof mixed)[number]];
      }
      return mixed;
    },
  };
};
