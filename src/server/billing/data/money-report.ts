import type { MoneyGroup, MoneyGrouping, MoneyQuery, MoneyReport, MoneyTotals } from '#shared/domain/report.ts';
import type { Context } from '#server/context.ts';
import { IS_SUPPLIED } from '#server/data/supplied-fuel.ts';

const KEYS: Record<MoneyGrouping, string> = {
  job: 'job_id',
  customer: 'customer_id',
  machine: 'equipment_id',
  service: 'service_type_id',
  // $4: month and day on which a season begins.
  season: `extract(year from date)::int - (to_char(date, 'MM-DD') < $4)::int`,
};

const named = (table: string, name = 'n.name'): string => `(select ${name} from ${table} n where n.organization_id = $1 and n.id = g.key)`;

const NAMES: Record<MoneyGrouping, string> = {
  job: named('jobs'),
  customer: named('customers', 'n.business_name'),
  machine: named('equipment'),
  service: named('service_types'),
  season: 'g.key::text',
};

/** The days on which each cost rate applies: of two from the same day the one that was made last. */
const RATES = `
    select employee_id, equipment_id, price::numeric * 100 as cents, since,
           lead(since) over (partition by employee_id, equipment_id order by since, id) as until
      from (select *, coalesce(valid_from, '-infinity') as since from cost_rates where organization_id = $1 and deleted_at is null) c`;

const holds = (rate: string): string => `e.date >= ${rate}.since and (${rate}.until is null or e.date < ${rate}.until)`;

/** An equal part of an amount of whole cents: the remainder goes to the first. */
const alike = (cents: string): string => `div(${cents}, n) + (place <= mod(${cents}, n))::int`;

/**
 * One statement, which reads the entries and the shares of these days and the organization's rates. Costs cover entries that are on a live
 * bill, each part rounded to the cent: the operators together, each machine, the fuel; null means unknown. Operators and fuel are shared
 * equally among the machines, as the revenue is.
 */
const statementOf = ({ by, customerId, equipmentId, serviceTypeId }: MoneyQuery, bind: (value: unknown) => string): string => {
  const and = (id: number | undefined, condition: (parameter: string) => string): string =>
    id === undefined ? '' : `and ${condition(bind(id))}`;
  const ofCustomer = and(customerId, (parameter) => `customer_id = ${parameter}`);
  const ofService = and(serviceTypeId, (parameter) => `service_type_id = ${parameter}`);
  const ofMachine = and(equipmentId, (parameter) => `equipment_id = ${parameter}`);
  const withMachine = and(equipmentId, (parameter) => `${parameter}::int = any(equipment_ids)`);
  const sum = (cents: string) => `case when count(*) filter (where is_cost and ${cents} is null) = 0 then coalesce(sum(${cents}), 0) end`;
  return `
  with terms as (select currency from organizations where id = $1),
  r as materialized (${RATES}),
  s as materialized (
    select e.*, case when e.fuel > 0 then ${IS_SUPPLIED} end as is_supplied
      from job_entries e
     where e.organization_id = $1 and e.deleted_at is null and e.date >= $2 and e.date <= $3 ${ofService} ${withMachine}
  ),
  billed as materialized (
    select s.job_id, b.currency, b.customer_id from (select distinct job_id from s) s
     cross join lateral (
       -- Found job by job, for the limit lets no planner go through the bills of all years.
       select d.currency, d.customer_id from billed_jobs j join billing_records d on d.organization_id = $1 and d.id = j.record_id
        where j.organization_id = $1 and j.job_id = s.job_id limit 1) b
  ),
  e as materialized (
    select s.id, s.date, s.job_id, coalesce(b.customer_id, s.customer_id) as customer_id, s.service_type_id, s.equipment_ids, s.operator_ids,
           s.total_hours, s.fuel, s.is_supplied, b.currency, b.currency = (select currency from terms) as is_costed
      from s left join billed b on b.job_id = s.job_id
  ),
  crew as (
    select e.id, case when count(*) = count(r.cents) then round(e.total_hours * sum(r.cents)) end as cents
      from e cross join unnest(e.operator_ids) as o (id) left join r on r.employee_id = o.id and ${holds('r')}
     where e.is_costed group by e.id, e.total_hours
  ),
  cost as (
    select e.id, e.date, e.job_id, e.customer_id, e.service_type_id, e.currency, m.id as equipment_id, coalesce(m.place, 1) as place,
           greatest(cardinality(e.equipment_ids), 1) as n, crew.cents as crew,
           case when not e.is_costed then null when m.id is null then 0 else round(e.total_hours * r.cents) end as machine,
           case when not e.is_costed then null when e.is_supplied is not false then 0 else round(e.fuel * f.cents) end as fuel
      from e
      left join crew on crew.id = e.id
      left join lateral unnest(e.equipment_ids) with ordinality as m (id, place) on true
      left join r on r.equipment_id = m.id and ${holds('r')}
      left join r f on f.employee_id is null and f.equipment_id is null and ${holds('f')}
     where e.currency is not null
  ),
  parts as (
    select ${KEYS[by]} as key, currency, true as is_cost, id as entry_id, 0 as revenue,
           ${alike('crew')} as crew, machine, ${alike('fuel')} as fuel
      from cost where true ${ofMachine} ${ofCustomer}
    union all
    select ${KEYS[by]}, currency, false, null, cents, 0, 0, 0
      from billing_shares
     where organization_id = $1 and date >= $2 and date <= $3 ${ofCustomer} ${ofService} ${ofMachine}
  )
  select (select count(*) from e where currency is null ${ofCustomer})::int as "unbilledCount",
         (select coalesce(json_agg(row_to_json(s) order by s.currency, lower(s.name), s.key), '[]') from (
            select g.*, ${NAMES[by]} as name from (
              select currency, key, grouping(key) = 1 as "isTotal", count(distinct entry_id) as "entryCount", sum(revenue) as "revenueCents",
                     ${sum('crew')} as "operatorCents", ${sum('machine')} as "machineCents", ${sum('fuel')} as "fuelCents",
                     count(distinct entry_id) filter (where is_cost and (crew is null or machine is null or fuel is null)) as "unknownCount"
                from parts group by grouping sets ((currency, key), (currency))) g) s) as rows`;
};

interface Row extends Omit<MoneyTotals, 'costCents' | 'marginCents'> {
  readonly currency: string;
  readonly key: number | null;
  readonly isTotal: boolean;
  readonly name: string | null;
}

const totalsOf = ({ entryCount, revenueCents, operatorCents, machineCents, fuelCents, unknownCount }: Row): MoneyTotals => {
  const isKnown = operatorCents !== null && machineCents !== null && fuelCents !== null;
  const costCents = isKnown ? operatorCents + machineCents + fuelCents : null;
  const marginCents = costCents === null ? null : revenueCents - costCents;
  return { entryCount, revenueCents, operatorCents, machineCents, fuelCents, costCents, marginCents, unknownCount };
};

/** Revenue, cost and margin of the days: all amounts exact, different currencies separate. */
export const sumMoney = async (
  ctx: Context,
  query: MoneyQuery,
  { from, to, seasonStart }: { readonly from: string | null; readonly to: string | null; readonly seasonStart: string | null },
): Promise<MoneyReport> => {
  const values: unknown[] = [ctx.orgId, from ?? '1900-01-01', to ?? '9999-12-31'];
  if (query.by === 'season') {
    values.push(seasonStart?.slice(5) ?? '01-01');
  }
  const text = statementOf(query, (value) => `$${values.push(value)}`);
  const [answer] = await ctx.db.query<{ unbilledCount: number; rows: Row[] }>({ text, values });
  const { unbilledCount = 0, rows = [] } = answer ?? {};
  const groupOf = (row: Row): MoneyGroup => ({ id: query.by === 'season' ? null : row.key, name: row.name, ...totalsOf(row) });
  return {
    by: query.by,
    from,
    to,
    currencies: rows
      .filter(({ isTotal }) => isTotal)
      .map((total) => ({
        currency: total.currency,
        totals: totalsOf(total),
        groups: rows.filter(({ isTotal, currency }) => !isTotal && currency === total.currency).map(groupOf),
      })),
    unbilledCount,
  };
};
