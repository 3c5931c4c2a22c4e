import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { averageOf, summaryOf } from '#shared/domain/field-summary.ts';
import type { JobSummary, SummaryTotal } from '#shared/domain/job-summary.ts';
import { UNITS, type UnitSystem } from '#shared/domain/units.ts';
import type { Context } from '#server/context.ts';

const LABEL = { totalHours: 'Hours', billableHours: 'Billable Hours', fuel: 'Fuel', loads: 'Loads' } as const;
type Column = keyof typeof LABEL;
const COLUMNS = ['totalHours', 'fuel', 'loads', 'billableHours'] as const satisfies readonly Column[];

interface Row extends Record<Column, number | null> {
  units: UnitSystem;
  serviceTypeId: number;
  serviceTypeName: string;
  entryCount: number;
  own: (Pick<CustomDataField, 'name' | 'isSystem' | 'summary'> & { readonly total: number; readonly values: number })[] | null;
}

// Numbers of the organization's own fields are added up apart from the columns: an entry has any number of them.
const TEXT = `
  with e as (
    select * from job_entries where organization_id = $1 and job_id = $2 and deleted_at is null
  ), own as (
    select e.service_type_id, f.key as name, sum((f.value #>> '{}')::numeric) as total, count(*) as values
      from e, jsonb_each(e.custom_field_values) as f where jsonb_typeof(f.value) = 'number' group by 1, 2
  )
  select (select units from organizations where id = $1) as units, e.service_type_id as "serviceTypeId", s.name as "serviceTypeName", count(*)::int as "entryCount",
         sum(e.total_hours) as "totalHours", sum(e.fuel) as fuel, sum(e.loads) as loads, sum(e.billable_hours) as "billableHours",
         (select json_agg(json_build_object('name', o.name, 'isSystem', f.is_system, 'summary', f.summary, 'total', o.total, 'values', o.values) order by lower(f.name), f.id)
            from own o
            join custom_data_fields f on f.organization_id = $1 and f.name = o.name and f.field_type = 'number' and f.deleted_at is null
           where o.service_type_id = e.service_type_id) as own
    from e join service_types s on s.organization_id = $1 and s.id = e.service_type_id
   group by e.service_type_id, s.name order by lower(s.name), e.service_type_id`;

/** A value under the name of a field that fills a column is not that field's value, and some fields are not part of a summary. */
const ownTotal = ({ name, isSystem, summary: given, total, values }: NonNullable<Row['own']>[number]): SummaryTotal[] => {
  const summary = summaryOf({ name, summary: given });
  return columnOf({ name, isSystem, fieldType: 'number' }) !== null || summary === 'none'
    ? []
    : [{ key: `custom:${name}`, label: name, unit: '', total: summary === 'sum' ? total : averageOf(total, values), summary }];
};

/** Totals of a job by service, added up by the database as exact decimals (specification 5.16, 5.18). */
export const summarizeJobEntries = async (ctx: Context, jobId: number): Promise<JobSummary> => {
  const rows = await ctx.db.query<Row>({ name: 'job-summary', text: TEXT, values: [ctx.orgId, jobId] });
  return {
    jobId,
    groups: rows.map((row) => ({
      serviceTypeId: row.serviceTypeId,
      serviceTypeName: row.serviceTypeName,
      entryCount: row.entryCount,
      totals: [
        ...COLUMNS.flatMap((key) => {
          const total = row[key];
          return total === null ? [] : [{ key, label: LABEL[key], unit: UNITS[row.units][key], total, summary: 'sum' as const }];
        }),
        ...(row.own ?? []).flatMap(ownTotal),
      ],
    })),
  };
};
