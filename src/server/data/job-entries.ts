import { sql } from 'drizzle-orm';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { orgTable } from '#server/data/org-table.ts';
import { jobEntries } from '#server/db/tables/index.ts';

const table = orgTable(jobEntries, {
  label: 'Job entry',
  audited: 'job_entry',
  subject: (row) => `entry of ${row.date}`,
  order: [sql`${jobEntries.date} desc`, sql`${jobEntries.id} desc`],
});

/** Conditions on the entries of one organization; dates are inclusive. */
export interface EntryFilter {
  readonly jobId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly serviceTypeId?: number | undefined;
  readonly equipmentId?: number | undefined;
  readonly operatorId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Part of the name of the job, service, equipment or operator. */
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  /** Where the page before ended: `yyyy-MM-dd_id`. */
  readonly cursor?: string | undefined;
}

const NAMES = (source: 'equipment' | 'employees', column: string) =>
  `coalesce((select array_agg(${source === 'employees' ? `n.first_name || ' ' || n.last_name` : 'n.name'} order by o.place)
     from unnest(e.${column}) with ordinality as o (id, place)
     join ${source} n on n.organization_id = e.organization_id and n.id = o.id), '{}')`;

// Page first, join after: the names are looked up for the rows of the page only.
const select = (conditions: string, limit: string) => `
  select e.id, e.organization_id as "organizationId", e.version, e.created_by as "createdBy", e.updated_by as "updatedBy",
         e.created_at as "createdAt", e.updated_at as "updatedAt", e.job_id as "jobId", e.customer_id as "customerId",
         e.service_type_id as "serviceTypeId", e.date, e.season, e.equipment_id as "equipmentId", e.equipment_ids as "equipmentIds",
         e.operator_id as "operatorId", e.operator_ids as "operatorIds", e.total_hours as "totalHours",
         e.billable_hours as "billableHours", e.fuel, e.loads, e.notes, e.photos, e.custom_field_values as "customFieldValues",
         j.name as "jobName", c.business_name as "customerName", s.name as "serviceTypeName",
         ${NAMES('equipment', 'equipment_ids')} as "equipmentNames", ${NAMES('employees', 'operator_ids')} as "operatorNames"
    from (select * from job_entries where organization_id = $1 and deleted_at is null ${conditions}
           order by date desc, id desc ${limit}) e
    join jobs j on j.organization_id = e.organization_id and j.id = e.job_id
    join customers c on c.organization_id = e.organization_id and c.id = e.customer_id
    join service_types s on s.organization_id = e.organization_id and s.id = e.service_type_id
   order by e.date desc, e.id desc`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

const TEXT_MATCH = (at: string) => `and (
  job_id in (select id from jobs where organization_id = $1 and name ilike ${at})
  or service_type_id in (select id from service_types where organization_id = $1 and name ilike ${at})
  or equipment_ids && array(select id from equipment where organization_id = $1 and name ilike ${at})
  or operator_ids && array(select id from employees where organization_id = $1 and first_name || ' ' || last_name ilike ${at}))`;

const conditionsOf = (filter: EntryFilter, bind: (value: unknown) => string): string => {
  const [date, id] = filter.cursor?.split('_') ?? [];
  const conditions: [unknown, (at: string) => string][] = [
    [filter.jobId, (at) => `and job_id = ${at}`],
    [filter.customerId, (at) => `and customer_id = ${at}`],
    [filter.serviceTypeId, (at) => `and service_type_id = ${at}`],
    [filter.equipmentId, (at) => `and equipment_ids @> array[${at}::int]`],
    [filter.operatorId, (at) => `and operator_ids @> array[${at}::int]`],
    [filter.from, (at) => `and date >= ${at}`],
    [filter.to, (at) => `and date <= ${at}`],
    [filter.q === undefined || filter.q === '' ? undefined : `%${escapeLike(filter.q)}%`, TEXT_MATCH],
    [date, (at) => `and (date, id) < (${at}::date, ${bind(Number(id))}::bigint)`],
  ];
  return conditions.map(([value, condition]) => (value === undefined ? '' : condition(bind(value)))).join(' ');
};

export const jobEntryData = {
  /** Newest date first. With `limit` it reads one entry more, by which the caller sees whether another page follows. */
  list: async (ctx: Context, filter: EntryFilter): Promise<JobEntry[]> => {
    const values: unknown[] = [ctx.orgId];
    const bind = (value: unknown): string => `$${values.push(value)}`;
    const conditions = conditionsOf(filter, bind);
    const limit = filter.limit === undefined ? '' : `limit ${bind(filter.limit + 1)}`;
    return ctx.db.query<JobEntry>({ text: select(conditions, limit), values });
  },
  find: async (ctx: Context, id: number): Promise<JobEntry> => {
    const [entry] = await ctx.db.query<JobEntry>({ name: 'find-job-entry', text: select('and id = $2', ''), values: [ctx.orgId, id] });
    if (!entry) {
      throw new AppError('not_found', 'Job entry not found');
    }
    return entry;
  },
  insert: table.insert,
  update: table.update,
};
