import { ANY_MACHINE, type EntryStat, ownNumbers } from '#shared/domain/entry-stats.ts';
import type { Hint } from '#shared/domain/hint.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import { type HintContext, hintsOf, statsByKey } from '#shared/domain/hints.ts';

// A day like any other, for the tests of hints.

export const TRUCK = 7;
export const NEW_TRUCK = 8;
export const HAULING = 3;
export const [DANA, LUKE] = [21, 22];
export const TODAY = '2026-07-02';

const own = ownNumbers([
  { name: 'Acres', fieldType: 'number', isSystem: false, summary: 'sum' },
  { name: 'Moisture', fieldType: 'number', isSystem: false, summary: 'average' },
  { name: 'Ticket number', fieldType: 'number', isSystem: false, summary: null },
]);

export const stat = (equipmentId: number, measure: string, median: number, more: Partial<EntryStat> = {}): EntryStat => ({
  equipmentId,
  serviceTypeId: HAULING,
  measure,
  of: 40,
  n: 40,
  median,
  ...more,
});
/** Of a day of 8 hours: 32 of fuel, 16 loads, 40 acres, and 18 % whatever the hours. */
export const usualOf = (equipmentId: number, more: Partial<EntryStat> = {}): EntryStat[] => [
  stat(equipmentId, 'totalHours', 8, more),
  stat(equipmentId, 'fuel', 4, more),
  stat(equipmentId, 'loads', 2, more),
  stat(equipmentId, 'own:Acres', 5, more),
  stat(equipmentId, 'own:Moisture', 18, more),
];

/** A day like any other. */
export const usual: HintedEntry = {
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
export const beside: HintedEntry = {
  ...usual,
  id: 99,
  createdAt: '2026-07-01T12:00:00.000Z',
  customerId: 6,
  equipmentIds: [70],
  operatorIds: [LUKE],
};

export const usually: HintContext = {
  today: TODAY,
  sameDay: [usual],
  job: { createdAt: '2026-05-01T08:00:00.000Z', seasons: new Map([['2026', 6]]) },
  stats: statsByKey([...usualOf(TRUCK), ...usualOf(ANY_MACHINE)]),
  own,
  offersHours: true,
};
export const withStats = (...stats: readonly EntryStat[]): Partial<HintContext> => ({ stats: statsByKey(stats) });

/** The hints of a day like any other with something changed, among other entries of that day. */
export const hintsFor = (
  changed: Partial<HintedEntry>,
  others: readonly HintedEntry[] = [],
  context: Partial<HintContext> = {},
): Hint[] => {
  const entry = { ...usual, ...changed };
  return hintsOf(entry, { ...usually, ...context, sameDay: [...others, entry] });
};
export const saying = ({ kind, measure, value, suggestion }: Hint) => [kind, measure, value, suggestion];

export const jobOf = (createdAt: string, seasons: Record<string, number>): Partial<HintContext> => ({
  job: { createdAt, seasons: new Map(Object.entries(seasons)) },
});
export const OLD_JOB = jobOf('2026-07-01T08:00:00.000Z', { '2026': 6 });
export const [MORNING, NOON, NIGHT] = ['2026-07-01T09:00:00.000Z', '2026-07-01T13:00:00.000Z', '2026-07-01T23:00:00.000Z'];
/** The same work again, logged earlier. */
export const twin: HintedEntry = { ...usual, id: 98, createdAt: NOON };

/** From one time of that day to another, where the clock is five hours behind. */
export const clock = (from: string, to: string) => ({ from: `2026-07-01T${from}:00-05:00`, to: `2026-07-01T${to}:00-05:00` });

/** Nor what goes with them. */
export const noHours = { totalHours: null, loads: null, customFieldValues: {} };

export type Case = readonly [what: string, changed: Partial<HintedEntry>, others?: readonly HintedEntry[], context?: Partial<HintContext>];
