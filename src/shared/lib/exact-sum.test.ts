import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactSum } from '#shared/lib/exact-sum.ts';

test('adds decimals as a person does', () => {
  expect(exactSum([0.1, 0.2])).toBe(0.3);
  expect(exactSum([1.67, 1.49, 0.57])).toBe(3.73);
  expect(exactSum([])).toBe(0);
  expect(exactSum([1e-7, 1e21])).toBe(1e21);
});

test('the sum of hundredths is the sum of their integers, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (hundredths) => {
      const expected = hundredths.reduce((sum, value) => sum + value, 0) / 100;
      const values = hundredths.map((value) => value / 100);
      expect(exactSum(values)).toBe(expected === 0 ? 0 : expected);
      expect(exactSum(values.toReversed())).toBe(exactSum(values));
    }),
  );
});
