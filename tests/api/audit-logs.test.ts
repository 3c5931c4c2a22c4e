import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, refusedFor, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const logsOf = (who: Member, limit?: string) =>
  who.ok(contract.auditLogs.list, { params: who, query: limit === undefined ? {} : { limit } });

test('every record that is created is logged with what it is called', async () => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  const [draft, , cost, rate, ...logs] = await logsOf(boss, '16');
  expect([draft?.subject, cost?.subject, rate?.subject]).toEqual([`Draft bill ${world.draftId}`, 'Fuel', 'Spare rate']);
  expect(logs.map(({ action, entityType, entityId, subject }) => [action, entityType, entityId, subject])).toEqual([
    ['create', 'run', world.runId, '2025-06-16'],
    ['create', 'day_off', world.dayOffId, '2025-06-16'],
    ['create', 'invitation', world.invitationId, 'New hand'],
    ['create', 'api_key', world.apiKeyId, 'Scale house'],
    ['create', 'job_entry', world.entryId, 'Chopping, North silage'],
    ['create', 'job', world.jobId, 'North silage'],
    ['create', 'implement', world.implementId, 'Pickup 300'],
    ['create', 'equipment', world.equipmentId, 'Claas 970'],
    ['create', 'custom_data_field', world.fieldId, 'Moisture'],
    ['create', 'service_type', world.serviceTypeId, 'Chopping'],
    ['create', 'employee', world.employeeId, 'Ines Moreau'],
    ['create', 'customer', world.customerId, 'Pine Ridge Farms'],
  ]);
  expect(logs[4]?.changes).toMatchObject({ old: null, new: { jobId: world.jobId, customerId: world.customerId, date: '2025-06-14' } });
  expect(logs[4]?.user).toEqual({ id: boss.userId, firstName: 'Dana', lastName: 'Halvorsen', username: boss.email });
});

test('a change is logged with just the values that changed, before and after', async () => {
  const boss = await testApp.owner();
  const { customerId } = await buildWorld(boss);
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: { businessName: 'Pine Ridge Farms', address: 'Road 1' } });
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: { address: 'Road 2', phoneNumber: '' } });
  const [second, first] = await logsOf(boss, '2');
  expect(first?.changes).toEqual({ old: { address: null }, new: { address: 'Road 1' } });
  expect(second?.changes).toEqual({ old: { address: 'Road 1' }, new: { address: 'Road 2' } });
  expect(second).toMatchObject({ action: 'update', entityType: 'customer', entityId: customerId, subject: 'Pine Ridge Farms' });
});

test('names who did it, to members as well', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId } = await buildWorld(boss);
  const driver = await testApp.member(boss, 'basic');
  await driver.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20' } });
  const [log] = await logsOf(driver, '1');
  expect(log).toMatchObject({ entityType: 'job_entry', user: { id: driver.userId, username: driver.email } });
});

test('a refused change is not logged', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId } = await buildWorld(boss);
  const before = await logsOf(boss);
  await boss.send('POST', `/api/jobs/${jobId}/entries`, { serviceTypeId, date: '2025-06-20', operatorIds: [UNKNOWN_ID] });
  await boss.send('PATCH', `/api/jobs/${jobId}`, { name: 'X', customerId: UNKNOWN_ID });
  expect(await logsOf(boss)).toEqual(before);
});

test('contains neither passwords nor the bytes of files', async () => {
  const boss = await testApp.owner();
  await buildWorld(boss);
  const text = JSON.stringify(await logsOf(boss));
  expect(text).not.toMatch(/password|argon2|base64/i);
});

test('returns all of it, newest first, or as many as asked for', async () => {
  const boss = await testApp.owner();
  const { customerId } = await buildWorld(boss);
  for (const index of Array.from({ length: 45 }, (_, each) => each)) {
    await boss.ok(contract.customers.update, { params: { id: customerId }, body: { address: `Road ${index}` } });
  }
  const newest = await logsOf(boss);
  expect(newest).toHaveLength(69);
  expect(newest[0]?.changes.new).toEqual({ address: 'Road 44' });
  expect(newest.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toSorted((one, other) => other - one));
  expect(await logsOf(boss, '5')).toEqual(newest.slice(0, 5));
  expect(await logsOf(boss, '1000')).toEqual(newest);
});

test.each(['0', '-1', '1001', 'ten', '1.5', ''])('refuses the limit "%s"', async (limit) => {
  const boss = await testApp.owner();
  const answer = await boss.send('GET', `/api/organizations/${boss.orgId}/audit-logs?limit=${limit}`);
  expect(answer).toMatchObject(refusedFor('limit', 'Must be a number from 1 to 1000'));
});

test('returns the history of one entry, newest first', async () => {
  const boss = await testApp.owner();
  const { entryId, jobId, serviceTypeId } = await buildWorld(boss);
  await boss.ok(contract.jobEntries.update, { params: { id: entryId }, body: { totalHours: 8 } });
  await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20' } });
  await boss.ok(contract.jobEntries.update, { params: { id: entryId }, body: { totalHours: 8.5 } });
  const history = await boss.ok(contract.auditLogs.ofJobEntry, { params: { orgId: boss.orgId, id: entryId } });
  expect(history.map(({ action, entityId, changes }) => [action, entityId, changes.new?.['totalHours']])).toEqual([
    ['update', entryId, 8.5],
    ['update', entryId, 8],
    ['create', entryId, undefined],
  ]);
});

test('the history of an entry that is not the organization’s is empty', async () => {
  const boss = await testApp.owner();
  const theirs = await buildWorld(await testApp.owner());
  for (const id of [UNKNOWN_ID, theirs.entryId]) {
    expect(await boss.ok(contract.auditLogs.ofJobEntry, { params: { orgId: boss.orgId, id } })).toEqual([]);
  }
});

test('an organization sees nothing of what others do', async () => {
  const [boss, other] = [await testApp.owner('Ours'), await testApp.owner('Theirs')];
  await buildWorld(other);
  expect((await logsOf(boss)).filter(({ user }) => user?.id !== boss.userId)).toEqual([]);
  expect(await logsOf(boss)).toHaveLength(8);
});
