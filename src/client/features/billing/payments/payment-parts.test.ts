import { expect, test } from 'vitest';
import { agreedFor, type PayableBill, paymentOf, restOf, usualLine } from './payment-parts.ts';

const bill = (more: Partial<PayableBill> = {}): PayableBill => ({
  id: 7,
  label: '2026-7',
  currency: 'USD',
  grossCents: 10_000,
  openCents: 10_000,
  discountPercent: '2',
  discountUntil: '2026-03-11',
  ...more,
});

const paid = { paidOn: '2026-03-11', note: ' ' };

test('a bill is paid in full, less what was agreed for the day', () => {
  expect(usualLine(bill(), '2026-03-11')).toEqual({ isOn: true, amount: '98.00', takesRest: true });
  expect(usualLine(bill(), '2026-03-12')).toEqual({ isOn: true, amount: '100.00', takesRest: false });
  expect(agreedFor(bill({ openCents: 150 }), '2026-03-11')).toBe(150);
});

test('an agreed discount needs no acceptance, any other does', () => {
  const lines = (amount: string) => new Map([[7, { isOn: true, amount, takesRest: true }]]);
  expect(paymentOf([bill()], lines('98'), paid)).toEqual({
    paidOn: '2026-03-11',
    parts: [{ recordId: 7, amountCents: 9800, discountCents: 200 }],
  });
  expect(paymentOf([bill()], lines('97,50'.replace(',', '.')), paid)).toMatchObject({
    acceptsDeduction: true,
    parts: [{ discountCents: 250 }],
  });
  expect(paymentOf([bill()], lines(''), { ...paid, note: 'Rest' })).toMatchObject({
    acceptsDeduction: true,
    note: 'Rest',
    parts: [{ amountCents: 0, discountCents: 10_000 }],
  });
});

test('a part payment leaves the rest open, and what is unticked is no part', () => {
  const two = [bill(), bill({ id: 8 })];
  const lines = new Map([
    [7, { isOn: true, amount: '40', takesRest: false }],
    [8, { isOn: false, amount: '98', takesRest: true }],
  ]);
  expect(paymentOf(two, lines, paid).parts).toEqual([{ recordId: 7, amountCents: 4000 }]);
  expect(restOf(bill(), { isOn: true, amount: '40', takesRest: false })).toBe(6000);
  expect(restOf(bill(), { isOn: true, amount: '400', takesRest: false })).toBe(0);
  expect(restOf(bill(), { isOn: true, amount: 'x', takesRest: false })).toBe(0);
});
