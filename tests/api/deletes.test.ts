import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deleteAt, deletionOf, historyOf, kindOf, KINDS, listOf, recordAt } from './kinds.ts';
import { buildWorld, expectProblem, fingerprint, type Member, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const start = async (): Promise<{ boss: Member; world: World }> => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const setStatus = (boss: Member, id: number, status: JobStatus) => boss.ok(contract.jobs.update, { params: { id }, body: { status } });

describe.each(KINDS)('a deleted $audited', (kind) => {
  test('leaves all lists, and is no longer found', async () => {
    const { boss, world } = await start();
    const id = await world.fresh[kind.fresh]();
    const before = await listOf(boss, kind);
    const answer = await deleteAt(boss, kind, id);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(await listOf(boss, kind)).toEqual(before.filter((record) => record.id !== id));
    expect((await recordAt(boss, kind, id)).status).toBe(404);
    for (const more of kind.below) {
      expect([more, (await boss.send('GET', `/api/${kind.path}/${id}/${more}`)).status]).toEqual([more, 404]);
    }
  });

  test('cannot be changed or deleted once more', async () => {
    const { boss, world } = await start();
    const id = await world.fresh[kind.fresh]();
    await deleteAt(boss, kind, id);
    const before = await fingerprint(testApp);
    for (const answer of [await deleteAt(boss, kind, id), await boss.send('PATCH', `/api/${kind.path}/${id}`, { name: 'Again' })]) {
      expect(answer.status).toBe(404);
      expectProblem(answer);
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('is in the audit log with all that it was', async () => {
    const { boss, world } = await start();
    const id = await world.fresh[kind.fresh]();
    const { body: was } = await recordAt(boss, kind, id);
    await deleteAt(boss, kind, id);
    const item = await deletionOf(boss, kind, id);
    expect(item).toMatchObject({
      entityType: kind.audited,
      entityId: id,
      action: 'delete',
      user: { id: boss.userId },
      changes: { new: null },
    });
    expect(item.subject).not.toBe('');
    const told = item.changes.old ?? {};
    const stored = Object.keys(was).filter(
      (key) => !/Names?$|^usageCount$|^linkedEquipmentIds$|^awaitsJob$|^missing$/.test(key) || key in told,
    );
    expect(Object.fromEntries(stored.map((key) => [key, told[key]]))).toEqual(Object.fromEntries(stored.map((key) => [key, was[key]])));
    expect(told).not.toHaveProperty('deletedAt');
  });

  test('cannot be deleted from another organization', async () => {
    const { boss, world } = await start();
    const stranger = await testApp.owner();
    const id = await world.fresh[kind.fresh]();
    expect((await deleteAt(stranger, kind, id)).status).toBe(404);
    expect((await stranger.send('DELETE', `/api/organizations/${stranger.orgId}/${kind.path}/${id}`)).status).toBe(404);
    expect((await recordAt(boss, kind, id)).status).toBe(200);
  });
});

describe('who may delete', () => {
  let boss: Member;
  let world: World;
  const members = new Map<AccessLevel, Member>();
  const MAY: readonly AccessLevel[] = ['owner', 'admin', 'manager'];

  beforeAll(async () => {
    ({ boss, world } = await start());
    members.set('owner', boss);
    for (const level of ACCESS_LEVELS.filter((each) => each !== 'owner')) {
      members.set(level, await testApp.member({ ...boss }, level));
    }
  });

  const memberOf = (level: AccessLevel): Member => members.get(level) ?? boss;

  test.each(KINDS)('$audited: those from manager up, or whoever else may', async (kind) => {
    const { removers = MAY } = kind;
    for (const level of ACCESS_LEVELS) {
      const id = await world.fresh[kind.fresh]();
      const { status } = await deleteAt(memberOf(level), kind, id);
      expect([level, status]).toEqual([level, removers.includes(level) ? 204 : 403]);
      expect([level, (await recordAt(boss, kind, id)).status]).toEqual([level, removers.includes(level) ? 404 : 200]);
    }
  });

  const log = async (level: AccessLevel, jobId: number): Promise<number> =>
    (
      await memberOf(level).ok(contract.jobEntries.create, {
        params: { id: jobId },
        body: { serviceTypeId: world.serviceTypeId, date: '2025-06-20' },
      })
    ).id;

  test.each([
    ['open', 204, 204],
    ['completed', 409, 204],
    ['billed', 409, 409],
  ] as const)('an entry of one’s own on a job that is %s', async (status, forOthers, forManagers) => {
    for (const level of ACCESS_LEVELS) {
      const jobId = await world.fresh.job();
      const id = await log(level, jobId);
      await setStatus(boss, jobId, status);
      const answer = await deleteAt(memberOf(level), kindOf('job_entry'), id);
      expect([level, answer.status]).toEqual([level, MAY.includes(level) ? forManagers : forOthers]);
      const refusal = { code: 'job_not_open', detail: expect.stringContaining(`is ${status}`) };
      expect(answer).toMatchObject(answer.status === 409 ? { body: refusal } : {});
    }
  });

  test('a manager deletes no admin, and nobody the owner', async () => {
    const admin = await testApp.member({ ...boss }, 'admin');
    const manager = memberOf('manager');
    const employees = kindOf('employee');
    expect((await deleteAt(manager, employees, admin.employeeId)).status).toBe(403);
    const { employeeId: owner } = await boss.ok(contract.organizations.get, { params: boss });
    const before = await fingerprint(testApp);
    for (const who of [boss, memberOf('admin'), manager]) {
      expect(await deleteAt(who, employees, owner)).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail: 'The organization owner cannot be deleted. Transfer ownership to another user first.' },
      });
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });
});

test('the previous owner can be deleted once ownership was transferred', async () => {
  const { boss } = await start();
  const next = await testApp.member(boss, 'admin');
  const { employeeId } = await boss.ok(contract.organizations.get, { params: boss });
  await boss.ok(contract.employees.update, { params: { id: next.employeeId }, body: { accessLevel: 'owner' } });
  expect((await deleteAt(next, kindOf('employee'), employeeId)).status).toBe(204);
  expect((await boss.try(contract.organizations.get, { params: boss })).status).toBe(404);
});

test('deleting an employee ends their access at the next request, and their account stays', async () => {
  const { boss } = await start();
  const member = await testApp.member(boss, 'advanced');
  expect((await member.try(contract.customers.list, { params: boss })).status).toBe(200);
  await deleteAt(boss, kindOf('employee'), member.employeeId);
  expect((await member.try(contract.customers.list, { params: boss })).status).toBe(404);
  expect((await member.try(contract.jobs.list, { params: boss })).status).toBe(404);
  expect(await member.ok(contract.organizations.list, {})).toEqual([]);
  expect((await member.ok(contract.users.current, {})).id).toBe(member.userId);
  const members = await boss.ok(contract.employees.members, { params: boss });
  expect(members.map(({ userId }) => userId)).toEqual([boss.userId]);
});

test('jobs and entries go on showing the names of what was deleted', async () => {
  const { boss, world } = await start();
  const { customerId, employeeId, serviceTypeId, equipmentId, implementId, jobId } = world;
  const body = { serviceTypeId, date: '2025-06-21', equipmentIds: [equipmentId], operatorIds: [employeeId], implementId };
  const entry = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body });
  const job = await boss.ok(contract.jobs.get, { params: { id: jobId } });
  for (const [audited, id] of [
    ['customer', customerId],
    ['employee', employeeId],
    ['service_type', serviceTypeId],
    ['equipment', equipmentId],
    ['implement', implementId],
  ] as const) {
    expect([audited, (await deleteAt(boss, kindOf(audited), id)).status]).toEqual([audited, 204]);
  }
  expect(await boss.ok(contract.jobEntries.get, { params: entry })).toEqual(entry);
  expect(entry).toMatchObject({
    customerName: 'Pine Ridge Farms',
    serviceTypeName: 'Chopping',
    equipmentNames: ['Claas 970'],
    operatorNames: ['Ines Moreau'],
    implementName: 'Pickup 300',
  });
  expect((await boss.ok(contract.jobEntries.list, { params: boss }))[0]).toEqual(entry);
  expect((await boss.ok(contract.jobEntries.ofJob, { params: job }))[0]).toEqual(entry);
  expect(await boss.ok(contract.jobs.get, { params: job })).toEqual(job);
  expect(await boss.ok(contract.jobs.list, { params: boss })).toContainEqual(job);
  expect((await boss.ok(contract.jobs.summary, { params: job })).groups).toMatchObject([{ serviceTypeName: 'Chopping', entryCount: 2 }]);
  // A correction does not stumble over what is gone.
  expect((await boss.ok(contract.jobEntries.update, { params: entry, body: { totalHours: 3 } })).equipmentIds).toEqual([equipmentId]);
});

test('a deleted machine leaves the services that it was linked to', async () => {
  const { boss, world } = await start();
  const linked = { params: { id: world.equipmentId }, body: { serviceTypeIds: [world.serviceTypeId] } };
  await boss.ok(contract.equipment.update, linked);
  const service = { params: { id: world.serviceTypeId } };
  expect((await boss.ok(contract.serviceTypes.get, service)).linkedEquipmentIds).toEqual([world.equipmentId]);
  await deleteAt(boss, kindOf('equipment'), world.equipmentId);
  expect((await boss.ok(contract.serviceTypes.get, service)).linkedEquipmentIds).toEqual([]);
});

describe('a job', () => {
  test('takes its entries along, and only those', async () => {
    const { boss, world } = await start();
    const other = await world.fresh.entry();
    const jobId = await world.fresh.job();
    const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-20' };
    const gone = [
      await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body }),
      await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body }),
    ];
    await deleteAt(boss, kindOf('job'), jobId);
    for (const { id } of gone) {
      expect((await recordAt(boss, kindOf('job_entry'), id)).status).toBe(404);
      expect((await deleteAt(boss, kindOf('job_entry'), id)).status).toBe(404);
    }
    expect((await listOf(boss, kindOf('job_entry'))).map(({ id }) => id)).toEqual([other, world.entryId].toSorted((a, b) => b - a));
    const ofCustomer = await boss.ok(contract.customers.jobs, { params: { id: world.customerId } });
    const left = ofCustomer.map(({ id }) => id);
    expect([left.includes(world.jobId), left.includes(jobId)]).toEqual([true, false]);
    const ofService = await boss.ok(contract.serviceTypes.jobEntries, { params: { id: world.serviceTypeId } });
    expect(ofService).toHaveLength(2);
  });

  test('that is billed cannot be deleted, until it is reopened', async () => {
    const { boss, world } = await start();
    await setStatus(boss, world.jobId, 'billed');
    const before = await fingerprint(testApp);
    expect(await deleteAt(boss, kindOf('job'), world.jobId)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'Job North silage is billed. Reopen it before you delete it.' },
    });
    expect(await fingerprint(testApp)).toEqual(before);
    await setStatus(boss, world.jobId, 'open');
    expect((await deleteAt(boss, kindOf('job'), world.jobId)).status).toBe(204);
  });

  test('that is deleted takes no entries', async () => {
    const { boss, world } = await start();
    await deleteAt(boss, kindOf('job'), world.jobId);
    const answer = await boss.send('POST', `/api/jobs/${world.jobId}/entries`, { serviceTypeId: world.serviceTypeId, date: '2025-06-20' });
    expect(answer.status).toBe(404);
  });

  test('that is deleted is no place for an entry to move to', async () => {
    const { boss, world } = await start();
    const jobId = await world.fresh.job();
    await deleteAt(boss, kindOf('job'), jobId);
    expect((await boss.try(contract.jobEntries.update, { params: { id: world.entryId }, body: { jobId } })).status).toBe(404);
  });
});

describe('a data field', () => {
  test.each(['Equipment', 'Operator', 'Hours', 'Loads', 'Notes', 'Attachments'])('of the system, %s, cannot be deleted', async (name) => {
    const { boss } = await start();
    const field = (await boss.ok(contract.customDataFields.list, { params: boss })).find((each) => each.name === name);
    expect(await deleteAt(boss, kindOf('custom_data_field'), field?.id ?? 0)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: "A system field can't be deleted." },
    });
  });

  test('that an entry has a value for, or a service offers, cannot be deleted', async () => {
    const { boss, world } = await start();
    const fields = kindOf('custom_data_field');
    const refusal = { status: 409, body: { detail: "The data field Moisture is in use and can't be deleted. Deactivate it instead." } };
    await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { customFieldValues: { Moisture: 31 } } });
    expect(await deleteAt(boss, fields, world.fieldId)).toMatchObject(refusal);
    await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { customFieldValues: { Moisture: null } } });
    await boss.ok(contract.serviceTypes.update, { params: { id: world.serviceTypeId }, body: { customDataFieldIds: [world.fieldId] } });
    expect(await deleteAt(boss, fields, world.fieldId)).toMatchObject(refusal);
    await deleteAt(boss, kindOf('service_type'), world.serviceTypeId);
    expect((await deleteAt(boss, fields, world.fieldId)).status).toBe(204);
  });

  test('that was deleted leaves its name free', async () => {
    const { boss, world } = await start();
    await deleteAt(boss, kindOf('custom_data_field'), world.fieldId);
    const again = await boss.ok(contract.customDataFields.create, { params: boss, body: { name: 'Moisture' } });
    expect(again.id).not.toBe(world.fieldId);
    expect(await historyOf(boss, kindOf('custom_data_field'), world.fieldId)).toMatchObject([{ action: 'delete' }, { action: 'create' }]);
  });
});
