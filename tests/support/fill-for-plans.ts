import type { Database, OpenDatabase } from '#server/db/database.ts';

/** What there is to look for in the big organization. */
export interface Filled {
  readonly jobId: number;
  readonly customerId: number;
  readonly serviceTypeId: number;
  readonly rareMachineId: number;
  readonly rareOperatorId: number;
  readonly busyMachineId: number;
  readonly busyOperatorId: number;
  readonly entryId: number;
  readonly runId: number;
  /** How many jobs there are. */
  readonly jobs: number;
  readonly openJobId: number;
  /** A change in the middle. */
  readonly seq: number;
}

export const ENTRIES = 100_000;
const JOBS = 12_500;
const CUSTOMERS = 2500;
/** Of kinds of which there are usually few. */
const MORE = 2500;
const SMALL_COMPANIES = 3000;
/** One of so many entries has hints, and another one lacks something. */
const NOTED = 50;
/** What each of them has one of, with the columns that need a name. */
const OF_SMALL = {
  customers: ['business_name'],
  employees: ['first_name', 'last_name'],
  equipment: ['name'],
  implements: ['name'],
  service_types: ['name'],
  custom_data_fields: ['name'],
};
/** One entry of so many is a stop of a run; a run has four. */
const IN_RUN = 10;
/** Entries of what is called rare. */
export const RARE = 6;
const RARELY = Math.floor(ENTRIES / (RARE + 0.5));
/** Their dates are spread over so many days. */
const DAYS = 1000;
export const ENTRIES_A_DAY = ENTRIES / DAYS;

const idsOf = (orgId: number) => (table: string) => `(select array_agg(id order by id) from ${table} where organization_id = ${orgId})`;

const rest = (orgId: number, others: readonly number[]): string[] => {
  const ids = idsOf(orgId);
  return [
    `insert into users (email, email_key, email_verified) select 'u' || i || '@x.test', 'u' || i || '@x.test', true from generate_series(1, 3000) i`,
    `insert into sessions (token_hash, user_id, expires_at)
     select decode(md5(u.id::text) || md5(u.email), 'hex'), u.id, now() + interval '90 days' from users u`,
    // Other companies' people: the tables of people are asked across organizations.
    `insert into employees (organization_id, first_name, last_name, email, is_user, user_id)
     select o.ids[1 + u.id % ${others.length}], 'Far', 'Away ' || u.id, u.email, true, u.id
       from users u cross join (select array[${others.join(', ')}] as ids) o where u.email like 'u%@x.test'`,
    `insert into customers (organization_id, business_name)
     select o, 'Farm ' || (i * 7919 % 10007) from unnest(array[${others.join(', ')}]) o, generate_series(1, 500) i`,
    `insert into jobs (organization_id, name, customer_id, created_at)
     select c.organization_id, 'Job of ' || c.id, c.id, '2023-01-01T00:00:00Z'::timestamptz + make_interval(hours => c.id + i)
       from customers c, generate_series(1, 3) i where c.organization_id <> ${orgId}`,
    `insert into employees (organization_id, first_name, last_name, is_operator) select ${orgId}, 'Operator', 'Anders ' || i, true from generate_series(1, 30) i`,
    `insert into employees (organization_id, first_name, last_name, is_operator) values (${orgId}, 'Operator', 'Zeppelin', true)`,
    `insert into equipment (organization_id, name) select ${orgId}, 'Machine ' || i from generate_series(1, 60) i`,
    `insert into equipment (organization_id, name) values (${orgId}, 'Zeppelin')`,
    `insert into service_types (organization_id, name) select ${orgId}, 'Harvest ' || i from generate_series(1, 12) i`,
    `insert into customers (organization_id, business_name) select ${orgId}, 'Farm ' || (i * 7919 % 10007) from generate_series(1, ${CUSTOMERS}) i`,
    `insert into jobs (organization_id, name, customer_id, status, created_at)
     select ${orgId}, 'Job at ' || i, c.ids[1 + i % 2000], case when i % 40 = 0 then 'open' when i % 3 = 0 then 'completed' else 'billed' end,
            '2023-01-01T00:00:00Z'::timestamptz + make_interval(hours => i * 2)
       from generate_series(1, ${JOBS}) i, (select ${ids('customers')} as ids) c`,
  ];
};

/** Runs and days off. */
const days = (orgId: number): string[] => {
  const ids = idsOf(orgId);
  return [
    `insert into runs (organization_id, date, service_type_id, started_at)
     select ${orgId}, '2023-01-01'::date + (i * 31 % ${DAYS}), s.ids[1 + i % 12], '2023-01-01T07:00:00Z'
       from generate_series(1, ${MORE}) i, (select ${ids('service_types')} as ids) s`,
    `insert into days_off (organization_id, employee_id, date)
     select ${orgId}, p.ids[4 + i % 27], '2023-01-01'::date + (i * 31 % ${DAYS})
       from generate_series(1, ${MORE}) i, (select ${ids('employees')} as ids) p`,
  ];
};

/** What there is a lot of. */
const masses = (orgId: number): string[] => {
  const ids = idsOf(orgId);
  return [
    `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, equipment_ids, operator_ids, total_hours, created_by,
                              checked_at, run_id)
     select ${orgId}, j.id, j.customer_id, s.ids[1 + i % 12], '2023-01-01'::date + (i * 31 % ${DAYS}), '2023',
            case when i % ${RARELY} = 0 then array[e.ids[62]] when i % 2 = 0 then array[e.ids[2], e.ids[3 + i % 58]] else array[e.ids[3 + i % 58]] end,
            case when i % ${RARELY} = 0 then array[p.ids[32]] when i % 2 = 0 then array[p.ids[3]] else array[p.ids[4 + i % 27]] end, i % 9, 1 + i % 3,
            case when i % 2 = 0 then now() end, case when i % ${IN_RUN} = 0 then r.ids[1 + i / ${IN_RUN} % ${MORE}] end
       from generate_series(1, ${ENTRIES}) i
       cross join (select ${ids('jobs')} as ids) js cross join (select ${ids('service_types')} as ids) s
       cross join (select ${ids('equipment')} as ids) e cross join (select ${ids('employees')} as ids) p
       cross join (select ${ids('runs')} as ids) r
       join jobs j on j.organization_id = ${orgId} and j.id = js.ids[1 + i % ${ENTRIES / 50}]`,
    `insert into entry_hints (organization_id, entry_id, date, hints)
     select ${orgId}, id, date, '[{"kind": "tooLong", "others": []}]' from job_entries where organization_id = ${orgId} and id % ${NOTED} = 0`,
    `insert into incomplete_entries (organization_id, entry_id, date)
     select ${orgId}, id, date from job_entries where organization_id = ${orgId} and id % ${NOTED} = 1`,
    `insert into billing_records (organization_id, kind, year, number, customer_id, job_ids, issued_on, currency, net_cents, tax_cents, gross_cents, content)
     select ${orgId}, 'bill', 2023, j.id, j.customer_id, array[j.id], '2023-12-01', 'USD', 100, 0, 100, '{}'
       from jobs j where j.organization_id = ${orgId} and j.status = 'billed'`,
    // Most were paid long ago.
    `insert into billing_events (organization_id, record_id, kind, happened_on, amount_cents)
     select ${orgId}, id, 'payment', '2023-12-20', 100 from billing_records where organization_id = ${orgId} and id % 25 <> 0`,
    `insert into bill_standings (organization_id, record_id, customer_id, currency, issued_on, due_on, gross_cents, settled_cents, settled_on)
     select ${orgId}, id, customer_id, currency, issued_on, issued_on + 30, gross_cents,
            case when id % 25 = 0 then 0 else gross_cents end, case when id % 25 = 0 then null else '2023-12-20'::date + id % 300 end
       from billing_records where organization_id = ${orgId}`,
    `insert into billed_jobs (organization_id, job_id, record_id) select ${orgId}, number, id from billing_records where organization_id = ${orgId}`,
    `insert into billing_shares (organization_id, record_id, place, job_id, customer_id, entry_id, service_type_id, equipment_id, date, currency, cents)
     select ${orgId}, b.record_id, row_number() over (partition by b.record_id), e.job_id, e.customer_id, e.id, e.service_type_id, m.id, e.date, 'USD', 50
       from job_entries e join billed_jobs b on b.organization_id = ${orgId} and b.job_id = e.job_id, unnest(e.equipment_ids) m (id)
      where e.organization_id = ${orgId}`,
    `insert into cost_rates (organization_id, employee_id, price) select ${orgId}, id, '25' from employees where organization_id = ${orgId}`,
    `insert into cost_rates (organization_id, equipment_id, price) select ${orgId}, id, '60' from equipment where organization_id = ${orgId}`,
    `insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id)
     select ${orgId}, 'job_entry', e.id, a.action, 'x', '{"old":{},"new":{}}', 1 + e.id % 3
       from job_entries e, (values ('create'), ('update')) a (action) where e.organization_id = ${orgId}`,
    // The office checked thousands at once, day after day.
    `insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id, timestamp, alike)
     select ${orgId}, 'job_entry', 1 + i, 'update', 'x', '{"old":{"checkedAt":null},"new":{"checkedAt":"2025-06-14"}}', 1,
            now() + day * interval '1 day', case when i = 5000 then 5000 else 0 end
       from generate_series(1, 4) day, generate_series(1, 5000) i`,
    `insert into changes (organization_id, seq, entity_type, entity_id)
     select ${orgId}, 100 + row_number() over (order by id), 'job_entry', id from job_entries where organization_id = ${orgId}`,
    // All of it by keyed writes.
    `insert into sync_ops (organization_id, user_id, key, operation, content_hash, entity_id, seq)
     select ${orgId}, 1 + c.entity_id % 3, 'k' || c.seq || o, 'jobEntries.' || o, '\\x00', c.entity_id, c.seq
       from changes c, unnest(array['create', 'update']) o where c.organization_id = ${orgId}`,
    // After what is above: they have no part in anything, but their lists are long.
    `insert into employees (organization_id, first_name, last_name) select ${orgId}, 'Former', 'Hand ' || i from generate_series(1, ${MORE}) i`,
    ...['equipment', 'implements', 'service_types', 'custom_data_fields'].map(
      (table) => `insert into ${table} (organization_id, name) select ${orgId}, 'Spare ' || i from generate_series(1, ${MORE}) i`,
    ),
    // Many small companies: on average an organization has next to nothing, and that is all that the planner knows.
    ...Object.entries(OF_SMALL).map(
      ([table, names]) =>
        `insert into ${table} (organization_id, ${names.join()}) select 1000000 + i, ${names.map(() => `'Small'`).join()}
           from generate_series(1, ${SMALL_COMPANIES}) i where (select rolsuper from pg_roles where rolname = current_user)`,
    ),
    ...['entry_hints', 'incomplete_entries'].map(
      (table) =>
        `insert into ${table} (organization_id, entry_id, date${table === 'entry_hints' ? ', hints' : ''})
         select 1000000 + i, i, '2024-01-01'${table === 'entry_hints' ? ", '[]'" : ''} from generate_series(1, ${SMALL_COMPANIES}) i
          where (select rolsuper from pg_roles where rolname = current_user)`,
    ),
    `update organization_seq set seq = 200 + ${ENTRIES} where organization_id = ${orgId}`,
    // Up to date: nothing is left to follow.
    `insert into hint_progress (organization_id, seq, counted, day)
     select organization_id, seq, 5000, (now() at time zone 'UTC')::date from organization_seq where organization_id = ${orgId}`,
  ];
};

/** Fills the organization as one looks after years, and its neighbours with a few things each, and lets the planner see it. */
export const fillForPlans = async (db: OpenDatabase, orgId: number, others: readonly number[]): Promise<Filled> => {
  const run = (inside: Database, text: string) => inside.query({ text, values: [] });
  for (const text of [...rest(orgId, others), ...days(orgId)]) {
    await run(db, text);
  }
  await db.transaction(async (inside) => {
    // Nothing refers to what is not there; looking that up for each row would take as long again. Only a superuser may leave it out.
    await run(
      inside,
      `select set_config('session_replication_role', 'replica', true) where (select rolsuper from pg_roles where rolname = current_user)`,
    );
    for (const text of masses(orgId)) {
      await run(inside, text);
    }
  });
  await run(db, 'analyze');
  const [found] = await db.query<Filled>({
    text: `select e.job_id as "jobId", e.customer_id as "customerId", e.service_type_id as "serviceTypeId", e.id as "entryId",
                  (select max(run_id) from job_entries where organization_id = $1) as "runId",
                  (select id from equipment where organization_id = $1 and name = 'Zeppelin') as "rareMachineId",
                  (select id from employees where organization_id = $1 and last_name = 'Zeppelin') as "rareOperatorId",
                  (select m from job_entries, unnest(equipment_ids) m where organization_id = $1 group by m order by count(*) desc limit 1) as "busyMachineId",
                  (select m from job_entries, unnest(operator_ids) m where organization_id = $1 group by m order by count(*) desc limit 1) as "busyOperatorId",
                  (select id from jobs where organization_id = $1 and status = 'open' limit 1) as "openJobId", ${ENTRIES / 2} as seq, ${JOBS + 2} as jobs
             from job_entries e where e.organization_id = $1 order by date desc, id desc offset 5000 limit 1`,
    values: [orgId],
  });
  if (!found) {
    throw new Error('Nothing was filled in.');
  }
  return found;
};
