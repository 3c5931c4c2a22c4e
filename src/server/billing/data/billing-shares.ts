import type { BillingRecordKind } from '#shared/billing/schemas/record-kinds.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { Share, BilledEntry } from '#shared/billing/attribute-revenue.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';

/** The record that was shared out. */
interface SharedRecord {
  readonly id: number;
  readonly customerId: number;
  readonly currency: string;
}

/** Writes the shares of a live record. */
export const insertShares = async (
  { db, orgId }: Pick<Context, 'db' | 'orgId'>,
  { id, customerId, currency }: SharedRecord,
  shares: readonly Share[],
): Promise<void> => {
  const column = <T>(read: (share: Share) => T): T[] => shares.map(read);
  await db.query({
    name: 'insert-billing-shares',
    text: `insert into billing_shares (organization_id, record_id, place, customer_id, currency, job_id, entry_id, service_type_id, equipment_id, date, cents)
           select $1, $2, t.place, $3, $4, t.job_id, t.entry_id, t.service_type_id, t.equipment_id, t.date, t.cents
             from unnest($5::int[], $6::int[], $7::int[], $8::int[], $9::date[], $10::bigint[])
                  with ordinality as t (job_id, entry_id, service_type_id, equipment_id, date, cents, place)
           on conflict (organization_id, record_id, place) do nothing`,
    values: [
      orgId,
      id,
      customerId,
      currency,
      column(({ jobId }) => jobId),
      column(({ entryId }) => entryId),
      column(({ serviceTypeId }) => serviceTypeId),
      column(({ equipmentId }) => equipmentId),
      column(({ date }) => date),
      column(({ cents }) => cents),
    ],
  });
};

/** A live record that was made, or imported, before its shares were kept. */
export interface UnsharedRecord extends SharedRecord {
  readonly kind: BillingRecordKind;
  readonly netCents: number;
  readonly jobIds: readonly number[];
  readonly issuedOn: string;
  readonly content: Pick<BillingContent, 'bill'>;
  /** As they are now: while they are billed nobody changes them. */
  readonly entries: readonly BilledEntry[];
}

/** Some live records of the organization without shares, locked so that they are not voided in the meantime. */
export const lockUnshared = (db: Database, orgId: number, limit: number): Promise<UnsharedRecord[]> =>
  db.query<UnsharedRecord>({
    text: `with held as (
             select b.record_id from billed_jobs b
              where b.organization_id = $1
                and not exists (select from billing_shares s where s.organization_id = $1 and s.record_id = b.record_id)
              order by b.record_id limit $2 for share
           ), others as (
             select r.id from billing_records r
              where r.organization_id = $1 and r.kind in ('credit', 'deposit')
                and not exists (select from billing_records v where v.organization_id = $1 and v.reverses_id = r.id)
                and not exists (select from billing_shares s where s.organization_id = $1 and s.record_id = r.id)
              order by r.id limit $2 for no key update
           )
           select r.kind, r.net_cents::float8 as "netCents", r.id, r.customer_id as "customerId", r.currency, r.job_ids as "jobIds", r.issued_on as "issuedOn",
                  json_build_object('bill', r.content -> 'bill') as content,
                  coalesce((select json_agg(json_build_object('id', e.id, 'jobId', e.job_id, 'serviceTypeId', e.service_type_id,
                                                              'date', e.date, 'equipmentIds', e.equipment_ids))
                              from job_entries e where e.organization_id = $1 and e.job_id = any(r.job_ids) and e.deleted_at is null), '[]') as entries
             from billing_records r
            where r.organization_id = $1 and r.id in (select record_id from held union all select id from others)`,
    values: [orgId, limit],
  });
