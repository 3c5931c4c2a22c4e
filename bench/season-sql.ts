import { ENTRIES_OF_TWO_JOBS, FIELDS, SERVICES } from './season.ts';

/*
 * The season as statements over the temporary table `plan`, one row per organization with its row counts and the ids before its first ones.
 * `pg_temp.h(id, salt)` is a number that looks random and is the same in every run.
 */

const list = (words: readonly string[]): string => `array[${words.map((word) => `'${word}'`).join(', ')}]`;

/** One of the words, pseudo-randomly. */
const pick = (words: readonly string[], id: string, salt: number): string =>
  `(${list(words)})[1 + pg_temp.h(${id}, ${salt}) % ${words.length}]`;

const SURNAMES = [
  'Alder',
  'Becker',
  'Castillo',
  'Dahl',
  'Engel',
  'Foster',
  'Garza',
  'Holm',
  'Ibarra',
  'Jansen',
  'Keller',
  'Lindqvist',
  'Moreno',
];
const FIRST_NAMES = [
  'Ada',
  'Ben',
  'Carla',
  'Dirk',
  'Elena',
  'Frank',
  'Grete',
  'Hugo',
  'Ines',
  'Jonas',
  'Karin',
  'Luis',
  'Marta',
  'Nils',
  'Olga',
];
const FIRMS = ['Farms', 'Ranch', 'Dairy', 'Acres', 'Brothers', 'Land Company', 'Orchards', 'Cattle'];
const CROPS = ['Wheat', 'Corn silage', 'Alfalfa', 'Soybeans', 'Barley', 'Rye', 'Grass silage', 'Canola'];
const MACHINES = ['Combine', 'Forage harvester', 'Tractor', 'Baler', 'Grain cart', 'Sprayer', 'Truck', 'Mower'];
const WORK = ['Harvesting', 'Baling', 'Hauling', 'Spraying', 'Mowing', 'Planting', 'Tilling', 'Spreading'];
const NOTES = [
  'Started late, dew on the windrows.',
  'Moved to the next field at noon.',
  'Waited an hour for trucks.',
  'Bearing replaced.',
  'Ground soft near the creek.',
];

const SYSTEM_FIELDS: readonly (readonly [name: string, type: string])[] = [
  ['Equipment', 'equipment'],
  ['Operator', 'operator'],
  ['Hours', 'number'],
  ['Loads', 'number'],
  ['Notes', 'text'],
  ['Attachments', 'attachment'],
];
const OWN_FIELDS: readonly (readonly [name: string, type: string])[] = [
  ['Fuel', 'number'],
  ['Acres', 'number'],
  ['Moisture', 'number'],
  ['Field', 'text'],
];
const fieldRows = [...SYSTEM_FIELDS, ...OWN_FIELDS]
  .map(([name, type], place) => `(${place + 1}, '${name}', '${type}', ${place < SYSTEM_FIELDS.length})`)
  .join(', ');

const SEASON_BEGINS = `date '2025-03-01'`;
const SPREAD_DAYS = 230;
const MACHINE_ROWS = 'generate_series(1, p.machines)';

/** A pseudo-random record of the same organization: the ids of a kind are consecutive. */
const some = (kind: string, count: string, id: string, salt: number): string =>
  `p.before_${kind} + 1 + pg_temp.h(${id}, ${salt}) % ${count}`;

const FIRST_MACHINE = some('machines', 'p.machines', 'e.id', 43);
// The next one, so that none appears twice in an entry.
const NEXT_MACHINE = 'p.before_machines + 1 + (pg_temp.h(e.id, 43) + 1) % p.machines';

/** The values of an entry of the season, by its id `e` and its job `j`. */
const ENTRY_VALUES = `
  p.id, e.id, p.id, j.day::timestamptz + interval '18 hours', j.day::timestamptz + interval '18 hours', j.id, j.customer_id,
  (p.id - 1) * ${SERVICES} + 1 + pg_temp.h(j.id, 41) % ${SERVICES}, j.day + e.place / 8, '2025',
  case when pg_temp.h(e.id, 42) % 10 < 2 then array[${FIRST_MACHINE}, ${NEXT_MACHINE}] else array[${FIRST_MACHINE}] end,
  array[${some('employees', 'p.employees', 'e.id', 44)}],
  (pg_temp.h(e.id, 45) % 48) / 4.0, (pg_temp.h(e.id, 45) % 44) / 4.0, case when pg_temp.h(e.id, 46) % 3 > 0 then 10 + (pg_temp.h(e.id, 47) % 900) / 10.0 end,
  case when pg_temp.h(e.id, 48) % 2 = 0 then pg_temp.h(e.id, 49) % 30 end,
  case when pg_temp.h(e.id, 50) % 4 = 0 then ${pick(NOTES, 'e.id', 51)} end,
  jsonb_build_object('Acres', (pg_temp.h(e.id, 52) % 1600) / 10.0, 'Field', 'North ' || (1 + pg_temp.h(e.id, 53) % 40))
    || case when pg_temp.h(e.id, 54) % 2 = 0 then jsonb_build_object('Moisture', 10 + (pg_temp.h(e.id, 55) % 100) / 10.0) else '{}' end`;

/** Statements that fill the tables in an order in which every row finds what it refers to; `$hash` stands for the shared password hash. */
export const SEASON: readonly (readonly [what: string, sql: string])[] = [
  [
    'accounts',
    `insert into users (id, email, email_key, email_verified, first_name, last_name, password_hash)
     select id, 'owner-' || id || '@bench.example', 'owner-' || id || '@bench.example', true, 'Owner', 'No. ' || id, $hash from plan p`,
  ],
  [
    'organizations',
    `insert into organizations (id, name, onboarding_completed, onboarding_step, owner_employee_id)
     select id, ${pick(SURNAMES, 'p.id', 1)} || ' Custom Work ' || id, true, 'completed', before_employees + 1 from plan p`,
  ],
  [
    'employees',
    `insert into employees (organization_id, id, first_name, last_name, access_level, is_operator, is_user, user_id, email)
     select p.id, p.before_employees + n, ${pick(FIRST_NAMES, 'p.before_employees + n', 2)}, ${pick(SURNAMES, 'p.before_employees + n', 3)},
            case when n = 1 then 'owner' else 'basic' end, true, n = 1, case when n = 1 then p.id end,
            case when n = 1 then 'owner-' || p.id || '@bench.example' end
       from plan p cross join generate_series(1, p.employees) n`,
  ],
  [
    'fields',
    `insert into custom_data_fields (organization_id, id, name, field_type, is_system)
     select p.id, (p.id - 1) * ${FIELDS} + f.place, f.name, f.type, f.is_system
       from plan p cross join (values ${fieldRows}) f (place, name, type, is_system)`,
  ],
  [
    'services',
    `insert into service_types (organization_id, id, name, custom_data_field_ids)
     select p.id, (p.id - 1) * ${SERVICES} + n, (${list(WORK)})[n], array(select (p.id - 1) * ${FIELDS} + f from generate_series(1, ${FIELDS}) f)
       from plan p cross join generate_series(1, ${SERVICES}) n`,
  ],
  [
    'machines',
    `insert into equipment (organization_id, id, name, unit_number, service_type_ids)
     select p.id, p.before_machines + n, ${pick(MACHINES, 'p.before_machines + n', 4)} || ' ' || n, n::text,
            array[(p.id - 1) * ${SERVICES} + 1 + n % ${SERVICES}]
       from plan p cross join ${MACHINE_ROWS} n`,
  ],
  [
    'customers',
    `insert into customers (organization_id, id, business_name, address, phone_number)
     select p.id, p.before_customers + n,
            ${pick(SURNAMES, 'p.before_customers + n', 5)} || ' ' || ${pick(FIRMS, 'p.before_customers + n', 6)} || ' ' || n, n || ' County Road', null
       from plan p cross join generate_series(1, p.customers) n`,
  ],
  [
    'jobs',
    `insert into jobs (organization_id, id, name, customer_id, status, created_by, created_at, updated_at)
     select p.id, p.before_jobs + n, ${pick(CROPS, 'p.before_jobs + n', 7)} || ' ' || c.business_name, c.id,
            (array['open', 'completed', 'billed'])[1 + pg_temp.h(p.before_jobs + n, 8) % 3], p.id, made.at, made.at
       from plan p cross join generate_series(1, p.jobs) n
       cross join lateral (select ${SEASON_BEGINS}::timestamptz + make_interval(days => pg_temp.h(p.before_jobs + n, 9) % ${SPREAD_DAYS}, hours => 6) as at) made
       join customers c on c.organization_id = p.id and c.id = ${some('customers', 'p.customers', 'p.before_jobs + n', 10)}`,
  ],
  [
    'entries',
    `insert into job_entries (organization_id, id, created_by, created_at, updated_at, job_id, customer_id, service_type_id, date, season,
                              equipment_ids, operator_ids, total_hours, billable_hours, fuel, loads, notes, custom_field_values)
     select ${ENTRY_VALUES}
       from plan p
       cross join lateral (
         select p.before_entries + n as id, p.before_jobs + 2 * pair + (case when place < first then 1 else 2 end) as job_id,
                case when place < first then place else place - first end as place
           from (select n, (n - 1) / ${ENTRIES_OF_TWO_JOBS} as pair, (n - 1) % ${ENTRIES_OF_TWO_JOBS} as place,
                        25 + pg_temp.h(p.before_jobs + (n - 1) / ${ENTRIES_OF_TWO_JOBS}, 40) % 25 as first
                   from generate_series(1, p.entries) n) placed) e
       join lateral (select id, customer_id, created_at::date as day from jobs where organization_id = p.id and id = e.job_id) j on true`,
  ],
];

/** Tables of later migrations that count or number what is there; filled where they exist, as the program itself would have. */
export const BOOKKEEPING: readonly (readonly [table: string, sql: string])[] = [
  [
    'organization_seq',
    `insert into organization_seq (organization_id, seq) select id, entries from plan on conflict (organization_id) do update set seq = excluded.seq`,
  ],
  [
    'changes',
    `insert into changes (organization_id, seq, entity_type, entity_id)
     select p.id, n, 'job_entry', p.before_entries + n from plan p cross join generate_series(1, p.entries) n on conflict do nothing`,
  ],
  [
    'hint_progress',
    `insert into hint_progress (organization_id, seq, counted, day)
     select organization_id, seq, 5000, (now() at time zone 'UTC')::date from organization_seq on conflict do nothing`,
  ],
  [
    'field_uses',
    `insert into field_uses (organization_id, key, uses)
     select organization_id, key, count(*)
       from job_entries e
       cross join lateral (
         select 'name:' || name from jsonb_object_keys(e.custom_field_values) name
         union all select 'column:totalHours' where e.total_hours is not null
         union all select 'column:billableHours' where e.billable_hours is not null
         union all select 'column:fuel' where e.fuel is not null
         union all select 'column:loads' where e.loads is not null
         union all select 'column:notes' where e.notes is not null
         union all select 'column:equipmentIds' where e.equipment_ids <> '{}'
         union all select 'column:operatorIds' where e.operator_ids <> '{}') used (key)
      group by organization_id, key
     on conflict (organization_id, key) do update set uses = excluded.uses`,
  ],
];
