import type { AgreedDiscount } from '#shared/billing/receivables.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { lockPaid } from './billing-credits.ts';

/** How a bill stands that nobody else pays, credits or voids until the transaction ends. */
export interface HeldBill extends AgreedDiscount {
  readonly id: number;
  readonly label: string;
  readonly customerId: number;
  readonly customerName: string;
  readonly dueOn: CalendarDate;
  /** Paid, credited or taken as discount so far. */
  readonly settledCents: number;
  readonly isVoid: boolean;
  /** Whether something was taken off already. */
  readonly hasDiscount: boolean;
}

const CREDITED = `(select coalesce(sum(e.amount_cents), 0) from billing_events e
  where e.organization_id = $1 and e.record_id = s.record_id and e.kind = 'credited')::float8`;

/**
 * Locks bills until the transaction ends, in the order of their ids. Answers how they stand, by id; what is no bill with an amount is not
 * among them.
 */
export const holdBillsToPay = async (ctx: Context, ids: readonly number[]): Promise<Map<number, HeldBill>> => {
  await lockPaid(ctx, ids);
  // A statement of its own: it sees what those did that were waited for.
  const rows = await ctx.db.query<HeldBill>({
    name: 'bills-to-pay',
    text: `select s.record_id as id, coalesce(r.label, r.year || '-' || r.number) as label, s.customer_id as "customerId",
                  r.customer_name as "customerName", s.currency, s.due_on::text as "dueOn", s.gross_cents::float8 as "grossCents",
                  s.settled_cents::float8 as "settledCents", ${CREDITED} as "creditedCents", s.is_void as "isVoid", s.discount_percent as "discountPercent",
                  s.discount_until::text as "discountUntil",
                  exists (select from billing_events e
                           where e.organization_id = $1 and e.record_id = s.record_id and e.kind = 'discount' and e.takes_back_id is null
                             and not exists (select from billing_events b where b.organization_id = $1 and b.takes_back_id = e.id)) as "hasDiscount"
             from bill_standings s join billing_records r on r.organization_id = $1 and r.id = s.record_id
            where s.organization_id = $1 and s.record_id = any($2::int[]) order by s.record_id`,
    values: [ctx.orgId, [...ids]],
  });
  return new Map(rows.map((row) => [row.id, row]));
};
