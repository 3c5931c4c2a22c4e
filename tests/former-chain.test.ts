import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { migrateTo, requireKnownVersion } from '#server/db/migrate-to.ts';
import { migrate } from '#server/db/migrate.ts';
import { catalogueOf, contentOf } from '#tests/backup/tables-field.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';
import { becomeFormer, FORMER_HALF, FORMER_WHOLE } from './support/former-chain.ts';

// Databases of the 33 migrations from before the first release (decision 0052): nobody was given one, but some of ours run.

let db: TestDatabase;
/** As the first migration leaves it: that is what the former chain left, too. */
beforeEach(async () => {
  db = await createTestDatabase('template1');
  await ensureBoundRole(db);
  await migrateTo(db, { count: 1, last: '' });
  await db.query({ text: `insert into users (email, email_key) values ('a@example.com', 'a@example.com')`, values: [] });
});
afterEach(() => db.close());

const historyOf = (from: TestDatabase) =>
  from.query({ text: 'select hash, created_at from drizzle.__drizzle_migrations order by id', values: [] });
const history = () => historyOf(db);

test('a database of the whole former chain is taken over: its history is that of a new one, and nothing else changes', async () => {
  const [first] = await history();
  await becomeFormer(db.url, FORMER_WHOLE);
  expect(await history()).toHaveLength(33);
  await migrate(db);
  const newer = await createTestDatabase();
  expect((await history())[0]).toEqual(first);
  expect(await history()).toEqual(await historyOf(newer));
  expect(await catalogueOf(db.url)).toEqual(await catalogueOf(newer.url));
  await newer.close();
  expect(await db.query({ text: 'select email from users', values: [] })).toEqual([{ email: 'a@example.com' }]);
  const after = [await catalogueOf(db.url), await contentOf(db.url), await history()];
  await migrate(db);
  expect([await catalogueOf(db.url), await contentOf(db.url), await history()]).toEqual(after);
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
