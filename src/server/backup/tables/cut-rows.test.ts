import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutRows } from '#server/backup/tables/cut-rows.ts';

const SIZES = { least: 200, most: 4_000, ends: 8 };

const cut = async (text: string, chunk = 64): Promise<string[]> => {
  const chunks = Array.from({ length: Math.ceil(text.length / chunk) }, (_, at) => Buffer.from(text.slice(at * chunk, (at + 1) * chunk)));
  const pieces: string[] = [];
  for await (const piece of cutRows(Readable.from(chunks), SIZES)) {
    pieces.push(piece.toString());
  }
  return pieces;
};

const row = (id: number, words = 'Mowing'): string => `1\t${id}\t${words}\t\\N\n`;
const table = (count: number): string[] => Array.from({ length: count }, (_, at) => row(at));

test('the pieces contain all rows in order, and none is too large, whatever the chunks', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 300 })),
      fc.array(fc.nat(12_000), { maxLength: 3 }),
      fc.integer({ min: 1, max: 9_000 }),
      async (rows, long, chunk) => {
        const text = [...rows, ...long.map((length) => 'x'.repeat(length))].join('\n').replaceAll(/[^\n -~]/g, '?');
        const pieces = await cut(text, chunk);
        expect(pieces.join('')).toBe(text);
        expect(pieces.every(({ length }) => length > 0 && length <= SIZES.most)).toBe(true);
      },
    ),
    { numRuns: 60 },
  ));

test.each([
  ['grows', 1_000, [row(1_000, 'Mowing twice, for it rained')]],
  ['goes', 1_000, []],
  ['comes', 1_000, [row(1_000), row(-5)]],
])('where a row %s, a few pieces change and all others stay', async (_, at, instead) => {
  const rows = table(3_000);
  const before = await cut(rows.join(''));
  const after = await cut(rows.toSpliced(at, 1, ...instead).join(''));
  expect(before.length).toBeGreaterThan(20);
  expect(after.filter((piece) => !before.includes(piece)).length).toBeLessThanOrEqual(3);
});

test('the same rows in other chunks make the same pieces', async () => {
  const text = table(2_000).join('');
  expect(await cut(text, 5_000)).toEqual(await cut(text, 10));
});
