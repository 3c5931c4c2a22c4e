import { and, desc, eq, getTableColumns, gte, lt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { billStateOf, PAYMENT_DAYS } from '#shared/domain/billing-standing.ts';
import type { BillingContent, BillingHead, BillingRecord } from '#shared/domain/billing-record.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { idOfCursor } from '#server/data/list-cursor.ts';
import { billingRecords, customers } from '#server/db/tables/index.ts';

const reversals = alias(billingRecords, 'reversals');
const { content: _content, ...columns } = getTableColumns(billingRecords);
const ofRecord = sql`e.organization_id = ${billingRecords.organizationId} and e.record_id = ${billingRecords.id}`;
const paidCents = sql<number>`(select coalesce(sum(e.amount_cents), 0) from billing_events e where ${ofRecord})`.mapWith(Number);
/** The last day on which it was sent, without what was taken back. */
const sentOn = sql<string | null>`(select max(e.happened_on)::text from billing_events e where ${ofRecord} and e.kind = 'sent'
  and not exists (select from billing_events b where b.organization_id = e.organization_id and b.takes_back_id = e.id))`;
const HEAD = { ...columns, customerName: customers.businessName, reversedById: reversals.id, paidCents, sentOn };

interface RecordFilter extends PageQuery {
  readonly customerId?: number | undefined;
  readonly jobId?: number | undefined;
  readonly kind?: BillingHead['kind'] | undefined;
}

interface WholeFilter {
  /** Days on which they were made, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly limit: number;
}

const ofCustomer = and(eq(customers.organizationId, billingRecords.organizationId), eq(customers.id, billingRecords.customerId));
const ofReversal = and(eq(reversals.organizationId, billingRecords.organizationId), eq(reversals.reversesId, billingRecords.id));

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  daysBefore(new Date(`${day}T00:00:00Z`), -days)
    .toISOString()
    .slice(0, 10);

/** A bill from before its day was kept is due as if it had been. */
const withState = <R extends Omit<BillingHead, 'state'>>({ now }: Context, row: R): R & Pick<BillingHead, 'state'> => {
  const dueOn = row.kind === 'bill' ? (row.dueOn ?? dayAfter(row.issuedOn, PAYMENT_DAYS)) : null;
  return { ...row, dueOn, state: billStateOf({ ...row, dueOn }, now().toISOString().slice(0, 10)) };
};

/** A record before it has a number. */
type NewRecord = Omit<typeof billingRecords.$inferInsert, 'organizationId' | 'id' | 'year' | 'number' | 'createdBy' | 'createdAt'>;

/** The next number of the year. Whoever takes one holds the year's row until his commit, and gives it back with a rollback: no gaps. */
const nextNumber = async (ctx: Context, year: number): Promise<number> => {
  const [row] = await ctx.db.query<{ last: number }>({
    name: 'next-billing-number',
    text: `insert into billing_numbers (organization_id, year, last) values ($1, $2, 1)
           on conflict (organization_id, year) do update set last = billing_numbers.last + 1 returning last`,
    values: [ctx.orgId, year],
  });
  if (!row) {
    throw new Error('The database gave no number for a billing record.');
  }
  return row.last;
};

export const billingRecordData = {
  /** Newest first, without their content. */
  list: async (ctx: Context, { customerId, jobId, kind, limit, cursor }: RecordFilter): Promise<BillingHead[]> => {
    const rows = ctx.db.orm
      .select(HEAD)
      .from(billingRecords)
      .innerJoin(customers, ofCustomer)
      .leftJoin(reversals, ofReversal)
      .where(
        and(
          eq(billingRecords.organizationId, ctx.orgId),
          customerId === undefined ? undefined : eq(billingRecords.customerId, customerId),
          jobId === undefined ? undefined : sql`${billingRecords.jobIds} @> array[${jobId}]::int[]`,
          kind === undefined ? undefined : eq(billingRecords.kind, kind),
          cursor === undefined ? undefined : lt(billingRecords.id, idOfCursor(cursor)),
        ),
      )
      .orderBy(desc(billingRecords.id))
      .$dynamic();
    return (await (limit === undefined ? rows : rows.limit(limit))).map((row) => withState(ctx, row));
  },
  /** Ids are given in the order of numbers, so the id is all of a cursor. */
  cursorOf: ({ id }: { readonly id: number }): string => String(id),
  /** Those among the ids that are there, in no certain order. */
  listHeads: async (ctx: Context, ids: readonly number[]): Promise<Pick<BillingHead, 'id' | 'year' | 'number' | 'issuedOn'>[]> => {
    const { id, year, number, issuedOn } = billingRecords;
    const mine = and(eq(billingRecords.organizationId, ctx.orgId), sql`${billingRecords.id} = any(${sql.param(ids)}::int[])`);
    return ids.length === 0 ? [] : ctx.db.orm.select({ id, year, number, issuedOn }).from(billingRecords).where(mine);
  },
  /** Newest first, with all that they say. */
  listWhole: async (ctx: Context, { from, to, ids, limit }: WholeFilter): Promise<BillingRecord[]> => {
    const rows = await ctx.db.orm
      .select({ ...HEAD, content: billingRecords.content })
      .from(billingRecords)
      .innerJoin(customers, ofCustomer)
      .leftJoin(reversals, ofReversal)
      .where(
        and(
          eq(billingRecords.organizationId, ctx.orgId),
          from === undefined ? undefined : gte(billingRecords.issuedOn, from),
          to === undefined ? undefined : lte(billingRecords.issuedOn, to),
          ids === undefined ? undefined : sql`${billingRecords.id} = any(${sql.param(ids)}::int[])`,
        ),
      )
      .orderBy(desc(billingRecords.id))
      .limit(limit);
    return rows.map((row) => withState(ctx, row));
  },
  find: async (ctx: Context, id: number): Promise<BillingRecord> => {
    const [row] = await ctx.db.orm
      .select({ ...HEAD, content: billingRecords.content })
      .from(billingRecords)
      .innerJoin(customers, ofCustomer)
      .leftJoin(reversals, ofReversal)
      .where(and(eq(billingRecords.organizationId, ctx.orgId), eq(billingRecords.id, id)));
    if (!row) {
      throw new AppError('not_found', 'Billing record not found');
    }
    return withState(ctx, row);
  },
  /** Gives the record its number, and notes it. */
  insert: async (ctx: Context, values: NewRecord): Promise<number> => {
    const year = Number(values.issuedOn.slice(0, 4));
    const number = await nextNumber(ctx, year);
    const [row] = await ctx.db.orm
      .insert(billingRecords)
      .values({ ...values, organizationId: ctx.orgId, year, number, createdBy: ctx.user.id, createdAt: ctx.now().toISOString() })
      .returning({ id: billingRecords.id });
    if (!row) {
      throw new Error('The database returned no row for the new billing record.');
    }
    const { content: _kept, ...noted } = { ...values, year, number };
    ctx.journal.record({
      entityType: 'billing_record',
      entityId: row.id,
      action: 'create',
      subject: `${year}-${number}`,
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
  /** Takes all jobs off the record, and what it comes to out of the reports. */
  detach: async (ctx: Context, recordId: number): Promise<void> => {
    await ctx.db.query({ text: 'delete from billed_jobs where organization_id = $1 and record_id = $2', values: [ctx.orgId, recordId] });
    await ctx.db.query({ text: 'delete from billing_shares where organization_id = $1 and record_id = $2', values: [ctx.orgId, recordId] });
  },
  /** The customer as the record names it, also if it was deleted. */
  partyOf: async (ctx: Context, customerId: number): Promise<BillingContent['customer']> => {
    const [row] = await ctx.db.query<BillingContent['customer']>({
      text: `select id, business_name as "businessName", address, phone_number as "phoneNumber"
               from customers where organization_id = $1 and id = $2`,
      values: [ctx.orgId, customerId],
    });
    if (!row) {
      throw new AppError('not_found', 'Customer not found');
    }
    return row;
  },
};
