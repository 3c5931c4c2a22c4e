import type { PageQuery } from '#shared/domain/fields.ts';
import type { Person } from '#shared/domain/own-hours.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';
import { IS_MISSING } from '#server/data/entry-missing.ts';
import { OURS } from '#server/data/json-list.ts';

/** Conditions on the entries of one organization; dates are inclusive. The cursor is where the previous page ended: `yyyy-MM-dd_id`. */
export interface EntryFilter extends PageQuery {
  readonly jobId?: number | undefined;
  readonly runId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly serviceTypeId?: number | undefined;
  readonly equipmentId?: number | undefined;
  readonly operatorId?: number | undefined;
  /** Whose own it is (`isOwnEntry`). */
  readonly of?: Person | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Part of the name of the job, service, equipment or operator. */
  readonly q?: string | undefined;
  readonly checked?: boolean | undefined;
  /** Whether its job is billed. */
  readonly billed?: boolean | undefined;
  /** Whether there is a hint that nobody has accepted. */
  readonly hints?: boolean | undefined;
  /** Whether it lacks something that its service asks for. */
  readonly missing?: boolean | undefined;
  /** Whether `incomplete_entries` includes all changes; otherwise each entry is compared with what its service asks for. */
  readonly isFollowed?: boolean | undefined;
  /** Whether its author was asked something and has not answered. */
  readonly asked?: boolean | undefined;
}

const like = (text = ''): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** How to find entries that may be a handful or most of the organization's. */
export interface Search {
  /** Queries that the conditions read, for a `with`. */
  readonly found: string;
  /** Conditions, exactly one of which can match. */
  readonly either: readonly string[];
}

/** SQL of a list of the entries that are looked for, and maybe others: their `entry_id` and `date`, newest first. */
export type Source = string;

/** Up to this many entries are looked up one by one; with more, a page fills quickly by going through the newest. */
const FEW = 500;
const ARE_FEW = `(select count(*) from few) <= ${FEW}`;

/** The few by their ids, or else whatever meets the condition. */
const eitherOf = (condition: string, areFew = ARE_FEW): Search['either'] => [
  `and ${areFew} and id = any(array(select id from few))`,
  `and not (${areFew}) ${condition}`,
];

const foundNames = (parameter: string): string => `
  found as materialized (
    select array(select id from jobs where organization_id = $1 and name ilike ${parameter}
                 union select id from jobs where organization_id = $1 and customer_id = any(
                   array(select id from customers where organization_id = $1 and business_name ilike ${parameter}))) as jobs,
           array(select id from service_types where organization_id = $1 and name ilike ${parameter}) as services,
           array(select id from equipment where organization_id = $1 and name ilike ${parameter}) as machines,
           array(select id from employees where organization_id = $1 and first_name || ' ' || last_name ilike ${parameter}) as operators
  )`;

const HAS_FOUND_NAME = `
     and (job_id = any((select jobs from found)::int[]) or service_type_id = any((select services from found)::int[])
          or equipment_ids && (select machines from found) or operator_ids && (select operators from found))`;

// The planner cannot know how much is found, and a plan for the one case reads the whole organization in the other.
const textSearch = (parameter: string): Search => ({
  found: `${foundNames(parameter)}, few as materialized (
    select id from (
      select id from job_entries where organization_id = $1 and job_id = any((select jobs from found)::int[])
      union all select id from job_entries where organization_id = $1 and service_type_id = any((select services from found)::int[])
      union all select id from job_entries where ${OURS} and equipment_ids && (select machines from found)
      union all select id from job_entries where ${OURS} and operator_ids && (select operators from found)) as holding
     limit ${FEW + 1}
  )`,
  either: eitherOf(HAS_FOUND_NAME),
});

interface Member {
  readonly column: 'equipment_ids' | 'operator_ids';
  readonly parameter: string;
}

/** Who an entry names, and who made it. */
interface Own {
  readonly employee: string;
  readonly user: string;
}

// Written so that the index of the lists cannot be used for it.
const names = ({ column, parameter }: Member): string => `and ${parameter}::int = any(${column})`;
const unnamed = ({ user }: Own): string => `operator_ids = '{}' and created_by = ${user}::int`;
const isOwn = (own: Own): string => `and (${own.employee}::int = any(operator_ids) or ${unnamed(own)})`;

/** The entries of machines or operators are found by their lists, whose members are all indexed; one's own also by who made them. */
const memberSearch = (members: readonly Member[], own: Own | undefined): Search => {
  const named: readonly Member[] = own ? [...members, { column: 'operator_ids', parameter: own.employee }] : members;
  const holding = named.map(({ column, parameter }) => `and ${column} @> array[${parameter}::int]`).join(' ');
  const rest = members.map(names).join(' ');
  const alsoOwn =
    own && `union all select id from job_entries where organization_id = $1 and ${unnamed(own)} and deleted_at is null ${rest}`;
  return {
    found: `
  few as materialized (
    select id from job_entries where ${OURS} ${holding} ${alsoOwn ?? ''} limit ${FEW + 1}
  )`,
    either: eitherOf(`${rest} ${own ? isOwn(own) : ''}`),
  };
};

const UNBILLED = `status = any('{open,completed}')`;
const STATUS = `(select j.status from jobs j where j.id = e.job_id and j.organization_id is not distinct from $1)`;
const isBilled = (billed: boolean): string => `and ${STATUS} ${billed ? '=' : '<>'} 'billed'`;

/** With more jobs, or more entries, some of them are soon met among the newest. */
const FEW_JOBS = 300;
const FEW_OF_JOBS = 100;

/** The entries of jobs that are billed, or not, are found by these jobs; `also` are further conditions on them. */
const statusSearch = (billed: boolean, also: string): Search => ({
  found: `
  sought as materialized (
    select id from jobs where organization_id = $1 and ${billed ? `status = 'billed'` : UNBILLED} limit ${FEW_JOBS + 1}
  ), few as materialized (
    select held.id from sought cross join lateral (
             select id from job_entries where organization_id = $1 and job_id = sought.id and deleted_at is null ${also}) held
     where (select count(*) from sought) <= ${FEW_JOBS} limit ${FEW_OF_JOBS + 1}
  )`,
  // Billed ones follow a season of others, whose jobs are looked up at once; before those that are not billed there are no others.
  either: eitherOf(
    billed ? `and (job_id in (select id from jobs where organization_id = $1 and ${UNBILLED})) is false` : isBilled(false),
    `(select count(*) from sought) <= ${FEW_JOBS} and (select count(*) from few) <= ${FEW_OF_JOBS}`,
  ),
});

const IS_ASKED = 'question is not null and answer is null';
// Not `not (…)`: of nearly all entries nobody asked anything.
const asksNothing = `and (question is null or answer is not null)`;

/** Open questions are few, and have an index. */
const askedSearch: Search = {
  found: `
  few as materialized (
    select id from job_entries where organization_id = $1 and ${IS_ASKED} and deleted_at is null limit ${FEW + 1}
  )`,
  // Written so that the index of questions cannot be used for it.
  either: eitherOf(`and (${IS_ASKED}) is true`),
};

/** Tables that list entries of which something is said. */
type Listing = 'entry_hints' | 'incomplete_entries';

// Sub-selects of one value: what the planner would make of `exists` reads the whole table.
const isListedIn = (table: Listing, is: boolean): string =>
  `and (select true from ${table} l where l.organization_id = $1 and l.entry_id = e.id) is ${is ? 'not null' : 'null'}`;

const listedIn = (table: Listing, bounds: string): Source => `
  select entry_id, date from ${table} where organization_id = $1 ${bounds.replaceAll('(date, id)', '(date, entry_id)')}
   order by date desc, entry_id desc`;

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
  /** Null: all entries of the organization. */
  readonly source: Source | null;
}

type Condition = readonly [word: string, value: unknown, sql: string];

const wanted = (conditions: readonly Condition[]): Condition[] => conditions.filter(([, value]) => value !== undefined);
const textOf = (conditions: readonly Condition[]): string => conditions.map(([, , sql]) => sql).join(' ');
/** A word for a condition that is on or off. */
const wordOf = (word: string, isOn: boolean | undefined): string => (isOn === false ? `n${word}` : word);

/** What is said of entries elsewhere. The list that the entries are read from needs no condition. */
const listings = ({ hints, missing, isFollowed = false }: EntryFilter, source: Listing | undefined): Condition[] => {
  const isOf = (table: Listing, is: boolean): string => (table === source ? '' : isListedIn(table, is));
  return wanted([
    [wordOf('h', hints), hints, isOf('entry_hints', hints === true)],
    isFollowed
      ? [wordOf('m', missing), missing, isOf('incomplete_entries', missing === true)]
      : [wordOf('M', missing), missing, `and ${IS_MISSING} is ${missing === true ? 'not null' : 'null'}`],
  ]);
};

/** The SQL of a filter, with its values bound. */
export const conditionsOf = (filter: EntryFilter, bind: (value: unknown) => string): Conditions => {
  const { checked, billed, hints, missing, asked, isFollowed = false, q = '' } = filter;
  const { date, id } = split(filter.cursor);
  const compare = (word: string, value: unknown, sql: (parameter: string) => string): Condition => [
    word,
    value,
    value === undefined ? '' : sql(bind(value)),
  ];
  // Short names: a statement's name has 63 characters at most, even with all conditions.
  const records = wanted([
    compare('j', filter.jobId, (parameter) => `and job_id = ${parameter}`),
    compare('r', filter.runId, (parameter) => `and run_id = ${parameter}`),
    compare('c', filter.customerId, (parameter) => `and customer_id = ${parameter}`),
    compare('s', filter.serviceTypeId, (parameter) => `and service_type_id = ${parameter}`),
  ]);
  const places = wanted([
    compare('from', filter.from, (parameter) => `and date >= ${parameter}`),
    compare('to', filter.to, (parameter) => `and date <= ${parameter}`),
    compare('cursor', date, (parameter) => `and (date, id) < (${parameter}::date, ${bind(id)}::bigint)`),
  ]);
  const isChecked = `and checked_at is ${checked === true ? 'not null' : 'null'}`;
  // The entries of one job, or run, need not be looked for.
  const isOfJob = filter.jobId !== undefined || filter.runId !== undefined;
  const table = isOfJob ? undefined : hints === true ? 'entry_hints' : missing === true && isFollowed ? 'incomplete_entries' : undefined;
  const conditions = [
    ...records,
    ...places,
    ...wanted([
      [wordOf('k', checked), checked, isChecked],
      [wordOf('a', asked), asked, asked === true ? `and ${IS_ASKED}` : asksNothing],
    ]),
    ...listings(filter, table),
  ];
  const members = (
    [
      { word: 'e', column: 'equipment_ids', id: filter.equipmentId },
      { word: 'o', column: 'operator_ids', id: filter.operatorId },
    ] as const
  ).flatMap(({ id: member, ...rest }) => (member === undefined ? [] : [{ ...rest, parameter: bind(member) }]));
  const own = filter.of && { employee: bind(filter.of.employeeId), user: bind(filter.of.userId) };
  const shape = [
    ...conditions.map(([word]) => word),
    ...(billed === undefined ? [] : [wordOf('b', billed)]),
    ...members.map(({ word }) => word),
    ...(own ? ['i'] : []),
    ...(q === '' ? [] : ['q']),
  ].join(' ');
  const text = textOf(conditions);
  const ofMembers = `${members.map(names).join(' ')} ${own ? isOwn(own) : ''}`;
  const ofJobs = billed === undefined ? '' : isBilled(billed);
  const whole = { text: `${text} ${ofMembers} ${ofJobs}`, shape, search: null, source: null };
  if (table !== undefined) {
    const search = q === '' ? null : { found: foundNames(bind(like(q))), either: [HAS_FOUND_NAME] };
    return { ...whole, search, source: listedIn(table, textOf(places)) };
  }
  if (q !== '') {
    return { ...whole, search: textSearch(bind(like(q))) };
  }
  if (members.length > 0 || own) {
    return { ...whole, text: `${text} ${ofJobs}`, search: memberSearch(members, own) };
  }
  if (asked === true && !isOfJob) {
    return { ...whole, search: askedSearch };
  }
  if (billed !== undefined && !isOfJob) {
    return { ...whole, text, search: statusSearch(billed, checked === undefined ? '' : isChecked) };
  }
  return whole;
};
