import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireKnownVersion } from '#server/db/migrate-to.ts';
import { migrate } from '#server/db/migrate.ts';
import { catalogueOf, contentOf } from '#tests/backup/tables-field.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';
import { becomeFormer, FORMER_HALF, FORMER_WHOLE } from './support/former-chain.ts';

// Databases of the 33 migrations from before the first release (decision 0052): nobody was given one, but some of ours run.

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
  await db.query({ text: `insert into users (email, email_key) values ('a@example.com', 'a@example.com')`, values: [] });
});
afterEach(() => db.close());

const history = () => db.query({ text: 'select hash, created_at from drizzle.__drizzle_migrations order by id', values: [] });

test('a database of the whole former chain is taken over: its history is that of a new one, and nothing else changes', async () => {
  const [catalogue, content, fresh] = [await catalogueOf(db.url), await contentOf(db.url), await history()];
  await becomeFormer(db.url, FORMER_WHOLE);
  expect(await history()).toHaveLength(33);
  await migrate(db);
  expect(await history()).toEqual(fresh);
  await migrate(db);
  expect([await catalogueOf(db.url), await contentOf(db.url), await history()]).toEqual([catalogue, content, fresh]);
});

test('one that has had a part of it is refused with what to do, and nothing is written', async () => {
  await becomeFormer(db.url, FORMER_HALF);
  const before = [await history(), await contentOf(db.url)];
  await expect(migrate(db)).rejects.toThrow(
    /^This database is from before Headland’s first release, with tables of version 20 of 33\. Start Headland once as it was at commit \w{7}/,
  );
  expect([await history(), await contentOf(db.url)]).toEqual(before);
});

test('rows of a part of it are refused as clearly', () => {
  expect(() => requireKnownVersion(FORMER_HALF, 'The backup of May')).toThrow(/^The backup of May is from before Headland’s first release/);
});

test('one that has had the whole chain and something later is a newer one', async () => {
  await becomeFormer(db.url, { count: 34, last: 'f'.repeat(64) });
  await expect(migrate(db)).rejects.toThrow(/^This database was used by a newer Headland/);
});
