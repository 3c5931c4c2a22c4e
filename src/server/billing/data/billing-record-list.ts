import { and, desc, eq, getTableColumns, gte, lte, or, type SQL, sql } from 'drizzle-orm';
import { amountsIn } from '#shared/billing/amount-search.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { RecordState, RecordTotals } from '#shared/billing/schemas/record-list.ts';
import type { Context } from '#server/context.ts';
import { CAME_BACK } from './undelivered-bills.ts';
import { todayOf } from '#server/data/today.ts';
import { billingRecords, billStandings } from '#server/db/tables/index.ts';

/** Which records a list has. */
export interface RecordFilter {
  readonly customerId?: number | undefined;
  readonly jobId?: number | undefined;
  readonly kind?: BillingHead['kind'] | undefined;
  readonly series?: BillingHead['series'] | undefined;
  readonly state?: RecordState | undefined;
  /** Dates of issue, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

const { organizationId, recordId, settledOn, settledCents, grossCents, dueOn, isVoid } = getTableColumns(billStandings);

/** Joins what is known of how far a bill is settled: nothing, for what is no bill with an amount. */
export const OF_STANDING = and(eq(organizationId, billingRecords.organizationId), eq(recordId, billingRecords.id));

/** When and how a bill was paid in full, null for others, what of it was credited, and whether it came back. */
export const PAID = {
  paidOn: sql<string | null>`case when not ${isVoid} and ${settledCents} >= ${grossCents} then ${settledOn}::text end`,
  paidWay: sql<BillingHead['paidWay']>`(select case when e.bank_line_id is null then e.kind else 'bank' end from billing_events e
    where e.organization_id = ${billingRecords.organizationId} and e.record_id = ${billingRecords.id} and e.amount_cents > 0
      and e.kind <> 'discount' and not ${isVoid} and ${settledCents} >= ${grossCents} order by e.id desc limit 1)`,
  creditedCents: sql<number>`(select coalesce(sum(e.amount_cents), 0) from billing_events e
    where e.organization_id = ${billingRecords.organizationId} and e.record_id = ${billingRecords.id} and e.kind = 'credited')`.mapWith(
    Number,
  ),
  // With a limit it is asked of the events of each record: as `exists`, all events of everybody would be read once for all.
  isUndelivered: sql<boolean>`coalesce((select true from billing_events u
    where u.organization_id = ${billingRecords.organizationId} and u.record_id = ${billingRecords.id} and ${sql.raw(CAME_BACK)} limit 1), false)`,
};

// The words of the partial indexes.
const OPEN = sql`not ${isVoid} and ${settledCents} < ${grossCents}`;
const IS_PAID = sql`not ${isVoid} and ${settledCents} >= ${grossCents}`;

// Columns in full: these are of the record of the list.
const IS_REVERSED = sql`exists (select from billing_records v
  where v.organization_id = billing_records.organization_id and v.reverses_id = billing_records.id)`;
const IS_CREDITED = sql`exists (select from billing_records c
  where c.organization_id = billing_records.organization_id and c.credits_id = billing_records.id
    and not exists (select from billing_records v where v.organization_id = c.organization_id and v.reverses_id = c.id))`;

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
      return IS_REVERSED;
    case 'credited':
      return IS_CREDITED;
  }
};

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** By number, customer, job or amount, given back or not. */
const found = (search: string | undefined): SQL | undefined => {
  const text = search?.trim() ?? '';
  if (text === '') {
    return undefined;
  }
  const { label, year, number, customerName, grossCents: cents } = billingRecords;
  return or(
    sql`coalesce(${label}, ${year} || '-' || ${number}) ilike ${like(text)}`,
    sql`${customerName} ilike ${like(text)}`,
    sql`exists (select from jobs j where j.organization_id = billing_records.organization_id and j.id = any(billing_records.job_ids)
      and j.name ilike ${like(text)})`,
    ...amountsIn(text).map(({ from, to }) => sql`abs(${cents}) between ${from} and ${to}`),
  );
};

export const recordFilter = (ctx: Context, { customerId, jobId, kind, series, state, from, to, search }: RecordFilter): SQL | undefined =>
  and(
    eq(billingRecords.organizationId, ctx.orgId),
    customerId === undefined ? undefined : eq(billingRecords.customerId, customerId),
    jobId === undefined ? undefined : sql`${billingRecords.jobIds} @> array[${jobId}]::int[]`,
    kind === undefined ? undefined : eq(billingRecords.kind, kind),
    series === undefined ? undefined : eq(billingRecords.series, series),
    from === undefined ? undefined : gte(billingRecords.issuedOn, from),
    to === undefined ? undefined : lte(billingRecords.issuedOn, to),
    inState(ctx, state),
    found(search),
  );

/** What a list comes to. */
export const totalsOfRecords = async (ctx: Context, filter: RecordFilter): Promise<RecordTotals> => {
  const sums = await ctx.db.orm
    .select({
      currency: billingRecords.currency,
      count: sql<number>`count(*)::int`,
      grossCents: sql<number>`sum(${billingRecords.grossCents})`.mapWith(Number),
      paidCents: sql<number>`coalesce(sum(${billStandings.settledCents}), 0)`.mapWith(Number),
      openCents: sql<number>`coalesce(sum(${grossCents} - ${settledCents}) filter (where ${OPEN}), 0)`.mapWith(Number),
    })
    .from(billingRecords)
    .leftJoin(billStandings, OF_STANDING)
    .where(recordFilter(ctx, filter))
    .groupBy(billingRecords.currency)
    .orderBy(desc(sql`count(*)`));
  return { count: sums.reduce((total, { count }) => total + count, 0), sums };
};
