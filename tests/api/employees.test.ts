import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { fingerprint, type Member, refusedFor } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const hire = (boss: Member, body: Partial<Parameters<typeof create>[1]> = {}) =>
  create(boss, { firstName: 'Ines', lastName: 'Moreau', ...body });
const create = (
  boss: Member,
  body: { firstName: string; lastName: string; accessLevel?: AccessLevel; email?: string; isUser?: boolean; isOperator?: boolean },
) => boss.ok(contract.employees.create, { params: boss, body });

test('a new employee is basic, no operator and no user unless it says otherwise', async () => {
  const boss = await testApp.owner();
  const made = await boss.ok(contract.employees.create, {
    params: boss,
    body: { firstName: ' Ines ', lastName: 'Moreau', email: '', phoneNumber: '  ' },
  });
  expect(made).toMatchObject({
    organizationId: boss.orgId,
    firstName: 'Ines',
    lastName: 'Moreau',
    email: null,
    phoneNumber: null,
    accessLevel: 'basic',
    isOperator: false,
    isUser: false,
    userId: null,
    version: 1,
    createdBy: boss.userId,
  });
  expect(await boss.ok(contract.employees.get, { params: made })).toEqual(made);
});

test('never trusts who made it, when, where and for whom from a body', async () => {
  const boss = await testApp.owner();
  const other = await testApp.owner();
  const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/employees`, {
    firstName: 'Ines',
    lastName: 'Moreau',
    id: 999_999,
    organizationId: other.orgId,
    createdBy: other.userId,
    userId: other.userId,
    version: 7,
    createdAt: '2001-01-01T00:00:00Z',
    deletedAt: '2001-01-01T00:00:00Z',
  });
  expect(answer).toMatchObject({ status: 201, body: { organizationId: boss.orgId, createdBy: boss.userId, userId: null, version: 1 } });
  const made = contract.employees.create.response.parse(answer.body);
  expect(made.id).not.toBe(999_999);
  expect(made.createdAt > '2020').toBe(true);
  expect(await other.ok(contract.employees.list, { params: other })).toHaveLength(1);
});

test('lists employees by first name, then last name, as lists show them, in whatever case', async () => {
  const boss = await testApp.owner();
  await hire(boss, { firstName: 'zoe', lastName: 'adams' });
  await hire(boss, { firstName: 'Ann', lastName: 'Zuber' });
  await hire(boss, { firstName: 'Bea', lastName: 'Adams' });
  const list = await boss.ok(contract.employees.list, { params: boss });
  expect(list.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
    'Ann Zuber',
    'Bea Adams',
    'Dana Halvorsen',
    'zoe adams',
  ]);
});

test.each([
  ['no first name', { lastName: 'M' }, 'firstName', 'First name is required'],
  ['a blank last name', { firstName: 'I', lastName: ' ' }, 'lastName', 'Last name is required'],
  ['an e-mail that is none', { firstName: 'I', lastName: 'M', email: 'ines@' }, 'email', 'Invalid email address'],
  ['an unknown access level', { firstName: 'I', lastName: 'M', accessLevel: 'boss' }, 'accessLevel', 'Access level is required'],
  [
    'a user without an e-mail',
    { firstName: 'I', lastName: 'M', isUser: true },
    'email',
    'Email is required when the employee is marked as an application user',
  ],
  [
    'a user with an empty e-mail',
    { firstName: 'I', lastName: 'M', isUser: true, email: '' },
    'email',
    'Email is required when the employee is marked as an application user',
  ],
  ['a flag that is text', { firstName: 'I', lastName: 'M', isOperator: 'true' }, 'isOperator', 'Must be true or false'],
])('refuses %s', async (_, body, path, message) => {
  const boss = await testApp.owner();
  const before = await fingerprint(testApp);
  expect(await boss.send('POST', `/api/organizations/${boss.orgId}/employees`, body)).toMatchObject(refusedFor(path, message));
  expect(await fingerprint(testApp)).toEqual(before);
});

test('names every field that is wrong', async () => {
  const boss = await testApp.owner();
  const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/employees`, { email: 'x' });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      issues: [
        { path: 'firstName', message: 'First name is required' },
        { path: 'lastName', message: 'Last name is required' },
        { path: 'email', message: 'Invalid email address' },
      ],
    },
  });
});

test('a user cannot lose the e-mail and stay a user', async () => {
  const boss = await testApp.owner();
  const { id } = await hire(boss, { email: 'ines@example.com', isUser: true });
  const message = 'Email is required when the employee is marked as an application user';
  expect(await boss.send('PATCH', `/api/employees/${id}`, { email: null })).toMatchObject(refusedFor('email', message));
  expect((await boss.ok(contract.employees.update, { params: { id }, body: { email: null, isUser: false } })).email).toBeNull();
});

test('changes only what it is sent, and the version grows only then', async () => {
  const boss = await testApp.owner();
  const made = await hire(boss, { email: 'ines@example.com' });
  const same = await boss.ok(contract.employees.update, { params: made, body: { firstName: 'Ines', isOperator: false } });
  expect(same).toEqual(made);
  const changed = await boss.ok(contract.employees.update, { params: made, body: { isOperator: true } });
  expect(changed).toMatchObject({ version: 2, isOperator: true, email: 'ines@example.com', firstName: 'Ines' });
});

test('lists the entries on which an employee is an operator', async () => {
  const boss = await testApp.owner();
  const [one, other] = [await hire(boss), await hire(boss, { firstName: 'Jo' })];
  const customer = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Pine Ridge' } });
  const job = await boss.ok(contract.jobs.create, { params: boss, body: { name: 'Silage', customerId: customer.id } });
  const { id: serviceTypeId } = await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: 'Chopping' } });
  const log = (date: string, operatorIds: number[]) =>
    boss.ok(contract.jobEntries.create, { params: job, body: { serviceTypeId, date, operatorIds } });
  const early = await log('2025-06-01', [one.id]);
  await log('2025-06-02', [other.id]);
  const late = await log('2025-06-03', [other.id, one.id]);
  const history = await boss.ok(contract.employees.jobEntries, { params: one });
  expect(history.map(({ id }) => id)).toEqual([late.id, early.id]);
  expect(history[0]?.operatorNames).toEqual(['Jo Moreau', 'Ines Moreau']);
});

test('lists as members those who sign in, with their role', async () => {
  const boss = await testApp.owner();
  const driver = await testApp.member(boss, 'advanced');
  await hire(boss, { email: 'waits@example.com', isUser: true });
  const members = await driver.ok(contract.employees.members, { params: boss });
  expect(members.map(({ userId, role }) => [userId, role]).toSorted()).toEqual([
    [boss.userId, 'owner'],
    [driver.userId, 'advanced'],
  ]);
});

describe('access levels', () => {
  const MAY_MAKE: Record<AccessLevel, readonly AccessLevel[]> = {
    owner: ['admin', 'manager', 'advanced', 'basic', 'employee'],
    admin: ['admin', 'manager', 'advanced', 'basic', 'employee'],
    manager: ['advanced', 'basic', 'employee'],
    advanced: [],
    basic: [],
    employee: [],
  };
  const BELOW_OWNER = ['admin', 'manager', 'advanced', 'basic', 'employee'] as const;
  const LEVELS = Object.keys(MAY_MAKE) as AccessLevel[];

  test.each(LEVELS)('%s makes only the levels that they may assign', async (level) => {
    const boss = await testApp.owner();
    const actor = level === 'owner' ? boss : await testApp.member(boss, level);
    const { id } = await hire(boss);
    for (const wanted of BELOW_OWNER) {
      const may = MAY_MAKE[level].includes(wanted);
      const created = await actor.try(contract.employees.create, {
        params: boss,
        body: { firstName: 'A', lastName: 'B', accessLevel: wanted },
      });
      expect([wanted, created.status]).toEqual([wanted, may ? 201 : 403]);
      const raised = await actor.try(contract.employees.update, { params: { id }, body: { accessLevel: wanted } });
      // The employee is basic: giving that once more is no change.
      expect([wanted, raised.status]).toEqual([wanted, may ? 200 : 403]);
      await boss.ok(contract.employees.update, { params: { id }, body: { accessLevel: 'basic' } });
    }
  });

  test('a manager may edit another manager without changing their level, but not make one', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const colleague = await testApp.member(boss, 'manager');
    const edit = (body: { firstName?: string; accessLevel?: AccessLevel }) =>
      manager.try(contract.employees.update, { params: { id: colleague.employeeId }, body });
    expect(await edit({ firstName: 'Lou', accessLevel: 'manager' })).toMatchObject({
      status: 200,
      body: { firstName: 'Lou', accessLevel: 'manager' },
    });
    expect(await edit({ accessLevel: 'admin' })).toMatchObject({
      status: 403,
      body: { detail: 'You are not allowed to give the access level admin' },
    });
    expect((await edit({ accessLevel: 'basic' })).status).toBe(200);
    expect(await edit({ accessLevel: 'manager' })).toMatchObject({
      status: 403,
      body: { detail: 'You are not allowed to give the access level manager' },
    });
  });

  test('a manager may not change an admin', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const { id } = await hire(boss, { accessLevel: 'admin' });
    const answer = await manager.try(contract.employees.update, { params: { id }, body: { firstName: 'X' } });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'You are not allowed to change an employee with the access level admin' },
    });
  });

  test('nobody raises himself', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const answer = await manager.try(contract.employees.update, { params: { id: manager.employeeId }, body: { accessLevel: 'admin' } });
    expect(answer.status).toBe(403);
  });
});
