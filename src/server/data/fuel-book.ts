import type { FuelBook, FuelBookLine, FuelBookQuery } from '#shared/domain/report.ts';
import type { Context } from '#server/context.ts';
import { IS_SUPPLIED } from '#server/data/supplied-fuel.ts';

interface Row extends Omit<FuelBookLine, 'customerId' | 'customerName' | 'month'> {
  readonly customerId: number | null;
  readonly customerName: string;
  readonly month: string;
}

const NOTHING = { entryCount: 0, fuel: 0, ownFuel: null, suppliedFuel: null };

const volumesOf = ({ entryCount, fuel, ownFuel, suppliedFuel }: Row): FuelBook['totals'] => ({ entryCount, fuel, ownFuel, suppliedFuel });

/** The fuel of entries by customer and month, added up as exact decimals in one statement; by supplier only if `isParted`. */
export const sumFuel = async (
  ctx: Context,
  { customerId }: FuelBookQuery,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  isParted: boolean,
): Promise<FuelBook> => {
  const values: unknown[] = [ctx.orgId, from ?? '1900-01-01', to ?? '9999-12-31'];
  const ofCustomer = customerId === undefined ? '' : `and customer_id = $${values.push(customerId)}`;
  const part = (which: string) => (isParted ? `coalesce(sum(fuel) filter (where ${which}), 0)` : 'null::numeric');
  const rows = await ctx.db.query<Row>({
    // Without a name: planned for its dates each time, as the reports are.
    text: `select f.*, (select business_name from customers where organization_id = $1 and id = f."customerId") as "customerName" from (
             select customer_id as "customerId", month, count(*)::int as "entryCount", sum(fuel) as fuel,
                    ${part('not is_supplied')} as "ownFuel", ${part('is_supplied')} as "suppliedFuel"
               from (select e.customer_id, e.fuel, e.date - (extract(day from e.date)::int - 1) as month,
                            ${isParted ? IS_SUPPLIED : 'false'} as is_supplied
                       from job_entries e
                      where organization_id = $1 and deleted_at is null and fuel > 0 and date >= $2 and date <= $3 ${ofCustomer}) e
              group by grouping sets ((customer_id, month), ())) f
            order by lower((select business_name from customers where organization_id = $1 and id = f."customerId")), f."customerId", f.month`,
    values,
  });
  const total = rows.find((row) => row.customerId === null && row.entryCount > 0);
  return {
    from,
    to,
    totals: total ? volumesOf(total) : NOTHING,
    lines: rows.flatMap((row) =>
      row.customerId === null ? [] : [{ ...volumesOf(row), customerId: row.customerId, customerName: row.customerName, month: row.month }],
    ),
  };
};
