import { and, asc, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { amountsIn } from '#shared/billing/amount-search.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { RecordSort, RecordState, RecordTotals } from '#shared/billing/schemas/record-list.ts';
import type { Context } from '#server/context.ts';
import { cursorAt, idOfCursor, readPlace } from '#server/data/list-cursor.ts';
import { todayOf } from '#server/data/today.ts';
import { billingRecords, billStandings } from '#server/db/tables/index.ts';

/** Which records a list has. */
export interface RecordFilter {
  readonly customerId?: number | undefined;
  readonly jobId?: number | undefined;
  readonly kind?: BillingHead['kind'] | undefined;
  readonly state?: RecordState | undefined;
  readonly search?: string | undefined;
}

const { organizationId, recordId, settledOn, settledCents, grossCents, dueOn, isVoid } = getTableColumns(billStandings);

/** Joins what is known of how far a bill is settled: nothing, for what is no bill with an amount. */
export const OF_STANDING = and(eq(organizationId, billingRecords.organizationId), eq(recordId, billingRecords.id));

/** When and how a bill was paid in full; null for others. */
export const PAID = {
  paidOn: sql<string | null>`case when not ${isVoid} and ${settledCents} >= ${grossCents} then ${settledOn}::text end`,
  paidWay: sql<BillingHead['paidWay']>`(select case when e.bank_line_id is null then e.kind else 'bank' end from billing_events e
    where e.organization_id = ${billingRecords.organizationId} and e.record_id = ${billingRecords.id} and e.amount_cents > 0
      and e.kind <> 'discount' and not ${isVoid} and ${settledCents} >= ${grossCents} order by e.id desc limit 1)`,
};

// The words of the partial indexes.
const OPEN = sql`not ${isVoid} and ${settledCents} < ${grossCents}`;
const IS_PAID = sql`not ${isVoid} and ${settledCents} >= ${grossCents}`;

const inState = (ctx: Context, state: RecordFilter['state']): SQL | undefined => {
  switch (state) {
    case undefined:
      return undefined;
    case 'open':
      return OPEN;
    case 'overdue':
      return and(OPEN, sql`${dueOn} < ${todayOf(ctx)}::date`);
    case 'paid':
      return IS_PAID;
    case 'void':
      return sql`${isVoid}`;
  }
};

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** By number, customer or amount. */
const found = (search: string | undefined): SQL | undefined => {
  const text = search?.trim() ?? '';
  if (text === '') {
    return undefined;
  }
  const { label, year, number, customerName, grossCents: cents } = billingRecords;
  return or(
    sql`coalesce(${label}, ${year} || '-' || ${number}) ilike ${like(text)}`,
    sql`${customerName} ilike ${like(text)}`,
    ...amountsIn(text).map(({ from, to }) => sql`${cents} between ${from} and ${to}`),
  );
};

export const recordFilter = (ctx: Context, { customerId, jobId, kind, state, search }: RecordFilter): SQL | undefined =>
  and(
    eq(billingRecords.organizationId, ctx.orgId),
    customerId === undefined ? undefined : eq(billingRecords.customerId, customerId),
    jobId === undefined ? undefined : sql`${billingRecords.jobIds} @> array[${jobId}]::int[]`,
    kind === undefined ? undefined : eq(billingRecords.kind, kind),
    inState(ctx, state),
    found(search),
  );

interface Order {
  readonly by: SQL;
  readonly isDown: boolean;
  /** The value of a cursor, in SQL. */
  readonly bound: (value: string) => SQL;
  readonly valueOf: (row: BillingHead) => string;
}

const ORDERS: Readonly<Record<Exclude<RecordSort, 'number'>, Order>> = {
  paidOn: { by: sql`${settledOn}`, isDown: true, bound: (value) => sql`${value}::date`, valueOf: (row) => row.paidOn ?? '' },
  dueOn: { by: sql`${dueOn}`, isDown: false, bound: (value) => sql`${value}::date`, valueOf: (row) => row.dueOn ?? '' },
  amount: {
    by: sql`${billingRecords.grossCents}`,
    isDown: true,
    bound: (value) => sql`${value}::bigint`,
    valueOf: (row) => String(row.grossCents),
  },
  customer: {
    by: sql`lower(${billingRecords.customerName})`,
    isDown: false,
    bound: (value) => sql`lower(${value}::text)`,
    valueOf: (row) => row.customerName,
  },
};

const PATTERNS: Readonly<Record<Exclude<RecordSort, 'number'>, RegExp>> = {
  paidOn: /^\d{4}-\d{2}-\d{2}$/,
  dueOn: /^\d{4}-\d{2}-\d{2}$/,
  amount: /^-?\d{1,15}$/,
  customer: /^[^\0\p{Surrogate}]*$/u,
};

/** The order of a list, and what comes after a cursor. What has no such day is not in a list by days. */
export const recordOrder = (sort: RecordSort, cursor: string | undefined): { readonly orderBy: SQL[]; readonly after: SQL | undefined } => {
  if (sort === 'number') {
    return {
      orderBy: [desc(billingRecords.id)],
      after: cursor === undefined ? undefined : sql`${billingRecords.id} < ${idOfCursor(cursor)}`,
    };
  }
  const { by, isDown, bound } = ORDERS[sort];
  const direction = isDown ? desc : asc;
  const orderBy = [direction(by), direction(billingRecords.id)];
  const has = sort === 'paidOn' || sort === 'dueOn' ? sql`${by} is not null` : undefined;
  if (cursor === undefined) {
    return { orderBy, after: has };
  }
  const [value, id] = readPlace(cursor, PATTERNS[sort]);
  const place = sql`(${bound(value)}, ${id}::int)`;
  return {
    orderBy,
    after: and(has, isDown ? sql`(${by}, ${billingRecords.id}) < ${place}` : sql`(${by}, ${billingRecords.id}) > ${place}`),
  };
};

/** Ids follow the order of numbers, so there the id alone is the cursor. */
export const cursorOfRecord = (sort: RecordSort, row: BillingHead): string =>
  sort === 'number' ? String(row.id) : cursorAt(JSON.stringify([ORDERS[sort].valueOf(row), row.id]));

/** What a list comes to. */
export const totalsOfRecords = async (ctx: Context, filter: RecordFilter): Promise<RecordTotals> => {
  const sums = await ctx.db.orm
    .select({
      currency: billingRecords.currency,
      count: sql<number>`count(*)::int`,
      grossCents: sql<number>`sum(${billingRecords.grossCents})`.mapWith(Number),
      paidCents: sql<number>`coalesce(sum(${billStandings.settledCents}), 0)`.mapWith(Number),
    })
    .from(billingRecords)
    .leftJoin(billStandings, OF_STANDING)
    .where(recordFilter(ctx, filter))
    .groupBy(billingRecords.currency)
    .orderBy(desc(sql`count(*)`));
  return { count: sums.reduce((total, { count }) => total + count, 0), sums };
};
