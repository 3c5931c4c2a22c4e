import { expect, test } from 'vitest';
import { agreedFor, type PayableBill, paymentOf, restOf, usualLine } from './payment-parts.ts';

const bill = (more: Partial<PayableBill> = {}): PayableBill => ({
  id: 7,
  label: '2026-7',
  currency: 'USD',
  grossCents: 10_000,
  openCents: 10_000,
  chargeCents: 0,
  discountPercent: '2',
  discountUntil: '2026-03-11',
  ...more,
});

const paid = { paidOn: '2026-03-11', note: ' ' };

test('a bill is paid in full, less what was agreed for the day', () => {
  expect(usualLine(bill(), '2026-03-11')).toEqual({ isOn: true, amount: '98.00', charge: null, takesRest: true });
  expect(usualLine(bill(), '2026-03-12')).toEqual({ isOn: true, amount: '100.00', charge: null, takesRest: false });
  expect(agreedFor(bill({ openCents: 150 }), '2026-03-11')).toBe(150);
});

test('an agreed discount needs no acceptance, any other does', () => {
  const lines = (amount: string) => new Map([[7, { isOn: true, amount, charge: null, takesRest: true }]]);
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
    [7, { isOn: true, charge: null, amount: '40', takesRest: false }],
    [8, { isOn: false, charge: null, amount: '98', takesRest: true }],
  ]);
  expect(paymentOf(two, lines, paid).parts).toEqual([{ recordId: 7, amountCents: 4000 }]);
  expect(restOf(bill(), { isOn: true, charge: null, amount: '40', takesRest: false })).toBe(6000);
  expect(restOf(bill(), { isOn: true, charge: null, amount: '400', takesRest: false })).toBe(0);
  expect(restOf(bill(), { isOn: true, charge: null, amount: 'x', takesRest: false })).toBe(0);
});

test('what is more than open is fee and interest, as far as a letter claimed it, unless somebody says otherwise', () => {
  const late = bill({ chargeCents: 820, discountPercent: null, discountUntil: null });
  const part = (amount: string, charge: string | null = null) =>
    paymentOf([late], new Map([[7, { isOn: true, amount, charge, takesRest: false }]]), paid).parts[0];
  expect(part('100')).toEqual({ recordId: 7, amountCents: 10_000 });
  expect(part('108.20')).toEqual({ recordId: 7, amountCents: 10_000, chargeCents: 820 });
  expect(part('103')).toEqual({ recordId: 7, amountCents: 10_000, chargeCents: 300 });
  // More than both is refused by the server.
  expect(part('110')).toEqual({ recordId: 7, amountCents: 10_180, chargeCents: 820 });
  expect(part('50', '5')).toEqual({ recordId: 7, amountCents: 4500, chargeCents: 500 });
  expect(part('')).toEqual({ recordId: 7, amountCents: 0 });
  expect(restOf(late, { isOn: true, amount: '50', charge: '5', takesRest: false })).toBe(5500);
});
