import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, fingerprint, type Member, refusedFor, TEMPORARY_ID, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const addService = async (boss: Member, name: string) => (await boss.ok(contract.serviceTypes.create, { params: boss, body: { name } })).id;
const addImplement = (boss: Member, name: string, serviceTypeIds: number[]) =>
  boss.ok(contract.implements.create, { params: boss, body: { name, serviceTypeIds } });

test('creates an implement and reads it', async () => {
  const boss = await testApp.owner();
  const [chopping, hauling] = [await addService(boss, 'Chopping'), await addService(boss, 'Hauling')];
  const made = await addImplement(boss, ' Pickup 300 ', [chopping, hauling]);
  expect(made).toMatchObject({
    organizationId: boss.orgId,
    name: 'Pickup 300',
    serviceTypeIds: [chopping, hauling],
    version: 1,
    createdBy: boss.userId,
  });
  expect(await boss.ok(contract.implements.get, { params: made })).toEqual(made);
  expect(await boss.ok(contract.implements.list, { params: boss })).toEqual([made]);
});

test('lists implements by name, in whatever case, and those of the same name by id', async () => {
  const boss = await testApp.owner();
  const service = await addService(boss, 'Raking');
  const made = new Map<number, string>();
  for (const name of ['rake 900', 'Bunker fork', 'Rake 900', 'Mower head']) {
    made.set((await addImplement(boss, name, [service])).id, name);
  }
  const listed = await boss.ok(contract.implements.list, { params: boss });
  expect(listed.map(({ name }) => name)).toEqual(['Bunker fork', 'Mower head', 'rake 900', 'Rake 900']);
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(made.keys()));
});

test.each([
  ['no name', { serviceTypeIds: [1] }, 'name', 'Implement name is required'],
  ['a blank name', { name: ' ', serviceTypeIds: [1] }, 'name', 'Implement name is required'],
  ['a name that is no text', { name: 7, serviceTypeIds: [1] }, 'name', 'Implement name is required'],
  ['no services', { name: 'X' }, 'serviceTypeIds', 'Select at least one service type'],
  ['services that are null', { name: 'X', serviceTypeIds: null }, 'serviceTypeIds', 'Select at least one service type'],
  ['an empty list of services', { name: 'X', serviceTypeIds: [] }, 'serviceTypeIds', 'Select at least one service type'],
  ['an unknown service', { name: 'X', serviceTypeIds: [UNKNOWN_ID] }, 'serviceTypeIds', `Service not found: ${UNKNOWN_ID}`],
  [
    'a temporary id of a service',
    { name: 'X', serviceTypeIds: [TEMPORARY_ID] },
    'serviceTypeIds.0',
    'Must be the id of a record (service)',
  ],
])('refuses %s', async (_, body, path, message) => {
  const boss = await testApp.owner();
  const before = await fingerprint(testApp);
  expect(await boss.send('POST', `/api/organizations/${boss.orgId}/implements`, body)).toMatchObject(refusedFor(path, message));
  expect(await fingerprint(testApp)).toEqual(before);
});

test('refuses the services of another organization as if they did not exist', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  const [ours, theirs] = [await addService(boss, 'Ours'), await addService(other, 'Theirs')];
  const made = await addImplement(boss, 'Rake', [ours]);
  const answer = await boss.try(contract.implements.update, { params: made, body: { serviceTypeIds: [ours, theirs] } });
  expect(answer).toMatchObject(refusedFor('serviceTypeIds', `Service not found: ${theirs}`));
  expect(await boss.ok(contract.implements.get, { params: made })).toEqual(made);
});

test('changes what is sent and leaves the rest', async () => {
  const boss = await testApp.owner();
  const [raking, mowing] = [await addService(boss, 'Raking'), await addService(boss, 'Mowing')];
  const made = await addImplement(boss, 'Rake', [raking]);
  const renamed = await boss.ok(contract.implements.update, { params: made, body: { name: 'Rake 900' } });
  expect(renamed).toEqual({ ...made, name: 'Rake 900', version: 2, updatedAt: renamed.updatedAt });
  const linked = await boss.ok(contract.implements.update, { params: made, body: { serviceTypeIds: [mowing] } });
  expect(linked).toMatchObject({ name: 'Rake 900', serviceTypeIds: [mowing], version: 3 });
});

test.each([
  [{ name: '' }, 'name', 'Implement name is required'],
  [{ serviceTypeIds: [] }, 'serviceTypeIds', 'Select at least one service type'],
])('cannot be changed to what it may not be: %j', async (body, path, message) => {
  const boss = await testApp.owner();
  const made = await addImplement(boss, 'Rake', [await addService(boss, 'Raking')]);
  expect(await boss.send('PATCH', `/api/implements/${made.id}`, body)).toMatchObject(refusedFor(path, message));
});

test('the version grows only on a real change', async () => {
  const boss = await testApp.owner();
  const service = await addService(boss, 'Raking');
  const made = await addImplement(boss, 'Rake', [service]);
  expect(await boss.ok(contract.implements.update, { params: made, body: { name: 'Rake', serviceTypeIds: [service] } })).toEqual(made);
  const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'implement' } });
  expect(logs.map(({ action, subject }) => [action, subject])).toEqual([['create', 'Rake']]);
});

test('is found at both of its addresses and by nobody else', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  const made = await addImplement(boss, 'Rake', [await addService(boss, 'Raking')]);
  const nested = await boss.send('GET', `/api/organizations/${boss.orgId}/implements/${made.id}`);
  expect([nested.status, nested.body]).toEqual([200, made]);
  for (const address of [`/api/implements/${made.id}`, `/api/organizations/${other.orgId}/implements/${made.id}`]) {
    expect(await other.send('GET', address)).toMatchObject({ status: 404, body: { detail: 'Implement not found' } });
  }
  expect(await other.ok(contract.implements.list, { params: other })).toEqual([]);
});

test('is written by managers and read by everyone', async () => {
  const boss = await testApp.owner();
  const serviceTypeIds = [await addService(boss, 'Raking')];
  const made = await addImplement(boss, 'Rake', serviceTypeIds);
  const [advanced, manager] = [await testApp.member(boss, 'advanced'), await testApp.member(boss, 'manager')];
  const tryAll = async (who: Member) => [
    (await who.try(contract.implements.get, { params: made })).status,
    (await who.try(contract.implements.create, { params: boss, body: { name: 'Fork', serviceTypeIds } })).status,
    (await who.try(contract.implements.update, { params: made, body: { name: `Rake of ${who.userId}` } })).status,
    (await who.try(contract.implements.remove, { params: made })).status,
  ];
  expect(await tryAll(advanced)).toEqual([200, 403, 403, 403]);
  expect(await tryAll(manager)).toEqual([200, 201, 200, 204]);
});

describe('an entry', () => {
  test('names the implement that was used, and goes on without one', async () => {
    const boss = await testApp.owner();
    const { jobId, serviceTypeId, implementId, entryId } = await buildWorld(boss);
    expect(await boss.ok(contract.jobEntries.get, { params: { id: entryId } })).toMatchObject({ implementId: null, implementName: null });
    const body = { serviceTypeId, date: '2025-06-20', implementId };
    const entry = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body });
    expect(entry).toMatchObject({ implementId, implementName: 'Pickup 300' });
    expect((await boss.ok(contract.jobEntries.list, { params: boss }))[0]).toEqual(entry);
    const without = await boss.ok(contract.jobEntries.update, { params: entry, body: { implementId: null } });
    expect(without).toMatchObject({ implementId: null, implementName: null, version: 2 });
  });

  test('keeps its implement when something else changes, and shows its new name', async () => {
    const boss = await testApp.owner();
    const { entryId, implementId } = await buildWorld(boss);
    const entry = { params: { id: entryId } };
    expect((await boss.ok(contract.jobEntries.update, { ...entry, body: { implementId } })).implementName).toBe('Pickup 300');
    expect((await boss.ok(contract.jobEntries.update, { ...entry, body: { loads: 3 } })).implementId).toBe(implementId);
    await boss.ok(contract.implements.update, { params: { id: implementId }, body: { name: 'Pickup 380' } });
    expect(await boss.ok(contract.jobEntries.get, entry)).toMatchObject({ implementId, implementName: 'Pickup 380' });
  });

  test('accepts an implement of another service: the service may have changed since', async () => {
    const boss = await testApp.owner();
    const { entryId } = await buildWorld(boss);
    const other = await addImplement(boss, 'Rake', [await addService(boss, 'Raking')]);
    const entry = await boss.ok(contract.jobEntries.update, { params: { id: entryId }, body: { implementId: other.id } });
    expect(entry.implementName).toBe('Rake');
  });

  test('refuses an implement that is unknown or of another organization', async () => {
    const [boss, other] = [await testApp.owner(), await testApp.owner()];
    const [{ jobId, serviceTypeId, entryId }, theirs] = [await buildWorld(boss), await buildWorld(other)];
    for (const implementId of [UNKNOWN_ID, theirs.implementId]) {
      const refusal = refusedFor('implementId', `Implement not found: ${implementId}`);
      const body = { serviceTypeId, date: '2025-06-20', implementId };
      expect(await boss.try(contract.jobEntries.create, { params: { id: jobId }, body })).toMatchObject(refusal);
      expect(await boss.try(contract.jobEntries.update, { params: { id: entryId }, body: { implementId } })).toMatchObject(refusal);
    }
    const answer = await boss.send('PATCH', `/api/job-entries/${entryId}`, { implementId: TEMPORARY_ID });
    expect(answer).toMatchObject(refusedFor('implementId', 'Must be the id of a record (implement)'));
  });

  test('that names a deleted implement can be corrected all the same', async () => {
    const boss = await testApp.owner();
    const { entryId, implementId } = await buildWorld(boss);
    await boss.ok(contract.implements.remove, { params: { id: implementId } });
    const entry = await boss.ok(contract.jobEntries.update, { params: { id: entryId }, body: { implementId } });
    expect(entry).toMatchObject({ implementId, implementName: 'Pickup 300' });
  });
});
