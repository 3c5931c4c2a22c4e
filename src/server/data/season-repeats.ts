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

type OwnTotal = Pick<CustomDataField, 'name' | 'isSystem' | 'summary'> & { readonly total: number };

interface Row extends Omit<SeasonWork, 'services' | 'nextName' | 'state' | 'thereJobId' | 'revenueCents'> {
  readonly isCustomerDeleted: boolean;
  readonly services: (Omit<SeasonService, 'fields'> & { readonly own: readonly OwnTotal[] | null })[];
}

/** What was done in a job in a season; of a deleted customer, too. */
export interface DoneWork extends Omit<Row, 'services'> {
  readonly services: SeasonService[];
}

// One pass adds up the entries, and one the organization's own numbers, of which an entry has any number. Everything after that is about
// these sums, which are few. 'No job yet' is no job that could be repeated.
const statementOf = (narrowing: string): string => `
  with e as materialized (
    select job_id, service_type_id, equipment_ids, count(*) as entries, sum(total_hours) as total_hours,
           sum(billable_hours) as billable_hours, sum(fuel) as fuel, sum(loads) as loads, min(date) as first_day, max(date) as last_day
      from job_entries where organization_id = $1 and deleted_at is null and date >= $2 and date <= $3 ${narrowing}
     group by 1, 2, 3
  ), own as materialized (
    select job_id, service_type_id, f.key as name, sum((f.value #>> '{}')::numeric) as total
      from job_entries, jsonb_each(custom_field_values) as f
     where organization_id = $1 and deleted_at is null and date >= $2 and date <= $3 ${narrowing} and jsonb_typeof(f.value) = 'number'
     group by 1, 2, 3
  ), o as (
    select own.job_id, own.service_type_id,
           json_agg(json_build_object('name', f.name, 'isSystem', f.is_system, 'summary', f.summary, 'total', own.total) order by lower(f.name), f.id) as own
      from own join custom_data_fields f
        on f.organization_id = $1 and f.name = own.name and f.field_type = 'number' and f.deleted_at is null
     group by 1, 2
  ), s as (
    select e.job_id, e.service_type_id, sum(entries) as entries, sum(total_hours) as total_hours, sum(billable_hours) as billable_hours,
           sum(fuel) as fuel, sum(loads) as loads, min(first_day) as first_day, max(last_day) as last_day
      from e group by 1, 2
  ), m as (
    select d.job_id, json_agg(q.name order by lower(q.name), q.id) as names
      from (select distinct job_id, u.id from e, unnest(equipment_ids) as u (id)) d
      join equipment q on q.organization_id = $1 and q.id = d.id group by 1
  ), w as (
    select s.job_id, min(s.first_day) as first_day, max(s.last_day) as last_day,
           json_agg(json_build_object('serviceTypeId', t.id, 'serviceTypeName', t.name, 'entryCount', s.entries, 'totalHours', s.total_hours,
             'billableHours', s.billable_hours, 'fuel', s.fuel, 'loads', s.loads, 'own', o.own) order by lower(t.name), t.id) as services
      from s join service_types t on t.organization_id = $1 and t.id = s.service_type_id
      left join o on o.job_id = s.job_id and o.service_type_id = s.service_type_id
     group by 1
  )
  select j.id as "jobId", j.name as "jobName", j.customer_id as "customerId", c.business_name as "customerName",
         c.deleted_at is not null as "isCustomerDeleted",
         coalesce(c.phone_number, (select x ->> 'phoneNumber' from jsonb_array_elements(c.contacts) x where x ->> 'phoneNumber' is not null limit 1)) as "phoneNumber",
         w.first_day as "firstDay", w.last_day as "lastDay", coalesce(m.names, '[]') as "equipmentNames", w.services
    from w join jobs j on j.organization_id = $1 and j.id = w.job_id and not j.is_placeholder and j.deleted_at is null
    join customers c on c.organization_id = $1 and c.id = j.customer_id
    left join m on m.job_id = w.job_id
   order by lower(c.business_name), c.id, lower(j.name), j.id`;

/** A value under the name of a field that fills a column is not that field's value; and what is averaged does not add up. */
const addsUp = ({ name, isSystem, summary }: OwnTotal): boolean =>
  columnOf({ name, isSystem, fieldType: 'number' }) === null && summaryOf({ name, summary }) === 'sum';

const serviceOf = ({ own, ...service }: Row['services'][number]): SeasonService => ({
  ...service,
  fields: (own ?? []).filter(addsUp).map(({ name, total }) => ({ name, total })),
});

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
  return rows.map((row) => ({ ...row, services: row.services.map(serviceOf) }));
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
                    where j.organization_id = $1 and j.status = 'open' and j.deleted_at is null and not j.is_placeholder
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
