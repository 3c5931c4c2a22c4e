import { describe, expect, test } from 'vitest';
import { type BillInput, computeBill } from '#shared/billing/compute-bill.ts';
import { sentencesOf } from '#shared/billing/sentences.ts';
import { recompute } from '#shared/billing/amounts.ts';
import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { BillableField } from '#shared/billing/quantities.ts';
import { entry, fuel, line, numberFields, rate } from './make.ts';
import { said } from './said.ts';

const terms = { currency: 'EUR', taxPercent: '0', taxIncluded: false };
const fields: readonly BillableField[] = [
  ...numberFields('Acres', 'Bales'),
  { id: 20, name: 'Fuel', fieldType: 'number', isSystem: false },
  { id: 21, name: 'Hours', fieldType: 'number', isSystem: true },
];
const billOf = (input: Partial<BillInput>): Bill => {
  const bill = computeBill({ entries: [], rates: [], fields, terms, ...input });
  expect(bill.lines.map(({ explanation }) => recompute(explanation))).toEqual(bill.lines.map(({ cents }) => cents));
  return bill;
};
const shown = ({ lines }: Bill) =>
  lines.map(({ explanation, kind, quantity, cents }) => [
    'rate' in explanation ? explanation.rate.scope.equipmentId : null,
    kind,
    quantity,
    cents,
  ]);
const left = ({ warnings }: Bill) => warnings.map(({ kind, entryId, equipmentId, basis }) => [kind, entryId, equipmentId, basis]);
const both = { equipmentIds: [7, 9], totalHours: 3, loads: 10, fuel: 100, customFieldValues: { Acres: 20, Bales: 4 } };

describe('an entry with two machines of different rates', () => {
  test.each([
    ['loads', line('load', '5'), line('load', '6')],
    ['fuel', line('fuel', '5'), line('field', '6', { fieldId: 20 })],
    ['an area, by whatever line', line('acre', '5'), line('field', '6', { fieldId: 1 })],
    ['a field', line('field', '5', { fieldId: 2 }), line('bale', '6')],
    ['a flat amount of the entry', line('flat', '5', { label: 'Call-out' }), line('flat', '6', { label: ' call-out ' })],
  ])('bills %s once, by the first machine, and tells of the other', (_, first, second) => {
    const rates = [rate(1, [second], { equipmentId: 9 }), rate(2, [first], { equipmentId: 7 })];
    const bill = billOf({ entries: [entry(1, both)], rates });
    expect(bill.lines.map(({ explanation }) => 'rate' in explanation && explanation.rate.id)).toEqual([2]);
    expect(left(bill)).toEqual([['billedOnce', 1, 9, second.basis]]);
    // The order is the entry's.
    const other = billOf({ entries: [entry(1, { ...both, equipmentIds: [9, 7] })], rates });
    expect([shown(other)[0]?.[0], left(other)[0]?.[2]]).toEqual([9, 7]);
  });

  test.each([
    ['hours', line('hour', '5'), line('hour', '6')],
    ['billable hours', line('billableHour', '5'), line('hour', '6')],
    ['hours that a field names', line('hour', '5'), line('field', '6', { fieldId: 21 })],
    ['different fields', line('acre', '5'), line('bale', '6')],
    ['flat amounts for different things', line('flat', '5', { label: 'Call-out' }), line('flat', '6', { label: 'Setup' })],
  ])('bills %s for each, without a word', (_, first, second) => {
    const bill = billOf({
      entries: [entry(1, both)],
      rates: [rate(1, [first], { equipmentId: 7 }), rate(2, [second], { equipmentId: 9 })],
    });
    expect([bill.lines.length, bill.warnings]).toEqual([2, []]);
  });

  test('bills fuel by the second machine where only its rate has it, and by the first of a service’s rate and its own', () => {
    const acre = line('acre', '1');
    const one = billOf({
      entries: [entry(1, both)],
      rates: [rate(1, [acre], { equipmentId: 7 }), rate(2, [acre], { equipmentId: 9, fuel: fuel('billed', { price: '1.50' }) })],
    });
    expect(shown(one)).toEqual([
      [7, 'work', '20', 2000],
      [9, 'fuel', '100', 15_000],
    ]);
    const service = billOf({ entries: [entry(1, both)], rates: [rate(1, [acre]), rate(2, [acre], { equipmentId: 7 })] });
    expect([shown(service), left(service)]).toEqual([[[7, 'work', '20', 2000]], [['billedOnce', 1, 9, 'acre']]]);
  });

  test('leaves other entries of the left-out machine on the bill, and two lines of one rate on the same number', () => {
    const rates = [7, 9].map((equipmentId) =>
      rate(equipmentId, [line('acre', '1'), line('acre', '2', { label: 'Conditioner' })], { equipmentId }),
    );
    const entries = [entry(1, both), entry(2, { ...both, equipmentIds: [9] })];
    expect(shown(billOf({ entries, rates }))).toEqual([
      [7, 'work', '20', 2000],
      [7, 'work', '20', 4000],
      [9, 'work', '20', 2000],
      [9, 'work', '20', 4000],
    ]);
  });
});

describe('a parting by machine', () => {
  const rates = [7, 9].map((equipmentId) => rate(equipmentId, [line('acre', '10')], { equipmentId }));
  const parted = (...quantities: string[]) => [
    {
      entryId: 1,
      column: null,
      fieldId: 1,
      shares: quantities.map((quantity, place) => ({ equipmentId: [7, 9, 11][place] ?? 0, quantity })),
    },
  ];
  const bill = (acres: number, ...quantities: string[]) =>
    billOf({ entries: [entry(1, { ...both, customFieldValues: { Acres: acres } })], rates, partings: parted(...quantities) });

  test('assigns each its part, exactly, and the explanation says so', () => {
    const made = bill(20.3, '12.1', '8.2');
    expect([shown(made), made.warnings]).toEqual([
      [
        [7, 'work', '12.1', 12_100],
        [9, 'work', '8.2', 8200],
      ],
      [],
    ]);
    const [first] = made.lines;
    expect(first && said(sentencesOf(first))).toContain('This machine’s share: 12.1 of 20.3, split by hand');
  });

  test.each([
    ['the entry’s number changed', bill(21, '12.1', '8.2')],
    ['it names a machine that the entry has not', bill(20.3, '12', '8', '0.3')],
    ['it names a machine twice as much', bill(20.3, '20.3', '20.3')],
  ])('is not valid if %s: the first machine bills all, and the bill says so', (_, made) => {
    expect([shown(made).length, shown(made)[0]?.[0], left(made)]).toEqual([1, 7, [['billedOnce', 1, 9, 'acre']]]);
  });

  test('of all to one machine bills it by that one', () => {
    expect(shown(bill(20, '0', '20'))).toEqual([[9, 'work', '20', 20_000]]);
  });

  test('is of another entry or number than of this one: nothing changes', () => {
    const partings = [
      { ...parted('12', '8')[0], entryId: 2 },
      { ...parted('12', '8')[0], fieldId: 2 },
    ] as BillInput['partings'];
    expect(shown(billOf({ entries: [entry(1, both)], rates, partings: partings ?? [] }))).toEqual([[7, 'work', '20', 20_000]]);
  });
});

describe('once for the job', () => {
  const days = [entry(1, { ...both, equipmentIds: [7], date: '2025-06-15' }), entry(2, { ...both, equipmentIds: [9], date: '2025-06-17' })];
  const callOut = (price: string) => line('flat', price, { per: 'job', label: 'Call-out' });
  const later = { validFrom: '2025-06-16' };

  test.each([
    ['in another order at a new price', rate(1, [callOut('150'), line('hour', '1')]), rate(2, [line('hour', '1'), callOut('175')], later)],
    ['by the service’s rate, then the customer’s', rate(1, [callOut('150')]), rate(2, [callOut('175')], { ...later, customerId: 1 })],
    ['by two machines’ rates', rate(2, [callOut('150')], { equipmentId: 7 }), rate(1, [callOut('175')], { equipmentId: 9 })],
    ['without any name', rate(1, [line('flat', '150', { per: 'job' })]), rate(2, [line('flat', '1', { per: 'job' })], later)],
  ])('a flat amount is charged %s', (_, first, second) => {
    const bill = billOf({ entries: days, rates: [first, second] });
    expect(bill.lines.filter(({ basis }) => basis === 'flat').map(({ cents }) => cents)).toEqual([15_000]);
  });

  test('a flat amount of two machines on one entry is the first machine’s, and the bill tells of the other', () => {
    const rates = [rate(1, [callOut('175')], { equipmentId: 9 }), rate(2, [callOut('150')], { equipmentId: 7 })];
    const bill = billOf({ entries: [entry(1, both)], rates });
    expect([shown(bill), left(bill)]).toEqual([[[7, 'work', '1', 15_000]], [['billedOnce', 1, 9, 'flat']]]);
  });

  test('a flat amount of each job, service and thing is charged', () => {
    const setUp = line('flat', '40', { per: 'job', label: 'Setup' });
    const rates = [
      rate(1, [callOut('150'), setUp, { ...setUp }]),
      rate(2, [setUp, callOut('1')], later),
      rate(3, [callOut('7')], { serviceTypeId: 2 }),
    ];
    const entries = [...days, entry(3, { serviceTypeId: 2 }), entry(4, { jobId: 2 })];
    const cents = (jobId: number) => billOf({ entries, rates }).lines.flatMap((each) => (each.jobId === jobId ? each.cents : []));
    expect([cents(1).toSorted(), cents(2)]).toEqual([[15_000, 4000, 4000, 700].toSorted(), [15_000, 4000, 4000]]);
  });

  const least = (price: string, minimumCents: number | null) => line('acre', price, { per: 'job', minimumCents });
  const acres = (...quantities: number[]) =>
    quantities.map((each, place) =>
      entry(place + 1, { date: ['2025-06-15', '2025-06-17', '2025-06-18'][place] ?? '', customFieldValues: { Acres: each } }),
    );

  test.each([
    ['on the last line', acres(5, 6), least('20', 300_000), [10_000, 290_000]],
    ['by the first rate that has one', acres(5, 6), least('20', null), [10_000, 290_000]],
    ['on the last line with work', acres(5, 0), least('20', 300_000), [300_000, 0]],
    ['not at all where the work is worth more', acres(200, 6), least('20', 300_000), [400_000, 12_000]],
    ['not at all without work', acres(0, 0), least('20', 300_000), [0, 0]],
  ])('a minimum on both sides of a new price is charged once, %s', (_, entries, second, expected) => {
    const rates = [rate(1, [least('20', 300_000)]), rate(2, [line('hour', '1'), second], later)];
    expect(billOf({ entries, rates }).lines.flatMap(({ basis, cents }) => (basis === 'acre' ? cents : []))).toEqual(expected);
  });

  test('a minimum of hours is each machine’s own, one of acres the job’s', () => {
    const rates = (of: ReturnType<typeof line>) => [7, 9].map((equipmentId) => rate(equipmentId, [of], { equipmentId }));
    const cents = (basis: 'hour' | 'acre') =>
      billOf({ entries: days, rates: rates(line(basis, '1', { per: 'job', minimumCents: 50_000 })) }).lines.map((each) => each.cents);
    expect([cents('hour'), cents('acre')]).toEqual([
      [50_000, 50_000],
      [2000, 48_000],
    ]);
  });
});
