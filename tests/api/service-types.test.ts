import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, fingerprint, type Member, refusedFor, TEMPORARY_ID, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

type Body = Parameters<typeof addService>[1];
const addService = (
  boss: Member,
  body: { name: string; customDataFieldIds?: number[]; requiredFieldIds?: number[]; requiredFields?: never; equipmentCount?: number },
) => boss.ok(contract.serviceTypes.create, { params: boss, body });
const patch = (boss: Member, id: number, body: Partial<Body>) => boss.ok(contract.serviceTypes.update, { params: { id }, body });

/** The ids of the system fields by their names. */
const systemFields = async (boss: Member): Promise<Record<'Equipment' | 'Operator' | 'Hours', number>> => {
  const fields = await boss.ok(contract.customDataFields.list, { params: boss });
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? 0;
  return { Equipment: idOf('Equipment'), Operator: idOf('Operator'), Hours: idOf('Hours') };
};

test('a service has the defaults of the specification', async () => {
  const boss = await testApp.owner();
  const made = await addService(boss, { name: ' Chopping ' });
  expect(made).toMatchObject({
    name: 'Chopping',
    description: null,
    customDataFieldIds: [],
    requiredFieldIds: [],
    equipmentCount: 1,
    allowMultipleOperators: false,
    linkedEquipmentIds: [],
    showMachine: null,
    showEquipment: null,
    requiredFields: null,
    version: 1,
  });
  expect(await boss.ok(contract.serviceTypes.get, { params: made })).toEqual(made);
});

test('a service that does not say requires those of its fields that are required by themselves', async () => {
  const boss = await testApp.owner();
  const { Equipment, Operator, Hours } = await systemFields(boss);
  const silent = await addService(boss, { name: 'Chopping', customDataFieldIds: [Hours, Operator] });
  expect(silent).toMatchObject({ customDataFieldIds: [Hours, Operator], requiredFieldIds: [Operator] });
  const outspoken = await addService(boss, { name: 'Hauling', customDataFieldIds: [Equipment], requiredFieldIds: [] });
  expect(outspoken).toMatchObject({ customDataFieldIds: [Equipment], requiredFieldIds: [] });
  // Only a beginning: what a service says goes on holding, whatever becomes of the field.
  expect(await patch(boss, outspoken.id, { customDataFieldIds: [Equipment, Operator] })).toMatchObject({ requiredFieldIds: [] });
  await boss.ok(contract.customDataFields.update, { params: { id: Operator }, body: { isRequired: false } });
  expect((await boss.ok(contract.serviceTypes.get, { params: silent })).requiredFieldIds).toEqual([Operator]);
});

test('answers the flags of the wizard and its required fields as they were sent', async () => {
  const boss = await testApp.owner();
  const flags = {
    showEquipment: true,
    showOperator: false,
    showTotalHours: true,
    showLoads: false,
    showNote: true,
    showEquipmentCount: null,
    showMachine: true,
  };
  const requiredFields = { hours: true, list: [1, 'two', null, { deep: 0.1 }], none: null };
  const made = await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: 'Baling', ...flags, requiredFields } });
  expect(made).toMatchObject({ ...flags, requiredFields });
  expect(await boss.ok(contract.serviceTypes.get, { params: made })).toEqual(made);
});

test.each([[[]], ['text'], [7], [false], [null], [['hours']], [{}]])(
  'keeps %j as the required fields of the wizard',
  async (requiredFields) => {
    const boss = await testApp.owner();
    const made = await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: 'Baling', requiredFields } });
    expect((await boss.ok(contract.serviceTypes.get, { params: made })).requiredFields).toEqual(requiredFields);
    const other = { b: requiredFields, a: 1 };
    const changed = await boss.ok(contract.serviceTypes.update, { params: made, body: { requiredFields: other } });
    expect(changed).toMatchObject({ requiredFields: other, version: 2 });
  },
);

test('lists services by name, in whatever case', async () => {
  const boss = await testApp.owner();
  for (const name of ['hauling', 'Baling', 'Mowing']) {
    await addService(boss, { name });
  }
  expect((await boss.ok(contract.serviceTypes.list, { params: boss })).map(({ name }) => name)).toEqual(['Baling', 'hauling', 'Mowing']);
});

describe('the fields of a service', () => {
  test('requiring a field includes it', async () => {
    const boss = await testApp.owner();
    const { Equipment, Operator, Hours } = await systemFields(boss);
    const made = await addService(boss, { name: 'Chopping', customDataFieldIds: [Equipment], requiredFieldIds: [Operator, Equipment] });
    expect(made).toMatchObject({ customDataFieldIds: [Equipment, Operator], requiredFieldIds: [Operator, Equipment] });
    const more = await patch(boss, made.id, { requiredFieldIds: [Hours] });
    expect(more).toMatchObject({ customDataFieldIds: [Equipment, Operator, Hours], requiredFieldIds: [Hours] });
  });

  test('leaving a field out no longer requires it', async () => {
    const boss = await testApp.owner();
    const { Equipment, Operator } = await systemFields(boss);
    const made = await addService(boss, { name: 'Chopping', requiredFieldIds: [Equipment, Operator] });
    expect(await patch(boss, made.id, { customDataFieldIds: [Operator] })).toMatchObject({
      customDataFieldIds: [Operator],
      requiredFieldIds: [Operator],
    });
    expect(await patch(boss, made.id, { customDataFieldIds: [] })).toMatchObject({ customDataFieldIds: [], requiredFieldIds: [] });
  });

  test('each counts once', async () => {
    const boss = await testApp.owner();
    const { Equipment, Hours } = await systemFields(boss);
    const made = await addService(boss, { name: 'X', customDataFieldIds: [Hours, Hours, Equipment], requiredFieldIds: [Hours, Hours] });
    expect(made).toMatchObject({ customDataFieldIds: [Hours, Equipment], requiredFieldIds: [Hours] });
  });

  test('other changes leave them as they are', async () => {
    const boss = await testApp.owner();
    const { Equipment, Hours } = await systemFields(boss);
    const made = await addService(boss, { name: 'X', customDataFieldIds: [Hours, Equipment], requiredFieldIds: [Hours] });
    expect(await patch(boss, made.id, { name: 'Y' })).toEqual({ ...made, name: 'Y', version: 2, updatedAt: expect.any(String) });
  });

  test.each(['customDataFieldIds', 'requiredFieldIds'])('unknown ids among %s are refused', async (key) => {
    const boss = await testApp.owner();
    const { Hours } = await systemFields(boss);
    const before = await fingerprint(testApp);
    const url = `/api/organizations/${boss.orgId}/service-types`;
    const answer = await boss.send('POST', url, { name: 'X', [key]: [Hours, UNKNOWN_ID] });
    expect(answer).toMatchObject(refusedFor('customDataFieldIds', `Data field not found: ${UNKNOWN_ID}`));
    const temporary = await boss.send('POST', url, { name: 'X', [key]: [TEMPORARY_ID] });
    expect(temporary).toMatchObject(refusedFor(`${key}.0`, 'Must be the id of a record (data field)'));
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('those of another organization are refused as if they did not exist', async () => {
    const [boss, other] = [await testApp.owner(), await testApp.owner()];
    const { Hours: theirs } = await systemFields(other);
    const made = await addService(boss, { name: 'X' });
    for (const body of [{ customDataFieldIds: [theirs] }, { requiredFieldIds: [theirs] }]) {
      const answer = await boss.try(contract.serviceTypes.update, { params: made, body });
      expect(answer).toMatchObject(refusedFor('customDataFieldIds', `Data field not found: ${theirs}`));
    }
  });
});

describe('linked equipment', () => {
  test('unknown ids, and those of another organization, are refused and nothing is made', async () => {
    const [boss, other] = [await testApp.owner(), await testApp.owner()];
    const theirs = await other.ok(contract.equipment.create, { params: other, body: { name: 'Theirs' } });
    const before = await fingerprint(testApp);
    for (const id of [UNKNOWN_ID, theirs.id]) {
      const answer = await boss.try(contract.serviceTypes.create, { params: boss, body: { name: 'X', linkedEquipmentIds: [id] } });
      expect(answer).toMatchObject(refusedFor('linkedEquipmentIds', `Equipment not found: ${id}`));
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('the assignment dialog changes nothing else', async () => {
    const boss = await testApp.owner();
    const { Hours } = await systemFields(boss);
    const machine = await boss.ok(contract.equipment.create, { params: boss, body: { name: 'Claas' } });
    const made = await addService(boss, { name: 'X', requiredFieldIds: [Hours], equipmentCount: 3 });
    const answer = await boss.ok(contract.serviceTypes.update, { params: made, body: { linkedEquipmentIds: [machine.id] } });
    expect(answer).toEqual({ ...made, linkedEquipmentIds: [machine.id] });
  });
});

test.each([
  ['no name', {}, 'name', 'Service name is required'],
  ['no equipment at all', { name: 'X', equipmentCount: 0 }, 'equipmentCount', 'Must be a whole number from 1 to 10'],
  ['eleven pieces of equipment', { name: 'X', equipmentCount: 11 }, 'equipmentCount', 'Must be a whole number from 1 to 10'],
  ['half a piece of equipment', { name: 'X', equipmentCount: 1.5 }, 'equipmentCount', 'Must be a whole number from 1 to 10'],
  ['operators that are counted', { name: 'X', allowMultipleOperators: 2 }, 'allowMultipleOperators', 'Must be true or false'],
  ['a flag that is text', { name: 'X', showMachine: 'yes' }, 'showMachine', 'Must be true, false or null'],
])('refuses %s', async (_, body, path, message) => {
  const boss = await testApp.owner();
  expect(await boss.send('POST', `/api/organizations/${boss.orgId}/service-types`, body)).toMatchObject(refusedFor(path, message));
});

test('lists the entries of a service, newest first', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId, entryId } = await buildWorld(boss);
  const other = await addService(boss, { name: 'Hauling' });
  const log = (id: number, date: string) =>
    boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId: id, date } });
  const late = await log(serviceTypeId, '2025-07-01');
  await log(other.id, '2025-07-02');
  const entries = await boss.ok(contract.serviceTypes.jobEntries, { params: { id: serviceTypeId } });
  expect(entries.map(({ id }) => id)).toEqual([late.id, entryId]);
});

test('the version grows only on a real change, in whatever order the required fields come', async () => {
  const boss = await testApp.owner();
  const requiredFields = { notes: true, a: { z: 1, y: [2, 3] } };
  const made = await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: 'X', requiredFields } });
  for (const again of [requiredFields, { a: { y: [2, 3], z: 1 }, notes: true }]) {
    const body = { name: 'X', requiredFields: again, customDataFieldIds: [], linkedEquipmentIds: [] };
    expect(await boss.ok(contract.serviceTypes.update, { params: made, body })).toEqual(made);
  }
  const changed = await boss.ok(contract.serviceTypes.update, {
    params: made,
    body: { requiredFields: { notes: true, a: { z: 1, y: [3, 2] } } },
  });
  expect(changed.version).toBe(2);
});
