import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { ANSWER_DAYS, CHANGE_DAYS, forgetOld } from '#server/commands/forget-old.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { Member } from './world.ts';

let testApp: TestApp;
let boss: Member;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  // The tests look far ahead; this one session lasts.
  await testApp.db.query({ text: `update sessions set expires_at = '9999-01-01'`, values: [] });
});

afterAll(() => testApp.close());

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

const create = (key: string) =>
  boss.send('POST', `/api/organizations/${boss.orgId}/customers`, { businessName: key }, { 'idempotency-key': key });

const count = async (text: string): Promise<number> => {
  const [row] = await testApp.db.query<{ count: number }>({ text: `select count(*)::int as count from ${text}`, values: [] });
  return row?.count ?? -1;
};

test('answers are kept for 30 days, keys and outcomes for good', async () => {
  const first = await create('kept');
  await forgetOld(testApp.db.app, inDays(ANSWER_DAYS - 1));
  expect(await count('sync_ops where answer is not null')).toBeGreaterThan(0);

  await forgetOld(testApp.db.app, inDays(ANSWER_DAYS + 1));
  expect(await count('sync_ops where answer is not null')).toBe(0);
  const again = await create('kept');
  expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } });
});

test('changes are kept for 180 days; a device that was away longer starts over', async () => {
  const since = (cursor: string) => boss.ok(contract.changes.since, { params: { orgId: boss.orgId }, query: { cursor } });
  const start = await boss.ok(contract.changes.since, { params: { orgId: boss.orgId } });
  await create('changed');
  await forgetOld(testApp.db.app, inDays(CHANGE_DAYS - 1));
  expect(await since(start.cursor)).toMatchObject({ reset: false, upserts: { customers: [{ businessName: 'changed' }] } });

  await forgetOld(testApp.db.app, inDays(CHANGE_DAYS + 1));
  expect(await count('changes')).toBe(0);
  const anew = await since(start.cursor);
  expect(anew).toMatchObject({ reset: true, upserts: { customers: [] } });
  expect(await since(anew.cursor)).toMatchObject({ reset: false, cursor: anew.cursor });
});

test('only what is old enough goes', async () => {
  await testApp.db.query({ text: `update changes set at = at - interval '1 year'`, values: [] });
  const before = await boss.ok(contract.changes.since, { params: { orgId: boss.orgId } });
  await create('old');
  await testApp.db.query({ text: `update changes set at = at - interval '1 year'`, values: [] });
  await create('young');
  await forgetOld(testApp.db.app, new Date());
  expect(await count('changes')).toBe(1);
  const read = await boss.ok(contract.changes.since, { params: { orgId: boss.orgId }, query: { cursor: before.cursor } });
  expect(read.reset).toBe(true);
});

test('sessions that have ended are forgotten, others stay', async () => {
  const signedIn = await count('sessions');
  await forgetOld(testApp.db.app, new Date());
  expect(await count('sessions')).toBe(signedIn);
  await testApp.person();
  await forgetOld(testApp.db.app, inDays(400));
  expect(await count('sessions')).toBe(signedIn);
});
