import type { PageQuery } from '#shared/domain/fields.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';
import { OURS } from '#server/data/json-list.ts';

/** Conditions on the entries of one organization; dates are inclusive. The cursor is where the previous page ended: `yyyy-MM-dd_id`. */
export interface EntryFilter extends PageQuery {
  readonly jobId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly serviceTypeId?: number | undefined;
  readonly equipmentId?: number | undefined;
  readonly operatorId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Part of the name of the job, service, equipment or operator. */
  readonly q?: string | undefined;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** How to find entries that may be a handful or most of the organization's. */
export interface Search {
  /** Queries that the conditions read, for a `with`. */
  readonly found: string;
  /** Two conditions, exactly one of which can match. */
  readonly either: readonly [string, string];
}

/** Up to this many entries are looked up one by one; with more, a page fills quickly by going through the newest. */
const FEW = 500;

/** The few by their ids, or else whatever meets the condition. */
const eitherOf = (condition: string): Search['either'] => [
  `and (select count(*) from few) <= ${FEW} and id = any(array(select id from few))`,
  `and (select count(*) from few) > ${FEW} ${condition}`,
];

// The planner cannot know how much is found, and a plan for the one case reads the whole organization in the other.
const textSearch = (parameter: string): Search => ({
  found: `
  found as materialized (
    select array(select id from jobs where organization_id = $1 and name ilike ${parameter}
                 union select id from jobs where organization_id = $1 and customer_id = any(
                   array(select id from customers where organization_id = $1 and business_name ilike ${parameter}))) as jobs,
           array(select id from service_types where organization_id = $1 and name ilike ${parameter}) as services,
           array(select id from equipment where organization_id = $1 and name ilike ${parameter}) as machines,
           array(select id from employees where organization_id = $1 and first_name || ' ' || last_name ilike ${parameter}) as operators
  ), few as materialized (
    select id from (
      select id from job_entries where organization_id = $1 and job_id = any((select jobs from found)::int[])
      union all select id from job_entries where organization_id = $1 and service_type_id = any((select services from found)::int[])
      union all select id from job_entries where ${OURS} and equipment_ids && (select machines from found)
      union all select id from job_entries where ${OURS} and operator_ids && (select operators from found)) as holding
     limit ${FEW + 1}
  )`,
  either: eitherOf(`
     and (job_id = any((select jobs from found)::int[]) or service_type_id = any((select services from found)::int[])
          or equipment_ids && (select machines from found) or operator_ids && (select operators from found))`),
});

/** The entries of machines or operators are found by their lists, whose members are all indexed. */
const memberSearch = (members: readonly { readonly column: string; readonly parameter: string }[]): Search => ({
  found: `
  few as materialized (
    select id from job_entries where ${OURS} ${members.map(({ column, parameter }) => `and ${column} @> array[${parameter}::int]`).join(' ')} limit ${FEW + 1}
  )`,
  // Written so that the index of the lists cannot be used for it.
  either: eitherOf(members.map(({ column, parameter }) => `and ${parameter}::int = any(${column})`).join(' ')),
});

const split = (cursor: string | undefined): { date?: string; id?: number } => {
  if (cursor === undefined) {
    return {};
  }
  const [date = '', id = ''] = cursor.split('_');
  if (!isCalendarDate(date) || !/^[1-9]\d{0,9}$/.test(id)) {
    throw invalid('cursor', 'mustBeEarlierCursor');
  }
  return { date, id: Number(id) };
};

interface Conditions {
  readonly text: string;
  /** Statements of one shape are the same statement. */
  readonly shape: string;
  /** Null: the conditions are enough. */
  readonly search: Search | null;
}

/** The SQL of a filter, with its values bound. */
export const conditionsOf = (filter: EntryFilter, bind: (value: unknown) => string): Conditions => {
  const { date, id } = split(filter.cursor);
  // Short names: a statement's name has 63 characters at most, even with all conditions.
  const conditions: [string, unknown, (parameter: string) => string][] = [
    ['j', filter.jobId, (parameter) => `and job_id = ${parameter}`],
    ['c', filter.customerId, (parameter) => `and customer_id = ${parameter}`],
    ['s', filter.serviceTypeId, (parameter) => `and service_type_id = ${parameter}`],
    ['from', filter.from, (parameter) => `and date >= ${parameter}`],
    ['to', filter.to, (parameter) => `and date <= ${parameter}`],
    ['cursor', date, (parameter) => `and (date, id) < (${parameter}::date, ${bind(id)}::bigint)`],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const text = given.map(([, value, condition]) => condition(bind(value))).join(' ');
  const shape = given.map(([word]) => word).join(' ');
  const members = [
    { word: 'e', column: 'equipment_ids', id: filter.equipmentId },
    { word: 'o', column: 'operator_ids', id: filter.operatorId },
  ].flatMap(({ id: member, ...rest }) => (member === undefined ? [] : [{ ...rest, parameter: bind(member) }]));
  const words = [shape, ...members.map(({ word }) => word)].join(' ');
  if (filter.q !== undefined && filter.q !== '') {
    const also = members.map(({ column, parameter }) => `and ${parameter}::int = any(${column})`).join(' ');
    return { text: `${text} ${also}`, shape: `${words} q`, search: textSearch(bind(`%${escapeLike(filter.q)}%`)) };
  }
  return { text, shape: words, search: members.length === 0 ? null : memberSearch(members) };
};
