import type pg from 'pg';

/** What the lists of one record are asked for: each of these has a full page of what the list shows. */
export interface ListRecords {
  readonly customer: number;
  readonly job: number;
  readonly jobEntry: number;
  readonly employee: number;
  readonly equipment: number;
  readonly serviceType: number;
}

/** Rows of a record's own lists: a full page and some more. */
const OWN_ROWS = 130;

const ids = async (client: pg.Client, text: string, values: readonly unknown[]): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(text, [...values]);
  return rows.map(({ id }) => id);
};

/** Copies the newest record of a table that many times, with other values in some columns, as expressions over the number `n` of the copy. */
const copyNewest = async (
  client: pg.Client,
  { table, orgId, count, changed }: { table: string; orgId: number; count: number; changed: Readonly<Record<string, string>> },
): Promise<number[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> 'id' and is_generated = 'NEVER'`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  return ids(
    client,
    `insert into ${table} (${names.join()}) select ${names.map((name) => changed[name] ?? `t.${name}`).join()}
       from (select * from ${table} where organization_id = $1 order by id desc limit 1) t cross join generate_series(1, $2) n returning id`,
    [orgId, count],
  );
};

const named = { name: `t.name || ' ' || n` };

/** Another one for each copy: their ids follow one another. */
const newest = (table: string): string => `(select max(id) from ${table} o where o.organization_id = t.organization_id) + 1 - n`;

/** Kinds that are filled by copies of their newest record, and what differs in each. */
const COPIED: readonly (readonly [table: string, changed: Readonly<Record<string, string>>])[] = [
  ['customers', { business_name: `t.business_name || ' ' || n` }],
  ['employees', { last_name: `t.last_name || ' ' || n` }],
  ['custom_data_fields', named],
  ['service_types', named],
  ['equipment', { ...named, service_type_ids: `array[${newest('service_types')}]` }],
  ['implements', named],
  ['rates', { customer_id: newest('customers') }],
  ['cost_rates', { equipment_id: newest('equipment') }],
  ['bill_drafts', {}],
  ['billing_records', { number: 't.number + n' }],
];

/** What an hour costs, in a rate. */
export const HOUR_LINE = {
  label: null,
  basis: 'hour',
  fieldId: null,
  prices: [{ upTo: null, price: '95' }],
  per: 'entry',
  rounding: null,
  minimumCents: null,
};
export const FUEL_INCLUDED = { kind: 'included', price: null, basePrice: null, step: null, percent: null };

/** The first records of kinds that a season has none of. */
const FIRSTS = [
  `insert into implements (organization_id, name) values ($1, 'Disc harrow')`,
  `insert into rates (organization_id, name, service_type_id, lines, fuel)
   select $1, 'By the hour', min(id), '[${JSON.stringify(HOUR_LINE)}]', '${JSON.stringify(FUEL_INCLUDED)}' from service_types where organization_id = $1`,
  `insert into cost_rates (organization_id, equipment_id, price) select $1, min(id), '41.50' from equipment where organization_id = $1`,
  `insert into bill_drafts (organization_id, customer_id, lines, discounts) select $1, min(id), '[]', '[]' from customers where organization_id = $1`,
  `insert into billing_records (organization_id, kind, year, number, customer_id, job_ids, issued_on, currency, net_cents, tax_cents, gross_cents, content)
   select $1, 'bill', 2025, 1, min(id), '{}', '2025-10-01', 'USD', 100000, 19000, 119000, '{"customer": {"businessName": "Far Acres"}}'
     from customers where organization_id = $1`,
];

const copiedColumns = `organization_id, customer_id, created_by, season, total_hours, billable_hours, fuel, loads, notes, custom_field_values`;

/** A few entries in each of these jobs, copied from those of others. */
const WORK = `
  insert into job_entries (${copiedColumns}, job_id, service_type_id, date, equipment_ids, operator_ids)
  select ${copiedColumns.replace('organization_id, customer_id', '$1, j.customer')}, job, service_type_id, date, equipment_ids, operator_ids
    from (select id as job, customer_id as customer from jobs where organization_id = $1 and id = any($2::int[])) j
    cross join generate_series(1, 10) n
    join lateral (
      select * from job_entries where organization_id = $1 order by id offset (j.job + n) % 50 limit 1) e on true`;

/** Finished jobs of one customer; in the first of them, entries of one service, machine and operator. */
const fillWork = async (client: pg.Client, orgId: number, count: number): Promise<ListRecords> => {
  const first = async (table: string): Promise<number> =>
    (await ids(client, `select min(id) as id from ${table} where organization_id = $1`, [orgId]))[0] ?? 0;
  const [customer, equipment, serviceType] = [await first('customers'), await first('equipment'), await first('service_types')];
  const employee = await first('employees');
  // The longest finished come first on the list of those that are not billed.
  const completed = { status: `'completed'`, completed_at: `timestamptz '2000-01-01' + make_interval(mins => n)` };
  const changed = { name: named.name, customer_id: String(customer), ...completed };
  const all = await copyNewest(client, { table: 'jobs', orgId, count, changed });
  await client.query(WORK, [orgId, all]);
  const [job = 0] = all;
  const [jobEntry = 0] = await ids(
    client,
    `insert into job_entries (${copiedColumns}, job_id, service_type_id, date, equipment_ids, operator_ids)
     select ${copiedColumns.replace('customer_id', '$2::int')}, $3, $4, date '2025-06-01' + n % 100, array[$5::int], array[$6::int]
       from (select * from job_entries where organization_id = $1 order by id limit 1) t cross join generate_series(1, $7) n returning id`,
    [orgId, customer, job, serviceType, equipment, employee, OWN_ROWS],
  );
  return { customer, job, jobEntry, employee, equipment, serviceType };
};

const HISTORY = `
  insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id)
  select organization_id, 'job_entry', id, 'update', 'Entry', jsonb_build_object('old', jsonb_build_object('notes', notes), 'new', custom_field_values), $2
    from job_entries where organization_id = $1`;
const HISTORY_OF_ONE = `
  insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id)
  select $1, 'job_entry', $3, 'update', 'Entry', '{"old": {"notes": null}, "new": {"notes": "dew"}}', $2 from generate_series(1, ${OWN_ROWS})`;
const SIGN_INS = `
  insert into security_events (user_id, kind, user_agent, at)
  select $2, 'signed-in', 'Firefox', now() - make_interval(mins => n) from generate_series(1, $1) n`;

/** Gives an organization of the season at least that many rows in each of its lists. Accounts have the ids of their organizations. */
export const fillLists = async (client: pg.Client, orgId: number, count: number): Promise<ListRecords> => {
  for (const text of FIRSTS) {
    await client.query(text, [orgId]);
  }
  for (const [table, changed] of COPIED) {
    await copyNewest(client, { table, orgId, count, changed });
  }
  const records = await fillWork(client, orgId, count);
  await client.query(HISTORY, [orgId, orgId]);
  await client.query(HISTORY_OF_ONE, [orgId, orgId, records.jobEntry]);
  await client.query(SIGN_INS, [count, orgId]);
  return records;
};
