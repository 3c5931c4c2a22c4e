import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import type { Office } from '#shared/domain/office.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';

type Bills = NonNullable<Office['bills']>;

/** Older records are not looked at: what is open among them is not expected any more. */
const MOST_RECORDS = 5000;

// Unpaid are bills that are open, partly paid or overdue (`billStateOf`); one from before due dates were stored is due as if it had been. What
// was paid and what was reversed is added to the records by grouping: a join of so few known statistics could take forever.
const OPEN_BILLS = `
  with newest as materialized (
    select id, kind, reverses_id, customer_id, currency, gross_cents, coalesce(due_on, issued_on + ${PAYMENT_DAYS}) as due
      from billing_records where organization_id = $1 order by id desc limit ${MOST_RECORDS}
  ), facts as (
    select id, customer_id, currency, gross_cents as gross, due, 0 as paid, false as is_void from newest where kind = 'bill' and gross_cents > 0
    union all
    select record_id, null, null, null, null, amount_cents, false from billing_events
     where organization_id = $1 and record_id >= (select min(id) from newest)
    union all
    select reverses_id, null, null, null, null, 0, true from newest where reverses_id is not null
  )
  select max(customer_id) as customer, max(currency) as currency, max(gross) - sum(paid) as cents, $2::date - max(due) as late
    from facts group by id having max(gross) > sum(paid) and not bool_or(is_void)`;

/** Bills that are not paid in full on this day: all are counted, and the amounts of those in this currency added up. */
export const sumOpenBills = async ({ db, orgId }: Context, currency: string, today: CalendarDate): Promise<Bills> => {
  const sum = (condition: string): string => `coalesce(sum(cents) filter (where currency = $3 and ${condition}), 0)::bigint`;
  const [row] = await db.query<Omit<Bills, 'currency' | 'ages'> & Bills['ages']>({
    name: 'sum-open-bills',
    text: `select count(*)::int as "openCount", ${sum('true')} as "openCents",
                  (count(*) filter (where late > 0))::int as "overdueCount", ${sum('late > 0')} as "overdueCents",
                  (count(distinct customer) filter (where late > 0))::int as "overdueCustomers",
                  max(late) filter (where late > 0) as "oldestDays",
                  ${sum('late <= 0')} as "notDue", ${sum('late between 1 and 30')} as "to30",
                  ${sum('late between 31 and 60')} as "to60", ${sum('late > 60')} as "over60"
             from (${OPEN_BILLS}) b`,
    values: [orgId, today, currency],
  });
  if (!row) {
    throw new Error('The database returned no row for the open bills.');
  }
  const { notDue, to30, to60, over60, ...rest } = row;
  return { currency, ...rest, ages: { notDue, to30, to60, over60 } };
};
