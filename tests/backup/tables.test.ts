import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest, TablesCopy } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { restoreTables } from '#server/backup/tables/restore-tables.ts';
import { verifyTables } from '#server/backup/tables/verify-tables.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sayIfMissing, startSystemPostgres, type SystemPostgres, systemPrograms } from '#tests/support/system-postgres.ts';
import { backUp, catalogueOf, contentOf, countsOf, fillEverything, query, quiet, sequencesOf } from './tables-field.ts';

const programs = systemPrograms();
sayIfMissing(programs, 'the system has no PostgreSQL of its own (Debian: postgresql), with which databases of others are tested');

let folder: string;
let store: BackupStore;
let testApp: TestApp;
let manifest: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-tables-'));
  store = folderStore(join(folder, 'store'));
  testApp = await createTestApp();
  await fillEverything(testApp);
  manifest = await backUp(testApp.db.url, store);
});

afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const copyOf = ({ database }: Manifest): TablesCopy => {
  if (database.kind !== 'tables') {
    throw new Error('No rows by COPY.');
  }
  return database;
};

const migrated = async (url: string): Promise<void> => {
  const database = openDatabase(url, quiet);
  await migrate(database);
  await database.close();
};

const restore = (url: string, given: Manifest = manifest) => restoreTables({ url, manifest: given, store, say: quiet });

test('every table is in the copy, with its number of rows', async () => {
  expect(await countsOf(testApp.db.url)).toEqual(manifest.rows);
  expect(Object.values(manifest.rows).filter((rows) => rows > 0).length).toBeGreaterThanOrEqual(30);
});

test('a second copy of the same rows costs nothing', async () => {
  const again = await backUp(testApp.db.url, store);
  expect(again.newBytes).toBe(0);
  expect(again.database).toEqual(manifest.database);
});

describe.skipIf(programs === undefined)('in another database', () => {
  let server: SystemPostgres;
  let count = 0;

  beforeAll(async () => {
    server = await startSystemPostgres(programs ?? '');
    // What a managed database offers: a role that owns its database, and no more.
    await server.run('create role farm login');
    await server.run('create database empty_farm owner farm');
    await migrated(server.url('empty_farm', 'farm'));
    await server.run('create database restored_farm owner farm template empty_farm');
    await restore(server.url('restored_farm', 'farm'));
  });

  afterAll(() => server.stop());

  const newDatabase = async (role = 'farm', template = 'template1'): Promise<string> => {
    const name = `farm_${(count += 1)}`;
    await server.run(`create database ${name} owner ${role} template ${template}`);
    return server.url(name, role);
  };

  test('all rows come back for an ordinary role, and every key, trigger and policy is as the migrations made it', async () => {
    const url = await newDatabase();
    await restore(url);
    expect(await contentOf(url)).toEqual(await contentOf(testApp.db.url));
    expect(await catalogueOf(url)).toEqual(await catalogueOf(server.url('empty_farm')));
    expect((await catalogueOf(url)).filter((line) => line.startsWith('constraint') && line.includes('valid=f'))).toEqual([]);
    expect(await sequencesOf(url)).toEqual(await sequencesOf(testApp.db.url));
  });

  test('and for a superuser, into tables that were just made', async () => {
    const url = await newDatabase('postgres');
    await migrated(url);
    await restore(url);
    expect(await contentOf(url)).toEqual(await contentOf(testApp.db.url));
  });

  test('the copy of what was restored is the same copy', async () => {
    const again = await backUp(server.url('restored_farm', 'farm'), store);
    const others = ({ database }: Manifest) => copyOf({ ...manifest, database }).tables.filter(({ name }) => name !== 'installation');
    expect(others(again)).toEqual(others(manifest));
  });

  test('a database with rows is refused, and keeps them', async () => {
    const url = await newDatabase('farm', 'empty_farm');
    await query(url, `insert into users (email, email_key) values ('a@example.com', 'a@example.com')`);
    const before = await contentOf(url);
    await expect(restore(url)).rejects.toThrow(/in use: its table users has rows.*empty database/);
    expect(await contentOf(url)).toEqual(before);
  });

  test('a database of another program is refused', async () => {
    const url = await newDatabase();
    await query(url, 'create table ledger (id int)');
    await expect(restore(url)).rejects.toThrow(/table ledger of another program/);
  });

  test('a newer copy is refused, with what to do', async () => {
    const url = await newDatabase();
    const { count: known } = copyOf(manifest).migrations;
    const newer = { ...manifest, database: { ...copyOf(manifest), migrations: { count: known + 1, last: 'f'.repeat(64) } } };
    await expect(restore(url, newer)).rejects.toThrow(/made by a newer Headland.*Use that one/);
  });

  test('a copy that lacks a piece leaves an empty database, and the whole one comes in afterwards', async () => {
    const url = await newDatabase('farm', 'empty_farm');
    const [first, ...others] = copyOf(manifest)
      .tables.filter(({ rows }) => rows > 0)
      .toReversed();
    const broken = {
      ...manifest,
      database: {
        ...copyOf(manifest),
        tables: copyOf(manifest).tables.map((table) => (table === first ? { ...table, pieces: ['0'.repeat(64)] } : table)),
      },
    };
    expect(others.length).toBeGreaterThan(0);
    await expect(restore(url, broken)).rejects.toThrow(/is missing/);
    expect(Object.values(await contentOf(url)).filter((sum) => !sum.startsWith('0 '))).toHaveLength(1);
    await restore(url);
    expect(await contentOf(url)).toEqual(await contentOf(testApp.db.url));
  });

  test('rows that are fewer than the list says are not taken for all', async () => {
    const url = await newDatabase('farm', 'empty_farm');
    const tables = copyOf(manifest).tables.map((table) => (table.name === 'customers' ? { ...table, rows: table.rows + 1 } : table));
    await expect(restore(url, { ...manifest, database: { ...copyOf(manifest), tables } })).rejects.toThrow(
      /customers \d+ rows arrived instead of/,
    );
  });

  test('the same restore again, after it was ended behind the rows, goes on from there', async () => {
    const url = await newDatabase('farm', 'restored_farm');
    await restore(url);
    expect(await contentOf(url)).toEqual(await contentOf(testApp.db.url));
    await query(url, `update installation set epoch = gen_random_uuid(), epoch_reason = 'restored'`);
    await expect(restore(url)).rejects.toThrow(/in use/);
  });

  test('a role that row-level security keeps from rows makes no copy', async () => {
    const url = await newDatabase('farm', 'restored_farm');
    await query(url, 'create policy "only some" on customers as restrictive for select using (id > 1)');
    await expect(backUp(url, store)).rejects.toThrow(/may hide rows of customers/);
    // Whom it does not bind sees all.
    const asSuper = url.replace('farm@', 'postgres@');
    expect((await backUp(asSuper, store)).rows['customers']).toBe(manifest.rows['customers']);
  });

  test('the server’s own limits of time end no copy', async () => {
    const url = await newDatabase('farm', 'restored_farm');
    const name = new URL(url).pathname.slice(1);
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
      await server.run(`alter role farm in database ${name} set ${limit} = '100ms'`);
    }
    const holder = new pg.Client({ connectionString: server.url(name) });
    await holder.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const copied = backUp(url, store);
    const patience = `select from pg_stat_activity where wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '200 ms'`;
    await expect.poll(async () => (await query(url.replace('farm@', 'postgres@'), patience)).length).toBe(1);
    await holder.end();
    expect((await copied).rows).toEqual(manifest.rows);
  });
});

describe('a copy is verified', () => {
  const leftIn = async (scratch: string) => (await readdir(scratch).catch(() => [])).filter((name) => name.startsWith('rows-'));

  test('in a PostgreSQL of its own, of which nothing remains', async () => {
    const scratch = join(folder, 'scratch');
    expect(await verifyTables({ manifest, store, scratch, say: quiet })).toEqual({ rows: manifest.rows });
    expect(await leftIn(scratch)).toEqual([]);
  });

  test('and one that lacks rows is found out', async () => {
    const scratch = join(folder, 'scratch');
    const tables = copyOf(manifest).tables.map((table) => (table.name === 'jobs' ? { ...table, pieces: [] } : table));
    await expect(
      verifyTables({ manifest: { ...manifest, database: { ...copyOf(manifest), tables } }, store, scratch, say: quiet }),
    ).rejects.toThrow(/table jobs/);
    expect(await leftIn(scratch)).toEqual([]);
  });
});
