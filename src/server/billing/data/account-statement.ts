import type { AccountLine } from '#shared/billing/account-line.ts';
import type { Context } from '#server/context.ts';

/** Lines of one statement. */
export const MOST_LINES = 2000;

// Bills, and what was paid, paid back or taken off. Fee and interest are claimed where they are paid: who pays none owes none. What moves between bills of the customer changes nothing that they owe.
const LINES = `
  select r.issued_on as day, r.id as record_id, 0 as event_id, r.kind, r.gross_cents as cents, coalesce(r.label, r.year || '-' || r.number) as label,
         case when r.kind in ('bill', 'deposit') and r.gross_cents > 0 then coalesce(r.due_on, r.issued_on + 30) end as due
    from billing_records r
   where r.organization_id = $1 and r.customer_id = $2 and r.currency = $3 and r.gross_cents <> 0 and r.issued_on <= $4
   union all
  select e.happened_on, r.id, e.id, e.kind || case when e.takes_back_id is null then '' else 'Undone' end, -e.amount_cents - e.charge_cents,
         coalesce(r.label, r.year || '-' || r.number), null
    from billing_records r join billing_events e on e.organization_id = $1 and e.record_id = r.id
   where r.organization_id = $1 and r.customer_id = $2 and r.currency = $3 and e.happened_on <= $4
     and e.kind in ('payment', 'discount', 'refund') and e.amount_cents + e.charge_cents <> 0
   union all
  select e.happened_on, r.id, e.id, 'charges' || case when e.takes_back_id is null then '' else 'Undone' end, e.charge_cents,
         coalesce(r.label, r.year || '-' || r.number), null
    from billing_records r join billing_events e on e.organization_id = $1 and e.record_id = r.id
   where r.organization_id = $1 and r.customer_id = $2 and r.currency = $3 and e.happened_on <= $4 and e.charge_cents <> 0`;

interface Period {
  readonly customerId: number;
  readonly currency: string;
  readonly from: string;
  readonly until: string;
}

/** What the customer owed before the period. */
export const openingOf = async ({ db, orgId }: Context, { customerId, currency, from }: Period): Promise<number> => {
  const [row] = await db.query<{ cents: number }>({
    name: 'opening-balance',
    text: `select coalesce(sum(cents), 0)::bigint as cents from (${LINES}) l where day < $4`,
    values: [orgId, customerId, currency, from],
  });
  return row?.cents ?? 0;
};

/** What changed it in the period, in the order of the days; one more than `MOST_LINES` at most. */
export const linesOf = ({ db, orgId }: Context, { customerId, currency, from, until }: Period): Promise<AccountLine[]> =>
  db.query<AccountLine>({
    name: 'account-lines',
    text: `select kind, label, day as "happenedOn", due as "dueOn", cents from (${LINES}) l
            where day >= $5 order by day, record_id, event_id, cents desc limit ${MOST_LINES + 1}`,
    values: [orgId, customerId, currency, until, from],
  });

/** The currency of the customer's newest record; null: there is none. */
export const lastCurrencyOf = async ({ db, orgId }: Context, customerId: number): Promise<string | null> => {
  const [row] = await db.query<{ currency: string }>({
    text: 'select currency from billing_records where organization_id = $1 and customer_id = $2 order by id desc limit 1',
    values: [orgId, customerId],
  });
  return row?.currency ?? null;
};
