import { expect, test, vi } from 'vitest';
import type { UnpaidBill } from './incoming-payment.ts';
import { namedBills } from './named-bills.ts';
import { creditorReference } from './payment-references.ts';

const bill: UnpaidBill = {
  id: 7,
  label: 'RECHNUNGENX-2026-0147',
  year: 2026,
  number: 147,
  customerId: 1,
  customerName: 'Hof Lindner',
  currency: 'EUR',
  dueOn: '2026-06-30',
  grossCents: 11_900,
  openCents: 11_900,
  discountPercent: null,
  discountUntil: null,
  payers: [],
};
const look = namedBills([bill]);
const named = (text: string) => [...look({ text, reference: null }).byNumber];

test('the word before a number is the prefix, however long what stands before it is', () => {
  expect(named('RechnungenX 147')).toEqual([7]);
  expect(named(`${'lang '.repeat(100)}RechnungenX - 0147`)).toEqual([7]);
  // A longer word only ends like it.
  expect(named(`${'a'.repeat(500)}RechnungenX 147`)).toEqual([]);
  expect(named('ZuRechnungenX 147')).toEqual([]);
});

/** The shortest of several runs: what else the machine does only makes them longer. */
const msOf = (text: string): number =>
  Math.min(
    ...Array.from({ length: 7 }, () => {
      const began = performance.now();
      look({ text, reference: null });
      return performance.now() - began;
    }),
  );

test('one long word is looked at in time that grows with its length, not with its square', () => {
  const [short, long] = [1000, 16_000].map((length) => `${'a'.repeat(length)}-----1`);
  msOf(short ?? '');
  // 16 times as long: 16 times as much, or 256 times.
  expect(msOf(long ?? '') / Math.max(msOf(short ?? ''), 0.01)).toBeLessThan(80);
});

test('a text of beginnings of references is looked up a bounded number of times; those of one payment are found', () => {
  const get = vi.spyOn(Map.prototype, 'get');
  try {
    look({ text: 'RF11'.repeat(250), reference: null });
    expect(get.mock.calls.length).toBeLessThan(1500);
  } finally {
    get.mockRestore();
  }
  const bills = Array.from({ length: 12 }, (_, at) => ({ ...bill, id: at + 1, number: at + 1, label: `2026-${at + 1}` }));
  const text = bills.map(creditorReference).join(' ');
  expect(namedBills(bills)({ text, reference: null }).byReference.size).toBe(12);
});
