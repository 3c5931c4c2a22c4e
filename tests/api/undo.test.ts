import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deleteAt, deletionOf, historyOf, kindOf, KINDS, listOf, recordAt, undoDeletion } from './kinds.ts';
import { MANAGERS_AND_UP } from './may.ts';
import { buildWorld, expectProblem, fingerprint, type Member, UNKNOWN_ID, type World } from './world.ts';

const DAY_MS = 86_400_000;

let testApp: TestApp;
let clock = 0;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(Date.now() + clock) });
});

afterAll(() => testApp.close());

const start = async (): Promise<{ boss: Member; world: World }> => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const undo = (who: Member, id: number, orgId = who.orgId) => who.try(contract.auditLogs.undo, { params: { orgId, id } });
const ENTRY = kindOf('job_entry');
const EMPLOYEE = kindOf('employee');

describe.each(KINDS)('a deleted $audited', (kind) => {
  test('comes back just as it was, in its place', async () => {
    const { boss, world } = await start();
    const id = await world.fresh[kind.fresh]();
    const [before, { body: was }] = [await listOf(boss, kind), await recordAt(boss, kind, id)];
    await deleteAt(boss, kind, id);
    expect(await undoDeletion(boss, kind, id)).toMatchObject({ status: 200, body: { entityType: kind.audited, entityId: id } });
    const { body: is } = await recordAt(boss, kind, id);
    expect(is).toEqual({
      ...was,
      version: Number(was['version']) + 2,
      updatedAt: is['updatedAt'],
      ...('updatedBy' in was ? { updatedBy: boss.userId } : {}),
    });
    expect((await listOf(boss, kind)).map((record) => record.id)).toEqual(before.map((record) => record.id));
  });

  test('comes back once: the second time there is nothing to bring back', async () => {
    const { boss, world } = await start();
    const id = await world.fresh[kind.fresh]();
    await deleteAt(boss, kind, id);
    await undoDeletion(boss, kind, id);
    const before = await fingerprint(testApp);
    const again = await undoDeletion(boss, kind, id);
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict', detail: expect.stringContaining('is no longer deleted') } });
    expectProblem(again);
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('is in the audit log as restored', async () => {
    const { boss, world } = await start();
    const id = await world.fresh[kind.fresh]();
    await deleteAt(boss, kind, id);
    await undoDeletion(boss, kind, id);
    const [restored, deleted] = await historyOf(boss, kind, id);
    expect(restored).toMatchObject({ action: 'restore', entityId: id, subject: deleted?.subject, user: { id: boss.userId } });
    expect(restored?.changes).toEqual({ old: null, new: null });
  });

  test('comes back within 30 days and not after', async () => {
    const { boss, world } = await start();
    const [late, early] = [await world.fresh[kind.fresh](), await world.fresh[kind.fresh]()];
    await deleteAt(boss, kind, late);
    await deleteAt(boss, kind, early);
    const [item, other] = [await deletionOf(boss, kind, late), await deletionOf(boss, kind, early)];
    try {
      clock = Date.parse(item.timestamp) + 30 * DAY_MS + 60_000 - Date.now();
      expect(await undo(boss, item.id)).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail: 'A deletion can be undone for 30 days.' },
      });
      clock -= 120_000;
      expect((await undo(boss, other.id)).status).toBe(200);
    } finally {
      clock = 0;
    }
    expect((await recordAt(boss, kind, late)).status).toBe(404);
  });

  test('does not come back for another organization', async () => {
    const { boss, world } = await start();
    const stranger = await testApp.owner();
    const id = await world.fresh[kind.fresh]();
    await deleteAt(boss, kind, id);
    const item = await deletionOf(boss, kind, id);
    expect((await undo(stranger, item.id)).status).toBe(404);
    expect((await undo(stranger, item.id, boss.orgId)).status).toBe(404);
    expect((await recordAt(boss, kind, id)).status).toBe(404);
  });
});

describe('who may restore', () => {
  let boss: Member;
  let world: World;
  const members = new Map<AccessLevel, Member & { employeeId: number }>();

  beforeAll(async () => {
    ({ boss, world } = await start());
    for (const level of ACCESS_LEVELS.filter((each) => each !== 'owner')) {
      members.set(level, await testApp.member(boss, level));
    }
  });

  const memberOf = (level: AccessLevel): Member => members.get(level) ?? boss;

  test.each(KINDS)('$audited: those who may delete it', async (kind) => {
    for (const level of ACCESS_LEVELS) {
      const id = await world.fresh[kind.fresh]();
      await deleteAt(boss, kind, id);
      const { id: item } = await deletionOf(boss, kind, id);
      const { status } = await undo(memberOf(level), item);
      const may = (kind.removers ?? MANAGERS_AND_UP).includes(level);
      expect([level, status]).toEqual([level, may ? 200 : 403]);
      expect([level, (await recordAt(boss, kind, id)).status]).toEqual([level, may ? 200 : 404]);
    }
  });

  test('an entry of their own: everyone, even if another person deleted it', async () => {
    for (const level of ACCESS_LEVELS) {
      const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-20' };
      const { id } = await memberOf(level).ok(contract.jobEntries.create, { params: { id: world.jobId }, body });
      await deleteAt(boss, ENTRY, id);
      const { id: item } = await deletionOf(boss, ENTRY, id);
      expect([level, (await undo(memberOf(level), item)).status]).toEqual([level, 200]);
    }
  });

  test('an entry of their own on a completed job: only those who may delete it there', async () => {
    const basic = memberOf('basic');
    const jobId = await world.fresh.job();
    const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-20' };
    const { id } = await basic.ok(contract.jobEntries.create, { params: { id: jobId }, body });
    await deleteAt(boss, ENTRY, id);
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'completed' } });
    const { id: item } = await deletionOf(boss, ENTRY, id);
    expect((await undo(basic, item)).status).toBe(403);
    expect((await undo(memberOf('manager'), item)).status).toBe(200);
  });

  test('an admin: an admin, and not a manager', async () => {
    const { employeeId } = await testApp.member(boss, 'admin');
    await deleteAt(boss, EMPLOYEE, employeeId);
    const { id } = await deletionOf(boss, EMPLOYEE, employeeId);
    const before = await fingerprint(testApp);
    expect((await undo(memberOf('manager'), id)).status).toBe(403);
    expect(await fingerprint(testApp)).toEqual(before);
    expect((await undo(memberOf('admin'), id)).status).toBe(200);
  });
});

test.each(['create', 'update', 'restore'] as const)('what is no deletion cannot be undone: %s', async (action) => {
  const { boss, world } = await start();
  const kind = kindOf('customer');
  await boss.ok(contract.customers.update, { params: { id: world.customerId }, body: { address: 'Elsewhere' } });
  await deleteAt(boss, kind, world.customerId);
  await undoDeletion(boss, kind, world.customerId);
  const item = (await historyOf(boss, kind, world.customerId)).find((each) => each.action === action);
  expect(await undo(boss, item?.id ?? 0)).toMatchObject({ status: 409, body: { detail: 'Only the deletion of a record can be undone.' } });
});

test('a revoked API key does not come back', async () => {
  const { boss, world } = await start();
  await boss.ok(contract.apiKeys.revoke, { params: { orgId: boss.orgId, id: world.apiKeyId } });
  const [item] = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'api_key', action: 'delete' } });
  expect((await undo(boss, item?.id ?? 0)).status).toBe(409);
});

test('an activity that does not exist is not found', async () => {
  const { boss } = await start();
  expect(await undo(boss, UNKNOWN_ID)).toMatchObject({ status: 404, body: { detail: 'Activity not found' } });
});
