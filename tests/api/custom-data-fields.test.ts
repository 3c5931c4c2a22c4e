import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, dataString, fingerprint, type Member, pngBytes, refusedFor } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const list = (boss: Member) => boss.ok(contract.customDataFields.list, { params: boss });
const create = (boss: Member, body: { name: string; fieldType?: 'number' | 'select' | 'attachment' | 'text'; options?: string[] }) =>
  boss.ok(contract.customDataFields.create, { params: boss, body });
const systemField = async (boss: Member, name: string) => {
  const field = (await list(boss)).find((each) => each.name === name);
  if (!field) {
    throw new Error(`no field ${name}`);
  }
  return field;
};
const usage = async (boss: Member) => Object.fromEntries((await list(boss)).map(({ name, usageCount }) => [name, usageCount]));

test('a new field is an active, optional text unless it says otherwise', async () => {
  const boss = await testApp.owner();
  const made = await create(boss, { name: ' Crop ' });
  expect(made).toMatchObject({
    name: 'Crop',
    description: null,
    fieldType: 'text',
    defaultValue: null,
    isRequired: false,
    isActive: true,
    isSystem: false,
    summary: null,
    options: [],
    usageCount: 0,
    version: 1,
  });
  expect(await boss.ok(contract.customDataFields.get, { params: made })).toEqual(made);
});

test('keeps what summaries make of a number, and a change that does not speak of it leaves it', async () => {
  const boss = await testApp.owner();
  const body = { name: 'Score', fieldType: 'number', summary: 'average' } as const;
  const made = await boss.ok(contract.customDataFields.create, { params: boss, body });
  expect(made.summary).toBe('average');
  expect(await boss.ok(contract.customDataFields.update, { params: made, body: { name: 'Mark' } })).toMatchObject({ summary: 'average' });
  expect(await boss.ok(contract.customDataFields.update, { params: made, body: { summary: null } })).toMatchObject({ summary: null });
});

test('keeps the options of a choice in their order', async () => {
  const boss = await testApp.owner();
  const made = await create(boss, { name: 'Crop', fieldType: 'select', options: [' Wheat ', 'Corn', 'Oats, rolled'] });
  expect(made.options).toEqual(['Wheat', 'Corn', 'Oats, rolled']);
  const same = await boss.ok(contract.customDataFields.update, { params: made, body: { options: null } });
  expect(same).toEqual(made);
  expect((await boss.ok(contract.customDataFields.update, { params: made, body: { options: [] } })).options).toEqual([]);
});

test.each(['dropdown', 'file', 'employee', 'textarea', 'boolean', 'date', 'equipment', 'operator', 'attachment'] as const)(
  'answers the type %s as it was stored',
  async (fieldType) => {
    const boss = await testApp.owner();
    const made = await boss.ok(contract.customDataFields.create, { params: boss, body: { name: 'Crop', fieldType } });
    expect(made.fieldType).toBe(fieldType);
  },
);

test.each([
  ['no name', {}, 'name', 'Field name is required'],
  ['a blank name', { name: ' ' }, 'name', 'Field name is required'],
  ['an unknown type', { name: 'X', fieldType: 'colour' }, 'fieldType', 'Unknown field type'],
  ['an empty option', { name: 'X', options: ['a', ' '] }, 'options.1', "An option can't be empty"],
  ['too many options', { name: 'X', options: Array.from({ length: 201 }, String) }, 'options', 'At most 200 options'],
  ['an unknown summary', { name: 'X', summary: 'median' }, 'summary', 'Must be sum, average or none'],
  ['a flag that is a number', { name: 'X', isRequired: 1 }, 'isRequired', 'Must be true or false'],
])('refuses %s', async (_, body, path, message) => {
  const boss = await testApp.owner();
  expect(await boss.send('POST', `/api/organizations/${boss.orgId}/custom-data-fields`, body)).toMatchObject(refusedFor(path, message));
});

test('a name is there once in an organization, in whatever case', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  await create(boss, { name: 'Moisture' });
  const weight = await create(boss, { name: 'Weight' });
  const refused = (name: string) => {
    const message = `A data field named ${name} already exists`;
    return { status: 409, body: { code: 'conflict', detail: message, issues: [{ path: 'name', message }] } };
  };
  const again = await boss.try(contract.customDataFields.create, { params: boss, body: { name: 'MOISTURE' } });
  expect(again).toMatchObject(refused('MOISTURE'));
  const renamed = await boss.try(contract.customDataFields.update, { params: weight, body: { name: 'moisture' } });
  expect(renamed).toMatchObject(refused('moisture'));
  const system = await boss.try(contract.customDataFields.create, { params: boss, body: { name: 'hours' } });
  expect(system).toMatchObject(refused('hours'));
  expect((await create(other, { name: 'Moisture' })).name).toBe('Moisture');
});

describe('system fields', () => {
  test('created once more are the same fields', async () => {
    const boss = await testApp.owner();
    const before = await list(boss);
    const url = `/api/organizations/${boss.orgId}/custom-data-fields`;
    for (const { name, fieldType, isRequired } of SYSTEM_FIELDS) {
      const body = { name, fieldType, isSystem: true, isRequired: !isRequired, description: 'again', options: [] };
      expect(await boss.send('POST', url, body)).toMatchObject({
        status: 201,
        body: { id: before.find((field) => field.name === name)?.id, isSystem: true, isRequired },
      });
    }
    expect(await list(boss)).toEqual(before);
  });

  test('made again where they were missing are not required, unless the call says so', async () => {
    const boss = await testApp.owner();
    await testApp.db.query({ text: 'delete from custom_data_fields where organization_id = $1', values: [boss.orgId] });
    const again = async (body: object) =>
      (await boss.send('POST', `/api/organizations/${boss.orgId}/custom-data-fields`, { isSystem: true, ...body })).body;
    expect(await again({ name: 'Equipment' })).toMatchObject({ fieldType: 'equipment', isSystem: true, isRequired: false });
    expect(await again({ name: 'Operator', isRequired: true })).toMatchObject({ fieldType: 'operator', isSystem: true, isRequired: true });
  });

  test('are only the six: no other name makes one', async () => {
    const boss = await testApp.owner();
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/custom-data-fields`, { name: 'Fuel', isSystem: true });
    expect(answer).toMatchObject({ status: 201, body: { isSystem: false } });
  });

  test.each([
    ['renamed', { name: 'Machine' }],
    ['retyped', { fieldType: 'text' }],
    ['deactivated', { isActive: false }],
  ])('cannot be %s', async (_, body) => {
    const boss = await testApp.owner();
    const field = await systemField(boss, 'Equipment');
    const answer = await boss.send('PATCH', `/api/custom-data-fields/${field.id}`, body);
    const detail = "A system field's name, type and active state can't be changed.";
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', detail } });
    expect(await systemField(boss, 'Equipment')).toEqual(field);
  });

  test('can be required and described, and take the name and type that they have', async () => {
    const boss = await testApp.owner();
    const { id } = await systemField(boss, 'Hours');
    const body = {
      name: 'Hours',
      fieldType: 'number',
      isActive: true,
      isSystem: false,
      isRequired: true,
      description: 'Engine hours',
    } as const;
    const after = await boss.ok(contract.customDataFields.update, { params: { id }, body });
    expect(after).toMatchObject({ name: 'Hours', isSystem: true, isRequired: true, description: 'Engine hours', version: 2 });
  });

  test('a field of one’s own does not become one', async () => {
    const boss = await testApp.owner();
    const { id } = await create(boss, { name: 'Crop' });
    expect(await boss.ok(contract.customDataFields.update, { params: { id }, body: { isSystem: true } })).toMatchObject({
      isSystem: false,
      version: 1,
    });
  });
});

describe('renaming a field', () => {
  const entryWith = async (boss: Member, customFieldValues: Record<string, string | number | null>) => {
    const { jobId, serviceTypeId } = await buildWorld(boss);
    return boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20', customFieldValues } });
  };

  test('renames the key in stored entries', async () => {
    const boss = await testApp.owner();
    const entry = await entryWith(boss, { Crop: 'Wheat', Other: 1 });
    const { id } = await create(boss, { name: 'Crop' });
    await boss.ok(contract.customDataFields.update, { params: { id }, body: { name: 'Fruit' } });
    const after = await boss.ok(contract.jobEntries.get, { params: entry });
    expect(after.customFieldValues).toEqual({ Fruit: 'Wheat', Other: 1 });
    expect(after.version).toBe(2);
  });

  test('leaves entries without the field, and those of other organizations, as they are', async () => {
    const [boss, other] = [await testApp.owner(), await testApp.owner()];
    const [without, theirs] = [await entryWith(boss, { Other: 1 }), await entryWith(other, { Crop: 'Corn' })];
    const { id } = await create(boss, { name: 'Crop' });
    await boss.ok(contract.customDataFields.update, { params: { id }, body: { name: 'Fruit' } });
    expect(await boss.ok(contract.jobEntries.get, { params: without })).toEqual(without);
    expect(await other.ok(contract.jobEntries.get, { params: theirs })).toEqual(theirs);
  });

  test('keeps the name’s usage', async () => {
    const boss = await testApp.owner();
    const field = await create(boss, { name: 'Crop' });
    await entryWith(boss, { Crop: 'Wheat' });
    const after = await boss.ok(contract.customDataFields.update, { params: field, body: { name: 'crop' } });
    expect(after).toMatchObject({ name: 'crop', usageCount: 1 });
  });

  test('that is refused renames nothing', async () => {
    const boss = await testApp.owner();
    await create(boss, { name: 'Fruit' });
    const { id } = await create(boss, { name: 'Crop' });
    await entryWith(boss, { Crop: 'Wheat' });
    const before = await fingerprint(testApp);
    expect((await boss.try(contract.customDataFields.update, { params: { id }, body: { name: 'FRUIT' } })).status).toBe(409);
    expect(await fingerprint(testApp)).toEqual(before);
  });
});

describe('the usage count', () => {
  test('counts services that offer the field and entries with a value for it', async () => {
    const boss = await testApp.owner();
    const { jobId, serviceTypeId, equipmentId, employeeId, fieldId } = await buildWorld(boss);
    expect(await usage(boss)).toEqual({ Attachments: 1, Equipment: 0, Hours: 0, Loads: 0, Moisture: 0, Notes: 0, Operator: 0 });
    const hours = (await systemField(boss, 'Hours')).id;
    for (const name of ['One', 'Two']) {
      await boss.ok(contract.serviceTypes.create, { params: boss, body: { name, customDataFieldIds: [hours, fieldId] } });
    }
    const log = (body: object) => boss.send('POST', `/api/jobs/${jobId}/entries`, { serviceTypeId, date: '2025-06-20', ...body });
    await log({ totalHours: 0, loads: 3, notes: 'wet', equipmentIds: [equipmentId], customFieldValues: { Moisture: 31.5 } });
    await log({ operatorIds: [employeeId], photos: [dataString(pngBytes('usage'))], customFieldValues: { Moisture: 0 } });
    expect(await usage(boss)).toEqual({ Attachments: 2, Equipment: 1, Hours: 3, Loads: 1, Moisture: 4, Notes: 1, Operator: 1 });
  });

  test('counts no entry whose value is empty', async () => {
    const boss = await testApp.owner();
    const { jobId, serviceTypeId } = await buildWorld(boss);
    const body = { serviceTypeId, date: '2025-06-20', notes: ' ', totalHours: null, customFieldValues: { Moisture: null } };
    await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body });
    expect(await usage(boss)).toMatchObject({ Hours: 0, Moisture: 0, Notes: 0 });
  });

  test('of a number field named Fuel or Billable Hours is that of the entry’s own column', async () => {
    const boss = await testApp.owner();
    const { jobId, serviceTypeId } = await buildWorld(boss);
    await create(boss, { name: 'Fuel', fieldType: 'number' });
    await create(boss, { name: 'Billable hours', fieldType: 'number' });
    await boss.ok(contract.jobEntries.create, {
      params: { id: jobId },
      body: { serviceTypeId, date: '2025-06-20', fuel: 12.5, billableHours: 3 },
    });
    expect(await usage(boss)).toMatchObject({ Fuel: 1, 'Billable hours': 1 });
  });

  test('counts nothing of other organizations', async () => {
    const [boss, other] = [await testApp.owner(), await testApp.owner()];
    const { jobId, serviceTypeId } = await buildWorld(other);
    await other.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20', totalHours: 5 } });
    expect(await usage(boss)).toMatchObject({ Hours: 0 });
  });
});

test('activates and deactivates a field', async () => {
  const boss = await testApp.owner();
  const made = await create(boss, { name: 'Crop' });
  const off = await boss.ok(contract.customDataFields.update, { params: made, body: { isActive: false } });
  expect(off).toMatchObject({ isActive: false, version: 2 });
  expect(await boss.ok(contract.customDataFields.update, { params: made, body: { isActive: true } })).toMatchObject({
    isActive: true,
    version: 3,
  });
});

test('lists fields by name, in whatever case', async () => {
  const boss = await testApp.owner();
  await create(boss, { name: 'acres' });
  await create(boss, { name: 'Zone' });
  const names = (await list(boss)).map(({ name }) => name);
  expect(names).toEqual(['acres', 'Attachments', 'Equipment', 'Hours', 'Loads', 'Notes', 'Operator', 'Zone']);
});
