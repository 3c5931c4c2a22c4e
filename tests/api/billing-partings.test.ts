import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf, issue } from './billing-field.ts';
import { fingerprint } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-12-20T12:00:00Z') });
});

afterAll(() => testApp.close());

/** A job with one entry of two machines, each with a rate by the load: 10 loads. */
const start = async () => {
  const { boss, world, addJob } = await billingOf(await testApp.owner());
  const params = { orgId: boss.orgId };
  const { serviceTypeId, fresh } = world;
  const machines = [await fresh.equipment(), await fresh.equipment()] as const;
  for (const equipmentId of machines) {
    const body = { serviceTypeId, equipmentId, lines: [{ basis: 'load' as const, prices: [{ upTo: null, price: '10' }] }] };
    await boss.ok(contract.rates.create, { params, body });
  }
  const jobId = await addJob('North');
  const work = { serviceTypeId, date: '2025-06-20', equipmentIds: [...machines], loads: 10 };
  const { id: entryId } = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: work });
  const parting = (first: string, second: string) => ({
    entryId,
    column: 'loads' as const,
    fieldId: null,
    shares: [
      { equipmentId: machines[0], quantity: first },
      { equipmentId: machines[1], quantity: second },
    ],
  });
  const begin = (partings: readonly object[]) =>
    boss.send('POST', `/api/organizations/${boss.orgId}/bill-drafts`, { jobIds: [jobId], partings });
  return { boss, params, jobId, entryId, machines, parting, begin, work };
};

const centsIn = ({ lines }: { readonly lines: readonly { readonly cents: number }[] }) => lines.map(({ cents }) => cents);

test('a draft keeps how an entry is parted, its bill follows it, and the record keeps that', async () => {
  const { boss, params, jobId, machines, parting } = await start();
  const ofJob = () => boss.ok(contract.billDrafts.ofJob, { params: { id: jobId } });
  const { bill: unparted } = await ofJob();
  expect([centsIn(unparted), unparted.warnings]).toMatchObject([
    [10_000],
    [{ kind: 'billedOnce', equipmentId: machines[1], measure: { column: 'loads', quantity: '10', equipmentIds: machines } }],
  ]);
  const draft = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [jobId], partings: [parting('6.5', '3.5')] } });
  expect([centsIn(draft.bill), draft.bill.warnings, draft.partings]).toEqual([[6500, 3500], [], [parting('6.5', '3.5')]]);
  const changed = await boss.ok(contract.billDrafts.update, { params: draft, body: { partings: [parting('2', '8')] } });
  expect([changed.version, centsIn(changed.bill)]).toEqual([2, [2000, 8000]]);
  expect(centsIn((await ofJob()).bill)).toEqual([2000, 8000]);
  const { content } = await issue(boss, draft.id);
  expect(content.bill.lines.map(({ explanation }) => 'parts' in explanation && explanation.parts[0]?.entries[0])).toMatchObject([
    { measured: '2', whole: '10' },
    { measured: '8', whole: '10' },
  ]);
});

test('it is no longer valid when the entry’s number changes, and goes with the next change of the partings', async () => {
  const { boss, params, jobId, entryId, parting } = await start();
  const draft = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [jobId], partings: [parting('6.5', '3.5')] } });
  await boss.ok(contract.jobEntries.update, { params: { id: entryId }, body: { loads: 11 } });
  const now = await boss.ok(contract.billDrafts.get, { params: draft });
  expect([centsIn(now.bill), now.bill.warnings.length, now.partings.length]).toEqual([[11_000], 1, 1]);
  const noted = await boss.ok(contract.billDrafts.update, { params: draft, body: { notes: 'Thank you' } });
  expect(noted.partings.length).toBe(1);
  const pruned = await boss.ok(contract.billDrafts.update, { params: draft, body: { partings: noted.partings } });
  expect(pruned.partings).toEqual([]);
});

test.each<[string, (of: Awaited<ReturnType<typeof start>>) => readonly object[], string]>([
  ['does not add up', ({ parting }) => [parting('6', '3')], 'The shares add up to 9. They must add up to 10.'],
  [
    'is of no number',
    ({ parting }) => [{ ...parting('6', '4'), column: 'fuel' }],
    'Nothing in that entry can be split by machine on this bill.',
  ],
  [
    'is of another entry',
    ({ parting }) => [{ ...parting('6', '4'), entryId: 2_147_483_646 }],
    'Nothing in that entry can be split by machine on this bill.',
  ],
  [
    'names another machine',
    ({ parting }) => [{ ...parting('6', '4'), shares: [{ equipmentId: 2_147_483_646, quantity: '10' }] }],
    'Give a share only to the machines on this entry whose rate needs one.',
  ],
  ['stands there twice', ({ parting }) => [parting('6', '4'), parting('5', '5')], 'Split each quantity of an entry only once.'],
  ['is below zero', ({ parting }) => [parting('-1', '11')], 'Must be a quantity, such as 2.5'],
])('a parting that %s is refused, and nothing is written', async (_, partings, message) => {
  const of = await start();
  const before = await fingerprint(testApp);
  const answer = await of.begin(partings(of));
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ message }] } });
  expect(await fingerprint(testApp)).toEqual(before);
});
