import { addDays, type CalendarDate, isCalendarDate, mondayOf, seasonOf, seasonSpan } from '#shared/lib/dates.ts';

/** Periods that move with the day. */
export const PERIODS = ['today', 'yesterday', 'week', 'lastWeek', 'month', 'lastMonth', 'season'] as const;
export type Period = (typeof PERIODS)[number];

/** What the desk can be narrowed by: ids of records. */
export const RECORD_FILTERS = ['customer', 'job', 'service', 'machine', 'operator'] as const;
export type RecordFilter = (typeof RECORD_FILTERS)[number];

/** Which entries the desk shows. Everything is in the address, under these names (`filterOf`, `queryOf`). */
export interface DeskFilter extends Readonly<Record<RecordFilter, number | null>> {
  /** Words that the names, the note or a field's text hold. */
  readonly q: string;
  readonly when: Period | null;
  readonly from: CalendarDate | null;
  readonly to: CalendarDate | null;
  readonly checked: boolean | null;
  readonly billed: boolean | null;
  readonly missing: boolean;
  readonly hints: boolean;
  /** The office asked something, and is not done with it: answered or not. */
  readonly asked: boolean;
  readonly notes: boolean;
  readonly photos: boolean;
}

export const GROUPINGS = ['job', 'machine', 'operator', 'day', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What the rows can be ordered by; `own:` and a field's name for the columns of own fields. */
export type SortKey = 'date' | 'operator' | 'service' | 'machine' | 'job' | 'hours' | 'fuel' | 'loads' | `own:${string}`;

export interface DeskOrder {
  readonly group: Grouping;
  readonly sort: SortKey;
  readonly isDescending: boolean;
}

export const NO_FILTER: DeskFilter = {
  q: '',
  when: null,
  from: null,
  to: null,
  customer: null,
  job: null,
  service: null,
  machine: null,
  operator: null,
  checked: null,
  billed: null,
  missing: false,
  hints: false,
  asked: false,
  notes: false,
  photos: false,
};

export const USUAL_ORDER: DeskOrder = { group: 'job', sort: 'date', isDescending: false };

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null => known.find((each) => each === text) ?? null;
const dayOf = (text: string | null): CalendarDate | null => (text !== null && isCalendarDate(text) ? text : null);
const idOf = (text: string | null): number | null => (text !== null && /^-?[1-9]\d{0,15}$/.test(text) ? Number(text) : null);
const answerOf = (text: string | null): boolean | null => (text === 'yes' ? true : text === 'no' ? false : null);

/** The filter of an address; what it does not understand is left out. */
export const filterOf = (query: URLSearchParams): DeskFilter => ({
  q: (query.get('q') ?? '').slice(0, 200),
  when: oneOf(PERIODS, query.get('when')),
  from: dayOf(query.get('from')),
  to: dayOf(query.get('to')),
  customer: idOf(query.get('customer')),
  job: idOf(query.get('job')),
  service: idOf(query.get('service')),
  machine: idOf(query.get('machine')),
  operator: idOf(query.get('operator')),
  checked: answerOf(query.get('checked')),
  billed: answerOf(query.get('billed')),
  missing: query.get('missing') === '1',
  hints: query.get('hints') === '1',
  asked: query.get('asked') === '1',
  notes: query.get('notes') === '1',
  photos: query.get('photos') === '1',
});

const isSortKey = (text: string): text is SortKey =>
  ['date', 'operator', 'service', 'machine', 'job', 'hours', 'fuel', 'loads'].includes(text) || /^own:./.test(text);

/** The order of an address. */
export const orderOf = (query: URLSearchParams): DeskOrder => {
  const sort = query.get('sort') ?? '';
  const key = sort.replace(/^-/, '');
  return {
    group: oneOf(GROUPINGS, query.get('group')) ?? USUAL_ORDER.group,
    ...(isSortKey(key) ? { sort: key, isDescending: sort.startsWith('-') } : { sort: USUAL_ORDER.sort, isDescending: false }),
  };
};

const answer = (value: boolean | null): string | null => (value === null ? null : value ? 'yes' : 'no');
const mark = (value: boolean): string | null => (value ? '1' : null);

/** The address's query of filter and order, in one spelling: equal ones give equal texts. */
export const queryOf = (filter: DeskFilter, order: DeskOrder): string => {
  const { group, sort, isDescending } = order;
  const values: readonly (readonly [string, string | number | null])[] = [
    ['q', filter.q.trim() || null],
    ['when', filter.when],
    ['from', filter.from],
    ['to', filter.to],
    ...RECORD_FILTERS.map((name) => [name, filter[name]] as const),
    ['checked', answer(filter.checked)],
    ['billed', answer(filter.billed)],
    ['missing', mark(filter.missing)],
    ['hints', mark(filter.hints)],
    ['asked', mark(filter.asked)],
    ['notes', mark(filter.notes)],
    ['photos', mark(filter.photos)],
    ['group', group === USUAL_ORDER.group ? null : group],
    ['sort', sort === USUAL_ORDER.sort && !isDescending ? null : `${isDescending ? '-' : ''}${sort}`],
  ];
  return new URLSearchParams(values.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))).toString();
};

/** First and last day; null: open. */
export interface DaySpan {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate | null;
}

const monthOf = (day: CalendarDate): { from: CalendarDate; to: CalendarDate } => {
  const from = `${day.slice(0, 7)}-01`;
  const next = addDays(from, 31);
  return { from, to: addDays(`${next.slice(0, 7)}-01`, -1) };
};

/** The days of a period, as of today. */
export const daysOf = (period: Period, today: CalendarDate, seasonStart: CalendarDate | null): { from: CalendarDate; to: CalendarDate } => {
  const monday = mondayOf(today);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: monday, to: addDays(monday, 6) };
    case 'lastWeek':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'month':
      return monthOf(today);
    case 'lastMonth':
      return monthOf(addDays(monthOf(today).from, -1));
    case 'season':
      return seasonSpan(seasonOf(today, seasonStart), seasonStart);
  }
};

/** The days that a filter is about: those of its period, narrowed by its dates. */
export const spanOf = ({ when, from, to }: DeskFilter, today: CalendarDate, seasonStart: CalendarDate | null): DaySpan => {
  const period = when === null ? { from: null, to: null } : daysOf(when, today, seasonStart);
  const later =
    [period.from, from]
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null;
  const earlier = [period.to, to].filter((day) => day !== null).sort()[0] ?? null;
  return { from: later, to: earlier };
};

/** How many conditions narrow the list, apart from the words. */
export const conditionCount = (filter: DeskFilter): number =>
  [
    filter.when !== null || filter.from !== null || filter.to !== null,
    ...RECORD_FILTERS.map((name) => filter[name] !== null),
    filter.checked !== null,
    filter.billed !== null,
    filter.missing,
    filter.hints,
    filter.asked,
    filter.notes,
    filter.photos,
  ].filter(Boolean).length;
