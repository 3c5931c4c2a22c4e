import { expect, test } from 'vitest';
import { signOf } from './record-sign.ts';

const of = (kind: Parameters<typeof signOf>[0]['kind'], netCents: number, billCents = 5000) =>
  signOf({ kind, netCents, content: { bill: { netCents: billCents } } });

test('bills and deposits say their content; credit notes and reversals of bills the opposite', () => {
  expect([of('bill', 5000), of('deposit', 5000), of('credit', -5000), of('reversal', -5000)]).toEqual([1, 1, -1, -1]);
});

test('the reversal of a credit note gives back what the note took', () => {
  expect(of('reversal', 5000)).toBe(1);
});

test('a reversal of lines that come to nothing still negates them', () => {
  expect(of('reversal', 0, 0)).toBe(-1);
});
