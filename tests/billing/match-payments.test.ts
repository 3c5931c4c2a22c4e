import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LetterCharge } from '#shared/billing/letter-charges.ts';
import type { IncomingPayment, UnpaidBill } from '#shared/billing/incoming-payment.ts';
import { matchPayments } from '#shared/billing/match-payments.ts';
import { creditorReference, qrReference } from '#shared/billing/payment-references.ts';
import type { BankMatch } from '#shared/billing/schemas/bank-statement.ts';
import { addDays } from '#shared/lib/dates.ts';

const billOf = (more: Partial<UnpaidBill> & { readonly number: number }): UnpaidBill => {
  const { number, customerName = 'Hof Lindner', grossCents = 11_900 } = more;
  return {
    id: number,
    label: `RE-2026-${String(number).padStart(4, '0')}`,
    year: 2026,
    customerId: 1,
    customerName,
    currency: 'EUR',
    dueOn: '2026-06-30',
    grossCents,
    openCents: more.openCents ?? grossCents,
    discountPercent: null,
    discountUntil: null,
    payers: [customerName],
    ...more,
  };
};

const paymentOf = (more: Partial<IncomingPayment>): IncomingPayment => ({
  id: 1,
  bookedOn: '2026-06-12',
  amountCents: 11_900,
  currency: 'EUR',
  payerName: null,
  payerAccountHash: null,
  text: null,
  reference: null,
  ...more,
});

const matchOf = (
  payment: Partial<IncomingPayment>,
  bills: readonly UnpaidBill[],
  accounts?: ReadonlyMap<string, ReadonlySet<number>>,
  charges?: readonly LetterCharge[],
) => matchPayments([paymentOf(payment)], bills, accounts, charges).get(1);

/** What it says in short: how sure, why, and what goes where. */
const short = (match: BankMatch | undefined) =>
  match && [
    match.sureness,
    match.because.found,
    match.because.fit,
    ...match.parts.map(({ recordId, amountCents, discountCents }) => [
      recordId,
      amountCents,
      ...(discountCents > 0 ? [discountCents] : []),
    ]),
  ];

const bill = billOf({ number: 147 });

describe('a reference', () => {
  test.each([
    ['of creditors', creditorReference(bill)],
    ['of creditors, in groups', creditorReference(bill).replaceAll(/(.{4})/g, '$1 ')],
    ['of QR-bills', qrReference(bill)],
  ])('%s is sure, whatever the amount', (_, reference) => {
    const other = billOf({ number: 148 });
    expect(short(matchOf({ reference }, [bill, other]))).toEqual(['sure', 'reference', 'exact', [147, 11_900]]);
    expect(short(matchOf({ text: `x ${reference} y` }, [bill, other]))).toEqual(['sure', 'reference', 'exact', [147, 11_900]]);
    expect(short(matchOf({ reference, amountCents: 5000 }, [bill, other]))).toEqual(['sure', 'reference', 'less', [147, 5000]]);
    expect(short(matchOf({ reference, amountCents: 20_000 }, [bill, other]))).toEqual(['partly', 'reference', 'more', [147, 11_900]]);
  });

  test('with a wrong check digit is none', () => {
    const reference = creditorReference(bill).replace(/^RF\d\d/, 'RF00');
    expect(matchOf({ reference, amountCents: 1 }, [bill])?.because.found).not.toBe('reference');
  });
});

describe('the number of a bill', () => {
  test.each([
    'RE-2026-0147',
    'Rechnung RE20260147 vom 1.6.',
    're 2026/147',
    'Rg. 2026-147',
    'RgNr 147/2026 danke',
    'RE 147',
    'RE0147',
    'invoice 2026 0147',
    'RE-2026-01 47',
    'EREF: NOTPROVIDED SVWZ: RE-2026-0147/KD 12',
  ])('is found in “%s”', (text) => {
    expect(short(matchOf({ text }, [bill, billOf({ number: 14 }), billOf({ number: 47 })]))).toEqual([
      'sure',
      'number',
      'exact',
      [147, 11_900],
    ]);
  });

  test.each(['RE-2026-1470', '2025-147', 'Vertrag 20261470', '12026-147'])('is not found in “%s”', (text) => {
    expect(matchOf({ text, amountCents: 11_800 }, [bill])).toBeUndefined();
  });

  test('alone counts for the one who owes just this', () => {
    const bills = [bill, billOf({ number: 7, customerId: 2, customerName: 'Gut Ostheim', grossCents: 5000 })];
    expect(short(matchOf({ text: '147', payerName: 'Hof Lindner GbR' }, bills))).toEqual(['sure', 'number', 'exact', [147, 11_900]]);
    expect(short(matchOf({ text: '147', payerName: 'Somebody Else' }, bills))).toEqual(['likely', 'number', 'exact', [147, 11_900]]);
    expect(matchOf({ text: '7 Fuhren', amountCents: 4000, payerName: 'Somebody Else' }, bills)).toBeUndefined();
  });

  test('with less is a part, with more leaves a rest', () => {
    expect(short(matchOf({ text: 'RE-2026-0147', amountCents: 4000 }, [bill]))).toEqual(['partly', 'number', 'less', [147, 4000]]);
    expect(short(matchOf({ text: 'RE-2026-0147', amountCents: 15_000 }, [bill]))).toEqual(['partly', 'number', 'more', [147, 11_900]]);
  });

  test('of several bills that come to the amount is sure; otherwise those due first get it', () => {
    const bills = [billOf({ number: 1, dueOn: '2026-07-01' }), billOf({ number: 2, grossCents: 5000 })];
    const text = '2026-1 und 2026-2';
    expect(short(matchOf({ text, amountCents: 16_900 }, bills))).toEqual(['sure', 'number', 'several', [1, 11_900], [2, 5000]]);
    expect(short(matchOf({ text, amountCents: 10_000 }, bills))).toEqual(['partly', 'number', 'less', [2, 5000], [1, 5000]]);
  });

  test('of another customer is only likely where the payer owes just this', () => {
    const bills = [bill, billOf({ number: 148, customerId: 2, customerName: 'Gut Ostheim' })];
    expect(short(matchOf({ text: 'RE-2026-0147', payerName: 'Gut Ostheim' }, bills))).toEqual(['likely', 'number', 'exact', [147, 11_900]]);
    expect(short(matchOf({ text: 'RE-2026-0147', payerName: 'Gut Ostheim', amountCents: 11_900 - 1 }, bills))).toEqual([
      'partly',
      'number',
      'less',
      [147, 11_899],
    ]);
  });
});

describe('a discount', () => {
  const agreed = billOf({ number: 147, discountPercent: '2', discountUntil: '2026-06-12' });

  test('in time is sure, and the rest of the bill', () => {
    expect(short(matchOf({ text: 'RE-2026-0147', amountCents: 11_662 }, [agreed]))).toEqual([
      'sure',
      'number',
      'discount',
      [147, 11_662, 238],
    ]);
  });

  test('too late, of another amount, or of a bill that was paid in part is a part payment', () => {
    const text = 'RE-2026-0147';
    expect(short(matchOf({ text, amountCents: 11_662, bookedOn: '2026-06-13' }, [agreed]))?.slice(0, 3)).toEqual([
      'partly',
      'number',
      'less',
    ]);
    expect(short(matchOf({ text, amountCents: 11_661 }, [agreed]))?.slice(0, 3)).toEqual(['partly', 'number', 'less']);
    const partly = { ...agreed, openCents: 5000 };
    expect(short(matchOf({ text, amountCents: 4900 }, [partly]))?.slice(0, 3)).toEqual(['partly', 'number', 'less']);
  });
});

describe('who pays', () => {
  const bills = [
    billOf({ number: 1, customerId: 1, customerName: 'Müller Agrar GmbH & Co. KG', grossCents: 10_000 }),
    billOf({ number: 2, customerId: 2, customerName: 'Pine Ridge Farms', grossCents: 10_000 }),
    billOf({ number: 3, customerId: 2, customerName: 'Pine Ridge Farms', grossCents: 7000 }),
    billOf({ number: 4, customerId: 2, customerName: 'Pine Ridge Farms', grossCents: 3000 }),
  ];

  test.each(['Mueller Agrar', 'MULLER AGRAR GMBH + CO KG', 'Müller Agrar GmbH & Co. K'])('“%s” is known by the name', (payerName) => {
    expect(short(matchOf({ payerName, amountCents: 10_000 }, bills))).toEqual(['likely', 'name', 'exact', [1, 10_000]]);
  });

  test.each([null, 'Bauer Agrar', 'GmbH', 'Ridge Runners'])('“%s” is nobody that owes', (payerName) => {
    expect(matchOf({ payerName, amountCents: 10_000 }, bills)).toBeUndefined();
  });

  test('an account from which it was paid before tells, too', () => {
    const accounts = new Map([['hash', new Set([2])]]);
    const payment = { payerName: 'M. Smith', payerAccountHash: 'hash', amountCents: 7000 };
    expect(short(matchOf(payment, bills, accounts))).toEqual(['likely', 'account', 'exact', [3, 7000]]);
  });

  test('several bills that come to the amount are likely, if only one choice of them does', () => {
    const payerName = 'Pine Ridge Farms';
    expect(short(matchOf({ payerName, amountCents: 20_000 }, bills))).toEqual([
      'likely',
      'name',
      'several',
      [2, 10_000],
      [3, 7000],
      [4, 3000],
    ]);
    expect(short(matchOf({ payerName, amountCents: 13_000 }, bills))).toEqual(['likely', 'name', 'several', [2, 10_000], [4, 3000]]);
    const alike = [...bills, billOf({ number: 5, customerId: 2, customerName: 'Pine Ridge Farms', grossCents: 3000 })];
    expect(matchOf({ payerName, amountCents: 13_000 }, alike)).toBeUndefined();
  });

  test('two bills of the same amount are for a person to tell apart', () => {
    const alike = [bills[1], { ...billOf({ number: 9, customerId: 2, grossCents: 10_000 }), payers: ['Pine Ridge Farms'] }].filter(
      (each) => each !== undefined,
    );
    expect(matchOf({ payerName: 'Pine Ridge Farms', amountCents: 10_000 }, alike)).toBeUndefined();
  });
});

test('a bill is proposed to one payment only: the second of two finds nothing left', () => {
  const twice = [1, 2].map((id) => paymentOf({ id, text: 'RE-2026-0147' }));
  const matches = matchPayments(twice, [bill]);
  expect([matches.get(1)?.sureness, matches.get(2)]).toEqual(['sure', undefined]);
});

test('bills of another currency are not looked at', () => {
  expect(matchOf({ text: 'RE-2026-0147', currency: 'CHF' }, [bill])).toBeUndefined();
});

test('nothing is ever proposed beyond what came in, or beyond what is open', () => {
  const someBill = fc.record({
    number: fc.integer({ min: 1, max: 30 }),
    customerId: fc.integer({ min: 1, max: 4 }),
    grossCents: fc.integer({ min: 1, max: 30 }).map((tens) => tens * 1000),
    paidCents: fc.constantFrom(0, 0, 500),
    discountPercent: fc.constantFrom(null, '2', '3'),
  });
  const somePayment = fc.record({
    amountCents: fc.integer({ min: 1, max: 60 }).map((tens) => tens * 500),
    payerName: fc.constantFrom(null, 'Customer One', 'Customer Two', 'Customer Three', 'Stranger'),
    text: fc.constantFrom(null, '2026-1', 'RE-2026-0002, RE-2026-0003', '5', 'RE 7 und RE 8', 'Danke'),
  });
  const names = ['Customer One', 'Customer Two', 'Customer Three', 'Customer Four'];
  fc.assert(
    fc.property(
      fc.uniqueArray(someBill, { selector: ({ number }) => number, maxLength: 30 }),
      fc.array(somePayment, { maxLength: 30 }),
      (some, paid) => {
        const bills = some.map(({ paidCents, ...each }) => {
          const customerName = names[each.customerId - 1] ?? '';
          return billOf({ ...each, customerName, openCents: each.grossCents - paidCents, discountUntil: '2026-12-31' });
        });
        const payments = paid.map((each, at) => paymentOf({ ...each, id: at + 1, bookedOn: addDays('2026-06-01', at % 5) }));
        const matches = matchPayments(payments, bills);
        const given = new Map<number, number>();
        for (const [id, { parts, sureness }] of matches) {
          const sum = parts.reduce((all, { amountCents }) => all + amountCents, 0);
          const amount = payments[id - 1]?.amountCents ?? 0;
          expect(parts.length).toBeGreaterThan(0);
          expect(sum).toBeLessThanOrEqual(amount);
          expect(sureness === 'partly' || sum === amount).toBe(true);
          for (const { recordId, amountCents, discountCents } of parts) {
            expect(amountCents).toBeGreaterThan(0);
            given.set(recordId, (given.get(recordId) ?? 0) + amountCents + discountCents);
          }
        }
        for (const [recordId, cents] of given) {
          expect(cents).toBeLessThanOrEqual(bills.find(({ id }) => id === recordId)?.openCents ?? 0);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a customer with a thousand open bills is looked at in no time', () => {
  const bills = Array.from({ length: 1000 }, (_, at) => billOf({ number: at + 1, grossCents: 1000 + at }));
  const payments = Array.from({ length: 200 }, (_, at) => paymentOf({ id: at + 1, payerName: 'Hof Lindner', amountCents: 3_000_000 + at }));
  const began = performance.now();
  matchPayments(payments, bills);
  expect(performance.now() - began).toBeLessThan(5000);
});

describe('what a letter of reminder claimed', () => {
  const claim: LetterCharge = { letterId: 1, recordIds: [147], cents: 820 };
  const charged = (match: BankMatch | undefined) =>
    match && [
      match.sureness,
      match.because.fit,
      ...match.parts.map(({ recordId, amountCents, chargeCents }) => [recordId, amountCents, chargeCents]),
    ];
  const with820 = (payment: Partial<IncomingPayment>, bills = [bill], charges = [claim]) =>
    charged(matchOf({ amountCents: 12_720, ...payment }, bills, undefined, charges));

  test('is sure with a reference or a number: the bill gets what is open, and the rest is fee and interest', () => {
    const booked = ['sure', 'charges', [147, 11_900, 820]];
    expect(with820({ reference: creditorReference(bill) })).toEqual(booked);
    expect(with820({ text: 'RE-2026-0147 und Mahnung' })).toEqual(booked);
    expect(with820({ text: '147', payerName: 'Hof Lindner' })).toEqual(booked);
    expect(with820({ payerName: 'Hof Lindner' })).toEqual(['likely', 'charges', [147, 11_900, 820]]);
  });

  test('of several bills is sure as a whole, if one of them is named', () => {
    const other = billOf({ number: 148, grossCents: 5000 });
    const both = { ...claim, recordIds: [147, 148] };
    expect(with820({ text: 'RE-2026-0148', amountCents: 17_720 }, [bill, other], [both])).toEqual([
      'sure',
      'charges',
      [147, 11_900, 820],
      [148, 5000, 0],
    ]);
  });

  test('is looked at by a person where the amount is another, and is never more than was claimed', () => {
    const reference = creditorReference(bill);
    expect(with820({ reference, amountCents: 12_300 })).toEqual(['partly', 'more', [147, 11_900, 400]]);
    expect(with820({ reference, amountCents: 13_000 })).toEqual(['partly', 'more', [147, 11_900, 820]]);
    expect(with820({ reference, amountCents: 11_900 })).toEqual(['sure', 'exact', [147, 11_900, 0]]);
    expect(with820({ reference }, [bill], [])).toEqual(['partly', 'more', [147, 11_900, 0]]);
  });

  test('is proposed to one payment only', () => {
    const twice = [
      paymentOf({ id: 1, amountCents: 5000, text: 'RE-2026-0147' }),
      paymentOf({ id: 2, amountCents: 7720, text: 'RE-2026-0147' }),
    ];
    const found = matchPayments([...twice, paymentOf({ id: 3, amountCents: 820, text: 'RE-2026-0147' })], [bill], new Map(), [claim]);
    expect(
      [...found.values()].reduce((sum, { parts }) => sum + parts.reduce((cents, part) => cents + part.chargeCents, 0), 0),
    ).toBeLessThanOrEqual(820);
  });
});
