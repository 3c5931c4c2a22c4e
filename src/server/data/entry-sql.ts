import { jobEntry } from '#shared/domain/job-entry.ts';
import type { Search } from '#server/data/entry-filter.ts';
import { asJson, jsonStatements, lookUp, lookUpId, lookUpPerson, mapCalled, mapOf, mapsOfPeople } from '#server/data/json-list.ts';
import { jobEntries } from '#server/db/tables/index.ts';

const OPERATOR = "first_name || ' ' || last_name";
const PERSON = "coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)";

// One look-up per name: from a join, the planner makes one that reads all jobs or machines of the organization.
const NAME_OF = (source: string, column: string, name = 'name') =>
  `(select n.${name} from ${source} n where n.organization_id = e.organization_id and n.id = e.${column})`;
const NAMES = (source: 'equipment' | 'employees', column: string) =>
  `array(select (select ${source === 'employees' ? OPERATOR : 'name'}
                   from ${source} n where n.organization_id = e.organization_id and n.id = o.id)
           from unnest(e.${column}) with ordinality as o (id, place) order by o.place)`;

// People who came with an import have no account here.
const CHECKED_BY = `coalesce(
    (select ${PERSON} from users n where n.id = e.checked_by),
    (select ${PERSON} from former_authors n where n.organization_id = e.organization_id and n.user_id = e.checked_by))`;

/** An entry as the API answers it, with the names of what it refers to; `e` contains its row. */
export const ANSWER = `
  select e.id, e.organization_id as "organizationId", e.version, e.created_by as "createdBy", e.updated_by as "updatedBy",
         e.created_at as "createdAt", e.updated_at as "updatedAt", e.job_id as "jobId", e.customer_id as "customerId",
         e.service_type_id as "serviceTypeId", e.date, e.season, e.equipment_id as "equipmentId", e.equipment_ids as "equipmentIds",
         e.operator_id as "operatorId", e.operator_ids as "operatorIds", e.implement_id as "implementId", e.total_hours as "totalHours",
         e.billable_hours as "billableHours", e.fuel, e.loads, e.notes, e.photos, e.custom_field_values as "customFieldValues",
         e.checked_by as "checkedBy", e.checked_at as "checkedAt", ${CHECKED_BY} as "checkedByName",
         ${NAME_OF('jobs', 'job_id')} as "jobName", ${NAME_OF('jobs', 'job_id', 'is_placeholder')} as "awaitsJob",
         ${NAME_OF('customers', 'customer_id', 'business_name')} as "customerName",
         ${NAME_OF('service_types', 'service_type_id')} as "serviceTypeName", ${NAME_OF('implements', 'implement_id')} as "implementName",
         ${NAMES('equipment', 'equipment_ids')} as "equipmentNames", ${NAMES('employees', 'operator_ids')} as "operatorNames"`;

const ORDER = 'date desc, id desc';

const rowsWhere = (conditions: string, limit: string) => `
    select * from job_entries where organization_id = $1 and deleted_at is null ${conditions} order by ${ORDER} ${limit}`;

/** The rows that meet the conditions; those of a search in no order. */
const rowsOf = (conditions: string, limit: string, search: Search | null) =>
  search
    ? search.either.map((condition) => `(${rowsWhere(`${conditions} ${condition}`, limit)})`).join(' union all ')
    : rowsWhere(conditions, limit);

/** Entries that meet the conditions. The page comes first: names are looked up for its rows only. */
export const select = (conditions: string, limit: string, search: Search | null = null) => `
  ${search ? `with ${search.found}` : ''} ${ANSWER}
    from (${rowsOf(conditions, limit, search)}) e
   order by ${ORDER}`;

// Most entries have one of each, and a list of one needs no query.
const namesIn = (map: string, column: string): string =>
  `case cardinality(e.${column}) when 0 then '[]' when 1 then concat('[', ${lookUpId(map, `e.${column}[1]`)}, ']')
        else (select concat('[', string_agg(${lookUpId(map, 'o.id')}, ',' order by o.place), ']')
                from unnest(e.${column}) with ordinality as o (id, place)) end`;

/** The same as JSON. */
const json = jsonStatements({
  schema: jobEntry,
  table: jobEntries,
  maps: [
    mapOf('jobs', 'jobs', 'job_id', asJson('name'), ', array_agg(id) filter (where is_placeholder) as placeholders'),
    mapOf('customers', 'customers', 'customer_id', asJson('business_name')),
    mapOf('services', 'service_types', 'service_type_id', asJson('name')),
    mapOf('implements', 'implements', 'implement_id', asJson('name')),
    mapOf('machines', 'equipment', 'unnest(equipment_ids)', asJson('name')),
    mapOf('operators', 'employees', 'unnest(operator_ids)', asJson(OPERATOR)),
    ...mapsOfPeople('checked_by', asJson(PERSON)),
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
  },
});

/** The entries with the ids `$3` (`JsonStatements.records`). */
export const RECORDS_AS_JSON = json.records;

/** At most `$2` entries that meet the conditions (`JsonStatements.part`). */
export const selectPart = (conditions: string, limit: string, search: Search | null) => {
  const rows = rowsOf(conditions, limit, search);
  const page = search ? `select * from (${rows}) found order by ${ORDER}` : rows;
  return json.part(page, ORDER, "date || '_' || id", search ? `${search.found}, ` : '');
};
