import { jobEntry } from '#shared/domain/job-entry.ts';
import type { Search, Source } from '#server/data/entry-filter.ts';
import { mapOfMissing, MISSING, MISSING_AS_JSON, pageServices } from '#server/data/entry-missing.ts';
import { asJson, jsonStatements, lookUp, lookUpId, lookUpPerson, mapCalled, mapOf, mapsOfPeople, OURS } from '#server/data/json-list.ts';
import { jobEntries } from '#server/db/tables/index.ts';

const OPERATOR = "first_name || ' ' || last_name";
/** SQL: what a person is called, of a row with their names. */
export const PERSON = "coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)";

// One look-up per name: from a join, the planner makes one that reads all jobs or machines of the organization.
const NAME_OF = (source: string, column: string, name = 'name') =>
  `(select n.${name} from ${source} n where n.organization_id = e.organization_id and n.id = e.${column})`;
const NAMES = (source: 'equipment' | 'employees', column: string) =>
  `array(select (select ${source === 'employees' ? OPERATOR : 'name'}
                   from ${source} n where n.organization_id = e.organization_id and n.id = o.id)
           from unnest(e.${column}) with ordinality as o (id, place) order by o.place)`;

// People who came with an import have no account here.
const personOf = (column: string) => `coalesce(
    (select ${PERSON} from users n where n.id = e.${column}),
    (select ${PERSON} from former_authors n where n.organization_id = e.organization_id and n.user_id = e.${column}))`;

/** An entry as the API answers it but for `missing`, with the names of what it refers to; `e` contains its row. */
const ANSWER = `
  select e.id, e.organization_id as "organizationId", e.version, e.created_by as "createdBy", e.updated_by as "updatedBy",
         e.created_at as "createdAt", e.updated_at as "updatedAt", e.job_id as "jobId", e.customer_id as "customerId",
         e.service_type_id as "serviceTypeId", e.date, e.season, e.equipment_id as "equipmentId", e.equipment_ids as "equipmentIds",
         e.operator_id as "operatorId", e.operator_ids as "operatorIds", e.implement_id as "implementId", e.total_hours as "totalHours",
         e.billable_hours as "billableHours", e.fuel, e.loads, e.notes, e.photos, e.custom_field_values as "customFieldValues",
         e.hints_accepted as "hintsAccepted", e.run_id as "runId", e.spans, e.question,
         e.is_sent_back as "isSentBack", e.choices, e.asked_by as "askedBy", e.asked_at as "askedAt", e.answer,
         e.answered_at as "answeredAt", ${personOf('asked_by')} as "askedByName", e.checked_by as "checkedBy", e.checked_at as "checkedAt", ${personOf('checked_by')} as "checkedByName",
         ${NAME_OF('jobs', 'job_id')} as "jobName", ${NAME_OF('jobs', 'job_id', 'is_placeholder')} as "awaitsJob",
         ${NAME_OF('customers', 'customer_id', 'business_name')} as "customerName",
         ${NAME_OF('service_types', 'service_type_id')} as "serviceTypeName", ${NAME_OF('implements', 'implement_id')} as "implementName",
         ${NAMES('equipment', 'equipment_ids')} as "equipmentNames", ${NAMES('employees', 'operator_ids')} as "operatorNames"`;

const ORDER = 'date desc, id desc';

/** What is looked for: SQL of conditions, and how to find the rows. */
export interface Sought {
  readonly text: string;
  readonly search?: Search | null;
  readonly source?: Source | null;
}

const rowsWhere = (conditions: string, limit: string, source: Source | null) =>
  source
    ? `
    select e.* from (${source}) listed
     cross join lateral (
            select * from job_entries e
             where id = listed.entry_id and date is not distinct from listed.date and ${OURS} and deleted_at is null ${conditions} limit 1) e
     order by listed.date desc, listed.entry_id desc ${limit}`
    : `
    select * from job_entries e where organization_id = $1 and deleted_at is null ${conditions} order by ${ORDER} ${limit}`;

/** The rows that meet the conditions; those of a search in no order. */
const rowsOf = ({ text, search = null, source = null }: Sought, limit: string) =>
  search
    ? search.either.map((condition) => `(${rowsWhere(`${text} ${condition}`, limit, source)})`).join(' union all ')
    : rowsWhere(text, limit, source);

/** Entries that meet the conditions, without `missing`. The page comes first: names are looked up for its rows only. */
export const select = (sought: Sought, limit = '') => `
  ${sought.search ? `with ${sought.search.found}` : ''} ${ANSWER}
    from (${rowsOf(sought, limit)}) e
   order by ${ORDER}`;

/** The entry with the id `$2`. */
export const SELECT_ONE = `${ANSWER}, ${MISSING} as missing from (${rowsOf({ text: 'and id = $2' }, '')}) e`;

// Most entries have one of each, and a list of one needs no query.
const namesIn = (map: string, column: string): string =>
  `case cardinality(e.${column}) when 0 then '[]' when 1 then concat('[', ${lookUpId(map, `e.${column}[1]`)}, ']')
        else (select concat('[', string_agg(${lookUpId(map, 'o.id')}, ',' order by o.place), ']')
                from unnest(e.${column}) with ordinality as o (id, place)) end`;

const SERVICES = 'page_services';

/** The same as JSON. */
const json = jsonStatements({
  schema: jobEntry,
  table: jobEntries,
  queries: [pageServices(SERVICES)],
  maps: [
    mapOf('jobs', 'jobs', 'job_id', asJson('name'), ', array_agg(id) filter (where is_placeholder) as placeholders'),
    mapOf('customers', 'customers', 'customer_id', asJson('business_name')),
    `(select jsonb_object_agg(id, ${asJson('name')}) as services from ${SERVICES}) services`,
    mapOfMissing(SERVICES),
    mapOf('implements', 'implements', 'implement_id', asJson('name')),
    mapOf('machines', 'equipment', 'unnest(equipment_ids)', asJson('name')),
    mapOf('operators', 'employees', 'unnest(operator_ids)', asJson(OPERATOR)),
    ...mapsOfPeople('unnest(array[checked_by, asked_by])', asJson(PERSON)),
  ],
  given: {
    jobName: lookUp('jobs', 'job_id'),
    awaitsJob: `case when e.job_id = any(${mapCalled('placeholders')}::int[]) then 'true' else 'false' end`,
    customerName: lookUp('customers', 'customer_id'),
    serviceTypeName: lookUp('services', 'service_type_id'),
    implementName: lookUp('implements', 'implement_id'),
    equipmentNames: namesIn('machines', 'equipment_ids'),
    operatorNames: namesIn('operators', 'operator_ids'),
    checkedByName: lookUpPerson('checked_by'),
    askedByName: lookUpPerson('asked_by'),
    missing: MISSING_AS_JSON,
  },
});

/** The entries with the ids `$3` (`JsonStatements.records`). */
export const RECORDS_AS_JSON = json.records;

/** At most `$2` entries that meet the conditions (`JsonStatements.part`). */
export const selectPart = (sought: Sought, limit: string) => {
  const { search } = sought;
  const rows = rowsOf(sought, limit);
  const page = search ? `select * from (${rows}) found order by ${ORDER}` : rows;
  return json.part(page, ORDER, "date || '_' || id", search ? `${search.found}, ` : '');
};
