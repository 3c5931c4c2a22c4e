import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deleteAt, kindOf, type Kind, recordAt, undoDeletion } from './kinds.ts';
import { buildWorld, fingerprint, type Member, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const start = async (): Promise<{ boss: Member; world: World }> => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const JOB = kindOf('job');
const ENTRY = kindOf('job_entry');
const FIELD = kindOf('custom_data_field');
const EMPLOYEE = kindOf('employee');

describe('a job', () => {
  const twoEntries = async (boss: Member, world: World) => {
    const jobId = await world.fresh.job();
    const log = async () =>
      (
        await boss.ok(contract.jobEntries.create, {
          params: { id: jobId },
          body: { serviceTypeId: world.serviceTypeId, date: '2025-06-20' },
        })
      ).id;
    return { jobId, stays: await log(), gone: await log() };
  };

  test('comes back with the entries that went with it, and without those deleted before', async () => {
    const { boss, world } = await start();
    const { jobId, stays, gone } = await twoEntries(boss, world);
    const was = (await recordAt(boss, ENTRY, stays)).body;
    await deleteAt(boss, ENTRY, gone);
    await deleteAt(boss, JOB, jobId);
    await undoDeletion(boss, JOB, jobId);
    const is = await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId } });
    expect(is).toEqual([{ ...was, version: Number(was['version']) + 2, updatedAt: is[0]?.updatedAt }]);
    expect((await recordAt(boss, ENTRY, gone)).status).toBe(404);
    expect((await undoDeletion(boss, ENTRY, gone)).status).toBe(200);
    expect(await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId } })).toHaveLength(2);
  });

  test('keeps apart what went with it and what went alone, time and again', async () => {
    const { boss, world } = await start();
    const { jobId, stays, gone } = await twoEntries(boss, world);
    const entries = async () => (await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId } })).map(({ id }) => id);
    await deleteAt(boss, JOB, jobId);
    await undoDeletion(boss, JOB, jobId);
    expect(await entries()).toEqual([gone, stays]);
    await deleteAt(boss, ENTRY, gone);
    await deleteAt(boss, JOB, jobId);
    await undoDeletion(boss, JOB, jobId);
    expect(await entries()).toEqual([stays]);
  });

  test('has to come back before an entry of it', async () => {
    const { boss, world } = await start();
    const { jobId, gone } = await twoEntries(boss, world);
    await deleteAt(boss, ENTRY, gone);
    await deleteAt(boss, JOB, jobId);
    const detail = "This entry's job is deleted. Restore the job first.";
    expect(await undoDeletion(boss, ENTRY, gone)).toMatchObject({ status: 409, body: { code: 'conflict', detail } });
    await undoDeletion(boss, JOB, jobId);
    expect((await undoDeletion(boss, ENTRY, gone)).status).toBe(200);
  });

  test('that is billed gets no entry back until it is reopened', async () => {
    const { boss, world } = await start();
    const { jobId, gone } = await twoEntries(boss, world);
    await deleteAt(boss, ENTRY, gone);
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'billed' } });
    expect(await undoDeletion(boss, ENTRY, gone)).toMatchObject({
      status: 409,
      body: { code: 'job_not_open', detail: expect.stringContaining('is billed') },
    });
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open' } });
    expect((await undoDeletion(boss, ENTRY, gone)).status).toBe(200);
  });

  test('that went to another customer since gets its entry back under that customer', async () => {
    const { boss, world } = await start();
    const { jobId, gone } = await twoEntries(boss, world);
    const customerId = await world.fresh.customer();
    await deleteAt(boss, ENTRY, gone);
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { customerId } });
    await undoDeletion(boss, ENTRY, gone);
    expect((await recordAt(boss, ENTRY, gone)).body).toMatchObject({ customerId, customerName: 'Spare Farms' });
  });
});

describe('an employee', () => {
  test('has their access again', async () => {
    const { boss } = await start();
    const member = await testApp.member(boss, 'advanced');
    const status = async () => (await member.try(contract.customers.list, { params: boss })).status;
    await deleteAt(boss, EMPLOYEE, member.employeeId);
    expect(await status()).toBe(404);
    await undoDeletion(boss, EMPLOYEE, member.employeeId);
    expect(await status()).toBe(200);
    expect(await member.ok(contract.organizations.list, {})).toMatchObject([{ id: boss.orgId, role: 'advanced' }]);
  });

  test('whose account was made since has access at once', async () => {
    const { boss } = await start();
    const email = `waiting-${boss.orgId}@example.com`;
    const body = { firstName: 'Luis', lastName: 'Ortega', email, isUser: true };
    const { id } = await boss.ok(contract.employees.create, { params: boss, body });
    await deleteAt(boss, EMPLOYEE, id);
    const person = await testApp.person({ email });
    await undoDeletion(boss, EMPLOYEE, id);
    expect((await person.try(contract.customers.list, { params: boss })).status).toBe(200);
  });

  test('is not restored while another employee signs in with their account', async () => {
    const { boss } = await start();
    const member = await testApp.member(boss, 'advanced');
    await deleteAt(boss, EMPLOYEE, member.employeeId);
    const body = { firstName: 'Luis', lastName: 'Again', email: member.email, isUser: true };
    const { id } = await boss.ok(contract.employees.create, { params: boss, body });
    const before = await fingerprint(testApp);
    const message = 'Another employee in this organization already signs in with this email';
    expect(await undoDeletion(boss, EMPLOYEE, member.employeeId)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: message },
    });
    expect(await fingerprint(testApp)).toEqual(before);
    await deleteAt(boss, EMPLOYEE, id);
    expect((await undoDeletion(boss, EMPLOYEE, member.employeeId)).status).toBe(200);
  });
});

describe('a data field', () => {
  test('does not come back while another has its name', async () => {
    const { boss, world } = await start();
    await deleteAt(boss, FIELD, world.fieldId);
    const taken = await boss.ok(contract.customDataFields.create, { params: boss, body: { name: 'MOISTURE' } });
    const before = await fingerprint(testApp);
    expect(await undoDeletion(boss, FIELD, world.fieldId)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'A data field named Moisture already exists' },
    });
    expect(await fingerprint(testApp)).toEqual(before);
    await boss.ok(contract.customDataFields.update, { params: taken, body: { name: 'Dryness' } });
    expect((await undoDeletion(boss, FIELD, world.fieldId)).status).toBe(200);
  });

  test('counts as used or not used after every step', async () => {
    const { boss, world } = await start();
    const usage = async () => (await boss.ok(contract.customDataFields.get, { params: { id: world.fieldId } })).usageCount;
    const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-20', customFieldValues: { Moisture: 31 } };
    const { id } = await boss.ok(contract.jobEntries.create, { params: { id: world.jobId }, body });
    await boss.ok(contract.serviceTypes.update, { params: { id: world.serviceTypeId }, body: { customDataFieldIds: [world.fieldId] } });
    const counts = [await usage()];
    const step = async (kind: Kind, record: number) => {
      await deleteAt(boss, kind, record);
      counts.push(await usage());
      await undoDeletion(boss, kind, record);
      counts.push(await usage());
    };
    await step(ENTRY, id);
    await step(JOB, world.jobId);
    await step(kindOf('service_type'), world.serviceTypeId);
    await deleteAt(boss, ENTRY, id);
    await step(JOB, world.jobId);
    await undoDeletion(boss, ENTRY, id);
    counts.push(await usage());
    expect(counts).toEqual([2, 1, 2, 1, 2, 1, 2, 1, 1, 2]);
  });
});
