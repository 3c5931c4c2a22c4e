import type { Grouping, Report, ReportGroup, ReportQuery, ReportSums } from '#shared/domain/report.ts';
import type { Context } from '#server/context.ts';

/** The range of dates whose entries are added up; null: open at that end. */
export interface ReportSpan {
  readonly season: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

interface Source {
  /** The column of an entry that it is grouped by. */
  readonly column: string;
  /** The key of the group: an id, or a date. */
  readonly key: string;
  /** The column is a list: the entry is in the group of each of its members. */
  readonly isList?: true;
  /** The name of the group `g.key`, looked up once for each group, deleted or not; null if the key says it. */
  readonly name: string | null;
}

const named = (table: string, name = 'n.name'): string => `(select ${name} from ${table} n where n.organization_id = $1 and n.id = g.key)`;

const SOURCES: Record<Grouping, Source> = {
  // Days are counted: truncating dates depends on the time zone of the connection.
  week: { column: 'date', key: 'd.grouped - (extract(isodow from d.grouped)::int - 1)', name: null },
  month: { column: 'date', key: 'd.grouped - (extract(day from d.grouped)::int - 1)', name: null },
  machine: { column: 'equipment_ids', key: 'm.id', isList: true, name: named('equipment') },
  operator: { column: 'operator_ids', key: 'm.id', isList: true, name: named('employees', `n.first_name || ' ' || n.last_name`) },
  customer: { column: 'customer_id', key: 'd.grouped', name: named('customers', 'n.business_name') },
  service: { column: 'service_type_id', key: 'd.grouped', name: named('service_types') },
};

const COLUMNS = { totalHours: 'total_hours', billableHours: 'billable_hours', fuel: 'fuel', loads: 'loads' } as const;
const MEASURES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const FILTERS = {
  customerId: (parameter: string) => `and customer_id = ${parameter}`,
  serviceTypeId: (parameter: string) => `and service_type_id = ${parameter}`,
  // Written so that the index of the lists cannot be used for it: that knows no dates, and would read all years of a machine for a week of
  // it.
  equipmentId: (parameter: string) => `and ${parameter}::int = any(equipment_ids)`,
  operatorId: (parameter: string) => `and ${parameter}::int = any(operator_ids)`,
} as const;
const FILTER_NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

/** The machine or operator by which entries are both filtered and grouped: then no other group is asked for. */
const onlyGroupOf = ({ by, equipmentId, operatorId }: ReportQuery): number | undefined =>
  by === 'machine' ? equipmentId : by === 'operator' ? operatorId : undefined;

/**
 * One pass over the entries of each range adds up those that have the same value in the column. Only these sums, which are few, are spread
 * over the groups and combined in the totals: a row without a group, to which only the first member of a list counts.
 */
const statementOf = (query: ReportQuery, spans: readonly ReportSpan[], bind: (value: unknown) => string): string => {
  const { column, key, isList = false, name } = SOURCES[query.by];
  const only = onlyGroupOf(query);
  const isSpread = isList && only === undefined;
  const conditions = FILTER_NAMES.map((filter) => (query[filter] === undefined ? '' : FILTERS[filter](bind(query[filter])))).join(' ');
  const passes = spans.map(
    ({ from, to }, index) => `
          select ${index + 1} as series, ${column} as grouped, count(*) as "entryCount",
                 ${MEASURES.map((measure) => `sum(${COLUMNS[measure]}) as "${measure}"`).join(', ')}
            from job_entries
           where organization_id = $1 and deleted_at is null and date >= ${bind(from ?? '1900-01-01')} and date <= ${bind(to ?? '9999-12-31')} ${conditions}
           group by ${column}`,
  );
  const sum = (measure: string): string =>
    isSpread
      ? `case when grouping(key) = 1 then sum("${measure}") filter (where place is null or place = 1) else sum("${measure}") end`
      : `sum("${measure}")`;
  return `
  select r.* from (
    select g.*, ${name ?? 'null'} as name from (
      select series, key, grouping(key) = 1 as "isTotal", (${sum('entryCount')})::int as "entryCount",
             ${MEASURES.map((measure) => `${sum(measure)} as "${measure}"`).join(', ')}
        from (select d.*, ${only === undefined ? key : `${bind(only)}::int`} as key${isSpread ? ', m.place' : ''}
                from (${passes.join(' union all ')}) d
                     ${isSpread ? 'left join lateral unnest(d.grouped) with ordinality as m (id, place) on true' : ''}) k
       group by grouping sets ((series, key), (series))) g) r
   order by ${name === null ? 'key' : 'lower(name), key'}`;
};

interface Row extends ReportSums {
  readonly series: number;
  readonly key: number | string | null;
  readonly isTotal: boolean;
  readonly name: string | null;
}

const NOTHING: ReportSums = { entryCount: 0, totalHours: null, billableHours: null, fuel: null, loads: null };

const sumsOf = ({ entryCount, totalHours, billableHours, fuel, loads }: Row): ReportSums => ({
  entryCount,
  totalHours,
  billableHours,
  fuel,
  loads,
});

const groupOf = (row: Row): ReportGroup => ({
  id: typeof row.key === 'number' ? row.key : null,
  name: row.name,
  date: typeof row.key === 'string' ? row.key : null,
  ...sumsOf(row),
});

/** Adds up the organization's entries in each range, as exact decimals, in one statement. */
export const sumEntries = async (ctx: Context, query: ReportQuery, spans: readonly ReportSpan[]): Promise<Report> => {
  const values: unknown[] = [ctx.orgId];
  const text = statementOf(query, spans, (value) => `$${values.push(value)}`);
  // Without a name: planned for its dates each time, because a plan for any dates reads years as it does a week, three times slower.
  const rows = await ctx.db.query<Row>({ text, values });
  return {
    by: query.by,
    series: spans.map((span, index) => {
      const own = rows.filter(({ series }) => series === index + 1);
      const total = own.find(({ isTotal }) => isTotal);
      return { ...span, totals: total ? sumsOf(total) : NOTHING, groups: own.filter(({ isTotal }) => !isTotal).map(groupOf) };
    }),
  };
};
