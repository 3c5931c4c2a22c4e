import { expect, test } from 'vitest';
import { guessDecimalSign, readNumberBy } from '#shared/lib/read-number.ts';

test.each([
  ['12', '.', 12],
  ['12.5', '.', 12.5],
  ['1,234.5', '.', 1234.5],
  ["1'234.50", '.', 1234.5],
  ['1 234,5', ',', 1234.5],
  ['1.234,5', ',', 1234.5],
  ['1.234', ',', 1234],
  ['1.234', '.', 1.234],
  ['$ 12.50', '.', 12.5],
  ['12,5 ha', ',', 12.5],
  ['-3.25', '.', -3.25],
  ['(3.25)', '.', -3.25],
  ['.5', '.', 0.5],
  ['1,5', '.', null],
  ['12.5', ',', null],
  ['1,23,4', '.', null],
  ['', '.', null],
  ['ten', '.', null],
  ['(3', '.', null],
] as const)('%s with decimals after %s is %s', (text, sign, value) => {
  expect(readNumberBy(text, sign)).toBe(value);
});

test.each([
  [['1.5', '2.25'], '.'],
  [['1,5', '2,25', '3.5'], ','],
  [['1,234', '1.234', '7'], undefined],
  [['1,234.5'], '.'],
  [['x', ''], undefined],
])('%j show %s', (texts, sign) => {
  expect(guessDecimalSign(texts)).toBe(sign);
});
