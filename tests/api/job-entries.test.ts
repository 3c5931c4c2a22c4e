import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { CallOf } from '#shared/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, fingerprint, type Member, refusedFor, TEMPORARY_ID, UNKNOWN_ID, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

type Body = CallOf<typeof contract.jobEntries.create>['body'];
const log = (boss: Member, { jobId, serviceTypeId }: World, body: Partial<Body> = {}) =>
  boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20', ...body } });
const change = (boss: Member, id: number, body: CallOf<typeof contract.jobEntries.update>['body']) =>
  boss.ok(contract.jobEntries.update, { params: { id }, body });
const addOperator = async (boss: Member, firstName: string) =>
  (await boss.ok(contract.employees.create, { params: boss, body: { firstName, lastName: 'Berg', isOperator: true } })).id;

const start = async () => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

test('logs an entry and reads it with the names of what it is about', async () => {
  const { boss, world } = await start();
  const { equipmentId, employeeId } = world;
  const body = {
    equipmentIds: [equipmentId],
    operatorIds: [employeeId],
    totalHours: 8.5,
    billableHours: 8,
    fuel: 120.25,
    loads: 14,
    notes: ' wet ',
  };
  const made = await log(boss, world, body);
  expect(made).toMatchObject({
    ...body,
    organizationId: boss.orgId,
    jobId: world.jobId,
    customerId: world.customerId,
    serviceTypeId: world.serviceTypeId,
    date: '2025-06-20',
    season: '2025',
    photos: [],
    customFieldValues: {},
    jobName: 'North silage',
    customerName: 'Pine Ridge Farms',
    serviceTypeName: 'Chopping',
    equipmentNames: ['Claas 970'],
    operatorNames: ['Ines Moreau'],
    version: 1,
    createdBy: boss.userId,
    updatedBy: null,
  });
  expect(await boss.ok(contract.jobEntries.get, { params: made })).toEqual(made);
  expect(await boss.ok(contract.jobEntries.ofJob, { params: { id: world.jobId } })).toContainEqual(made);
});

test('the smallest entry has a service and a date', async () => {
  const { boss, world } = await start();
  expect(await log(boss, world)).toMatchObject({
    equipmentId: null,
    equipmentIds: [],
    operatorId: null,
    operatorIds: [],
    totalHours: null,
    billableHours: null,
    fuel: null,
    loads: null,
    notes: null,
    photos: [],
  });
});

test('the customer is always the job’s, and the season the date’s, whatever the body says', async () => {
  const { boss, world } = await start();
  const other = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Other' } });
  const answer = await boss.send('POST', `/api/jobs/${world.jobId}/entries`, {
    serviceTypeId: world.serviceTypeId,
    date: '2024-06-20',
    season: '2025',
    customerId: other.id,
    organizationId: UNKNOWN_ID,
    createdBy: UNKNOWN_ID,
    jobId: UNKNOWN_ID,
  });
  expect(answer).toMatchObject({
    status: 201,
    body: { customerId: world.customerId, season: '2024', jobId: world.jobId, createdBy: boss.userId },
  });
});

describe('equipment and operators', () => {
  test('the single one is the first of the list', async () => {
    const { boss, world } = await start();
    const [ann, bea] = [await addOperator(boss, 'Ann'), await addOperator(boss, 'Bea')];
    const second = await boss.ok(contract.equipment.create, { params: boss, body: { name: 'Fendt' } });
    const made = await log(boss, world, {
      equipmentIds: [second.id, world.equipmentId],
      equipmentId: world.equipmentId,
      operatorIds: [bea, ann],
    });
    expect(made).toMatchObject({
      equipmentId: second.id,
      equipmentIds: [second.id, world.equipmentId],
      operatorId: bea,
      operatorIds: [bea, ann],
    });
    expect(made).toMatchObject({ equipmentNames: ['Fendt', 'Claas 970'], operatorNames: ['Bea Berg', 'Ann Berg'] });
  });

  test('a single one alone makes a list of one', async () => {
    const { boss, world } = await start();
    const made = await log(boss, world, { equipmentId: world.equipmentId, operatorId: world.employeeId });
    expect(made).toMatchObject({ equipmentIds: [world.equipmentId], operatorIds: [world.employeeId] });
    expect(await change(boss, made.id, { equipmentId: null, operatorIds: [] })).toMatchObject({
      equipmentId: null,
      equipmentIds: [],
      operatorId: null,
      operatorIds: [],
    });
  });

  test('that are not linked to the service, or no operators, are kept', async () => {
    const { boss, world } = await start();
    const { id } = await boss.ok(contract.employees.create, { params: boss, body: { firstName: 'No', lastName: 'Operator' } });
    expect(await log(boss, world, { equipmentIds: [world.equipmentId], operatorIds: [id] })).toMatchObject({
      operatorNames: ['No Operator'],
    });
  });

  test.each([
    ['equipmentIds', 'equipmentIds', 'Equipment'],
    ['equipmentId', 'equipmentIds', 'Equipment'],
    ['operatorIds', 'operatorIds', 'Employee'],
    ['operatorId', 'operatorIds', 'Employee'],
  ] as const)('unknown %s, and those of another organization, are refused', async (key, path, label) => {
    const { boss, world } = await start();
    const theirs = await buildWorld(await testApp.owner());
    const before = await fingerprint(testApp);
    for (const id of [UNKNOWN_ID, label === 'Equipment' ? theirs.equipmentId : theirs.employeeId]) {
      const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-20', [key]: key.endsWith('s') ? [id] : id };
      const refused = refusedFor(path, `${label} not found: ${id}`);
      expect(await boss.send('POST', `/api/jobs/${world.jobId}/entries`, body)).toMatchObject(refused);
      expect(await boss.send('PATCH', `/api/job-entries/${world.entryId}`, { [key]: body[key] })).toMatchObject(refused);
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('each counts once', async () => {
    const { boss, world } = await start();
    const body = { operatorIds: [world.employeeId, world.employeeId] };
    expect(await boss.send('PATCH', `/api/job-entries/${world.entryId}`, body)).toMatchObject(refusedFor('operatorIds', 'Each only once'));
  });

  test('that were deleted since keep their names in it', async () => {
    const { boss, world } = await start();
    const made = await log(boss, world, { equipmentIds: [world.equipmentId], operatorIds: [world.employeeId] });
    for (const table of ['equipment', 'service_types', 'customers']) {
      await testApp.db.query({ text: `update ${table} set deleted_at = now() where organization_id = $1`, values: [boss.orgId] });
    }
    await testApp.db.query({ text: 'update employees set deleted_at = now() where id = $1', values: [world.employeeId] });
    expect(await boss.ok(contract.jobEntries.get, { params: made })).toEqual(made);
    expect(await change(boss, made.id, { notes: 'still to be corrected', equipmentIds: [world.equipmentId] })).toMatchObject({
      version: 2,
    });
  });
});

test.each([
  ['no date', { date: undefined }, 'date', 'Must be a date, yyyy-MM-dd'],
  ['a day that does not exist', { date: '2025-02-29' }, 'date', 'Must be a date, yyyy-MM-dd'],
  ['a date with a time', { date: '2025-06-20T00:00:00Z' }, 'date', 'Must be a date, yyyy-MM-dd'],
  ['no service', { serviceTypeId: undefined }, 'serviceTypeId', 'Must be the id of a record (service)'],
  ['an unknown service', { serviceTypeId: UNKNOWN_ID }, 'serviceTypeId', `Service not found: ${UNKNOWN_ID}`],
  ['a temporary id of a service', { serviceTypeId: TEMPORARY_ID }, 'serviceTypeId', 'Must be the id of a record (service)'],
  ['hours below zero', { totalHours: -0.1 }, 'totalHours', 'Hours must be a valid number'],
  ['hours that are text', { totalHours: '8' }, 'totalHours', 'Hours must be a valid number'],
  ['billable hours that are a flag', { billableHours: true }, 'billableHours', 'Billable Hours must be a valid number'],
  ['an endless amount of fuel', { fuel: 1e12 }, 'fuel', 'Fuel must be a valid number'],
  ['loads that are a list', { loads: [1] }, 'loads', 'Loads must be a valid number'],
  ['endless notes', { notes: 'x'.repeat(10_001) }, 'notes', 'Must be at most 10000 characters'],
])('refuses %s', async (_, body, path, message) => {
  const { boss, world } = await start();
  const before = await fingerprint(testApp);
  const whole = { serviceTypeId: world.serviceTypeId, date: '2025-06-20', ...body };
  expect(await boss.send('POST', `/api/jobs/${world.jobId}/entries`, whole)).toMatchObject(refusedFor(path, message));
  expect(await fingerprint(testApp)).toEqual(before);
});

test('refuses the service of another organization as if it did not exist', async () => {
  const { boss, world } = await start();
  const { serviceTypeId } = await buildWorld(await testApp.owner());
  const refused = refusedFor('serviceTypeId', `Service not found: ${serviceTypeId}`);
  expect(await boss.send('PATCH', `/api/job-entries/${world.entryId}`, { serviceTypeId })).toMatchObject(refused);
});

test.each([0.1, 0.2, 0.30000000000000004, 1.1, 2.675, 8.25, 1e-7, 0.000001, 1_000_000_000, 123_456_789.123_456, 0, 5e-324, 1 / 3])(
  'an amount of %d comes back as it was sent',
  async (amount) => {
    const { boss, world } = await start();
    const made = await log(boss, world, {
      totalHours: amount,
      fuel: amount,
      loads: amount,
      billableHours: amount,
      customFieldValues: { Moisture: amount },
    });
    expect(made).toMatchObject({
      totalHours: amount,
      fuel: amount,
      loads: amount,
      billableHours: amount,
      customFieldValues: { Moisture: amount },
    });
    expect(await boss.ok(contract.jobEntries.get, { params: made })).toEqual(made);
    const [row] = await testApp.db.query<{ sum: number }>({
      text: 'select (total_hours + total_hours)::text = (2 * fuel)::text as sum from job_entries where id = $1',
      values: [made.id],
    });
    expect(row?.sum).toBe(true);
  },
);

describe('the season of an entry', () => {
  test.each([
    [null, '2025-01-01', '2025'],
    [null, '2024-12-31', '2024'],
    ['2019-10-01', '2025-09-30', '2024'],
    ['2019-10-01', '2025-10-01', '2025'],
    ['2020-02-29', '2025-02-28', '2024'],
    ['2020-02-29', '2025-03-01', '2025'],
  ])('with a season from %s a day like %s belongs to %s', async (seasonStartDate, date, season) => {
    const { boss, world } = await start();
    await boss.ok(contract.organizations.update, { params: boss, body: { seasonStartDate } });
    expect((await log(boss, world, { date })).season).toBe(season);
    expect((await change(boss, world.entryId, { date })).season).toBe(season);
  });

  test('follows the day on which the organization lets its seasons begin, and stays while something else changes', async () => {
    const { boss, world } = await start();
    await boss.ok(contract.organizations.update, { params: boss, body: { seasonStartDate: '2025-10-01' } });
    const params = { id: world.entryId };
    expect(await boss.ok(contract.jobEntries.get, { params })).toMatchObject({ date: '2025-06-14', season: '2024', version: 2 });
    expect(await change(boss, world.entryId, { notes: 'x' })).toMatchObject({ season: '2024', version: 3 });
  });
});

test('changes only what it is sent, and the version grows only on a real change', async () => {
  const { boss, world } = await start();
  const made = await log(boss, world, {
    notes: 'wet',
    totalHours: 8,
    equipmentIds: [world.equipmentId],
    customFieldValues: { Zone: 'A', Moisture: 31 },
  });
  const before = await fingerprint(testApp);
  const { date, serviceTypeId, jobId, equipmentIds, totalHours, notes, photos } = made;
  const same = { date, serviceTypeId, jobId, equipmentIds, totalHours, notes, photos, customFieldValues: { Zone: 'A', Moisture: 31 } };
  for (const body of [{}, same, { customFieldValues: { Moisture: 31, Zone: 'A' } }]) {
    expect(await change(boss, made.id, body)).toEqual(made);
  }
  expect(await fingerprint(testApp)).toEqual(before);
  expect(await change(boss, made.id, { totalHours: 8.1 })).toEqual({
    ...made,
    totalHours: 8.1,
    version: 2,
    updatedBy: boss.userId,
    updatedAt: expect.any(String),
  });
  expect(await change(boss, made.id, { totalHours: null, notes: '' })).toMatchObject({ totalHours: null, notes: null, version: 3 });
});

test('an entry of another organization is not found', async () => {
  const { boss } = await start();
  const theirs = await buildWorld(await testApp.owner());
  const gone = { status: 404, body: { code: 'not_found', detail: 'Job entry not found' } };
  expect(await boss.try(contract.jobEntries.get, { params: { id: theirs.entryId } })).toMatchObject(gone);
  expect(await boss.try(contract.jobEntries.update, { params: { id: theirs.entryId }, body: { notes: 'x' } })).toMatchObject(gone);
});
