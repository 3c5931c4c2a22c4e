import { and, asc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { chargeOf } from '#shared/billing/letter-charges.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { BillingEvent, PaymentStatus } from '#shared/billing/schemas/payment-status.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { creditIn } from './billing-credits.ts';
import { billingRecordData } from './billing-records.ts';
import { listLetterCharges } from './letter-charges.ts';
import type { Database } from '#server/db/database.ts';
import { billingEvents } from '#server/db/tables/index.ts';

type NewEvent = Pick<BillingEvent, 'kind' | 'happenedOn'> &
  Partial<
    Pick<
      BillingEvent,
      | 'amountCents'
      | 'chargeCents'
      | 'way'
      | 'recipient'
      | 'note'
      | 'takesBackId'
      | 'otherRecordId'
      | 'level'
      | 'until'
      | 'letterId'
      | 'bankLineId'
    >
  >;

const { organizationId: _organization, recordId: _record, ...COLUMNS } = getTableColumns(billingEvents);

const ofRecord = (ctx: Context, recordId: number) => and(eq(billingEvents.organizationId, ctx.orgId), eq(billingEvents.recordId, recordId));

/** What happened to the record. */
export const standingOf = async (ctx: Context, recordId: number): Promise<PaymentStatus> => {
  const { id, dueOn, sentOn, paidCents, state } = await billingRecordData.find(ctx, recordId);
  const events = await ctx.db.orm.select(COLUMNS).from(billingEvents).where(ofRecord(ctx, recordId)).orderBy(asc(billingEvents.id));
  const chargeCents = chargeOf(await listLetterCharges(ctx, [id]), id);
  return { id, dueOn, sentOn, paidCents, state, creditCents: creditIn({ paidCents, events }), chargeCents, events };
};

/** Who notes what happened: somebody, or the program by itself (null). */
export interface Noting extends Pick<Context, 'db' | 'orgId' | 'now' | 'journal'> {
  readonly user: { readonly id: number | null };
}

/** Writes an event of the record; the audit log gets what it changed, `noted`. */
export const addBillingEvent = async (
  ctx: Noting,
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

/** A payment of the record, or a discount that was taken; an undo of one does not count, nor a discount that was fitted to a credit note. */
export const findPayment = async (ctx: Context, recordId: number, paymentId: number): Promise<BillingEvent> => {
  const [row] = await ctx.db.orm
    .select(COLUMNS)
    .from(billingEvents)
    .where(
      and(
        ofRecord(ctx, recordId),
        inArray(billingEvents.kind, ['payment', 'discount']),
        isNull(billingEvents.takesBackId),
        isNull(billingEvents.otherRecordId),
        eq(billingEvents.id, paymentId),
      ),
    );
  if (!row) {
    throw refusal('not_found', 'notFound', { what: { term: 'Payment' } });
  }
  return row;
};

/**
 * Undoes the note that a mail went out, because no mail server takes it, and keeps why; of a letter that reminded of several bills the notes of
 * this address on all of them. Does nothing if the organization is gone.
 */
export const noteUndelivered = (
  db: Database,
  mail: { organizationId: number; billingEventId: number },
  { happenedOn, reason }: { happenedOn: string; reason: string | null },
) =>
  db.transaction(async (inside) => {
    await inside.query({
      text: `insert into billing_events (organization_id, record_id, kind, happened_on, way, recipient, note, letter_id, takes_back_id)
             select e.organization_id, e.record_id, 'undelivered', $3, e.way, e.recipient, $4, e.letter_id, e.id
               from billing_events m
               left join reminder_letters l on l.organization_id = $1 and l.id = m.letter_id
               join billing_events e on e.organization_id = $1
                and (e.id = m.id or (e.letter_id = m.letter_id and e.recipient is not distinct from m.recipient)) and e.record_id = any(
                      array[m.record_id] || array(select (b ->> 'recordId')::int from jsonb_array_elements(l.content -> 'bills') b))
              where m.organization_id = $1 and m.id = $2 and e.takes_back_id is null
             on conflict (organization_id, takes_back_id) do nothing`,
      values: [mail.organizationId, mail.billingEventId, happenedOn, reason],
    });
  }, mail.organizationId);
