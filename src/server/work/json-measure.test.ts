import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureJson } from '#server/work/json-measure.ts';

const BOUNDS = { values: 100, depth: 5 };

/** The verdict on the text when it comes in pieces of this size; undefined: nothing is wrong with it. */
const saidOf = (text: string, piece = text.length): string | undefined => {
  const measure = measureJson(BOUNDS);
  const bytes = Buffer.from(text);
  try {
    for (let from = 0; from < bytes.length; from += Math.max(1, piece)) {
      measure.add(bytes.subarray(from, from + Math.max(1, piece)));
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const TOO_MANY = 'The body has more than 100 values. Send it in parts.';
const TOO_DEEP = 'The body may not be nested deeper than 5 levels.';

describe('the measure of a JSON text', () => {
  test.each([
    ['many records', `[${'{},'.repeat(100)}{}]`, TOO_MANY],
    ['many numbers', `[${'1,'.repeat(100)}1]`, TOO_MANY],
    ['many names', `{${Array.from({ length: 101 }, (_, at) => `"${at}":1`).join(',')}}`, TOO_MANY],
    ['what never ends', '[1,'.repeat(6), TOO_DEEP],
    ['depth', `${'['.repeat(6)}${']'.repeat(6)}`, TOO_DEEP],
    ['the depth that is left', `${'['.repeat(5)}${']'.repeat(5)}`, undefined],
    ['lists beside each other', `[${'[[]],'.repeat(30)}[]]`, undefined],
    ['a long name', JSON.stringify({ ['n'.repeat(1001)]: 1 }), 'A name in the body may have at most 1000 bytes.'],
    ['a name that is just not too long', JSON.stringify({ ['n'.repeat(1000)]: 1 }), undefined],
    ['a long text beside a name', JSON.stringify({ n: 'x'.repeat(5000), m: ['y'.repeat(5000)] }), undefined],
    ['what stands in texts', JSON.stringify({ a: '[{,'.repeat(1000), b: '\\"[[[[[[\\\\'.repeat(100), c: '"{{{{{{{"' }), undefined],
  ])('of %s', (_, text, said) => {
    for (const piece of [text.length, 1, 2, 3, 7]) {
      expect(saidOf(text, piece)).toBe(said);
    }
  });

  test('is never less than the number of values in the text, wherever it is cut', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, item) => sum + count(item), 1) : 1;
    const depth = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), fc.integer({ min: 1, max: 9 }), (value, piece) => {
        const isWithin = count(value) <= BOUNDS.values && depth(value) <= BOUNDS.depth;
        expect(isWithin || saidOf(JSON.stringify(value), piece) !== undefined).toBe(true);
      }),
    );
  });
});
