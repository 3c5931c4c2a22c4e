import { describe, expect, test } from 'vitest';
import type { BillLine } from '#shared/billing/schemas/bill.ts';
import type { RateLine } from '#shared/billing/schemas/rate.ts';
import { priceQuantity } from '#shared/billing/amounts.ts';
import { type BillInput, computeBill } from '#shared/billing/compute-bill.ts';
import { entry, fuel, line, numberFields, rate } from './make.ts';

const amountOf = (lineOf: RateLine, ...measured: string[]): string =>
  priceQuantity(
    lineOf,
    measured.map((each, index) => ({ id: index + 1, date: '2025-06-01', measured: each })),
  ).amount;
const quantityOf = (direction: 'up' | 'down' | 'nearest', on: 'entry' | 'total', ...measured: string[]): string =>
  priceQuantity(
    line('hour', '1', { per: 'job', rounding: { step: '0.25', direction, on } }),
    measured.map((each, index) => ({ id: index + 1, date: '2025-06-01', measured: each })),
  ).quantity;

describe('the documented rules', () => {
  test.each([
    ['up', 'entry', '3.75'],
    ['up', 'total', '3.5'],
    ['down', 'entry', '3'],
    ['down', 'total', '3.25'],
    ['nearest', 'entry', '3.75'],
    ['nearest', 'total', '3.5'],
  ] as const)('three times 1.13 hours, rounded %s to quarters by %s, are %s', (direction, on, expected) => {
    expect(quantityOf(direction, on, '1.13', '1.13', '1.13')).toBe(expected);
  });

  test('the half of a step goes up, and a multiple stays', () => {
    expect([quantityOf('nearest', 'entry', '1.125'), quantityOf('up', 'entry', '1.25'), quantityOf('down', 'entry', '1.25')]).toEqual([
      '1.25',
      '1.25',
      '1.25',
    ]);
  });

  test('half a cent goes away from zero, once for each line', () => {
    const by = (price: string) => computeBill({ entries: [], rates: [], fields: [], terms, manualLines: [manual('1', price)] }).grossCents;
    expect([by('0.005'), by('-0.005'), by('0.0049'), by('-0.0049')]).toEqual([1, -1, 0, 0]);
    const three = computeBill({
      ...nothing,
      entries: [1, 2, 3].map((id) => entry(id, { loads: 1 })),
      rates: [rate(1, [line('load', '0.005')])],
    });
    expect(three.grossCents).toBe(2);
  });

  test('the minimum is charged for work, not for nothing', () => {
    const mowing = line('acre', '10', { minimumCents: 5000 });
    expect([amountOf(mowing, '1'), amountOf(mowing, '5'), amountOf(mowing, '6'), amountOf(mowing, '0')]).toEqual(['50', '50', '60', '0']);
  });

  test('steps of prices are graduated', () => {
    const hauling = line('load', '0', {
      prices: [
        { upTo: '10', price: '3' },
        { upTo: '20', price: '2' },
        { upTo: null, price: '1' },
      ],
    });
    expect(['0', '10', '10.5', '20', '25'].map((each) => amountOf(hauling, each))).toEqual(['0', '30', '31', '50', '55']);
  });
});

const terms = { currency: 'USD', taxPercent: '0', taxIncluded: false };
const nothing = { entries: [], rates: [], fields: [], terms };
const manual = (quantity: string, price: string) => ({
  label: 'By hand',
  jobId: null,
  quantity,
  unit: null,
  price,
  taxPercent: null,
  taxIncluded: null,
});
const winnerOf = (found: BillLine | undefined) => (found?.explanation.kind === 'quantity' ? found.explanation.rate : undefined);

describe('the rate that wins', () => {
  const hour = line('hour', '1');
  const plain = rate(1, [hour]);
  const machine = rate(2, [hour], { equipmentId: 7 });
  const customer = rate(3, [hour], { customerId: 1 });
  const job = rate(4, [hour], { jobId: 1 });
  const later = rate(5, [hour], { validFrom: '2025-05-01' });
  const future = rate(6, [hour], { validFrom: '2025-06-02' });
  const again = rate(7, [hour], { validFrom: '2025-05-01' });
  const foreign = [rate(8, [hour], { jobId: 2 }), rate(9, [hour], { customerId: 2 }), rate(10, [hour], { equipmentId: 8 })];
  const entries = [entry(1, { totalHours: 1, equipmentIds: [7] })];

  test.each([
    ['the job’s before the customer’s', [customer, job], 4, 'job'],
    ['the customer’s before the machine’s', [machine, customer], 3, 'customer'],
    ['the machine’s before the service’s', [machine, plain], 2, 'machine'],
    ['the later one up to the day of the work', [plain, later, future], 5, 'validFrom'],
    ['the one that holds from the very day on', [plain, rate(11, [hour], { validFrom: '2025-06-01' })], 11, 'validFrom'],
    ['the one made last', [later, again], 7, 'id'],
  ] as const)('is %s', (_, rates, id, by) => {
    const [found] = computeBill({ ...nothing, entries, rates: [...rates, ...foreign] }).lines;
    expect(winnerOf(found)).toMatchObject({ id, beat: [{ by }] });
  });

  test('is one for each machine, and one for all that share it', () => {
    const two = [entry(1, { totalHours: 2, equipmentIds: [7, 8, 11] })];
    const { lines } = computeBill({ ...nothing, entries: two, rates: [plain, machine] });
    expect(lines.map((each) => [winnerOf(each)?.id, each.cents])).toEqual([
      [1, 200],
      [2, 200],
    ]);
  });
});

describe('fuel', () => {
  const cost = (settled: ReturnType<typeof fuel>) =>
    computeBill({
      ...nothing,
      entries: [entry(1, { totalHours: 2, fuel: 10 })],
      rates: [rate(1, [line('hour', '100')], { fuel: settled })],
    }).grossCents - 20_000;

  test.each([
    ['is included', fuel('included'), 0],
    ['is the customer’s', fuel('customer'), 0],
    ['is billed by volume', fuel('billed', { price: '4.1' }), 4100],
    ['is charged above a base price, by volume', fuel('surchargeByVolume', { price: '4.1', basePrice: '3.6' }), 500],
    ['is not given back below the base price', fuel('surchargeByVolume', { price: '3.5', basePrice: '3.6' }), 0],
    [
      'is a percentage for each whole step',
      fuel('surchargeByPercent', { price: '4.1', basePrice: '3.55', step: '0.1', percent: '1.5' }),
      1500,
    ],
    ['is nothing below the first step', fuel('surchargeByPercent', { price: '3.6', basePrice: '3.55', step: '0.1', percent: '1.5' }), 0],
  ])('%s', (_, settled, expected) => expect(cost(settled)).toBe(expected));
});

describe('warnings', () => {
  const fields = numberFields('Acres', 'Bales (round)', 'Bales');
  const kinds = (input: Partial<BillInput>) =>
    computeBill({ ...nothing, fields, ...input }).warnings.map(({ kind, entryId }) => [kind, entryId]);
  const acres = (value: unknown) => entry(1, { customFieldValues: { Acres: value } });

  test.each([
    ['no rate', { entries: [acres(1)] }, [['noRate', 1]]],
    ['no quantity', { entries: [entry(1, {})], rates: [rate(1, [line('acre', '1'), line('flat', '1')])] }, [['noQuantity', 1]]],
    ['no such field', { entries: [acres(1)], rates: [rate(1, [line('hectare', '1')])] }, [['noQuantity', 1]]],
    ['a quantity below zero', { entries: [acres(-1)], rates: [rate(1, [line('acre', '1')])] }, [['unusableQuantity', 1]]],
    ['one of two kinds', { entries: [acres(2)], rates: [rate(1, [line('acre', '1'), line('bale', '1')])] }, []],
    [
      'fuel that nobody wrote down',
      { entries: [acres(2)], rates: [rate(1, [line('acre', '1')], { fuel: fuel('billed', { price: '4' }) })] },
      [['noQuantity', 1]],
    ],
    ['a discount above the bill', { discounts: [{ label: '', percent: null, cents: 5 }] }, [['discountTooLarge', null]]],
  ])('of %s', (_, input, expected) => expect(kinds(input)).toEqual(expected));
});

test('a flat amount for the job is charged once when a new rate follows the old one', () => {
  const callOut = line('flat', '50', { per: 'job' });
  const rates = [rate(1, [callOut]), rate(2, [callOut], { validFrom: '2025-06-02' })];
  const entries = [entry(1, {}), entry(2, { date: '2025-06-03' }), entry(3, { jobId: 2, date: '2025-06-03' })];
  expect(computeBill({ ...nothing, entries, rates }).lines.map(({ jobId, entryIds, cents }) => [jobId, entryIds, cents])).toEqual([
    [1, [1], 5000],
    [2, [3], 5000],
  ]);
});
