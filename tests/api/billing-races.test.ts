import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { billAtOnce, type Send, wrongMoney, wrongRecords } from '#tests/kill/billing-storm.ts';
import { injectInto } from '#tests/support/inject.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';

let testApp: TestApp;
let twin: Awaited<ReturnType<TestApp['twin']>>;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-12-20T12:00:00Z') });
  twin = await testApp.twin();
});

afterAll(async () => {
  await twin.close();
  await testApp.close();
});

test('32 clients of two processes bill, reopen and draft the same jobs at once: each job is on one live record, numbers have no gap', async () => {
  const { boss, setRate, addJob, log, records } = await billingOf(await testApp.owner());
  await setRate('50');
  const jobIds: number[] = [];
  for (const name of ['A', 'B', 'C', 'D']) {
    const id = await addJob(name, 'open');
    await log(id, 2);
    jobIds.push(id);
  }
  let turn = 0;
  const send: Send = async (method, url, body, key) => {
    turn += 1;
    const headers = { cookie: boss.cookie, 'idempotency-key': key };
    const { status, text } = await injectInto(turn % 2 === 0 ? testApp.app : twin.app, {
      method,
      url,
      headers,
      ...(body ? { payload: body } : {}),
    });
    return { status, text };
  };
  const paid: number[] = [];
  expect(await billAtOnce(send, { orgId: boss.orgId, jobIds, paid }, () => Promise.resolve())).toEqual([]);
  const made = await records();
  expect([...wrongRecords(made, jobIds, 10_000), ...wrongMoney(made, paid)]).toEqual([]);
  expect(paid).not.toEqual([]);
  // Otherwise there was little to prove.
  expect(made.length).toBeGreaterThan(2 * jobIds.length);
  const seqs = await testApp.db.query({
    text: `select 1 from billed_jobs b join jobs j using (organization_id) where j.id = b.job_id and j.status <> 'billed'`,
    values: [],
  });
  expect(seqs).toEqual([]);
  expect(
    (await boss.ok(contract.billDrafts.list, { params: boss })).flatMap(({ jobIds: ids }) => ids.filter((id) => jobIds.includes(id))),
  ).toEqual([]);
});
