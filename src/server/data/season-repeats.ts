import { columnOf } from '#shared/domain/system-fields.ts';
import { summaryOf } from '#shared/domain/field-summary.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { SeasonService, SeasonWork } from '#shared/domain/season-repeat.ts';
import type { ThereJob } from '#shared/domain/season-state.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';

/** First and last day of a season. */
interface Span {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Sums of a job as the database adds them up: with ids, and all of its own numbers. */
interface Row extends Omit<SeasonWork, 'services' | 'equipmentNames' | 'nextName' | 'state' | 'thereJobId' | 'revenueCents'> {
  readonly isCustomerDeleted: boolean;
  /** Of each service. */
  readonly equipmentIds: readonly (readonly number[])[];
  readonly services: (Omit<SeasonService, 'serviceTypeName' | 'fields'> & { readonly own: Readonly<Record<string, number>> | null })[];
}

/** What was done in a job in a season; of a deleted customer, too. */
export interface DoneWork extends Omit<Row, 'services' | 'equipmentIds'> {
  readonly equipmentNames: string[];
  readonly services: SeasonService[];
}

// One pass adds up the entries, and one the organization's own numbers, of which an entry has any number. What belongs together is then
// gathered by grouping, never by joining sums: nobody can tell the planner how many of them there will be. 'No job yet' is no job that
// could be repeated.
const statementOf = (narrowing: string): string => `
  with e as materialized (
    select job_id, service_type_id, equipment_ids, count(*) as entries, sum(total_hours) as hours, sum(billable_hours) as billable,
           sum(fuel) as fuel, sum(loads) as loads, min(date) as first_day, max(date) as last_day
      from job_entries where organization_id = $1 and deleted_at is null and date >= $2 and date <= $3 ${narrowing}
     group by 1, 2, 3
  ), parts as (
    select job_id, service_type_id, entries, hours, billable, fuel, loads, first_day, last_day, null::int as machine, null as name, null::numeric as total
      from e
    union all
    select distinct job_id, service_type_id, null::bigint, null::numeric, null::numeric, null::numeric, null::numeric, null::date, null::date, u.id, null, null::numeric
      from e, unnest(equipment_ids) as u (id)
    union all
    select job_id, service_type_id, null, null, null, null, null, null, null, null, f.key, sum((f.value #>> '{}')::numeric)
      from job_entries, jsonb_each(custom_field_values) as f
     where organization_id = $1 and deleted_at is null and date >= $2 and date <= $3 ${narrowing} and jsonb_typeof(f.value) = 'number'
     group by job_id, service_type_id, f.key
  ), s as (
    select job_id, service_type_id, min(first_day) as first_day, max(last_day) as last_day, array_agg(machine) filter (where machine is not null) as machines,
           jsonb_build_object('serviceTypeId', service_type_id, 'entryCount', sum(entries), 'totalHours', sum(hours),
             'billableHours', sum(billable), 'fuel', sum(fuel), 'loads', sum(loads),
             'own', jsonb_object_agg(name, total) filter (where name is not null)) as service
      from parts group by 1, 2
  ), w as (
    select job_id, min(first_day) as first_day, max(last_day) as last_day, jsonb_agg(service) as services,
           jsonb_agg(coalesce(to_jsonb(machines), '[]')) as machines
      from s group by 1
  )
  select j.id as "jobId", j.name as "jobName", j.customer_id as "customerId", c.business_name as "customerName",
         c.deleted_at is not null as "isCustomerDeleted",
         coalesce(c.phone_number, (select x ->> 'phoneNumber' from jsonb_array_elements(c.contacts) x where x ->> 'phoneNumber' is not null limit 1)) as "phoneNumber",
         w.first_day as "firstDay", w.last_day as "lastDay", w.machines as "equipmentIds", w.services
    from w join jobs j on j.organization_id = $1 and j.id = w.job_id and not j.is_placeholder and j.deleted_at is null
    join customers c on c.organization_id = $1 and c.id = j.customer_id
   order by lower(c.business_name), c.id, lower(j.name), j.id`;

/** Names by id, also of what was deleted since, each with its place in the order of names. */
const namesIn = async ({ db, orgId }: Context, table: 'service_types' | 'equipment', ids: readonly number[]) => {
  const rows = await db.query<{ id: number; name: string }>({
    text: `select id, name from ${table} where organization_id = $1 and id = any($2::int[]) order by lower(name), id`,
    values: [orgId, [...new Set(ids)]],
  });
  return new Map(rows.map(({ id, name }, place) => [id, { name, place }]));
};
type Names = Awaited<ReturnType<typeof namesIn>>;

const placeIn = (names: Names, id: number): number => names.get(id)?.place ?? 0;

type NumberField = Pick<CustomDataField, 'name' | 'isSystem' | 'summary'>;

/** A value under the name of a field that fills a column is not that field's value; and what is averaged does not add up. */
const addsUp = ({ name, isSystem, summary }: NumberField): boolean =>
  columnOf({ name, isSystem, fieldType: 'number' }) === null && summaryOf({ name, summary }) === 'sum';

/** Which of these are names of number fields that add up. */
const addingUp = async ({ db, orgId }: Context, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const fields = await db.query<NumberField>({
    text: `select name, is_system as "isSystem", summary from custom_data_fields
            where organization_id = $1 and name = any($2::text[]) and field_type = 'number' and deleted_at is null`,
    values: [orgId, [...new Set(names)]],
  });
  return new Set(fields.filter(addsUp).map(({ name }) => name));
};

/** What was done in each job in a season, added up by service as exact decimals, by the customers' names; narrowed to a service or to jobs. */
export const listSeasonWork = async (
  ctx: Context,
  { from, to }: Span,
  { serviceTypeId, jobIds }: { readonly serviceTypeId?: number | undefined; readonly jobIds?: readonly number[] },
): Promise<DoneWork[]> => {
  const narrowing =
    (serviceTypeId === undefined ? '' : 'and service_type_id = $4') + (jobIds === undefined ? '' : 'and job_id = any($4::int[])');
  const given = [serviceTypeId, jobIds].filter((value) => value !== undefined);
  // Without a name, as reports: planned for its dates each time.
  const rows = await ctx.db.query<Row>({ text: statementOf(narrowing), values: [ctx.orgId, from, to, ...given] });
  const done = rows.flatMap(({ services }) => services);
  const services = await namesIn(
    ctx,
    'service_types',
    done.map((service) => service.serviceTypeId),
  );
  const machines = await namesIn(
    ctx,
    'equipment',
    rows.flatMap(({ equipmentIds }) => equipmentIds.flat()),
  );
  const sums = await addingUp(
    ctx,
    done.flatMap(({ own }) => Object.keys(own ?? {})),
  );
  const serviceOf = ({ own, ...service }: Row['services'][number]): SeasonService => ({
    ...service,
    serviceTypeName: services.get(service.serviceTypeId)?.name ?? '',
    fields: Object.entries(own ?? {}).flatMap(([name, total]) => (sums.has(name) ? [{ name, total }] : [])),
  });
  const namesOf = (ids: readonly number[]): string[] =>
    [...new Set(ids)].sort((one, other) => placeIn(machines, one) - placeIn(machines, other)).flatMap((id) => machines.get(id)?.name ?? []);
  return rows.map(({ equipmentIds, ...row }) => ({
    ...row,
    equipmentNames: namesOf(equipmentIds.flat()),
    services: row.services
      .toSorted((one, other) => placeIn(services, one.serviceTypeId) - placeIn(services, other.serviceTypeId))
      .map(serviceOf),
  }));
};

/** The jobs that may be the same work in a season: those with entries in it, those that repeat earlier ones, and open ones without work. */
export const listThereJobs = (ctx: Context, season: string, { from, to }: Span): Promise<ThereJob[]> =>
  ctx.db.query<ThereJob>({
    text: `with e as (
             select job_id, array_agg(distinct service_type_id) as services
               from (select distinct job_id, service_type_id from job_entries
                      where organization_id = $1 and deleted_at is null and date >= $2 and date <= $3) d
              group by 1
           ), ids as (
             select job_id as id from e
             union select id from jobs where organization_id = $1 and repeats_job_id is not null and season = $4 and deleted_at is null
             union select j.id from jobs j
                    where j.organization_id = $1 and j.status = 'open' and j.deleted_at is null and not j.is_placeholder and j.repeats_job_id is null
                      and not exists (select from job_entries n where n.organization_id = $1 and n.job_id = j.id and n.deleted_at is null)
           )
           select j.id, j.name, j.customer_id as "customerId", j.status, case when j.season = $4 then j.repeats_job_id end as "repeatsJobId",
                  coalesce(e.services, '{}') as "serviceTypeIds"
             from ids join jobs j on j.organization_id = $1 and j.id = ids.id and j.deleted_at is null
             left join e on e.job_id = j.id
            order by j.id desc`,
    values: [ctx.orgId, from, to, season],
  });

/** What the entries of each job in a season were billed with, without tax, in hundredths of the currency. */
export const revenueByJob = async (
  ctx: Context,
  { from, to }: Span,
  currency: string,
  serviceTypeId: number | undefined,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await ctx.db.query<{ jobId: number; cents: number }>({
    text: `select job_id as "jobId", sum(cents) as cents from billing_shares
            where organization_id = $1 and date >= $2 and date <= $3 and currency = $4 and ($5::int is null or service_type_id = $5)
              and job_id is not null
            group by 1`,
    values: [ctx.orgId, from, to, currency, serviceTypeId ?? null],
  });
  return new Map(rows.map(({ jobId, cents }) => [jobId, cents]));
};

/** Which of these jobs are repeated in a season already, and by which. */
export const listRepeatsOf = (ctx: Context, jobIds: readonly number[], season: string): Promise<{ id: number; repeatsJobId: number }[]> =>
  ctx.db.query<{ id: number; repeatsJobId: number }>({
    text: `select id, repeats_job_id as "repeatsJobId" from jobs
            where organization_id = $1 and repeats_job_id = any($2::int[]) and season = $3 and deleted_at is null`,
    values: [ctx.orgId, jobIds, season],
  });
