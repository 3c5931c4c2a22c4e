import { expect, test } from 'vitest';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import {
  allOnPaper,
  attentionOf,
  billFilterOf,
  billOrderOf,
  billQueryOf,
  daysWorked,
  eInvoiceNeedsOf,
  isLeftOut,
  itemsOf,
  NO_BILL_FILTER,
  numbersFrom,
  numbersOf,
  shownBills,
  sumOfBills,
  USUAL_BILL_ORDER,
  waysOf,
} from './bill-rows.ts';

const bill = (id: number, customerName: string, more: Partial<UnbilledBill> = {}): UnbilledBill => ({
  id,
  customerId: id,
  customerName,
  jobs: [
    { id, name: `Job ${id}`, completedAt: '', from: '2025-09-01', to: '2025-09-02', entryCount: 3, uncheckedCount: 0, cents: 1000 * id },
  ],
  draftId: null,
  currency: 'USD',
  hasAmount: true,
  netCents: 1000 * id,
  grossCents: 1000 * id,
  creditCents: 0,
  digest: `digest-${id}`,
  warnings: [],
  legalNeeds: [],
  eInvoiceNeeds: [],
  unrated: [],
  hindrance: null,
  way: 'mail',
  recipients: [`c${id}@example.com`],
  ...more,
});

test('filter and order of an address come back as they were written, and what is not understood is left out', () => {
  for (const text of ['', 'q=north+field&by=2025-10-04&checked=yes&way=print&sort=-amount', 'sort=worked', 'way=mail']) {
    const query = new URLSearchParams(text);
    expect(billQueryOf(billFilterOf(query), billOrderOf(query))).toBe(text);
  }
  const odd = new URLSearchParams('by=2025-13-40&way=fax&sort=color&checked=1');
  expect(billQueryOf(billFilterOf(odd), billOrderOf(odd))).toBe('');
});

test('bills are found by customer and job and by their way, and sorted', () => {
  const bills = [bill(1, 'Zell', { way: 'print' }), bill(3, 'aakre'), bill(2, 'Bell')];
  const names = (found: readonly UnbilledBill[]) => found.map(({ customerName }) => customerName);
  expect(names(shownBills(bills, NO_BILL_FILTER, USUAL_BILL_ORDER))).toEqual(['aakre', 'Bell', 'Zell']);
  expect(names(shownBills(bills, NO_BILL_FILTER, { sort: 'amount', isDescending: true }))).toEqual(['aakre', 'Bell', 'Zell']);
  expect(names(shownBills(bills, { ...NO_BILL_FILTER, q: 'job 2' }, USUAL_BILL_ORDER))).toEqual(['Bell']);
  expect(names(shownBills(bills, { ...NO_BILL_FILTER, way: 'print' }, USUAL_BILL_ORDER))).toEqual(['Zell']);
});

test('what lacks a rate is left out unless it is ticked, and what cannot be billed always', () => {
  expect(
    [
      bill(1, 'A'),
      bill(2, 'B', { unrated: ['Hauling'] }),
      bill(3, 'C', { hindrance: 'draftOpen' }),
      bill(4, 'D', { hasAmount: false }),
    ].map(isLeftOut),
  ).toEqual([false, true, true, true]);
});

test('sums, ways and days are those of the bills', () => {
  const two = bill(2, 'B', {
    customerId: 1,
    way: 'print',
    jobs: [
      { id: 2, name: 'X', completedAt: '', from: '2025-08-30', to: '2025-08-30', entryCount: 1, uncheckedCount: 0, cents: 0 },
      { id: 5, name: 'Y', completedAt: '', from: null, to: null, entryCount: 0, uncheckedCount: 0, cents: 0 },
    ],
  });
  const none = bill(3, 'C', { hasAmount: false, grossCents: null, way: 'none' });
  expect(sumOfBills([bill(1, 'A'), two, none])).toEqual({ jobs: 4, customers: 2, cents: 3000 });
  expect(waysOf([bill(1, 'A'), two, none])).toEqual({ mail: 1, print: 1, numbered: 2 });
  expect(daysWorked(two)).toEqual({ from: '2025-08-30', to: '2025-08-30' });
  expect(daysWorked(none)).toEqual({ from: '2025-09-01', to: '2025-09-02' });
});

test('the numbers to come go on from the next one, with its prefix and its zeros', () => {
  const next = { usual: '', from: '', until: '', numbers: [{ year: 2025, number: 98, label: 'RE-2025-0098' }] };
  expect(numbersFrom(next, '2025-10-09', 35)).toEqual(['RE-2025-0098', 'RE-2025-0132']);
  expect(numbersFrom(next, '2025-10-09', 1)).toEqual(['RE-2025-0098']);
  expect(numbersFrom(next, '2026-01-01', 3)).toEqual([]);
  expect(numbersFrom({ ...next, numbers: [{ year: 2025, number: 9, label: '2025-9' }] }, '2025-10-09', 2)).toEqual(['2025-9', '2025-10']);
});

test('each bill is told its number to come; what has nothing to pay takes none', () => {
  const next = { usual: '', from: '', until: '', numbers: [{ year: 2025, number: 9, label: '2025-009' }] };
  const bills = [bill(1, 'A'), bill(2, 'B', { hasAmount: false }), bill(3, 'C')];
  expect(numbersOf(next, '2025-10-09', bills)).toEqual(['2025-009', undefined, '2025-010']);
  expect(numbersOf(next, '2026-01-01', bills)).toEqual([undefined, undefined, undefined]);
});

test('on paper go those that would be mailed; nothing else about them is another', () => {
  const bills = [bill(1, 'A'), bill(2, 'B', { way: 'print' }), bill(3, 'C', { way: 'none' })];
  expect(allOnPaper(bills)).toEqual([bill(1, 'A', { way: 'print' }), bills[1], bills[2]]);
});

test('a bill is issued as it was seen, and only a mail has addresses', () => {
  expect(itemsOf([bill(1, 'A'), bill(2, 'B', { way: 'print' })])).toEqual([
    { customerId: 1, jobIds: [1], digest: 'digest-1', grossCents: 1000, way: 'mail', recipients: ['c1@example.com'] },
    { customerId: 2, jobIds: [2], digest: 'digest-2', grossCents: 2000, way: 'print' },
  ]);
});

test('a few bills that need attention are named, more are counted', () => {
  const unchecked = (id: number) =>
    bill(id, `C${id}`, { jobs: [{ id, name: '', completedAt: '', from: null, to: null, entryCount: 2, uncheckedCount: 2, cents: 0 }] });
  const kinds = (count: number) => attentionOf(Array.from({ length: count }, (_, index) => unchecked(index + 1))).map(({ kind }) => kind);
  expect(kinds(2)).toEqual(['unchecked', 'unchecked']);
  expect(kinds(9)).toEqual(['unchecked', 'moreUnchecked']);
  expect(attentionOf([bill(1, 'A', { way: 'print', recipients: [] }), bill(2, 'B', { unrated: ['Hay'] })])).toMatchObject([
    { kind: 'unrated' },
    { kind: 'noMail', count: 1 },
  ]);
});

test('what the law asks for is named by bill, and once for all what the organization lacks', () => {
  const theirs = 'the tax number of the customer';
  const ours = 'the tax number of the organization';
  const lacking = [1, 2, 3, 4].map((id) => bill(id, `Farm ${id}`, { legalNeeds: [ours, theirs] }));
  expect(attentionOf(lacking)).toEqual([
    { kind: 'ownLegal', needs: [ours] },
    { kind: 'legal', bill: lacking[0] },
    { kind: 'moreLegal', count: 3 },
  ]);
  expect(attentionOf([bill(1, 'Whole')])).toEqual([]);
});

test('what an e-invoice lacks is named, unless the law asks for the same', () => {
  const own = 'the tax number of the organization';
  const email = 'the email of the customer';
  const reason = 'the reason why there is no tax';
  const lacking = bill(1, 'Gemeinde', { legalNeeds: [own, reason], eInvoiceNeeds: [own, 'the email of the organization', email, reason] });
  expect(eInvoiceNeedsOf(lacking)).toEqual([email]);
  expect(attentionOf([lacking]).map(({ kind }) => kind)).toEqual(['ownLegal', 'legal', 'ownEInvoice', 'eInvoice']);
  expect(attentionOf([lacking])[2]).toEqual({ kind: 'ownEInvoice', needs: ['the email of the organization'] });
});
