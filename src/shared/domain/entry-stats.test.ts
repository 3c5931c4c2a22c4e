import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ANY_MACHINE,
  type CountedEntry,
  type EntryStat,
  measuresOf,
  ownNumbers,
  STATS_WINDOW,
  statsOf,
} from '#shared/domain/entry-stats.ts';

const [TRUCK, TRACTOR] = [7, 8];
const [HAULING, PLOUGHING] = [3, 4];

const own = ownNumbers([
  { name: 'Acres', fieldType: 'number', isSystem: false, summary: 'sum' },
  { name: 'Moisture', fieldType: 'number', isSystem: false, summary: null },
]);

let last = 0;
const entry = (changed: Partial<CountedEntry> = {}): CountedEntry => ({
  id: (last += 1),
  date: '2026-07-01',
  serviceTypeId: HAULING,
  equipmentIds: [TRUCK],
  totalHours: 8,
  fuel: 32,
  loads: 16,
  customFieldValues: {},
  ...changed,
});

const statIn = (stats: readonly EntryStat[], measure: string, equipmentId = TRUCK, serviceTypeId = HAULING) =>
  stats.find((stat) => stat.measure === measure && stat.equipmentId === equipmentId && stat.serviceTypeId === serviceTypeId);

describe('the numbers that can be compared', () => {
  test('are own number fields, as their summary treats them', () => {
    const number = { fieldType: 'number', isSystem: false, summary: null } as const;
    const names = ['Acres', 'Moisture', 'Ticket number', 'Fuel', 'Billable hours'];
    const fields = [
      ...names.map((name) => ({ ...number, name })),
      { ...number, name: 'Depth', summary: 'sum' as const },
      { ...number, name: 'Bales', summary: 'none' as const },
      { ...number, name: 'Loads', isSystem: true },
      { ...number, name: 'Colour', fieldType: 'text' as const },
    ];
    expect([...ownNumbers(fields)]).toEqual([
      ['Acres', 'sum'],
      ['Moisture', 'average'],
      ['Depth', 'sum'],
    ]);
  });

  test('of an entry: what adds up grows with the hours, what is averaged does not', () => {
    expect(measuresOf({ totalHours: 8, fuel: 32, loads: 16, customFieldValues: { Acres: 40, Moisture: 18, Colour: 3 } }, own)).toEqual([
      { measure: 'totalHours', value: 8, isPerHour: false },
      { measure: 'fuel', value: 32, isPerHour: true },
      { measure: 'loads', value: 16, isPerHour: true },
      { measure: 'own:Acres', value: 40, isPerHour: true },
      { measure: 'own:Moisture', value: 18, isPerHour: false },
    ]);
  });

  test.each([null, 0])('of an entry with %j hours: only what does not grow with them', (totalHours) => {
    const values = { totalHours, fuel: 32, loads: 16, customFieldValues: { Acres: 40, Moisture: 18 } };
    expect(measuresOf(values, own).map(({ measure }) => measure)).toEqual(['own:Moisture']);
  });

  test('are neither zero nor text', () => {
    const values = { totalHours: 8, fuel: 0, loads: null, customFieldValues: { Acres: '40', Moisture: null } };
    expect(measuresOf(values, own).map(({ measure }) => measure)).toEqual(['totalHours']);
  });
});

describe('what is usual', () => {
  test('is the median: per hour of what adds up, as it is of the rest', () => {
    const entries = [4, 8, 10].map((totalHours, place) =>
      entry({ totalHours, fuel: totalHours * (place + 3), customFieldValues: { Moisture: 10 + place, Acres: 5 * totalHours } }),
    );
    const stats = statsOf(entries, own);
    const medians = ['totalHours', 'fuel', 'loads', 'own:Acres', 'own:Moisture'].map((measure) => statIn(stats, measure)?.median);
    expect(medians).toEqual([8, 4, 2, 5, 11]);
  });

  test('of an even number of values is halfway between the middle two', () => {
    expect(
      statIn(
        statsOf(
          [10, 1, 9, 4].map((totalHours) => entry({ totalHours })),
          own,
        ),
        'totalHours',
      )?.median,
    ).toBe(6.5);
  });

  test('is known from as many entries as have the value, of all that were looked at', () => {
    const entries = [entry(), entry({ fuel: null }), entry({ fuel: 0 }), entry({ totalHours: null })];
    const stats = statsOf(entries, own);
    expect(statIn(stats, 'fuel')).toMatchObject({ of: 4, n: 1 });
    expect(statIn(stats, 'totalHours')).toMatchObject({ of: 4, n: 3 });
    expect(statIn(stats, 'own:Acres')).toBeUndefined();
  });

  test('is told apart by machine and service; an entry counts for its first machine, and for its service', () => {
    const entries = [
      entry({ totalHours: 2 }),
      entry({ totalHours: 4, equipmentIds: [TRACTOR, TRUCK] }),
      entry({ totalHours: 6, equipmentIds: [] }),
      entry({ totalHours: 8, serviceTypeId: PLOUGHING }),
    ];
    const hours = statsOf(entries, own).filter(({ measure }) => measure === 'totalHours');
    expect(hours.map(({ equipmentId, serviceTypeId, n, median }) => [equipmentId, serviceTypeId, n, median]).toSorted()).toEqual([
      [ANY_MACHINE, HAULING, 3, 4],
      [ANY_MACHINE, PLOUGHING, 1, 8],
      [TRUCK, HAULING, 1, 2],
      [TRUCK, PLOUGHING, 1, 8],
      [TRACTOR, HAULING, 1, 4],
    ]);
  });

  test('is what was usual in the newest entries: by date, then by number', () => {
    const old = Array.from({ length: STATS_WINDOW }, () => entry({ date: '2025-07-01', totalHours: 3 }));
    const recent = Array.from({ length: STATS_WINDOW }, () => entry({ totalHours: 9 }));
    expect(statIn(statsOf([...recent, ...old], own), 'totalHours')).toMatchObject({ of: STATS_WINDOW, n: STATS_WINDOW, median: 9 });
    const later = Array.from({ length: STATS_WINDOW / 2 + 1 }, () => entry({ totalHours: 5 }));
    expect(statIn(statsOf([...later, ...recent], own), 'totalHours')).toMatchObject({ of: STATS_WINDOW, median: 5 });
  });

  test('the window of each machine is its own', () => {
    const rare = entry({ date: '2020-01-01', equipmentIds: [TRACTOR], totalHours: 1 });
    const many = Array.from({ length: STATS_WINDOW }, () => entry());
    const stats = statsOf([rare, ...many], own);
    expect(statIn(stats, 'totalHours', TRACTOR)).toMatchObject({ n: 1, median: 1 });
    expect(statIn(stats, 'totalHours', ANY_MACHINE)).toMatchObject({ n: STATS_WINDOW, median: 8 });
  });

  test('of nothing is nothing', () => {
    expect(statsOf([], own)).toEqual([]);
    expect(statsOf([entry({ totalHours: null, fuel: null, loads: null })], own)).toEqual([]);
  });

  test('does not depend on the order in which entries came, and leaves them as they were', () => {
    const entries = fc
      .array(
        fc.record({
          day: fc.integer({ min: 1, max: 9 }),
          equipmentIds: fc.subarray([TRUCK, TRACTOR]),
          totalHours: fc.option(fc.integer({ min: 0, max: 20 })),
          fuel: fc.option(fc.integer({ min: 0, max: 99 })),
        }),
        { maxLength: 300 },
      )
      .map((rows) => rows.map(({ day, ...row }, place) => entry({ ...row, id: place, date: `2026-07-0${day}` })));
    fc.assert(
      fc.property(entries, (all) => {
        const before = [...all];
        expect(statsOf(all.toReversed(), own)).toEqual(statsOf(all, own));
        expect(all).toEqual(before);
      }),
    );
  });
});
