import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';
import { createTestApp } from './support/test-app.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.close());

const run = <Row extends object>(text: string): Promise<Row[]> => db.query<Row>({ text, values: [] });
const tables = () => run(`select table_schema, table_name, column_name from information_schema.columns order by 1, 2, 3`);
const history = () => run('select * from drizzle.__drizzle_migrations order by id');

test('a database that a newer program has used is refused, and nothing is written', async () => {
  await run(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${Date.UTC(2031, 4, 6)})`);
  const before = [await tables(), await history()];
  await expect(migrate(db)).rejects.toThrow(
    /^This database was used by a newer Headland.* of 2031-05-06\. Start that version or a later one, or put back a backup/,
  );
  expect([await tables(), await history()]).toEqual(before);
});

test('one that has had other migrations is no less unknown, whatever came after', async () => {
  await run(`update drizzle.__drizzle_migrations set created_at = created_at + 1 where id = 1`);
  await expect(migrate(db)).rejects.toThrow(/^This database was used by a newer Headland/);
});

test('an older one is brought up to date, an empty one filled, and one that is up to date left alone', async () => {
  const before = [await tables(), await history()];
  await migrate(db);
  expect([await tables(), await history()]).toEqual(before);
  await run('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await migrate(db);
  expect(await tables()).toEqual(before[0]);
});

test('a process that runs while a newer one brings its tables goes on', async () => {
  const testApp = await createTestApp();
  try {
    const boss = await testApp.owner();
    await testApp.db.query({
      text: 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      values: ['x', Date.UTC(2031, 4, 6)],
    });
    await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Written meanwhile' } });
    await expect(migrate(testApp.db)).rejects.toThrow(/newer Headland/);
  } finally {
    await testApp.close();
  }
});
