import { RECORD_STATES, type RecordState } from '#shared/billing/schemas/record-list.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { SHOWN_KINDS, type ShownKind } from './record-kind.ts';

export const SHOWN_SORTS = ['number', 'customer', 'issuedOn', 'dueOn', 'amount'] as const;
export type ShownSort = (typeof SHOWN_SORTS)[number];

/** What narrows the list of all bills. */
export interface RecordsFilter {
  readonly q: string;
  readonly kind: ShownKind | null;
  readonly state: RecordState | null;
  /** The first and the last date of issue. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface RecordsOrder {
  readonly sort: ShownSort;
  readonly isDescending: boolean;
}

export const NO_RECORDS_FILTER: RecordsFilter = { q: '', kind: null, state: null, from: null, to: null };
/** The newest first. */
export const USUAL_RECORDS_ORDER: RecordsOrder = { sort: 'number', isDescending: true };

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null => known.find((each) => each === text) ?? null;
const dayOf = (text: string | null): string | null => (text !== null && isCalendarDate(text) ? text : null);

/** The filter of an address; what it does not understand is left out. */
export const recordsFilterOf = (query: URLSearchParams): RecordsFilter => ({
  q: (query.get('q') ?? '').slice(0, 200),
  kind: oneOf(SHOWN_KINDS, query.get('kind')),
  state: oneOf(RECORD_STATES, query.get('state')),
  from: dayOf(query.get('from')),
  to: dayOf(query.get('to')),
});

/** The order of an address. */
export const recordsOrderOf = (query: URLSearchParams): RecordsOrder => {
  const text = query.get('sort') ?? '';
  const sort = oneOf(SHOWN_SORTS, text.replace(/^-/, ''));
  return sort === null ? USUAL_RECORDS_ORDER : { sort, isDescending: text.startsWith('-') };
};

const isUsual = ({ sort, isDescending }: RecordsOrder): boolean =>
  sort === USUAL_RECORDS_ORDER.sort && isDescending === USUAL_RECORDS_ORDER.isDescending;

/** The address's query of filter and order, in one spelling. */
export const addressQueryOf = ({ q, ...conditions }: RecordsFilter, order: RecordsOrder): string => {
  const sort = isUsual(order) ? null : `${order.isDescending ? '-' : ''}${order.sort}`;
  const values = Object.entries({ q: q.trim() || null, ...conditions, sort });
  return new URLSearchParams(values.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))).toString();
};

/** The same, as the server is asked for it. */
export const listQueryOf = ({ q, kind, state, from, to }: RecordsFilter) => ({
  search: q.trim() || undefined,
  kind: kind === 'work' ? ('bill' as const) : (kind ?? undefined),
  series: kind === 'work' ? ('quantities' as const) : kind === 'bill' ? ('bill' as const) : undefined,
  state: state ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
});

export const orderQueryOf = ({ sort, isDescending }: RecordsOrder) => ({
  sort,
  order: isDescending ? ('desc' as const) : ('asc' as const),
});

/** How many conditions narrow the list, apart from the words. */
export const conditionCount = ({ kind, state, from, to }: RecordsFilter): number =>
  [kind, state, from, to].filter((value) => value !== null).length;
