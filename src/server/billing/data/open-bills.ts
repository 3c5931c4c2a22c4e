import { type Age, AGES } from '#shared/billing/receivables.ts';
import { MOST_PAID_COUNTED, type Receivables } from '#shared/billing/schemas/receivable.ts';
import type { Office } from '#shared/domain/office.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';

type Ground = Pick<Context, 'db' | 'orgId'>;

/** What is open in one currency, or in all of them: then `currency` is null, and nobody adds the amounts up. */
interface OpenSum {
  readonly currency: string | null;
  readonly openCount: number;
  readonly overdueCount: number;
  readonly openCents: number;
  readonly overdueCents: number;
  readonly overdueCustomers: number;
  readonly oldestDays: number | null;
  readonly ages: Record<Age, number>;
  readonly bills: Record<Age, number>;
}

/** In SQL, of the days that a bill is late; the same as `ageOf`. */
const OF_AGE: Readonly<Record<Age, string>> = {
  notDue: 'late <= 0',
  to30: 'late between 1 and 30',
  to60: 'late between 31 and 60',
  over60: 'late > 60',
};

const json = (value: (age: Age) => string): string => `json_build_object(${AGES.map((age) => `'${age}', ${value(age)}`).join(', ')})`;
const sum = (condition: string): string => `coalesce(sum(cents) filter (where ${condition}), 0)`;
const count = (condition: string): string => `count(*) filter (where ${condition})`;

/** What is not paid in full on this day: in each currency, and last in all of them. */
export const sumOpenBills = ({ db, orgId }: Ground, today: CalendarDate): Promise<OpenSum[]> =>
  db.query<OpenSum>({
    name: 'sum-open-bills',
    text: `select currency, count(*)::int as "openCount", ${count('late > 0')}::int as "overdueCount", ${sum('true')}::bigint as "openCents",
                  ${sum('late > 0')}::bigint as "overdueCents", (count(distinct customer_id) filter (where late > 0))::int as "overdueCustomers",
                  max(late) filter (where late > 0) as "oldestDays",
                  ${json((age) => sum(OF_AGE[age]))} as ages, ${json((age) => count(OF_AGE[age]))} as bills
             from (select s.currency, s.customer_id, s.gross_cents - s.settled_cents as cents, $2::date - s.due_on as late
                     from bill_standings s
                    where s.organization_id = $1 and not s.is_void and s.settled_cents < s.gross_cents) b
            group by grouping sets ((currency), ()) order by currency nulls last`,
    values: [orgId, today],
  });

const NOTHING: Readonly<Record<Age, number>> = { notDue: 0, to30: 0, to60: 0, over60: 0 };

/** The same for the overview: all are counted, and the amounts are those of one currency. */
export const officeBills = async (ctx: Ground, currency: string, today: CalendarDate): Promise<NonNullable<Office['bills']>> => {
  const sums = await sumOpenBills(ctx, today);
  const own = sums.find((each) => each.currency === currency);
  const all = sums.find((each) => each.currency === null);
  return {
    currency,
    openCount: all?.openCount ?? 0,
    openCents: own?.openCents ?? 0,
    overdueCount: all?.overdueCount ?? 0,
    overdueCents: own?.overdueCents ?? 0,
    overdueCustomers: all?.overdueCustomers ?? 0,
    oldestDays: all?.oldestDays ?? null,
    ages: own?.ages ?? NOTHING,
  };
};

/** How many bills are paid in full, as far as they are counted. */
export const countPaidBills = async ({ db, orgId }: Ground): Promise<Receivables['counts']['paid']> => {
  const [row] = await db.query<{ count: number }>({
    name: 'count-paid-bills',
    text: `select count(*)::int as count from (
             select from bill_standings s where s.organization_id = $1 and not s.is_void and s.settled_cents >= s.gross_cents
              limit ${MOST_PAID_COUNTED}) n`,
    values: [orgId],
  });
  return row?.count ?? 0;
};
