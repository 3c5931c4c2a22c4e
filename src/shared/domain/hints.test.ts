import { describe, expect, test } from 'vitest';
import { ANY_MACHINE, type EntryStat, LEAST_VALUES, ownNumbers } from '#shared/domain/entry-stats.ts';
import type { Hint } from '#shared/domain/hint.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import { type HintContext, hintKey, hintsOf, openHints, statsByKey } from '#shared/domain/hints.ts';

const TRUCK = 7;
const NEW_TRUCK = 8;
const HAULING = 3;
const [DANA, LUKE] = [21, 22];
const TODAY = '2026-07-02';

const own = ownNumbers([
  { name: 'Acres', fieldType: 'number', isSystem: false, summary: 'sum' },
  { name: 'Moisture', fieldType: 'number', isSystem: false, summary: 'average' },
  { name: 'Ticket number', fieldType: 'number', isSystem: false, summary: null },
]);

const stat = (equipmentId: number, measure: string, median: number, more: Partial<EntryStat> = {}): EntryStat => ({
  equipmentId,
  serviceTypeId: HAULING,
  measure,
  of: 40,
  n: 40,
  median,
  ...more,
});
/** Of a day of 8 hours: 32 of fuel, 16 loads, 40 acres, and 18 % whatever the hours. */
const usualOf = (equipmentId: number, more: Partial<EntryStat> = {}): EntryStat[] => [
  stat(equipmentId, 'totalHours', 8, more),
  stat(equipmentId, 'fuel', 4, more),
  stat(equipmentId, 'loads', 2, more),
  stat(equipmentId, 'own:Acres', 5, more),
  stat(equipmentId, 'own:Moisture', 18, more),
];

/** A day like any other. */
const usual: HintedEntry = {
  id: 100,
  date: '2026-07-01',
  season: '2026',
  createdAt: '2026-07-01T18:00:00.000Z',
  createdBy: 1,
  customerId: 5,
  serviceTypeId: HAULING,
  equipmentIds: [TRUCK],
  operatorIds: [DANA],
  totalHours: 8,
  fuel: 32,
  loads: 16,
  customFieldValues: { Acres: 40, Moisture: 18, 'Ticket number': 90_210 },
};
/** Another one of that day, made before it, of another customer, machine and person. */
const beside: HintedEntry = {
  ...usual,
  id: 99,
  createdAt: '2026-07-01T12:00:00.000Z',
  customerId: 6,
  equipmentIds: [70],
  operatorIds: [LUKE],
};

const usually: HintContext = {
  today: TODAY,
  sameDay: [usual],
  job: { createdAt: '2026-05-01T08:00:00.000Z', seasons: new Map([['2026', 6]]) },
  stats: statsByKey([...usualOf(TRUCK), ...usualOf(ANY_MACHINE)]),
  own,
  offersHours: true,
};
const withStats = (...stats: readonly EntryStat[]): Partial<HintContext> => ({ stats: statsByKey(stats) });

/** The hints of a day like any other with something changed, among other entries of that day. */
const hintsFor = (changed: Partial<HintedEntry>, others: readonly HintedEntry[] = [], context: Partial<HintContext> = {}): Hint[] => {
  const entry = { ...usual, ...changed };
  return hintsOf(entry, { ...usually, ...context, sameDay: [...others, entry] });
};
const saying = ({ kind, measure, value, suggestion }: Hint) => [kind, measure, value, suggestion];

const jobOf = (createdAt: string, seasons: Record<string, number>): Partial<HintContext> => ({
  job: { createdAt, seasons: new Map(Object.entries(seasons)) },
});
const OLD_JOB = jobOf('2026-07-01T08:00:00.000Z', { '2026': 6 });
const [MORNING, NOON, NIGHT] = ['2026-07-01T09:00:00.000Z', '2026-07-01T13:00:00.000Z', '2026-07-01T23:00:00.000Z'];
/** The same work again, logged earlier. */
const twin: HintedEntry = { ...usual, id: 98, createdAt: NOON };

/** From one time of that day to another, where the clock is five hours behind. */
const clock = (from: string, to: string) => ({ from: `2026-07-01T${from}:00-05:00`, to: `2026-07-01T${to}:00-05:00` });

/** Nor what goes with them. */
const noHours = { totalHours: null, loads: null, customFieldValues: {} };

type Case = readonly [what: string, changed: Partial<HintedEntry>, others?: readonly HintedEntry[], context?: Partial<HintContext>];

describe('one slip is hinted at once', () => {
  test.each<[...Required<Case>, ReturnType<typeof saying>]>([
    ['25 hours', { totalHours: 25, fuel: 100, loads: 50, customFieldValues: {} }, [], {}, ['tooLong', 'totalHours', 25, null]],
    ['95 hours for 9.5', { totalHours: 95 }, [], {}, ['tooLong', 'totalHours', 95, 9.5]],
    ['250 hours for 2.50', { totalHours: 250, fuel: 10, loads: 5, customFieldValues: {} }, [], {}, ['tooLong', 'totalHours', 250, 2.5]],
    ['0.8 hours for 8', { totalHours: 0.8 }, [], {}, ['decimalSlip', 'totalHours', 0.8, 8]],
    ['fuel ten times', { fuel: 320 }, [], {}, ['decimalSlip', 'fuel', 320, 32]],
    ['a little more than four times the fuel', { fuel: 132 }, [], {}, ['decimalSlip', 'fuel', 132, 13.2]],
    ['a tenth of the fuel', { fuel: 3.8 }, [], {}, ['decimalSlip', 'fuel', 3.8, 38]],
    ['loads ten times', { loads: 160 }, [], {}, ['decimalSlip', 'loads', 160, 16]],
    ['acres ten times', { customFieldValues: { Acres: 400 } }, [], {}, ['decimalSlip', 'own:Acres', 400, 40]],
    ['a percentage ten times', { customFieldValues: { Moisture: 185 } }, [], {}, ['decimalSlip', 'own:Moisture', 185, 18.5]],
    ['fuel that no decimal point explains', { fuel: 30_000 }, [], {}, ['unlikeBefore', 'fuel', 30_000, null]],
    ['the same by the same person', {}, [twin], {}, ['duplicate', null, 1, null]],
    [
      'the same by another person with another driver',
      {},
      [{ ...twin, createdBy: 2, operatorIds: [LUKE] }],
      {},
      ['duplicate', null, 1, null],
    ],
    ['the same with an empty number', {}, [{ ...twin, fuel: null }], {}, ['duplicate', null, 1, null]],
    ['the same without a machine', { equipmentIds: [] }, [{ ...twin, equipmentIds: [] }], {}, ['duplicate', null, 1, null]],
    [
      'a long day of one person, logged twice',
      { totalHours: 12, fuel: 48 },
      [{ ...twin, totalHours: 12, fuel: 48 }],
      {},
      ['duplicate', null, 1, null],
    ],
    [
      'an operator’s day of 19 hours in three entries',
      { totalHours: 6, fuel: 24, createdAt: NIGHT },
      [
        { ...beside, id: 97, totalHours: 8, operatorIds: [DANA], createdAt: MORNING },
        { ...beside, id: 98, totalHours: 5, operatorIds: [DANA], createdAt: NOON },
      ],
      {},
      ['longDay', 'totalHours', 19, null],
    ],
    ['an operator’s day of 19 hours in one', { totalHours: 19, fuel: 76 }, [], {}, ['longDay', 'totalHours', 19, null]],
    [
      'a machine that works 26 hours of a day',
      { totalHours: 13, fuel: 52, createdAt: NIGHT },
      [{ ...beside, equipmentIds: [TRUCK], totalHours: 13 }],
      {},
      ['overlap', 'totalHours', 26, null],
    ],
    [
      'a person in two entries at once, by the clock',
      { spans: [clock('07:00', '15:00')] },
      [{ ...beside, operatorIds: [DANA], spans: [clock('06:00', '07:00'), clock('14:30', '16:00')] }],
      {},
      ['overlap', 'operatorIds', 30, null],
    ],
    [
      'a machine in two entries at once, by the clock, whatever the hours',
      { totalHours: null, fuel: null, loads: null, customFieldValues: {}, spans: [clock('07:00', '08:00')] },
      [{ ...beside, equipmentIds: [TRUCK], spans: [clock('07:54', '16:00')] }],
      {},
      ['overlap', 'equipmentIds', 6, null],
    ],
    [
      'a long day of one person, part of it at once: the clock knows it better',
      { totalHours: 12, fuel: 48, spans: [clock('06:00', '18:00')] },
      [{ ...beside, totalHours: 8, operatorIds: [DANA], spans: [clock('12:00', '20:00')] }],
      {},
      ['overlap', 'operatorIds', 360, null],
    ],
    [
      'a machine that works 26 hours of a day, of which one entry does not say when',
      { totalHours: 13, fuel: 52, spans: [clock('06:00', '19:00')] },
      [{ ...beside, equipmentIds: [TRUCK], totalHours: 13 }],
      {},
      ['overlap', 'totalHours', 26, null],
    ],
    ['tomorrow', { date: '2026-07-03' }, [], {}, ['future', null, 1, null]],
    // Days after its job was made.
    ['61 days before the job', { date: '2026-05-01', createdAt: '2026-07-05T08:00:00.000Z' }, [], OLD_JOB, ['beforeJob', null, 61, null]],
    [
      'the only one of last year’s season',
      { season: '2025' },
      [],
      jobOf('2026-05-01T08:00:00.000Z', { '2026': 3, '2025': 1 }),
      ['otherSeason', null, 2026, null],
    ],
    ['fuel without hours', noHours, [], {}, ['noHours', 'totalHours', 0, null]],
    ['fuel in no time', { ...noHours, totalHours: 0 }, [], { offersHours: false }, ['noHours', 'totalHours', 0, null]],
    ['hours without fuel', { fuel: null }, [], {}, ['noFuel', 'fuel', 0, null]],
  ])('%s', (_what, changed, others, context, said) => {
    expect(hintsFor(changed, others, context).map(saying)).toEqual([said]);
  });
});

describe('what is like it but right is not hinted at', () => {
  test.for<Case>([
    ['a day like any other', {}],
    ['a day like any other, beside others', {}, [beside]],
    ['24 hours of two drivers', { totalHours: 24, fuel: 96, loads: 48, operatorIds: [DANA, LUKE], customFieldValues: {} }],
    ['a number nearly four times the usual', { fuel: 32 * 3.9 }],
    ['a number a little more than a quarter of the usual', { fuel: 32 / 3.9 }],
    ['fuel of a longer day', { totalHours: 14, fuel: 64, loads: 28 }],
    ['half an hour, and fuel for half an hour', { totalHours: 0.5, fuel: 2, loads: 1, customFieldValues: { Acres: 2.5 } }],
    ['a number that names something', { customFieldValues: { ...usual.customFieldValues, 'Ticket number': 3 } }],
    ['the first of two that are the same', { createdAt: MORNING }, [{ ...usual, id: 101, createdAt: NOON }]],
    ['the same on another day', {}, [{ ...twin, date: '2026-06-30' }]],
    ['the same for another customer', {}, [{ ...twin, customerId: 6 }]],
    ['the same of another service', {}, [{ ...twin, serviceTypeId: 4 }]],
    ['the same with another machine', {}, [{ ...twin, equipmentIds: [70] }]],
    ['the same with another number', {}, [{ ...twin, loads: 15 }]],
    ['the same with another own number', {}, [{ ...twin, customFieldValues: { Acres: 41 } }]],
    ['two without any number', { ...noHours, fuel: null }, [{ ...twin, ...noHours, fuel: null }]],
    ['an operator’s day of 18 hours', { totalHours: 10, fuel: 40 }, [{ ...beside, operatorIds: [DANA] }]],
    ['a long day, said only at its last entry', { totalHours: 11, fuel: 44 }, [{ ...beside, createdAt: NIGHT, operatorIds: [DANA] }]],
    ['a long entry of two people', { totalHours: 19, fuel: 76, operatorIds: [DANA, LUKE] }],
    ['a day beside an entry that is too long by itself', {}, [{ ...beside, totalHours: 80, operatorIds: [DANA], equipmentIds: [TRUCK] }]],
    ['a machine that works 24 hours of a day', { totalHours: 12, fuel: 48 }, [{ ...beside, totalHours: 12, equipmentIds: [TRUCK] }]],
    [
      'one after the other, by the clock',
      { spans: [clock('07:00', '15:00')] },
      [{ ...beside, operatorIds: [DANA], equipmentIds: [TRUCK], spans: [clock('05:00', '07:00'), clock('15:00', '16:00')] }],
    ],
    [
      'clocks that are five minutes apart',
      { spans: [clock('07:00', '15:00')] },
      [{ ...beside, operatorIds: [DANA], spans: [clock('06:00', '07:05')] }],
    ],
    [
      'at once, by another person with another machine',
      { spans: [clock('07:00', '15:00')] },
      [{ ...beside, spans: [clock('07:00', '15:00')] }],
    ],
    [
      'at once, said only at the later entry',
      { createdAt: MORNING, spans: [clock('07:00', '15:00')] },
      [{ ...beside, operatorIds: [DANA], spans: [clock('07:00', '15:00')] }],
    ],
    [
      'a machine that works 26 hours for one day, all of them known by the clock',
      { totalHours: 13, fuel: 52, spans: [clock('06:00', '19:00')] },
      [
        {
          ...beside,
          equipmentIds: [TRUCK],
          totalHours: 13,
          spans: [{ from: '2026-07-01T19:00:00-05:00', to: '2026-07-02T08:00:00-05:00' }],
        },
      ],
    ],
    ['today', { date: TODAY }],
    ['60 days before the job', { date: '2026-05-02', createdAt: '2026-07-05T08:00:00.000Z' }, [], OLD_JOB],
    ['past work that came with its job', { date: '2026-01-10', createdAt: '2026-07-01T09:00:00.000Z' }, [], OLD_JOB],
    ['one of two of last year’s season', { season: '2025' }, [], jobOf('2026-05-01T08:00:00.000Z', { '2026': 3, '2025': 2 })],
    ['the season of a job that has hardly begun', { season: '2025' }, [], jobOf('2026-05-01T08:00:00.000Z', { '2026': 2, '2025': 1 })],
    ['a job of many seasons', { season: '2024' }, [], jobOf('2023-05-01T08:00:00.000Z', { '2026': 3, '2025': 9, '2024': 1 })],
    ['an entry whose job is not here', { date: '2020-01-01' }, [], { job: undefined }],
    ['no hours where the service has none', noHours, [], { offersHours: false }],
    ['no hours where the machine often has none', noHours, [], withStats(stat(TRUCK, 'totalHours', 8, { n: 30 }), stat(TRUCK, 'fuel', 4))],
    [
      'no fuel where the machine often has none',
      { fuel: null },
      [],
      withStats(stat(TRUCK, 'totalHours', 8), stat(TRUCK, 'fuel', 4, { n: 37 })),
    ],
    ['no hours and no fuel', { ...noHours, fuel: 0 }],
    ['neither hours nor fuel', { ...noHours, fuel: null }],
    ['no fuel after no hours', { ...noHours, totalHours: 0, fuel: null }],
  ])('%s', ([, changed, others, context]) => {
    expect(hintsFor(changed, others, context)).toEqual([]);
  });
});

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
