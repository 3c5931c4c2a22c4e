import { describe, expect, test } from 'vitest';
import { ANY_MACHINE, LEAST_VALUES } from '#shared/domain/entry-stats.ts';
import { hintKey, openHints } from '#shared/domain/hints.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import { TRUCK, NEW_TRUCK, DANA, stat, usualOf, usual, beside, withStats, hintsFor } from '#shared/domain/hints-fixtures.ts';

test('a hint says what would be usual for this entry, and from how many entries that is known', () => {
  expect(hintsFor({ totalHours: 9.5, fuel: 380 }, [], withStats(...usualOf(TRUCK, { n: 38 })))).toMatchObject([
    { measure: 'fuel', value: 380, usual: 38, count: 38, isOfService: false, suggestion: 38, aboutId: null, others: [] },
  ]);
});

test('a day names its operator or machine, and the other entries of it', () => {
  const day = [1, 2].map((id) => ({ ...beside, id, totalHours: 7, operatorIds: [DANA], createdAt: `2026-07-01T0${id}:00:00.000Z` }));
  expect(hintsFor({}, day.toReversed())).toMatchObject([{ kind: 'longDay', value: 22, aboutId: DANA, others: [1, 2] }]);
  const machine = { ...beside, totalHours: 17, operatorIds: [23], equipmentIds: [TRUCK] };
  expect(hintsFor({}, [machine])).toMatchObject([{ kind: 'overlap', value: 25, aboutId: TRUCK, others: [99] }]);
});

test('an entry with several slips tells of each, the strongest first', () => {
  const found = hintsFor({ totalHours: 26, fuel: 1040, date: '2026-07-09', loads: 52, customFieldValues: { Acres: 130, Moisture: 1.8 } });
  expect(found.map(({ kind, measure }) => [kind, measure])).toEqual([
    ['tooLong', 'totalHours'],
    ['decimalSlip', 'fuel'],
    ['decimalSlip', 'own:Moisture'],
    ['future', null],
  ]);
  expect(hintsFor({ fuel: 30_000, loads: 160 }).map(({ measure }) => measure)).toEqual(['loads', 'fuel']);
});

test('hours that slipped say it once: what fits those that were meant is no slip of its own', () => {
  const measuresFor = (changed: Partial<HintedEntry>) => hintsFor(changed).map(({ measure }) => measure);
  expect([80, 0.8, 0.1].map((totalHours) => measuresFor({ totalHours }))).toEqual([['totalHours'], ['totalHours'], ['totalHours']]);
  // Loads and acres speak for eight hours, the fuel for what was noted.
  expect(measuresFor({ totalHours: 0.8, fuel: 3.2 })).toEqual(['totalHours']);
  // The fuel of neither.
  expect(measuresFor({ totalHours: 80, fuel: 3 })).toEqual(['totalHours', 'fuel']);
});

describe('without enough history', () => {
  const few = { of: LEAST_VALUES - 1, n: LEAST_VALUES - 1 };
  const slip = { totalHours: 1.5, fuel: 320, loads: null, customFieldValues: {} };

  test('it is silent', () => {
    expect(hintsFor({ ...usual, fuel: 320 }, [], withStats(...usualOf(TRUCK, few), ...usualOf(ANY_MACHINE, few)))).toEqual([]);
    expect(hintsFor({ ...slip, fuel: null }, [], withStats(...usualOf(TRUCK, few)))).toEqual([]);
    expect(hintsFor({ fuel: 320 }, [], withStats())).toEqual([]);
  });

  test('a new machine borrows what is usual for the service, and says so', () => {
    const stats = withStats(...usualOf(NEW_TRUCK, few), ...usualOf(ANY_MACHINE, { n: 30 }), ...usualOf(TRUCK));
    expect(hintsFor({ equipmentIds: [NEW_TRUCK], fuel: 320 }, [], stats)).toMatchObject([
      { kind: 'decimalSlip', usual: 32, count: 30, isOfService: true, suggestion: 32 },
    ]);
  });

  test('a machine that is unlike the others of its service is judged by its own', () => {
    const stats = withStats(stat(TRUCK, 'totalHours', 8), stat(TRUCK, 'fuel', 40), ...usualOf(ANY_MACHINE));
    expect(hintsFor({ fuel: 320 }, [], stats)).toEqual([]);
    expect(hintsFor({ fuel: 32 }, [], stats)).toMatchObject([{ suggestion: 320, isOfService: false }]);
  });

  test('a machine borrows no habit: what it always has is known from its own entries', () => {
    expect(hintsFor({ equipmentIds: [NEW_TRUCK], fuel: null })).toEqual([]);
  });
});

describe('what somebody said is right', () => {
  const slip = hintsFor({ fuel: 320 });
  const [key = ''] = slip.map(hintKey);

  test('is not hinted at again, under its kind, field and number', () => {
    expect(key).toBe('decimalSlip:fuel:320');
    expect(openHints(slip, [key])).toEqual([]);
    expect(openHints(slip, [])).toEqual(slip);
    expect(openHints(slip, undefined)).toEqual(slip);
  });

  test('is hinted at again with another number', () => {
    expect(openHints(hintsFor({ fuel: 321 }), [key])).toHaveLength(1);
    expect(openHints(hintsFor({ loads: 320 }), [key])).toHaveLength(1);
  });

  test('stays right when another number would be usual by now', () => {
    const later = hintsFor({ fuel: 320 }, [], withStats(stat(TRUCK, 'totalHours', 8), stat(TRUCK, 'fuel', 0.01)));
    expect(later.map(({ kind }) => kind)).toEqual(['unlikeBefore']);
    expect(openHints(later, [key])).toEqual([]);
  });

  test('does not answer for the rest', () => {
    expect(openHints(hintsFor({ fuel: 320, date: '2026-07-09' }), [key]).map(({ kind }) => kind)).toEqual(['future']);
  });
});
