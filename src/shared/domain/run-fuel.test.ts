import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { fuelSharesOf, type RunEntry, shareFuel, weightsOf } from '#shared/domain/run-fuel.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { groupsOf } from '#shared/lib/groups.ts';

const byId = (weights: readonly (number | null)[]) => new Map(weights.map((weight, index) => [index + 1, weight]));
const inOrder = (shares: ReadonlyMap<number, number>) => [...shares].sort(([one], [other]) => one - other).map(([, share]) => share);
const shared = (total: number, weights: readonly (number | null)[]) => inOrder(shareFuel(total, byId(weights)));

const field = (name: string): Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'> => ({ name, fieldType: 'number', isSystem: false });
const entry = (id: number, rest: Partial<RunEntry> = {}): RunEntry => ({
  id,
  serviceTypeName: 'Hauling',
  totalHours: null,
  loads: null,
  fuel: null,
  customFieldValues: {},
  isBilled: false,
  ...rest,
});

describe('shareFuel', () => {
  test.each([
    { total: 84.9, weights: [4.83, 4.05, 1.95], expected: [37.9, 31.7, 15.3] },
    { total: 0.1, weights: [1, 1, 1], expected: [0.1, 0, 0] },
    { total: 10, weights: [null, 2, 0], expected: [0, 10, 0] },
    { total: 10, weights: [null, null, 0], expected: [3.4, 3.3, 3.3] },
    { total: 1.25, weights: [1, 1], expected: [0.63, 0.62] },
    { total: 0, weights: [1, 2], expected: [0, 0] },
    { total: 5, weights: [], expected: [] },
  ])('shares $total over $weights', ({ total, weights, expected }) => {
    expect(shared(total, weights)).toEqual(expected);
  });

  const weight = fc.oneof(
    fc.constant(null),
    fc.constant(0),
    fc.integer({ min: 0, max: 20 }).map((tenths) => tenths / 10),
    fc.double({ min: 0, max: 1e9, noNaN: true }),
  );
  // As people type them: the numbers of a program hold no more than 15 digits exactly.
  const total = fc
    .tuple(fc.integer({ min: 0, max: 1_000_000_000 }), fc.nat(6))
    .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
  const some = fc.array(weight, { minLength: 1, maxLength: 30 });

  test('shares add up to the total, and none is below zero', () => {
    fc.assert(
      fc.property(total, some, (all, weights) => {
        const shares = shared(all, weights);
        expect(exactSum(shares)).toBe(all);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('equal weights differ by one step at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), some, (tenths, weights) => {
        const shares = shared(tenths / 10, weights);
        const groups = groupsOf([...shares.entries()], ([index]) => weights[index] ?? 0);
        for (const alike of groups.values()) {
          const held = alike.map(([, share]) => share);
          expect(exactSum([Math.max(...held), -Math.min(...held)])).toBeLessThanOrEqual(0.1);
        }
      }),
    );
  });

  test('is the same in every order of arrival', () => {
    const shuffled = some.chain((weights) =>
      fc.tuple(fc.constant(weights), fc.shuffledSubarray([...weights.keys()], { minLength: weights.length })),
    );
    fc.assert(
      fc.property(total, shuffled, (all, [weights, order]) => {
        const arrived = new Map(order.map((index) => [index + 1, weights[index] ?? null]));
        expect(inOrder(shareFuel(all, arrived))).toEqual(shared(all, weights));
      }),
    );
  });
});

describe('weightsOf', () => {
  const fields = [field('Acres'), field('Bales'), field('Moisture')];

  test('takes hours, the area of the own field, and loads', () => {
    const entries = [entry(1, { totalHours: 2.5, loads: 4, customFieldValues: { Acres: 12.5, Moisture: 18 } }), entry(2)];
    expect([...weightsOf(entries, 'hours', fields)]).toEqual([
      [1, 2.5],
      [2, null],
    ]);
    expect([...weightsOf(entries, 'area', fields).values()]).toEqual([12.5, null]);
    expect([...weightsOf(entries, 'loads', fields).values()]).toEqual([4, null]);
  });

  test('counts bales where the service does, or where there are no loads', () => {
    const both = { loads: 2, customFieldValues: { Bales: 100 } };
    const entries = [
      entry(1, { ...both, serviceTypeName: 'Round baling' }),
      entry(2, both),
      entry(3, { customFieldValues: { Bales: 7 } }),
      entry(4, { loads: 3, serviceTypeName: 'Round baling' }),
    ];
    expect([...weightsOf(entries, 'loads', fields).values()]).toEqual([100, 2, 7, 3]);
  });

  test('does not take a field that is called like what every object inherits', () => {
    expect([...weightsOf([entry(1)], 'area', [field('Acres'), field('constructor')]).values()]).toEqual([null]);
  });
});

describe('fuelSharesOf', () => {
  const entries = [
    entry(1, { totalHours: 2, fuel: 40.1, isBilled: true }),
    entry(2, { totalHours: 1 }),
    entry(3, { totalHours: 3, fuel: 99 }),
  ];

  test('takes off what billed entries keep', () => {
    expect(fuelSharesOf({ fuel: 100, shareBy: 'hours' }, entries, [])).toEqual({
      shares: new Map([
        [2, 15],
        [3, 44.9],
      ]),
      kept: 40.1,
      left: 0,
    });
  });

  test('says what is left over', () => {
    const billed = entries.slice(0, 1);
    expect(fuelSharesOf({ fuel: 50, shareBy: 'hours' }, billed, [])).toEqual({ shares: new Map(), kept: 40.1, left: 9.9 });
    const tooMuch = fuelSharesOf({ fuel: 30, shareBy: 'hours' }, entries, []);
    expect(tooMuch?.left).toBe(-10.1);
    expect([...(tooMuch?.shares.values() ?? [])]).toEqual([0, 0]);
  });

  test('shares nothing that is not known, or shared by hand', () => {
    expect(fuelSharesOf({ fuel: null, shareBy: 'hours' }, entries, [])).toBeNull();
    expect(fuelSharesOf({ fuel: 10, shareBy: 'hand' }, entries, [])).toBeNull();
  });
});
