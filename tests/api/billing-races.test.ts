import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { billAtOnce, type Send, wrongMoney, wrongRecords, wrongRuns } from '#tests/kill/billing-storm.ts';
import { injectInto } from '#tests/support/inject.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';

let testApp: TestApp;
let twin: Awaited<ReturnType<TestApp['twin']>>;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-12-20T12:00:00Z'), hasMail: true, publicUrl: 'http://farm.test' });
  twin = await testApp.twin();
});

afterAll(async () => {
  await twin.close();
  await testApp.close();
});

test('32 clients of two processes bill, reopen, draft and run over the same jobs at once: each job is on one live record, no number is left out, no mail twice', async () => {
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
  const field = { orgId: boss.orgId, jobIds, paid, runs: [] };
  // Three processes work on what the runs ask for.
  const over = new AbortController();
  const working = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) {
        await boss.inBackground();
        await sleep(20);
      }
    }),
  );
  expect(await billAtOnce(send, field, () => Promise.resolve())).toEqual([]);
  over.abort();
  await working;
  const { wrong, issued } = await wrongRuns(send, field);
  expect(wrong).toEqual([]);
  expect(issued.length).toBeGreaterThan(0);
  const sent = await testApp.db.query<{ label: string; mails: number }>({
    text: `select r.label, count(m.id)::int as mails from billing_events e
             join billing_records r on r.organization_id = e.organization_id and r.id = e.record_id
             left join mails m on m.event_organization_id = e.organization_id and m.billing_event_id = e.id
            where e.organization_id = $1 and e.kind = 'sent' group by r.id, r.label, e.id`,
    values: [boss.orgId],
  });
  // One note for each bill that was mailed, and one mail for each note.
  expect(new Set(sent.map(({ label }) => label)).size).toBe(sent.length);
  expect(sent.filter(({ mails }) => mails !== 1)).toEqual([]);
  expect(issued).toEqual(expect.arrayContaining(sent.map(({ label }) => label)));
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
