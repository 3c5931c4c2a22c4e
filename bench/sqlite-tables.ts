import type Database from 'libsql';
import pg from 'pg';

/** A table of one organization as SQLite keeps it: lists and custom values as JSON text, timestamps as text. */
const TABLES: readonly (readonly [name: string, columns: string])[] = [
  ['jobs', 'id integer primary key, name text, customer_id integer, status text, deleted_at text'],
  ['customers', 'id integer primary key, business_name text'],
  ['service_types', 'id integer primary key, name text'],
  ['equipment', 'id integer primary key, name text'],
  ['employees', 'id integer primary key, first_name text, last_name text'],
  ['custom_data_fields', 'id integer primary key, name text, field_type text'],
  [
    'job_entries',
    `id integer primary key, version integer, created_by integer, updated_by integer, created_at text, updated_at text, deleted_at text,
     job_id integer, customer_id integer, service_type_id integer, date text, season text, equipment_ids text, operator_ids text,
     total_hours real, billable_hours real, fuel real, loads real, notes text, photos text, custom_field_values text`,
  ],
];

const OWN_TABLES = `
  create index job_entries_newest on job_entries (date, id);
  create index job_entries_job on job_entries (job_id, date, id);
  create table sync_ops (user_id integer, key text, operation text, content_hash blob, answer text, entity_id integer, primary key (user_id, key)) without rowid;
  create table audit_logs (id integer primary key, entity_type text, entity_id integer, action text, subject text, changes text, user_id integer, at text);
  create table changes (seq integer primary key, entity_type text, entity_id integer)`;

const ROWS_AT_ONCE = 5_000;

const asText = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);

const LISTS = new Set(['equipment_ids', 'operator_ids', 'photos', 'custom_field_values']);
const NUMBERS = new Set(['total_hours', 'billable_hours', 'fuel', 'loads']);
const TEXTS = new Set(['date', 'created_at', 'updated_at', 'deleted_at']);

const selected = (column: string): string => {
  if (LISTS.has(column)) {
    return `to_json(${column}) as ${column}`;
  }
  if (NUMBERS.has(column)) {
    return `${column}::float8`;
  }
  return TEXTS.has(column) ? `${column}::text` : column;
};

const copyTable = async (
  db: Database.Database,
  client: pg.Client,
  organizationId: number,
  table: string,
  columns: string[],
): Promise<void> => {
  const insert = db.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`);
  const text = `select ${columns.map(selected).join(', ')} from ${table} where organization_id = $1 and id > $2 order by id limit ${ROWS_AT_ONCE}`;
  let last = 0;
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text, values: [organizationId, last], rowMode: 'array' });
    db.transaction(() => rows.forEach((row) => insert.run(...row.map(asText))))();
    last = Number(rows.at(-1)?.[0] ?? 0);
    if (rows.length < ROWS_AT_ONCE) {
      return;
    }
  }
};

/** Copies one organization from PostgreSQL into an empty SQLite database, creates the indexes its questions need and gathers statistics. */
export const copyOrganization = async (db: Database.Database, databaseUrl: string, organizationId: number): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const [table, columns] of TABLES) {
      db.exec(`create table ${table} (${columns})`);
      const names = columns.split(',').map((column) => column.trim().split(' ')[0] ?? '');
      await copyTable(db, client, organizationId, table, names);
    }
  } finally {
    await client.end();
  }
  db.exec(OWN_TABLES);
  db.exec(`insert into changes (entity_type, entity_id) select 'job_entry', id from job_entries order by id; analyze`);
};
