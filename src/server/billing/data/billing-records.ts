import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OtherHead } from '#shared/billing/document-of-record.ts';
import { billStateOf, PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import { labelOf, type NumberSeries } from '#shared/billing/number-series.ts';
import type { BillingHead, BillingRecord, Party } from '#shared/billing/schemas/billing-record.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import { addDays, type CalendarDate } from '#shared/lib/dates.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { todayOf } from '#server/data/today.ts';
import { billingRecords, billStandings } from '#server/db/tables/index.ts';
import { OF_STANDING, PAID, recordFilter, type RecordFilter } from './billing-record-list.ts';
import { recordOrder, type RecordWish } from './billing-record-order.ts';

const reversals = alias(billingRecords, 'reversals');
const { content: _content, label: _label, ...columns } = getTableColumns(billingRecords);
/** Records from before labels were stored have that of the usual range. */
const label = sql<string>`coalesce(${billingRecords.label}, ${billingRecords.year} || '-' || ${billingRecords.number})`;
// Columns in full: where one table is read, drizzle writes them without its name.
const billLabel = sql<string>`coalesce((select coalesce(c.label, c.year || '-' || c.number) from billing_records c
  where c.organization_id = billing_records.organization_id and c.id = billing_records.credits_id), ${label})`;
const ofRecord = sql`e.organization_id = ${billingRecords.organizationId} and e.record_id = ${billingRecords.id}`;
const paidCents = sql<number>`(select coalesce(sum(e.amount_cents), 0) from billing_events e where ${ofRecord})`.mapWith(Number);
/** The last day on which it was sent, without what was undone. */
const sentOn = sql<string | null>`(select max(e.happened_on)::text from billing_events e where ${ofRecord} and e.kind = 'sent'
  and not exists (select from billing_events b where b.organization_id = e.organization_id and b.takes_back_id = e.id))`;
const HEAD = { ...columns, label, reversedById: reversals.id, paidCents, sentOn };

interface ListWish extends PageQuery, RecordFilter, Pick<RecordWish, 'sort' | 'order'> {}

export interface WholeFilter extends RecordFilter, Pick<RecordWish, 'sort' | 'order'> {
  readonly ids?: readonly number[] | undefined;
  readonly limit: number;
}

const ofReversal = and(eq(reversals.organizationId, billingRecords.organizationId), eq(reversals.reversesId, billingRecords.id));

/** The due date of a bill of that date and total; null if there is nothing to pay. */
export const dueDay = (issuedOn: CalendarDate, grossCents: number, paymentDays = PAYMENT_DAYS): CalendarDate | null =>
  grossCents > 0 ? addDays(issuedOn, paymentDays) : null;

/** A bill from before due dates were stored is due as if it had been, and one without an amount is never due, whatever was stored. */
const withState = <R extends Omit<BillingHead, 'state'>>(ctx: Context, row: R): R & Pick<BillingHead, 'state'> => {
  const isPayable = row.kind === 'bill' || row.kind === 'deposit';
  const usual = isPayable ? dueDay(row.issuedOn, row.grossCents) : null;
  const dueOn = usual && (row.dueOn ?? usual);
  return { ...row, dueOn, state: billStateOf({ ...row, dueOn }, todayOf(ctx)) };
};

/** A record before it has a number. */
export type NewRecord = Omit<
  typeof billingRecords.$inferInsert,
  'organizationId' | 'id' | 'series' | 'year' | 'number' | 'label' | 'createdBy' | 'createdAt'
>;

/** The next number of the year. The caller holds the year's row until commit, and a rollback returns the number: no gaps. */
const nextNumber = async (ctx: Context, { id: series }: NumberSeries, year: number): Promise<number> => {
  const [row] = await ctx.db.query<{ last: number }>({
    name: 'next-billing-number',
    text: `insert into billing_numbers (organization_id, series, year, last) values ($1, $2, $3, 1)
           on conflict (organization_id, series, year) do update set last = billing_numbers.last + 1 returning last`,
    values: [ctx.orgId, series, year],
  });
  if (!row) {
    throw new Error('The database gave no number for a billing record.');
  }
  return row.last;
};

export const billingRecordData = {
  /** Locks the numbers of a year until the transaction ends, even before there is one. */
  holdYear: async (ctx: Context, { id: series }: NumberSeries, year: number): Promise<void> => {
    await ctx.db.query({
      text: `insert into billing_numbers (organization_id, series, year, last) values ($1, $2, $3, 0)
             on conflict (organization_id, series, year) do update set last = billing_numbers.last`,
      values: [ctx.orgId, series, year],
    });
  },
  /** 0: the year has none yet. */
  lastNumber: async (ctx: Context, { id: series }: NumberSeries, year: number): Promise<number> => {
    const [row] = await ctx.db.query<{ last: number }>({
      text: 'select last from billing_numbers where organization_id = $1 and series = $2 and year = $3',
      values: [ctx.orgId, series, year],
    });
    return row?.last ?? 0;
  },
  /** Whether a record of that year has a number of the range. */
  hasNumbers: async (ctx: Context, { id: series }: NumberSeries, year: number): Promise<boolean> => {
    const rows = await ctx.db.query({
      text: 'select id from billing_records where organization_id = $1 and series = $2 and year = $3 limit 1',
      values: [ctx.orgId, series, year],
    });
    return rows.length > 0;
  },
  /** Whether papers of another range have numbers with this prefix, in any case. */
  isPrefixOfOthers: async (ctx: Context, { id: series, prefix }: NumberSeries): Promise<boolean> => {
    const rows = await ctx.db.query({
      text: `select id from billing_records r
              where r.organization_id = $1 and r.series <> $2
                and starts_with(lower(coalesce(r.label, r.year || '-' || r.number)), lower($3) || r.year || '-') limit 1`,
      values: [ctx.orgId, series, prefix],
    });
    return rows.length > 0;
  },
  /** Lets the year, which the caller holds and in which nothing is numbered yet, begin at this number. */
  beginAt: async (ctx: Context, { id: series }: NumberSeries, year: number, first: number): Promise<void> => {
    await ctx.db.query({
      text: 'update billing_numbers set last = $4, before = $4 where organization_id = $1 and series = $2 and year = $3',
      values: [ctx.orgId, series, year, first - 1],
    });
  },
  /** The date of the record of the series with the last number; null: there is none. */
  lastIssuedOn: async (ctx: Context, { id: series }: NumberSeries): Promise<CalendarDate | null> => {
    const [row] = await ctx.db.query<{ issuedOn: CalendarDate }>({
      text: 'select issued_on::text as "issuedOn" from billing_records where organization_id = $1 and series = $2 order by year desc, number desc limit 1',
      values: [ctx.orgId, series],
    });
    return row?.issuedOn ?? null;
  },
  /** Without their content; the newest first, unless something else is wished. */
  list: async (ctx: Context, { limit, cursor, ...wish }: ListWish): Promise<BillingHead[]> => {
    const { orderBy, after } = recordOrder(wish, cursor);
    const rows = ctx.db.orm
      .select({ ...HEAD, ...PAID })
      .from(billingRecords)
      .leftJoin(reversals, ofReversal)
      .leftJoin(billStandings, OF_STANDING)
      .where(and(recordFilter(ctx, wish), after))
      .orderBy(...orderBy)
      .$dynamic();
    return (await (limit === undefined ? rows : rows.limit(limit))).map((row) => withState(ctx, row));
  },
  /** Those of the ids that exist, in no particular order. */
  listHeads: async (ctx: Context, ids: readonly number[]): Promise<(OtherHead & Pick<BillingHead, 'id'>)[]> => {
    const { id, issuedOn } = billingRecords;
    const mine = and(eq(billingRecords.organizationId, ctx.orgId), sql`${billingRecords.id} = any(${sql.param(ids)}::int[])`);
    return ids.length === 0 ? [] : ctx.db.orm.select({ id, label, issuedOn, billLabel }).from(billingRecords).where(mine);
  },
  /** With their content; the newest first, unless something else is wished. */
  listWhole: async (ctx: Context, { ids, limit, ...wish }: WholeFilter): Promise<BillingRecord[]> => {
    const named = ids === undefined ? undefined : sql`${billingRecords.id} = any(${sql.param(ids)}::int[])`;
    const rows = await ctx.db.orm
      .select({ ...HEAD, content: billingRecords.content })
      .from(billingRecords)
      .leftJoin(reversals, ofReversal)
      .leftJoin(billStandings, OF_STANDING)
      .where(and(recordFilter(ctx, wish), named))
      .orderBy(...recordOrder(wish).orderBy)
      .limit(limit);
    return rows.map((row) => withState(ctx, row));
  },
  find: async (ctx: Context, id: number): Promise<BillingRecord> => {
    const [row] = await ctx.db.orm
      .select({ ...HEAD, content: billingRecords.content })
      .from(billingRecords)
      .leftJoin(reversals, ofReversal)
      .where(and(eq(billingRecords.organizationId, ctx.orgId), eq(billingRecords.id, id)));
    if (!row) {
      throw refusal('not_found', 'notFound', { what: { term: 'Billing record' } });
    }
    return withState(ctx, row);
  },
  /** Assigns the record the next number of the series, and notes it. */
  insert: async (ctx: Context, series: NumberSeries, values: NewRecord): Promise<number> => {
    const year = Number(values.issuedOn.slice(0, 4));
    const number = await nextNumber(ctx, series, year);
    const numbered = { series: series.id, year, number, label: labelOf(series, year, number) };
    const [row] = await ctx.db.orm
      .insert(billingRecords)
      .values({ ...values, ...numbered, organizationId: ctx.orgId, createdBy: ctx.user.id, createdAt: ctx.now().toISOString() })
      .returning({ id: billingRecords.id });
    if (!row) {
      throw new Error('The database returned no row for the new billing record.');
    }
    const { content: _kept, ...noted } = { ...values, ...numbered };
    ctx.journal.record({
      entityType: 'billing_record',
      entityId: row.id,
      action: 'create',
      subject: numbered.label,
      old: null,
      new: noted,
    });
    return row.id;
  },
  /** Puts the jobs on the record; the database refuses a job that is on a live one. */
  attach: async (ctx: Context, recordId: number, jobIds: readonly number[]): Promise<void> => {
    await ctx.db.query({
      text: 'insert into billed_jobs (organization_id, job_id, record_id) select $1, job, $2 from unnest($3::int[]) as job',
      values: [ctx.orgId, recordId, jobIds],
    });
  },
  /** The live record that the job is on; undefined if it is on none. */
  liveIdOf: async (ctx: Context, jobId: number): Promise<number | undefined> => {
    const [row] = await ctx.db.query<{ recordId: number }>({
      text: 'select record_id as "recordId" from billed_jobs where organization_id = $1 and job_id = $2',
      values: [ctx.orgId, jobId],
    });
    return row?.recordId;
  },
  /** Takes all jobs off the record, and its amounts out of the reports. */
  detach: async (ctx: Context, recordId: number): Promise<void> => {
    await ctx.db.query({ text: 'delete from billed_jobs where organization_id = $1 and record_id = $2', values: [ctx.orgId, recordId] });
    await ctx.db.query({ text: 'delete from billing_shares where organization_id = $1 and record_id = $2', values: [ctx.orgId, recordId] });
  },
  /** The customer as a record names it now, even if it was deleted. */
  partyOf: async (ctx: Pick<Context, 'db' | 'orgId'>, customerId: number): Promise<Party> => {
    const [row] = await ctx.db.query<Party>({
      name: 'billed-customer',
      text: `select id, business_name as "businessName", address, phone_number as "phoneNumber", street, postal_code as "postalCode", town,
                    region, country, email, nullif(concat_ws(' ', first_name, last_name), '') as "contactName",
                    external_number as "externalNumber", tax_number as "taxNumber", tax_treatment as "taxTreatment", tax_note as "taxNote",
                    buyer_reference as "buyerReference"
               from customers where organization_id = $1 and id = $2`,
      values: [ctx.orgId, customerId],
    });
    if (!row) {
      throw refusal('not_found', 'notFound', { what: { term: 'Customer' } });
    }
    return row;
  },
};
