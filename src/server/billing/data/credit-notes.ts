import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { Context } from '#server/context.ts';

/** A live credit note of a bill. */
export interface CreditNote {
  readonly id: number;
  readonly taxes: BillingContent['bill']['taxes'];
}

/** The live credit notes of the bill, oldest first. */
export const listCreditNotes = ({ db, orgId }: Pick<Context, 'db' | 'orgId'>, recordId: number): Promise<CreditNote[]> =>
  db.query<CreditNote>({
    name: 'credit-notes',
    text: `select r.id, r.content -> 'bill' -> 'taxes' as taxes from billing_records r
            where r.organization_id = $1 and r.credits_id = $2
              and not exists (select from billing_records v where v.organization_id = $1 and v.reverses_id = r.id)
            order by r.id`,
    values: [orgId, recordId],
  });

/** What each credit note of the bill gives back, by its id, in cents; voided ones too. */
export const grossOfCreditNotes = async (
  { db, orgId }: Pick<Context, 'db' | 'orgId'>,
  recordId: number,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await db.query<{ id: number; grossCents: number }>({
    name: 'gross-of-credit-notes',
    text: `select id, (0 - gross_cents)::float8 as "grossCents" from billing_records where organization_id = $1 and credits_id = $2`,
    values: [orgId, recordId],
  });
  return new Map(rows.map(({ id, grossCents }) => [id, grossCents]));
};
