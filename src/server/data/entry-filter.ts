import type { PageQuery } from '#shared/domain/fields.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';

/** Conditions on the entries of one organization; dates are inclusive. The cursor is where the page before ended: `yyyy-MM-dd_id`. */
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
  /** Only these, wherever else they are. */
  readonly ids?: readonly number[] | undefined;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

// Names are searched in the small tables; what they find is looked up among the entries by index.
const TEXT_MATCH = (at: string) => `and (
  job_id = any(array(select id from jobs where organization_id = $1 and name ilike ${at}))
  or service_type_id = any(array(select id from service_types where organization_id = $1 and name ilike ${at}))
  or equipment_ids && array(select id from equipment where organization_id = $1 and name ilike ${at})
  or operator_ids && array(select id from employees where organization_id = $1 and first_name || ' ' || last_name ilike ${at}))`;

const split = (cursor: string | undefined): { date?: string; id?: number } => {
  if (cursor === undefined) {
    return {};
  }
  const [date = '', id = ''] = cursor.split('_');
  if (!isCalendarDate(date) || !/^[1-9]\d{0,9}$/.test(id)) {
    throw invalid('cursor', 'Must be the cursor of an earlier answer');
  }
  return { date, id: Number(id) };
};

/** The SQL of a filter, its values bound, and a word for its shape: statements of one shape are the same statement. */
export const conditionsOf = (filter: EntryFilter, bind: (value: unknown) => string): { text: string; shape: string } => {
  const { date, id } = split(filter.cursor);
  // Short words: a statement's name has 63 characters at most, with all conditions too.
  const conditions: [string, unknown, (at: string) => string][] = [
    ['j', filter.jobId, (at) => `and job_id = ${at}`],
    ['c', filter.customerId, (at) => `and customer_id = ${at}`],
    ['s', filter.serviceTypeId, (at) => `and service_type_id = ${at}`],
    ['e', filter.equipmentId, (at) => `and equipment_ids @> array[${at}::int]`],
    ['o', filter.operatorId, (at) => `and operator_ids @> array[${at}::int]`],
    ['from', filter.from, (at) => `and date >= ${at}`],
    ['to', filter.to, (at) => `and date <= ${at}`],
    ['q', filter.q === undefined || filter.q === '' ? undefined : `%${escapeLike(filter.q)}%`, TEXT_MATCH],
    ['ids', filter.ids, (at) => `and id = any(${at}::int[])`],
    ['cursor', date, (at) => `and (date, id) < (${at}::date, ${bind(id)}::bigint)`],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  return { text: given.map(([, value, condition]) => condition(bind(value))).join(' '), shape: given.map(([word]) => word).join(' ') };
};
