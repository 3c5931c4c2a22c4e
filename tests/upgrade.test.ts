import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { databaseAt } from './support/databases.ts';

const FOLDER = join(import.meta.dirname, '..', 'drizzle');
/** The last migration of the first version that anybody ran. */
const FIRST_VERSION = '0001_one_owner';

let admin: OpenDatabase;
let db: OpenDatabase;
const name = `headland_upgrade_${randomUUID().replaceAll('-', '')}`;

const run = (text: string) => db.query<Record<string, unknown>>({ text, values: [] });

interface Entry {
  readonly tag: string;
  readonly when: number;
}

/** A database as the first version left it, known to the migrator as such. */
const buildFirstVersion = async (): Promise<void> => {
  const { entries } = JSON.parse(await readFile(join(FOLDER, 'meta', '_journal.json'), 'utf8')) as { entries: Entry[] };
  const last = entries.findIndex(({ tag }) => tag === FIRST_VERSION);
  await run('create schema drizzle');
  await run('create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)');
  for (const { tag, when } of entries.slice(0, last + 1)) {
    for (const statement of (await readFile(join(FOLDER, `${tag}.sql`), 'utf8')).split('--> statement-breakpoint')) {
      await run(statement);
    }
    await run(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('${tag}', ${when})`);
  }
};

const fillFirstVersion = async (): Promise<void> => {
  await run(`begin;
    insert into users (id, email, email_key) values (1, 'a@example.com', 'a@example.com');
    insert into organizations (id, name, owner_employee_id) values (7, 'Before', 3);
    insert into employees (organization_id, id, first_name, last_name, access_level, is_user, user_id) values (7, 3, 'A', 'B', 'owner', true, 1);
    insert into customers (organization_id, id, business_name) values (7, 4, 'Pine Ridge');
    insert into service_types (organization_id, id, name) values (7, 5, 'Mowing');
    insert into jobs (organization_id, id, name, customer_id, status, updated_at) values
      (7, 6, 'North', 4, 'open', '2025-01-09T00:00:00Z'), (7, 8, 'Renamed later', 4, 'completed', '2025-01-09T00:00:00Z'),
      (7, 9, 'Reopened once', 4, 'billed', '2025-01-09T00:00:00Z'), (7, 10, 'Made elsewhere', 4, 'completed', '2025-01-09T00:00:00Z');
    insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, timestamp) values
      (7, 'job', 8, 'update', 'J', '{"old": {"status": "open"}, "new": {"status": "completed"}}', '2025-01-03T00:00:00Z'),
      (7, 'job', 8, 'update', 'J', '{"old": {"name": "J"}, "new": {"name": "Renamed later"}}', '2025-01-09T00:00:00Z'),
      (7, 'job', 9, 'create', 'J', '{"old": null, "new": {"name": "J", "status": "completed"}}', '2025-01-01T00:00:00Z'),
      (7, 'job', 9, 'update', 'J', '{"old": {"status": "completed"}, "new": {"status": "open"}}', '2025-01-02T00:00:00Z'),
      (7, 'job', 9, 'update', 'J', '{"old": {"status": "open"}, "new": {"status": "completed"}}', '2025-01-04T00:00:00Z'),
      (7, 'job', 9, 'update', 'J', '{"old": {"status": "completed"}, "new": {"status": "billed"}}', '2025-01-05T00:00:00Z');
    insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, fuel, operator_ids, custom_field_values)
      values (7, 6, 4, 5, '2025-05-01', '2025', 12.5, '{3}', '{"Moisture": 14, "Empty": null}'),
             (7, 6, 4, 5, '2025-05-02', '2025', 3, '{}', '{"Moisture": 15}');
    insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, fuel, deleted_at)
      values (7, 6, 4, 5, '2025-05-03', '2025', 1, now());
    commit`);
};

beforeAll(async () => {
  const serverUrl = inject('serverUrl');
  admin = openDatabase(serverUrl, () => undefined);
  await admin.query({ text: `create database ${name}`, values: [] });
  db = openDatabase(databaseAt(serverUrl, name), () => undefined);
  await buildFirstVersion();
  await fillFirstVersion();
  await migrate(db);
});

afterAll(async () => {
  await db.close();
  await admin.query({ text: `drop database ${name} with (force)`, values: [] });
  await admin.close();
});

test('an installation of the first version gets an epoch', async () => {
  expect(await run('select epoch from installation')).toHaveLength(1);
});

test('its organizations count their changes from 0', async () => {
  expect(await run('select organization_id, seq, forgotten from organization_seq')).toEqual([{ organization_id: 7, seq: 0, forgotten: 0 }]);
});

test('the uses of its fields are counted, without what was deleted or is empty', async () => {
  expect(await run('select key, uses from field_uses where organization_id = 7 order by key')).toEqual([
    { key: 'column:fuel', uses: 2 },
    { key: 'column:operatorIds', uses: 1 },
    { key: 'name:Moisture', uses: 2 },
  ]);
});

test('its jobs were finished when they left `open`, not when they were changed last', async () => {
  expect(
    await run("select id, to_char(completed_at at time zone 'UTC', 'DD') as day from jobs where organization_id = 7 order by id"),
  ).toEqual([
    { id: 6, day: null },
    { id: 8, day: '03' },
    { id: 9, day: '04' },
    { id: 10, day: '09' },
  ]);
});

test('migrating again changes nothing', async () => {
  const before = await run('select * from installation, organization_seq, field_uses');
  await migrate(db);
  expect(await run('select * from installation, organization_seq, field_uses')).toEqual(before);
});
