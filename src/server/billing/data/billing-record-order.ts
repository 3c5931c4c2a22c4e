import { asc, desc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { RecordOrder, RecordSort, RecordState } from '#shared/billing/schemas/record-list.ts';
import { cursorAt, idOfCursor, readPlace } from '#server/data/list-cursor.ts';
import { billingRecords, billStandings } from '#server/db/tables/index.ts';

/** How a list is sorted. */
export interface RecordWish {
  readonly sort?: RecordSort | undefined;
  readonly order?: RecordOrder | undefined;
  readonly state?: RecordState | undefined;
}

interface Order {
  readonly by: SQL;
  /** The way that it is usually sorted. */
  readonly isDown: boolean;
  /** The value of a cursor, in SQL. */
  readonly bound: (value: string) => SQL;
  readonly pattern: RegExp;
  readonly valueOf: (row: BillingHead) => string;
}

const { settledOn, dueOn } = getTableColumns(billStandings);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const asDay = (value: string): SQL => sql`${value}::date`;

const ORDERS: Readonly<Record<Exclude<RecordSort, 'number'>, Order>> = {
  issuedOn: { by: sql`${billingRecords.issuedOn}`, isDown: true, bound: asDay, pattern: DAY, valueOf: ({ issuedOn }) => issuedOn },
  paidOn: { by: sql`${settledOn}`, isDown: true, bound: asDay, pattern: DAY, valueOf: ({ paidOn }) => paidOn ?? '' },
  dueOn: { by: sql`${dueOn}`, isDown: false, bound: asDay, pattern: DAY, valueOf: (row) => row.dueOn ?? '' },
  amount: {
    by: sql`${billingRecords.grossCents}`,
    isDown: true,
    bound: (value) => sql`${value}::bigint`,
    pattern: /^-?\d{1,15}$/,
    valueOf: ({ grossCents }) => String(grossCents),
  },
  customer: {
    by: sql`lower(${billingRecords.customerName})`,
    isDown: false,
    bound: (value) => sql`lower(${value}::text)`,
    pattern: /^[^\0\p{Surrogate}]*$/u,
    valueOf: ({ customerName }) => customerName,
  },
};

/** The states of what always has these days: there the indexes of standings are in this order. */
const WITH_DAYS: ReadonlySet<RecordState | undefined> = new Set(['open', 'overdue', 'paid']);

/** Whether the sort is by a day that not every record of the list has: those without one come last, whichever way. */
const mayLackDay = ({ sort, state }: RecordWish): boolean =>
  (sort === 'dueOn' && !WITH_DAYS.has(state)) || (sort === 'paidOn' && state !== 'paid');
const LAST = { up: sql`'infinity'::date`, down: sql`'-infinity'::date` } as const;

const { id } = billingRecords;
const past = (isDown: boolean, by: SQL, place: SQL): SQL => (isDown ? sql`${by} < ${place}` : sql`${by} > ${place}`);

/** The order of a list, and what comes after a cursor. */
export const recordOrder = (wish: RecordWish, cursor?: string): { readonly orderBy: SQL[]; readonly after: SQL | undefined } => {
  const { sort = 'number', order } = wish;
  if (sort === 'number') {
    const isDown = order !== 'asc';
    return {
      orderBy: [isDown ? desc(id) : asc(id)],
      after: cursor === undefined ? undefined : past(isDown, sql`${id}`, sql`${idOfCursor(cursor)}`),
    };
  }
  const { by: value, isDown: isUsuallyDown, bound, pattern } = ORDERS[sort];
  const isDown = order === undefined ? isUsuallyDown : order === 'desc';
  const last = isDown ? LAST.down : LAST.up;
  const isLacking = mayLackDay(wish);
  const by = isLacking ? sql`coalesce(${value}, ${last})` : value;
  const direction = isDown ? desc : asc;
  const orderBy = [direction(by), direction(id)];
  if (cursor === undefined) {
    return { orderBy, after: undefined };
  }
  const [at, idAt] = readPlace(cursor, isLacking ? /^(\d{4}-\d{2}-\d{2})?$/ : pattern);
  const place = sql`(${at === '' && isLacking ? last : bound(at)}, ${idAt}::int)`;
  return { orderBy, after: past(isDown, sql`(${by}, ${id})`, place) };
};

/** Ids follow the order of numbers, so there the id alone is the cursor. */
export const cursorOfRecord = ({ sort = 'number' }: RecordWish, row: BillingHead): string =>
  sort === 'number' ? String(row.id) : cursorAt(JSON.stringify([ORDERS[sort].valueOf(row), row.id]));
