import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { BillingEvent, PaymentStatus } from '#shared/billing/schemas/payment-status.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { creditIn } from './billing-credits.ts';
import { billingRecordData } from './billing-records.ts';
import type { Database } from '#server/db/database.ts';
import { billingEvents } from '#server/db/tables/index.ts';

type NewEvent = Pick<BillingEvent, 'kind' | 'happenedOn'> &
  Partial<
    Pick<
      BillingEvent,
      'amountCents' | 'way' | 'recipient' | 'note' | 'takesBackId' | 'otherRecordId' | 'level' | 'until' | 'letterId' | 'bankLineId'
    >
  >;

const { organizationId: _organization, recordId: _record, ...COLUMNS } = getTableColumns(billingEvents);

const ofRecord = (ctx: Context, recordId: number) => and(eq(billingEvents.organizationId, ctx.orgId), eq(billingEvents.recordId, recordId));

/** What happened to the record. */
export const standingOf = async (ctx: Context, recordId: number): Promise<PaymentStatus> => {
  const { id, dueOn, sentOn, paidCents, state } = await billingRecordData.find(ctx, recordId);
  const events = await ctx.db.orm.select(COLUMNS).from(billingEvents).where(ofRecord(ctx, recordId)).orderBy(asc(billingEvents.id));
  return { id, dueOn, sentOn, paidCents, state, creditCents: creditIn({ paidCents, events }), events };
};

/** Writes an event of the record; the audit log gets what it changed, `noted`. */
export const addBillingEvent = async (
  ctx: Context,
  record: Pick<BillingHead, 'id' | 'label'>,
  event: NewEvent,
  noted: { old: Record<string, unknown>; new: Record<string, unknown> },
): Promise<number> => {
  const [row] = await ctx.db.orm
    .insert(billingEvents)
    .values({ ...event, organizationId: ctx.orgId, recordId: record.id, createdBy: ctx.user.id, createdAt: ctx.now().toISOString() })
    .onConflictDoNothing({ target: [billingEvents.organizationId, billingEvents.takesBackId] })
    .returning({ id: billingEvents.id });
  if (!row) {
    throw refusal('conflict', 'paymentTakenBackAlready');
  }
  ctx.journal.record({ entityType: 'billing_record', entityId: record.id, action: 'update', subject: record.label, ...noted });
  return row.id;
};

/** Locks a live record, so that it is not voided in the meantime; 409 if it already was. */
export const lockLiveRecord = async (ctx: Context, recordId: number): Promise<void> => {
  const jobs = await ctx.db.query({
    name: 'hold-live-record',
    text: 'select job_id from billed_jobs where organization_id = $1 and record_id = $2 order by job_id for share',
    values: [ctx.orgId, recordId],
  });
  if (jobs.length === 0) {
    throw refusal('conflict', 'billTakenBack');
  }
};

/** A payment of the record; an undo of one does not count. */
export const findPayment = async (ctx: Context, recordId: number, paymentId: number): Promise<BillingEvent> => {
  const [row] = await ctx.db.orm
    .select(COLUMNS)
    .from(billingEvents)
    .where(
      and(ofRecord(ctx, recordId), eq(billingEvents.kind, 'payment'), isNull(billingEvents.takesBackId), eq(billingEvents.id, paymentId)),
    );
  if (!row) {
    throw refusal('not_found', 'notFound', { what: { term: 'Payment' } });
  }
  return row;
};

/** Undoes the note that a mail went out, because no mail server takes it. Does nothing if the organization is gone. */
export const noteUndelivered = (db: Database, mail: { organizationId: number; billingEventId: number }, happenedOn: string) =>
  db.transaction(async (inside) => {
    await inside.query({
      text: `insert into billing_events (organization_id, record_id, kind, happened_on, way, recipient, takes_back_id)
             select organization_id, record_id, 'undelivered', $3, way, recipient, id
               from billing_events where organization_id = $1 and id = $2
             on conflict (organization_id, takes_back_id) do nothing`,
      values: [mail.organizationId, mail.billingEventId, happenedOn],
    });
  }, mail.organizationId);
