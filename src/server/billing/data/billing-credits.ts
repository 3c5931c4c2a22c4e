import type { BillingEvent } from '#shared/billing/schemas/payment-status.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { Context } from '#server/context.ts';

/** What was paid of a voided bill, and is the customer's until another bill uses it. */
export interface Credit {
  readonly recordId: number;
  readonly label: string;
  /** Whether it comes from a job of the bill that it is asked for. */
  readonly isOwn: boolean;
  readonly cents: number;
}

/** The customer, currency and jobs of a bill. */
export type CreditTarget = Pick<BillingRecord, 'customerId' | 'currency' | 'jobIds'>;

const IS_CREDIT = `r.organization_id = $1 and r.kind <> 'reversal'
  and exists (select from billing_events e where e.organization_id = $1 and e.record_id = r.id and e.kind = 'credit')`;

// While one of its jobs is to be billed again, the money is reserved for that job.
const FITS = `r.customer_id = $2 and r.currency = $3 and (r.job_ids && $4::int[] or not exists (
  select from jobs j where j.organization_id = $1 and j.id = any(r.job_ids) and j.deleted_at is null and j.status <> 'billed'))`;

const valuesOf = ({ orgId }: Context, { customerId, currency, jobIds }: CreditTarget) => [orgId, customerId, currency, [...jobIds]];

/** The customer's credits that a bill of these jobs may use, those of the same jobs first, then the oldest. */
export const listCredits = async (ctx: Context, target: CreditTarget): Promise<Credit[]> =>
  ctx.db.query<Credit>({
    text: `select * from (
             select r.id as "recordId", coalesce(r.label, r.year || '-' || r.number) as label, r.job_ids && $4::int[] as "isOwn",
                    (select coalesce(sum(e.amount_cents), 0)::float8 from billing_events e
                      where e.organization_id = $1 and e.record_id = r.id) as cents
               from billing_records r where ${IS_CREDIT} and ${FITS}) credits
            where cents > 0 order by "isOwn" desc, "recordId"`,
    values: valuesOf(ctx, target),
  });

/** Locks them until the transaction ends, so that no two bills use the same money. */
export const lockCredits = async (ctx: Context, target: CreditTarget): Promise<void> => {
  await ctx.db.query({
    text: `select r.id from billing_records r where ${IS_CREDIT} and ${FITS} order by r.id for no key update`,
    values: valuesOf(ctx, target),
  });
};

/** Locks what these records are settled by until the transaction ends: none is paid, undone, moved, refunded or voided in the meantime. */
export const lockPaid = async (ctx: Pick<Context, 'db' | 'orgId'>, recordIds: readonly number[]): Promise<void> => {
  await ctx.db.query({
    text: 'select id from billing_records where organization_id = $1 and id = any($2::int[]) order by id for no key update',
    values: [ctx.orgId, [...recordIds]],
  });
};

/** The part of a voided record's payments that waits for the customer's next bill. */
export const creditIn = ({ paidCents, events }: { readonly paidCents: number; readonly events: readonly Pick<BillingEvent, 'kind'>[] }) =>
  events.some(({ kind }) => kind === 'credit') ? Math.max(0, paidCents) : 0;
