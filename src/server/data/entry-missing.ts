import { type EntryColumn, NUMBER_COLUMN, SYSTEM_COLUMN } from '#shared/domain/system-fields.ts';
import { mapCalled, OURS } from '#server/data/json-list.ts';

// What entries lack of what their services ask for now (`missingOf`), in SQL. In all of it `e` is the row of an entry.

/** What JavaScript's `trim` removes. */
const WHITE = String.raw`E'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`;

const isBlank = (text: string): string => `btrim(${text}, ${WHITE}) = ''`;

/** Whether the text begins with a digit or a capital letter, as most values do: far cheaper than looking for white space. */
const isPlain = (text: string): string => `abs(2 * ascii(${text}) - 123) <= 57`;

const OWN_VALUE = 'e.custom_field_values ->> f.name';

/** Whether the entry lacks the value of the field `f`, by the column that it fills. */
const LACKS: Readonly<Record<EntryColumn, string>> = {
  equipmentIds: `case f.machines when 1 then cardinality(e.equipment_ids) = 0
                      when 2 then cardinality(e.equipment_ids) = 0 or e.equipment_ids[1] = all(e.equipment_ids)
                      else f.machines > (select count(distinct id) from unnest(e.equipment_ids) id) end`,
  operatorIds: 'cardinality(e.operator_ids) = 0',
  totalHours: 'e.total_hours is null',
  loads: 'e.loads is null',
  fuel: 'e.fuel is null',
  billableHours: 'e.billable_hours is null',
  notes: `e.notes is null or ${isBlank('e.notes')}`,
  photos: 'cardinality(e.photos) = 0',
};
const COLUMNS = Object.keys(LACKS);

/** The column that the field `f` fills (`columnOf`), as its place among `COLUMNS`; 0: none, its value is among the others. */
const placeIn = (columns: Readonly<Record<string, EntryColumn>>, name: string): string =>
  `case ${name} ${Object.entries(columns)
    .map(([each, column]) => `when '${each}' then ${COLUMNS.indexOf(column) + 1}`)
    .join(' ')} else 0 end`;
const COLUMN = `case when f.is_system then ${placeIn(SYSTEM_COLUMN, 'f.name')}
                     when f.field_type = 'number' then ${placeIn(NUMBER_COLUMN, 'lower(f.name)')} else 0 end`;

/** Whether the entry lacks what the row `f` of `askedOf` asks for. */
const IS_LACKING = `case f.place
    when 0 then (${isPlain(OWN_VALUE)}) is not true
                and (${OWN_VALUE} is null or ${isBlank(OWN_VALUE)} or e.custom_field_values -> f.name = '[]')
    ${COLUMNS.map((column, index) => `when ${index + 1} then ${LACKS[column as EntryColumn]}`).join(' ')} end`;

/** What the services among `services` ask for (`askedFields`): a row for each field of each, or several if it is required twice. */
const askedOf = (services: string): string => `
  select s.id as service, s.equipment_count as machines, f.id, f.name, ${COLUMN} as place
    from (select id, equipment_count, unnest(required_field_ids) as field, custom_data_field_ids as offered
            from ${services} s where deleted_at is null) s
    join custom_data_fields f on f.id = s.field and f.id = any(s.offered)
   where f.is_active and f.deleted_at is null and f.${OURS}`;

/** The services of a page's entries: `services` is the name of a query with their rows. */
export const pageServices = (services: string): string => `
  ${services} as materialized (
    select id, name, equipment_count, required_field_ids, custom_data_field_ids, deleted_at from service_types
     where id = any(array(select service_type_id from page)) and ${OURS})`;

/**
 * What the entries of a page lack, for those that lack something: a map as of `mapOf`. A full join, although every service has entries on
 * the page, because that is made by a hash. The planner expects next to no fields and would otherwise go through all of them for each entry.
 */
export const mapOfMissing = (services: string): string => `
  (select jsonb_object_agg(id, names) as missing
     from (select id, '[' || string_agg(to_json(name)::text, ',' order by field) || ']' as names
             from (select distinct e.id, f.id as field, f.name
                     from page e full join (${askedOf(services)} offset 0) f on f.service = e.service_type_id
                    where ${IS_LACKING}) each group by id) lacking) missing`;

/** The names in it, as JSON. */
export const MISSING_AS_JSON = `coalesce(${mapCalled('missing')} ->> e.id::text, '[]')`;

const OF_ITS_SERVICE = `(${askedOf('(select * from service_types where organization_id = e.organization_id and id = e.service_type_id)')}) f
   where ${IS_LACKING}`;

/** The names of what the row lacks, as an array. */
export const MISSING = `array(select name from (select distinct f.id, f.name from ${OF_ITS_SERVICE}) each order by id)`;

/** Not null if the row lacks something. */
export const IS_MISSING = `(select true from ${OF_ITS_SERVICE} limit 1)`;

/** The entries of the services `$2` that lack something. */
export const LACKING_OF_SERVICES = `
  select distinct e.id, e.date
    from (select * from job_entries where organization_id = $1 and service_type_id = any($2::int[]) and deleted_at is null) e
    join (${askedOf(`(select * from service_types where id = any($2::int[]) and ${OURS})`)} offset 0) f on f.service = e.service_type_id
   where ${IS_LACKING}`;
