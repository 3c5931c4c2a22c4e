import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, fingerprint, type Member, refusedFor, TEMPORARY_ID, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const addService = async (boss: Member, name: string) => (await boss.ok(contract.serviceTypes.create, { params: boss, body: { name } })).id;
const addMachine = (boss: Member, name: string, serviceTypeIds: number[] = []) =>
  boss.ok(contract.equipment.create, { params: boss, body: { name, serviceTypeIds } });
const linkedTo = async (boss: Member, id: number) => (await boss.ok(contract.serviceTypes.get, { params: { id } })).linkedEquipmentIds;
const servicesOf = async (boss: Member, id: number) => (await boss.ok(contract.equipment.get, { params: { id } })).serviceTypeIds;

test('creates equipment with and without services, and reads it', async () => {
  const boss = await testApp.owner();
  const body = { name: 'Claas 970', unitNumber: 'F-12', serialNumber: '', equipmentTypeId: 4 };
  const made = await boss.ok(contract.equipment.create, { params: boss, body });
  expect(made).toMatchObject({
    name: 'Claas 970',
    unitNumber: 'F-12',
    serialNumber: null,
    equipmentTypeId: 4,
    serviceTypeIds: [],
    version: 1,
  });
  expect(await boss.ok(contract.equipment.get, { params: made })).toEqual(made);
  const chopping = await addService(boss, 'Chopping');
  expect((await addMachine(boss, 'Fendt', [chopping])).serviceTypeIds).toEqual([chopping]);
});

test('lists equipment by name, in whatever case', async () => {
  const boss = await testApp.owner();
  for (const name of ['fendt 942', 'Claas 970', 'Deere 9700']) {
    await addMachine(boss, name);
  }
  expect((await boss.ok(contract.equipment.list, { params: boss })).map(({ name }) => name)).toEqual([
    'Claas 970',
    'Deere 9700',
    'fendt 942',
  ]);
});

test.each([
  ['no name', {}, 'name', 'Equipment name is required'],
  ['a blank name', { name: ' ' }, 'name', 'Equipment name is required'],
  ['a type that is no whole number', { name: 'X', equipmentTypeId: 1.5 }, 'equipmentTypeId', 'Must be a whole number'],
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
  expect(await boss.send('POST', `/api/organizations/${boss.orgId}/equipment`, body)).toMatchObject(refusedFor(path, message));
  expect(await fingerprint(testApp)).toEqual(before);
});

test('refuses the services of another organization as if they did not exist', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  const theirs = await addService(other, 'Theirs');
  const made = await addMachine(boss, 'Claas 970');
  const answer = await boss.try(contract.equipment.update, { params: made, body: { serviceTypeIds: [theirs] } });
  expect(answer).toMatchObject(refusedFor('serviceTypeIds', `Service not found: ${theirs}`));
});

test('a link between equipment and service is one link, seen from both sides', async () => {
  const boss = await testApp.owner();
  const [chopping, hauling] = [await addService(boss, 'Chopping'), await addService(boss, 'Hauling')];
  const [claas, fendt] = [await addMachine(boss, 'Claas', [chopping]), await addMachine(boss, 'Fendt')];
  expect(await linkedTo(boss, chopping)).toEqual([claas.id]);

  await boss.ok(contract.equipment.update, { params: fendt, body: { serviceTypeIds: [hauling, chopping] } });
  expect(await linkedTo(boss, chopping)).toEqual([claas.id, fendt.id]);
  expect(await linkedTo(boss, hauling)).toEqual([fendt.id]);

  const answer = await boss.ok(contract.serviceTypes.update, { params: { id: chopping }, body: { linkedEquipmentIds: [claas.id] } });
  expect(answer.linkedEquipmentIds).toEqual([claas.id]);
  expect(await servicesOf(boss, fendt.id)).toEqual([hauling]);
  expect(await servicesOf(boss, claas.id)).toEqual([chopping]);

  await boss.ok(contract.serviceTypes.update, { params: { id: hauling }, body: { linkedEquipmentIds: [claas.id, fendt.id] } });
  expect((await servicesOf(boss, claas.id)).toSorted()).toEqual([chopping, hauling].toSorted());
  await boss.ok(contract.equipment.update, { params: claas, body: { serviceTypeIds: [] } });
  expect([await linkedTo(boss, chopping), await linkedTo(boss, hauling)]).toEqual([[], [fendt.id]]);
});

test('a link made from the service counts as a change of the equipment only where it changed', async () => {
  const boss = await testApp.owner();
  const [linked, free] = [await addMachine(boss, 'Linked'), await addMachine(boss, 'Free')];
  const { id } = await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: 'Baling', linkedEquipmentIds: [linked.id] } });
  await boss.ok(contract.serviceTypes.update, { params: { id }, body: { linkedEquipmentIds: [linked.id] } });
  expect((await boss.ok(contract.equipment.get, { params: linked })).version).toBe(2);
  expect((await boss.ok(contract.equipment.get, { params: free })).version).toBe(1);
  const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: {} });
  const changes = logs.filter(({ entityType, action }) => entityType === 'equipment' && action === 'update');
  expect(changes.map(({ entityId, changes: { new: after } }) => [entityId, after])).toEqual([[linked.id, { serviceTypeIds: [id] }]]);
});

test('lists the usage of a machine, newest date first, also where it was not the first one', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId, equipmentId } = await buildWorld(boss);
  const second = await addMachine(boss, 'Fendt');
  const log = (date: string, equipmentIds: number[]) =>
    boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date, equipmentIds } });
  const late = await log('2025-07-02', [equipmentId, second.id]);
  await log('2025-07-03', [equipmentId]);
  const early = await log('2025-07-01', [second.id]);
  const history = await boss.ok(contract.equipment.jobEntries, { params: second });
  expect(history.map(({ id, date, customerName, jobName }) => [id, date, customerName, jobName])).toEqual([
    [late.id, '2025-07-02', 'Pine Ridge Farms', 'North silage'],
    [early.id, '2025-07-01', 'Pine Ridge Farms', 'North silage'],
  ]);
  expect(history[0]?.equipmentNames).toEqual(['Claas 970', 'Fendt']);
});

test('the version grows only on a real change', async () => {
  const boss = await testApp.owner();
  const service = await addService(boss, 'Chopping');
  const made = await addMachine(boss, 'Claas', [service]);
  expect(await boss.ok(contract.equipment.update, { params: made, body: { name: 'Claas', serviceTypeIds: [service] } })).toEqual(made);
  expect((await boss.ok(contract.equipment.update, { params: made, body: { unitNumber: '7' } })).version).toBe(2);
});
