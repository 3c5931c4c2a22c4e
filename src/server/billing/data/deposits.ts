import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { Context } from '#server/context.ts';

/** A live deposit that no live bill has deducted. */
export interface OpenDeposit {
  readonly id: number;
  readonly label: string;
  readonly customerId: number;
  readonly issuedOn: string;
  readonly currency: string;
  readonly taxes: BillingContent['bill']['taxes'];
}

type Of = Pick<Context, 'db' | 'orgId'>;

const LABEL = `coalesce(r.label, r.year || '-' || r.number)`;

const IS_LIVE = `not exists (select from billing_records v where v.organization_id = $1 and v.reverses_id = r.id)`;

/** Deductions that were not taken back. */
const DEDUCTED = `select from billing_events e where e.organization_id = $1 and e.record_id = r.id and e.kind = 'deducted' and e.takes_back_id is null
  and not exists (select from billing_events b where b.organization_id = $1 and b.takes_back_id = e.id)`;

/** Deposits of these jobs that their next bill deducts, oldest first. */
export const listOpenDeposits = ({ db, orgId }: Of, jobIds: readonly number[]): Promise<OpenDeposit[]> =>
  db.query<OpenDeposit>({
    name: 'open-deposits',
    text: `select r.id, ${LABEL} as label, r.customer_id as "customerId", r.issued_on::text as "issuedOn", r.currency, r.content -> 'bill' -> 'taxes' as taxes
             from billing_records r
            where r.organization_id = $1 and r.kind = 'deposit' and r.job_ids && $2::int[] and ${IS_LIVE} and not exists (${DEDUCTED})
            order by r.id`,
    values: [orgId, [...jobIds]],
  });

/** Locks the deposits of these jobs until the transaction ends: none is deducted twice, or voided while it is deducted. */
export const lockDeposits = async ({ db, orgId }: Of, jobIds: readonly number[]): Promise<void> => {
  await db.query({
    name: 'lock-deposits',
    text: `select r.id from billing_records r where r.organization_id = $1 and r.kind = 'deposit' and r.job_ids && $2::int[]
            order by r.id for no key update`,
    values: [orgId, [...jobIds]],
  });
};

/** A deduction of a deposit that stands. */
export interface Deduction {
  readonly eventId: number;
  readonly depositId: number;
  readonly label: string;
  /** The bill that deducts it. */
  readonly billId: number;
  readonly billLabel: string;
}

const listDeductions = ({ db, orgId }: Of, column: 'other_record_id' | 'record_id', id: number): Promise<Deduction[]> =>
  db.query<Deduction>({
    text: `select e.id as "eventId", r.id as "depositId", ${LABEL} as label, o.id as "billId",
                  coalesce(o.label, o.year || '-' || o.number) as "billLabel"
             from billing_events e
             join billing_records r on r.organization_id = $1 and r.id = e.record_id
             join billing_records o on o.organization_id = $1 and o.id = e.other_record_id
            where e.organization_id = $1 and e.kind = 'deducted' and e.takes_back_id is null and e.${column} = $2
              and not exists (select from billing_events b where b.organization_id = $1 and b.takes_back_id = e.id)
            order by e.id`,
    values: [orgId, id],
  });

/** What this bill deducts. */
export const listDeductionsBy = (ctx: Of, billId: number): Promise<Deduction[]> => listDeductions(ctx, 'other_record_id', billId);

/** The bill that deducts this deposit; undefined while none does. */
export const findDeductionOf = async (ctx: Of, depositId: number): Promise<Deduction | undefined> =>
  (await listDeductions(ctx, 'record_id', depositId))[0];
