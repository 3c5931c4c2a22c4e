import type { Grouping, MoneyGrouping, ReportMeasure } from '#shared/domain/report.ts';
import { addDays, type CalendarDate, isCalendarDate, mondayOf, seasonOf } from '#shared/lib/dates.ts';

/** The filters of entries, named in the address as in the call. */
export const FILTERS = ['customerId', 'serviceTypeId', 'equipmentId', 'operatorId'] as const;
export type Filter = (typeof FILTERS)[number];

/** Periods such as this week move with the calendar; a year is the season that began in it. */
export const PRESETS = ['season', 'lastSeason', 'week', 'month', 'dates'] as const;
export type Period = (typeof PRESETS)[number] | `${number}`;

/** What the screen shows; all of it is in the address. */
export interface ReportView {
  readonly by: Grouping;
  readonly measure: ReportMeasure;
  readonly period: Period;
  /** For the period `dates`; empty: open. */
  readonly from: string;
  readonly to: string;
  /** How many seasons earlier the compared one is; 0: none. */
  readonly back: number;
  readonly filters: Readonly<Partial<Record<Filter, number | undefined>>>;
}

/** How many seasons back one can compare and look. */
export const MOST_BACK = 4;

// Hand-written: the contract's lists would add the schemas' library to the screen.
const BY: readonly Grouping[] = ['week', 'month', 'machine', 'operator', 'customer', 'service'];
const MEASURES: readonly ReportMeasure[] = ['totalHours', 'billableHours', 'fuel', 'loads', 'entryCount'];

const oneOf = <T extends string>(known: readonly T[], text: string | null, otherwise: T): T =>
  known.find((each) => each === text) ?? otherwise;

const isYear = (text: string | null): text is `${number}` => text !== null && /^(19|2\d)\d\d$/.test(text);

/** Whether the period is a season: only then can it be compared with another one. */
const isSeason = (period: Period): boolean => period === 'season' || period === 'lastSeason' || isYear(period);

const dateIn = (text: string | null): string => (text !== null && isCalendarDate(text) ? text : '');

/** The view of an address; missing or invalid parts have their defaults: this season by week, in hours. */
export const viewOf = (search: string): ReportView => {
  const query = new URLSearchParams(search);
  const asked = query.get('period');
  const period = isYear(asked) ? asked : oneOf(PRESETS, asked, 'season');
  const back = Number(query.get('back'));
  const ids = FILTERS.map((name) => [name, query.get(name)] as const).filter(([, id]) => id !== null && /^[1-9]\d{0,8}$/.test(id));
  return {
    by: oneOf(BY, query.get('by'), 'week'),
    measure: oneOf(MEASURES, query.get('measure'), 'totalHours'),
    period,
    from: dateIn(query.get('from')),
    to: dateIn(query.get('to')),
    back: isSeason(period) && Number.isInteger(back) && back >= 1 && back <= MOST_BACK ? back : 0,
    filters: Object.fromEntries(ids.map(([name, id]) => [name, Number(id)])),
  };
};

type Words = readonly (readonly [string, string | number | undefined])[];

const addressWith = (path: string, words: Words): string => {
  const query = new URLSearchParams(words.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

const spanWords = ({ period, from, to }: Pick<ReportView, 'period' | 'from' | 'to'>): Words => [
  ['period', period === 'season' ? '' : period],
  ['from', period === 'dates' ? from : ''],
  ['to', period === 'dates' ? to : ''],
];

/** What billed work is grouped by; the first is the default. */
export const MONEY_BY: readonly MoneyGrouping[] = ['job', 'customer', 'machine', 'service', 'season'];

/** The grouping that an address of the money report asks for. */
export const moneyByOf = (search: string): MoneyGrouping => oneOf(MONEY_BY, new URLSearchParams(search).get('by'), 'job');

export const moneyAddressOf = (by: MoneyGrouping, view: ReportView): string =>
  addressWith('/reports/money', [['by', by === 'job' ? '' : by], ...spanWords(view)]);

export const fuelAddressOf = (view: ReportView): string =>
  addressWith('/reports/fuel', [...spanWords(view), ['customerId', view.filters.customerId]]);

/** The address of a view; defaults are left out. */
export const addressOf = ({ by, measure, period, from, to, back, filters }: ReportView): string => {
  const words: Words = [
    ['by', by === 'week' ? '' : by],
    ...spanWords({ period, from, to }),
    ['back', isSeason(period) && back > 0 ? back : ''],
    ['measure', measure === 'totalHours' ? '' : measure],
    ...FILTERS.map((name) => [name, filters[name]] as const),
  ];
  return addressWith('/reports', words);
};

const yearsBack = (season: string, years: number): string => String(Number(season) - years);

/** The season of a period; null if it is not one. */
export const seasonIn = (period: Period, today: CalendarDate, seasonStart: CalendarDate | null): string | null => {
  const current = seasonOf(today, seasonStart);
  return period === 'season' ? current : period === 'lastSeason' ? yearsBack(current, 1) : isYear(period) ? period : null;
};

/** The season to compare with; null: none. */
export const againstIn = (view: ReportView, today: CalendarDate, seasonStart: CalendarDate | null): string | null => {
  const season = seasonIn(view.period, today, seasonStart);
  return season === null || view.back === 0 ? null : yearsBack(season, view.back);
};

const spanOf = ({ period, from, to }: ReportView, today: CalendarDate): { from: string; to: string } => {
  if (period === 'week') {
    return { from: mondayOf(today), to: addDays(mondayOf(today), 6) };
  }
  if (period === 'month') {
    const first = `${today.slice(0, 8)}01`;
    const next = `${addDays(first, 31).slice(0, 8)}01`;
    return { from: first, to: addDays(next, -1) };
  }
  return { from, to };
};

/** The days of a view, as the calls of the money report and the fuel book take them. */
export const spanQueryOf = (view: ReportView, today: CalendarDate, seasonStart: CalendarDate | null): Record<string, string> => {
  const season = seasonIn(view.period, today, seasonStart);
  const given = season === null ? Object.entries(spanOf(view, today)) : [['season', season] as const];
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
};

/** The query for the server. */
export const queryOf = (
  view: ReportView,
  today: CalendarDate,
  seasonStart: CalendarDate | null,
): { by: Grouping } & Record<string, string> => {
  const season = seasonIn(view.period, today, seasonStart);
  const against = againstIn(view, today, seasonStart);
  const span = season === null ? spanOf(view, today) : { season, ...(against === null ? {} : { against }) };
  const given = [...Object.entries(span), ...FILTERS.map((name) => [name, String(view.filters[name] ?? '')] as const)];
  return Object.assign({ by: view.by }, Object.fromEntries(given.filter(([, value]) => value !== '')));
};
