import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Person } from '#tests/support/test-app.ts';
import { accept, invitationsField, invite } from './invitations-field.ts';
import { fingerprint } from './world.ts';

// A member ends their own membership (specification 6.7, 7.7).

const field = invitationsField();

const leave = (who: Person, orgId: number) => who.try(contract.organizations.leave, { params: { orgId } });

test.each(['admin', 'manager', 'advanced', 'basic', 'employee'] as const)(
  'ends the access of a member with the level %s',
  async (level) => {
    const member = await field.testApp.member(field.boss, level);
    expect((await leave(member, field.boss.orgId)).status).toBe(204);
    expect(await member.ok(contract.organizations.list, {})).toEqual([]);
    expect((await member.try(contract.customers.list, { params: field.boss })).status).toBe(404);
    // The employee and what they logged stay; they can be added again.
    expect(await field.boss.ok(contract.employees.get, { params: { id: member.employeeId } })).toMatchObject({
      isUser: false,
      userId: null,
      email: member.email,
      accessLevel: level,
    });
    expect((await leave(member, field.boss.orgId)).status).toBe(404);
    expect(await accept(member, await invite(field.boss))).toMatchObject({ employeeId: member.employeeId, role: 'basic' });
  },
);

test('is not for the owner, who is told what to do first', async () => {
  const heir = await field.testApp.member(field.boss, 'basic');
  const before = await fingerprint(field.testApp);
  expect(await leave(field.boss, field.boss.orgId)).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail: "The owner can't leave the organization. Transfer ownership to another member first." },
  });
  expect(await fingerprint(field.testApp)).toEqual(before);
  await field.boss.ok(contract.employees.update, { params: { id: heir.employeeId }, body: { accessLevel: 'owner' } });
  expect((await leave(field.boss, field.boss.orgId)).status).toBe(204);
  expect((await leave(heir, field.boss.orgId)).status).toBe(409);
});

test('at the moment in which ownership arrives leaves an owner, whoever was faster', async () => {
  for (let round = 0; round < 5; round += 1) {
    const heir = await field.testApp.member(field.boss, 'admin');
    const own = await field.boss.ok(contract.organizations.get, { params: field.boss });
    const [left, given] = await Promise.all([
      leave(heir, field.boss.orgId),
      field.boss.try(contract.employees.update, { params: { id: heir.employeeId }, body: { accessLevel: 'owner' } }),
    ]);
    expect([
      [204, 409],
      [409, 200],
    ]).toContainEqual([left.status, given.status]);
    if (given.status === 200) {
      await heir.ok(contract.employees.update, { params: { id: own.employeeId }, body: { accessLevel: 'owner' } });
    }
  }
});

test('sent twice with its key answers the same, also after coming back', async () => {
  const member = await field.testApp.member(field.boss, 'basic');
  const send = () => member.send('POST', `/api/organizations/${field.boss.orgId}/leave`, undefined, { 'idempotency-key': 'leave-once' });
  expect((await send()).status).toBe(204);
  await accept(member, await invite(field.boss));
  expect(await send()).toMatchObject({ status: 204, headers: { 'idempotency-replayed': 'true' } });
  expect(await member.ok(contract.organizations.list, {})).toHaveLength(1);
});
