import { jobEntry } from '#shared/domain/job-entry.ts';
import type { Search } from '#server/data/entry-filter.ts';
import { rowAsJson } from '#server/data/json-rows.ts';
import { jobEntries } from '#server/db/tables/index.ts';

// One look-up per name: from a join, the planner makes one that reads all jobs or machines of the organization.
const NAME_OF = (source: string, column: string, name = 'name') =>
  `(select n.${name} from ${source} n where n.organization_id = e.organization_id and n.id = e.${column})`;
const NAMES = (source: 'equipment' | 'employees', column: string) =>
  `array(select (select ${source === 'employees' ? `n.first_name || ' ' || n.last_name` : 'n.name'}
                   from ${source} n where n.organization_id = e.organization_id and n.id = o.id)
           from unnest(e.${column}) with ordinality as o (id, place) order by o.place)`;

// People who came with an import have no account here.
const CALLED_HERE = "coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)";
const CALLED = "coalesce(nullif(concat_ws(' ', n.first_name, n.last_name), ''), n.email)";
const CHECKED_BY = `coalesce(
    (select ${CALLED} from users n where n.id = e.checked_by),
    (select ${CALLED} from former_authors n where n.organization_id = e.organization_id and n.user_id = e.checked_by))`;

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

const rowsWhere = (conditions: string, limit: string) => `
    select * from job_entries where organization_id = $1 and deleted_at is null ${conditions} order by date desc, id desc ${limit}`;

/** Entries that meet the conditions. The page comes first: names are looked up for its rows only. */
export const select = (conditions: string, limit: string, search: Search | null = null) => {
  const rows = search
    ? search.either.map((condition) => `(${rowsWhere(`${conditions} ${condition}`, limit)})`).join(' union all ')
    : rowsWhere(conditions, limit);
  return `${search?.found ?? ''} ${ANSWER}
    from (${rows}) e
   order by e.date desc, e.id desc`;
};

// As a map, whose look-ups any planner does in the same way: it has no statistics of a page, and joins of it go wrong without.
const mapOf = (source: string, ids: string, name: string, map: string, more = ''): string =>
  `(select jsonb_object_agg(id, ${name}) as ${map}${more} from ${source} where organization_id = $1 and id = any(array(select ${ids} from page))) ${map}`;
/** Every name that the page needs, read once. */
const NAMES_OF_PAGE = `names as materialized (
    select jobs, placeholders, customers, services, implements, machines, operators, checkers, authors
      from ${mapOf('jobs', 'job_id', 'name', 'jobs', ', array_agg(id) filter (where is_placeholder) as placeholders')},
           ${mapOf('customers', 'customer_id', 'business_name', 'customers')},
           ${mapOf('service_types', 'service_type_id', 'name', 'services')},
           ${mapOf('implements', 'implement_id', 'name', 'implements')},
           ${mapOf('equipment', 'unnest(equipment_ids)', 'name', 'machines')},
           ${mapOf('employees', 'unnest(operator_ids)', "first_name || ' ' || last_name", 'operators')},
           (select jsonb_object_agg(id, ${CALLED_HERE}) as checkers from users where id = any(array(select checked_by from page))) checkers,
           (select jsonb_object_agg(user_id, ${CALLED_HERE}) as authors from former_authors
             where organization_id = $1 and user_id = any(array(select checked_by from page))) authors)`;

const nameIn = (map: string, column: string): string => `(n.${map} -> e.${column}::text)::text`;
const namesIn = (map: string, column: string): string =>
  `case cardinality(e.${column}) when 0 then '[]' when 1 then concat('[', n.${map} -> e.${column}[1]::text, ']')
        else (select concat('[', string_agg((n.${map} -> o.id::text)::text, ',' order by o.place), ']')
                from unnest(e.${column}) with ordinality as o (id, place)) end`;

const ENTRY_AS_JSON = rowAsJson(jobEntry, jobEntries, 'e', {
  jobName: nameIn('jobs', 'job_id'),
  awaitsJob: "(e.job_id = any(coalesce(n.placeholders, '{}')))::text",
  customerName: nameIn('customers', 'customer_id'),
  serviceTypeName: nameIn('services', 'service_type_id'),
  implementName: nameIn('implements', 'implement_id'),
  equipmentNames: namesIn('machines', 'equipment_ids'),
  operatorNames: namesIn('operators', 'operator_ids'),
  checkedByName: `coalesce(${nameIn('checkers', 'checked_by')}, ${nameIn('authors', 'checked_by')})`,
});

/** The same as JSON, in one row: at most `$2` of them, and where the next part begins. */
export const selectJson = (conditions: string, limit: string, search: Search | null) => {
  const found = search
    ? `select * from (${search.either.map((condition) => `(${rowsWhere(`${conditions} ${condition}`, limit)})`).join(' union all ')}) found
        order by date desc, id desc`
    : rowsWhere(conditions, limit);
  return `${search ? `${search.found},` : 'with'} page as materialized (${found}), ${NAMES_OF_PAGE}
    select coalesce(string_agg(${ENTRY_AS_JSON}, ',' order by e.date desc, e.id desc), '') as items, count(*)::int as count,
           case when (select count(*) from page) > $2 then (select date || '_' || id from page offset $2 - 1 limit 1) end as cursor
      from (select * from page limit $2) e, names n`;
};
