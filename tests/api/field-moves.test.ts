import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { CustomDataField, FieldType } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deleteAt, kindOf, undoDeletion } from './kinds.ts';
import { buildWorld, fingerprint, type Member, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

interface Values {
  readonly fuel?: number;
  readonly billableHours?: number;
  readonly customFieldValues?: Record<string, string | number | null>;
}

const start = async (): Promise<{ boss: Member; world: World }> => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};
const addField = (boss: Member, name: string, fieldType: FieldType) =>
  boss.ok(contract.customDataFields.create, { params: boss, body: { name, fieldType } });
const log = (boss: Member, { jobId, serviceTypeId }: World, values: Values) =>
  boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20', ...values } });
const entryNow = (boss: Member, { id }: JobEntry) => boss.ok(contract.jobEntries.get, { params: { id } });
const change = (boss: Member, { id }: CustomDataField, body: { name?: string; fieldType?: FieldType }) =>
  boss.ok(contract.customDataFields.update, { params: { id }, body });

test.each([
  ['Fuel', 'fuel'],
  ['fuel', 'fuel'],
  ['FUEL', 'fuel'],
  ['Billable Hours', 'billableHours'],
  ['billable hours', 'billableHours'],
] as const)('a number field that is renamed to %s fills the entry’s own column, and back again', async (name, column) => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Diesel', 'number');
  const entry = await log(boss, world, { customFieldValues: { Diesel: 12.75, Other: 'stays' } });
  const renamed = await change(boss, field, { name });
  expect(renamed).toMatchObject({ name, usageCount: 1 });
  const there = await entryNow(boss, entry);
  expect(there).toMatchObject({ [column]: 12.75, customFieldValues: { Other: 'stays' }, version: 2 });
  const back = await change(boss, field, { name: 'Diesel' });
  expect(back).toMatchObject({ name: 'Diesel', usageCount: 1 });
  expect(await entryNow(boss, entry)).toMatchObject({ [column]: null, customFieldValues: { Diesel: 12.75, Other: 'stays' }, version: 3 });
});

test('a field goes from one column to the other', async () => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Fuel', 'number');
  const entry = await log(boss, world, { fuel: 0.1 });
  await change(boss, field, { name: 'Billable Hours' });
  expect(await entryNow(boss, entry)).toMatchObject({ fuel: null, billableHours: 0.1 });
});

test('another case of the same name moves nothing, and other fields move only under their name', async () => {
  const { boss, world } = await start();
  const [fuel, crop] = [await addField(boss, 'Fuel', 'number'), await addField(boss, 'Crop', 'text')];
  const entry = await log(boss, world, { fuel: 3, customFieldValues: { Crop: 'Rye' } });
  await change(boss, fuel, { name: 'FUEL' });
  expect(await entryNow(boss, entry)).toEqual(entry);
  await change(boss, crop, { name: 'crop' });
  expect(await entryNow(boss, entry)).toMatchObject({ fuel: 3, customFieldValues: { crop: 'Rye' } });
});

test('a text field named Fuel becomes a number: numbers go to the column, the rest stays under its name', async () => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Fuel', 'text');
  // Numbers under a text field come from a time when it had another type or was no field at all.
  const words = await log(boss, world, { customFieldValues: { Fuel: 'two cans' } });
  await testApp.db.query({
    text: `update job_entries set custom_field_values = '{"Fuel": 7.5}' where id = $1`,
    values: [world.entryId],
  });
  await change(boss, field, { fieldType: 'number' });
  expect(await entryNow(boss, words)).toEqual(words);
  expect(await boss.ok(contract.jobEntries.get, { params: { id: world.entryId } })).toMatchObject({ fuel: 7.5, customFieldValues: {} });
  await change(boss, field, { fieldType: 'text' });
  expect(await boss.ok(contract.jobEntries.get, { params: { id: world.entryId } })).toMatchObject({
    fuel: null,
    customFieldValues: { Fuel: 7.5 },
  });
});

test('a rename that would merge two values is refused, names an entry and changes nothing', async () => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Diesel', 'number');
  await log(boss, world, { customFieldValues: { Diesel: 1 } });
  await log(boss, world, { fuel: 2, customFieldValues: { Diesel: 3 } });
  const before = await fingerprint(testApp);
  const answer = await boss.try(contract.customDataFields.update, { params: field, body: { name: 'Fuel' } });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      detail: 'Some entries have values for both Diesel and Fuel, such as the one from 2025-06-20. Choose another name.',
    },
  });
  expect(await fingerprint(testApp)).toEqual(before);
});

test('a rename onto a name under which entries keep values of no field is refused too', async () => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Crop', 'text');
  await log(boss, world, { customFieldValues: { Crop: 'Rye', Fruit: 'Wheat' } });
  const before = await fingerprint(testApp);
  expect((await boss.try(contract.customDataFields.update, { params: field, body: { name: 'Fruit' } })).status).toBe(409);
  expect(await fingerprint(testApp)).toEqual(before);
});

test('an empty value counts as none: it neither blocks nor replaces a value', async () => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Crop', 'text');
  const empty = await log(boss, world, { customFieldValues: { Crop: null, Fruit: 'Wheat' } });
  const full = await log(boss, world, { customFieldValues: { Crop: 'Rye', Fruit: null } });
  expect(await change(boss, field, { name: 'Fruit' })).toMatchObject({ usageCount: 2 });
  expect((await entryNow(boss, empty)).customFieldValues).toMatchObject({ Fruit: 'Wheat' });
  expect((await entryNow(boss, full)).customFieldValues).toEqual({ Fruit: 'Rye' });
});

test('deleted entries move along, and come back under the new name', async () => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Diesel', 'number');
  const entry = await log(boss, world, { customFieldValues: { Diesel: 4 } });
  await deleteAt(boss, kindOf('job_entry'), entry.id);
  expect(await change(boss, field, { name: 'Fuel' })).toMatchObject({ usageCount: 0 });
  await undoDeletion(boss, kindOf('job_entry'), entry.id);
  expect(await entryNow(boss, entry)).toMatchObject({ fuel: 4, customFieldValues: {} });
  expect(await boss.ok(contract.customDataFields.get, { params: field })).toMatchObject({ usageCount: 1 });
});

test('a rename is one item of the audit log, while every entry that moved has a new version', async () => {
  const { boss, world } = await start();
  const field = await addField(boss, 'Crop', 'text');
  const [moved, other] = [await log(boss, world, { customFieldValues: { Crop: 'Rye' } }), await log(boss, world, { fuel: 1 })];
  const { cursor } = await boss.ok(contract.changes.since, { params: boss });
  await change(boss, field, { name: 'Fruit' });
  expect((await entryNow(boss, moved)).version).toBe(2);
  expect((await entryNow(boss, other)).version).toBe(1);
  const [log1] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1' } });
  expect(log1).toMatchObject({
    entityType: 'custom_data_field',
    action: 'update',
    changes: { old: { name: 'Crop' }, new: { name: 'Fruit' } },
  });
  const { upserts } = await boss.ok(contract.changes.since, { params: boss, query: { cursor } });
  expect(upserts.jobEntries.map(({ id, customFieldValues }) => [id, customFieldValues])).toEqual([[moved.id, { Fruit: 'Rye' }]]);
  expect(upserts.customDataFields.map(({ name }) => name)).toEqual(['Fruit']);
});
