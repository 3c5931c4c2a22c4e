import type { UnpaidBill } from '#shared/billing/incoming-payment.ts';
import type { Context } from '#server/context.ts';

/** Payments are looked for among so many bills, the newest: older ones are not expected any more. */
const MOST_BILLS = 5000;

/** The bills that are not paid in full, oldest first, with what tells that a payment is for them. */
export const listUnpaidBills = async (ctx: Context): Promise<UnpaidBill[]> =>
  ctx.db.query<UnpaidBill>({
    name: 'unpaid-bills',
    text: `select * from (
             select s.record_id as id, coalesce(r.label, r.year || '-' || r.number) as label, r.year, r.number,
                    s.customer_id as "customerId", r.customer_name as "customerName", s.currency, s.due_on::text as "dueOn",
                    s.gross_cents::float8 as "grossCents", (s.gross_cents - s.settled_cents)::float8 as "openCents",
                    s.discount_percent as "discountPercent", s.discount_until::text as "discountUntil",
                    array_remove(array[r.customer_name, c.business_name,
                      nullif(trim(concat_ws(' ', c.first_name, c.last_name)), '')], null) as payers
               from bill_standings s
               join billing_records r on r.organization_id = s.organization_id and r.id = s.record_id
               left join customers c on c.organization_id = s.organization_id and c.id = s.customer_id
              where s.organization_id = $1 and not s.is_void and s.settled_cents < s.gross_cents
              order by s.record_id desc limit ${MOST_BILLS}) newest
            order by id`,
    values: [ctx.orgId],
  });
