import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { ChangesPage } from '#shared/domain/changes.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member } from './world.ts';

// A page of changes says which of its records the caller made, by which keys.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const since = (who: Member, cursor?: string, limit?: number): Promise<ChangesPage> =>
  who.ok(contract.changes.since, {
    params: { orgId: who.orgId },
    query: { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit: String(limit) }) },
  });

const inNewWorld = async () => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const newCustomer = async (who: Member, key?: string): Promise<number> => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const { body } = await who.send('POST', `/api/organizations/${who.orgId}/customers`, { businessName: 'Blue Hill' }, headers);
  return (body as { id: number }).id;
};

test('it is reported to the caller who made it with a key, and to nobody else', async () => {
  const { boss } = await inNewWorld();
  const manager = await testApp.member(boss, 'manager');
  const [{ cursor }, { cursor: ofManager }] = [await since(boss), await since(manager)];
  const [mine, without, other] = [await newCustomer(boss, 'a'), await newCustomer(boss), await newCustomer(manager, 'a')];
  expect((await since(boss, cursor)).upserts.customers.map(({ id }) => id).sort()).toEqual([mine, without, other].sort());
  expect((await since(boss, cursor)).made).toEqual([{ collection: 'customers', id: mine, key: 'a' }]);
  expect((await since(manager, ofManager)).made).toEqual([{ collection: 'customers', id: other, key: 'a' }]);
});

test('it is reported with the record, on whichever page that is, and not with its later changes', async () => {
  const { boss, world } = await inNewWorld();
  let { cursor } = await since(boss);
  const first = await newCustomer(boss, 'b');
  // A machine that changes the services it is for has two numbers, the first of which is its own.
  const url = `/api/organizations/${boss.orgId}/equipment`;
  const body = { name: 'Fendt 942', serviceTypeIds: [world.serviceTypeId] };
  const made = await boss.send('POST', url, body, { 'idempotency-key': 'c' });
  const machine = (made.body as { id: number }).id;
  const third = await newCustomer(boss, 'd');
  const pages: ChangesPage['made'][] = [];
  for (let more = true; more;) {
    const page = await since(boss, cursor, 1);
    ({ cursor, more } = page);
    pages.push(page.made);
  }
  expect(pages.filter(({ length }) => length > 0)).toEqual([
    [{ collection: 'customers', id: first, key: 'b' }],
    [{ collection: 'equipment', id: machine, key: 'c' }],
    [{ collection: 'customers', id: third, key: 'd' }],
  ]);
  await boss.send('PATCH', `/api/customers/${first}`, { address: 'A' }, { 'idempotency-key': 'e' });
  const page = await since(boss, cursor);
  expect(page.upserts.customers.map(({ id }) => id)).toEqual([first]);
  expect(page.made).toEqual([]);
});

test('it is not told of what is deleted already', async () => {
  const { boss } = await inNewWorld();
  const { cursor } = await since(boss);
  const [gone, here] = [await newCustomer(boss, 'f'), await newCustomer(boss, 'g')];
  await boss.ok(contract.customers.remove, { params: { id: gone } });
  expect((await since(boss, cursor)).made).toEqual([{ collection: 'customers', id: here, key: 'g' }]);
});

test('when the copy is fetched again it reports what the caller made last, newest first', async () => {
  const { boss } = await inNewWorld();
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    ids.push(await newCustomer(boss, `h${n}`));
  }
  expect((await since(boss)).made).toEqual([2, 1, 0].map((n) => ({ collection: 'customers', id: ids[n], key: `h${n}` })));
  expect((await since(await testApp.member(boss, 'basic'))).made).toEqual([]);
  await testApp.db.query({
    text: `insert into sync_ops (organization_id, user_id, key, operation, content_hash, entity_id, seq)
           select organization_id, user_id, 'x' || n, operation, content_hash, entity_id, seq + n from sync_ops, generate_series(1, 300) n
            where organization_id = $1 and key = 'h2'`,
    values: [boss.orgId],
  });
  const { made } = await since(boss);
  expect(made).toHaveLength(200);
  expect(made.at(0)?.key).toBe('x300');
});
