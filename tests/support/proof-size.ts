import process from 'node:process';

/**
 * How much a test does. A push (`npm test`) wants an answer in minutes; `npm run proofs` repeats until chance has little left to hide in, and
 * `npm run proofs -- --times 10` ten times as often. A test file that asks here belongs to both: the proofs find it by this import.
 */

/** How many times over; absent at a push. Set by scripts/proofs.mjs. */
const TIMES = process.env['PROOF_TIMES'];

/** What random choices begin with: the same at every push, so that a push fails by its own fault; another one by TEST_SEED=7. */
export const SEED = Number(process.env['TEST_SEED'] ?? 20_250_601);

/** Whether this is the long run. */
export const isProof = TIMES !== undefined;

/** How many of something: schedules, kills, requests. */
export const sized = ({ push, proofs }: { readonly push: number; readonly proofs: number }): number =>
  TIMES === undefined ? push : Math.ceil(proofs * Number(TIMES));

/** Returns a whole number from the text and the seed, spread evenly: the same choice for the same text, whatever stands beside it. */
const hashOf = (text: string): number => {
  let hash = SEED >>> 0;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x9e_37_79_b1) >>> 0;
    hash = (hash ^ (hash >>> 15)) >>> 0;
  }
  return hash;
};

/** At a push one of several that differ in one thing (a language, a width, an engine, a kind of fault), chosen by the seed for this text. */
export const oneAtAPush = <T>(all: readonly T[], text: string): readonly T[] =>
  isProof ? all : all.filter((_, index) => index === hashOf(text) % all.length);

/**
 * At a push the first of each group and one in so many of the others, chosen by the seed; all of them in the proofs. A group is what must
 * never be left out altogether: a call, a screen.
 */
export const sampled = <T>(all: readonly T[], oneIn: number, nameOf: (each: T) => string, groupOf: (each: T) => string): readonly T[] => {
  if (isProof) {
    return all;
  }
  const seen = new Set<string>();
  return all.filter((each) => {
    const group = groupOf(each);
    const isFirst = !seen.has(group);
    seen.add(group);
    return isFirst || hashOf(nameOf(each)) % oneIn === 0;
  });
};
