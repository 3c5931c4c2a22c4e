import { expect, test } from 'vitest';
import { percentOf, rateOf } from '#client/entities/organizations/money-form.ts';

test.each([
  ['', null],
  ['0', 0],
  ['8.25', 825],
  ['19', 1900],
  ['5.5', 550],
  ['0.07', 7],
  ['100', 10_000],
  ['100.01', undefined],
  ['8.875', 887.5],
  ['0.0001', 0.01],
  ['99.9999', 9999.99],
  ['100.0001', undefined],
  ['8.87505', undefined],
  ['-1', undefined],
  ['1e2', undefined],
  ['eight', undefined],
  ['?8,25', undefined],
])('a rate of %o percent is %o hundredths', (typed, rate) => {
  expect(rateOf(typed)).toBe(rate);
});

test('a rate survives its form', () => {
  expect(percentOf(825)).toBe('8.25');
  expect([0, 7, 825, 887.5, 887.55, 10_000].map((rate) => rateOf(percentOf(rate)))).toEqual([0, 7, 825, 887.5, 887.55, 10_000]);
  expect(rateOf(percentOf(null))).toBeNull();
});
