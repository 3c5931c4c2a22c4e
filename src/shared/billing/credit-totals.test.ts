import { expect, test } from 'vitest';
import { creditTotals } from './credit-totals.ts';
import { totalsOf } from './tax-sums.ts';

const at = (cents: number, more: object = {}) => ({ cents, taxPercent: '5', taxIncluded: false, ...more });

test.each([1010, 1020, 1030])('the halves of a bill of %i give back what was billed, to the cent', (cents) => {
  const billed = totalsOf([at(cents)], 1);
  const first = creditTotals({ billed: billed.taxes, credited: [] }, [at(cents / 2)], 1);
  const second = creditTotals({ billed: billed.taxes, credited: first.taxes }, [at(cents / 2)], 1);
  expect(first.grossCents + second.grossCents).toBe(billed.grossCents);
  expect(first.taxCents + second.taxCents).toBe(billed.taxCents);
});

test('many small parts never give back more tax than was billed', () => {
  const billed = totalsOf([at(100)], 1);
  const parts = Array.from({ length: 10 }).reduce<ReturnType<typeof creditTotals>[]>((before) => {
    const credited = before.flatMap(({ taxes }) => taxes);
    return [...before, creditTotals({ billed: billed.taxes, credited }, [at(10)], 1)];
  }, []);
  expect(parts.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(billed.taxCents);
});

test('tax that prices include is taken out of them', () => {
  const lines = [at(1019, { taxIncluded: true })];
  const billed = totalsOf(lines, 1);
  expect(creditTotals({ billed: billed.taxes, credited: [] }, lines, 1)).toEqual(billed);
  const first = creditTotals({ billed: billed.taxes, credited: [] }, [at(509, { taxIncluded: true })], 1);
  const second = creditTotals({ billed: billed.taxes, credited: first.taxes }, [at(510, { taxIncluded: true })], 1);
  expect([second.grossCents, first.taxCents + second.taxCents]).toEqual([510, billed.taxCents]);
});
