import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { fingerprint, type Member } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const ownEmployeeId = async (who: Member) => (await who.ok(contract.organizations.get, { params: who })).employeeId;
const employeesOf = (who: Member) => who.ok(contract.employees.list, { params: who });
const owners = async (who: Member) => (await employeesOf(who)).filter(({ accessLevel }) => accessLevel === 'owner').map(({ id }) => id);

const OWNER_FORM = {
  firstName: 'Mara',
  lastName: 'Olsen',
  phoneNumber: '555 0100',
  accessLevel: 'owner',
  isUser: true,
  isOperator: true,
} as const;

describe('the creation screen sends the owner once more', () => {
  test('which completes the existing employee', async () => {
    const boss = await testApp.owner();
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/employees`, { ...OWNER_FORM, email: boss.email });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: await ownEmployeeId(boss),
        firstName: 'Mara',
        lastName: 'Olsen',
        phoneNumber: '555 0100',
        accessLevel: 'owner',
        isOperator: true,
      },
    });
    expect(await employeesOf(boss)).toHaveLength(1);
  });

  test('as often as it likes', async () => {
    const boss = await testApp.owner();
    const call = { params: boss, body: { ...OWNER_FORM, email: boss.email } };
    const [first, second] = [await boss.ok(contract.employees.create, call), await boss.ok(contract.employees.create, call)];
    expect(second).toEqual(first);
    expect(await owners(boss)).toEqual([first.id]);
  });

  test('and sets the names of an account without names', async () => {
    const boss = await testApp.owner();
    await testApp.db.query({ text: 'update users set first_name = null, last_name = null where id = $1', values: [boss.userId] });
    await boss.ok(contract.employees.create, { params: boss, body: { ...OWNER_FORM, email: boss.email } });
    expect(await boss.ok(contract.users.current, {})).toMatchObject({ firstName: 'Mara', lastName: 'Olsen' });
  });

  test('while the names that an account has stay', async () => {
    const boss = await testApp.owner();
    await boss.ok(contract.employees.create, { params: boss, body: { ...OWNER_FORM, email: boss.email } });
    expect(await boss.ok(contract.users.current, {})).toMatchObject({ firstName: 'Dana', lastName: 'Halvorsen' });
  });

  test.each(['admin', 'manager'] as const)('from a member with the level %s it is refused', async (level) => {
    const boss = await testApp.owner();
    const member = await testApp.member(boss, level);
    const before = await fingerprint(testApp);
    const answer = await member.try(contract.employees.create, { params: boss, body: { ...OWNER_FORM, email: member.email } });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: 'You are not allowed to give the access level owner' },
    });
    expect(await fingerprint(testApp)).toEqual(before);
  });
});

describe('transferring ownership', () => {
  test('makes the other the owner and the old owner a manager', async () => {
    const boss = await testApp.owner();
    const heir = await testApp.member(boss, 'basic');
    const oldId = await ownEmployeeId(boss);
    const answer = await boss.ok(contract.employees.update, {
      params: { id: heir.employeeId },
      body: { accessLevel: 'owner', phoneNumber: '555 0199' },
    });
    expect(answer).toMatchObject({ accessLevel: 'owner', phoneNumber: '555 0199' });
    expect(await owners(heir)).toEqual([heir.employeeId]);
    expect(await boss.ok(contract.employees.get, { params: { id: oldId } })).toMatchObject({ accessLevel: 'manager', userId: boss.userId });
    expect((await heir.ok(contract.organizations.get, { params: boss })).role).toBe('owner');
    expect((await boss.ok(contract.organizations.get, { params: boss })).role).toBe('manager');
  });

  test('can be undone only by the new owner', async () => {
    const boss = await testApp.owner();
    const heir = await testApp.member(boss, 'admin');
    const oldId = await ownEmployeeId(boss);
    const back = { params: { id: oldId }, body: { accessLevel: 'owner' } } as const;
    await boss.ok(contract.employees.update, { params: { id: heir.employeeId }, body: { accessLevel: 'owner' } });
    expect((await boss.try(contract.employees.update, back)).status).toBe(403);
    expect((await heir.ok(contract.employees.update, back)).accessLevel).toBe('owner');
    expect(await owners(boss)).toEqual([oldId]);
  });

  test('appears in the audit log for both', async () => {
    const boss = await testApp.owner();
    const heir = await testApp.member(boss, 'advanced');
    const oldId = await ownEmployeeId(boss);
    await boss.ok(contract.employees.update, { params: { id: heir.employeeId }, body: { accessLevel: 'owner' } });
    const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '2' } });
    expect(logs.map(({ entityId, changes }) => [entityId, changes.old?.['accessLevel'], changes.new?.['accessLevel']])).toEqual([
      [heir.employeeId, 'advanced', 'owner'],
      [oldId, 'owner', 'manager'],
    ]);
  });

  test('goes only to a person who can sign in', async () => {
    const boss = await testApp.owner();
    const { id } = await boss.ok(contract.employees.create, {
      params: boss,
      body: { firstName: 'No', lastName: 'Account', email: 'no-account@example.com', isUser: true },
    });
    const answer = await boss.try(contract.employees.update, { params: { id }, body: { accessLevel: 'owner' } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'Ownership can only be transferred to an employee who has signed in to this organization.' },
    });
    expect(await owners(boss)).toEqual([await ownEmployeeId(boss)]);
  });

  test('does not go to a person whose access ends with the same request', async () => {
    const boss = await testApp.owner();
    const heir = await testApp.member(boss, 'manager');
    const answer = await boss.try(contract.employees.update, {
      params: { id: heir.employeeId },
      body: { accessLevel: 'owner', isUser: false },
    });
    expect(answer.status).toBe(409);
    expect((await heir.ok(contract.organizations.get, { params: boss })).role).toBe('manager');
  });

  test.each(['admin', 'manager'] as const)('is not for a member with the level %s', async (level) => {
    const boss = await testApp.owner();
    const member = await testApp.member(boss, level);
    const answer = await member.try(contract.employees.update, { params: { id: member.employeeId }, body: { accessLevel: 'owner' } });
    expect(answer).toMatchObject({ status: 403, body: { detail: 'You are not allowed to give the access level owner' } });
  });

  test('two transfers at once leave one owner', async () => {
    const boss = await testApp.owner();
    const heirs = [await testApp.member(boss, 'admin'), await testApp.member(boss, 'admin')];
    const answers = await Promise.all(
      heirs.map((heir) => boss.try(contract.employees.update, { params: { id: heir.employeeId }, body: { accessLevel: 'owner' } })),
    );
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
    expect(won?.status).toBe(200);
    // 409 when both were under way, 403 when one came after the other.
    expect([403, 409]).toContain(lost?.status);
    expect(await owners(boss)).toHaveLength(1);
  });
});

describe('the organization keeps its owner', () => {
  const KEEP = 'The organization must have an owner. Transfer ownership to another employee first.';

  test.each([
    ['giving himself another level', { accessLevel: 'manager' }],
    ['taking his own access away', { isUser: false }],
  ])('so the owner is refused %s', async (_, body) => {
    const boss = await testApp.owner();
    const answer = await boss.send('PATCH', `/api/employees/${await ownEmployeeId(boss)}`, body);
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', detail: KEEP } });
  });

  test('so another e-mail does not lock the owner out', async () => {
    const boss = await testApp.owner();
    await boss.ok(contract.employees.update, { params: { id: await ownEmployeeId(boss) }, body: { email: 'office@example.com' } });
    expect((await boss.ok(contract.organizations.get, { params: boss })).role).toBe('owner');
  });

  test.each(['admin', 'manager'] as const)('so a member with the level %s may not change him', async (level) => {
    const boss = await testApp.owner();
    const member = await testApp.member(boss, level);
    const answer = await member.try(contract.employees.update, { params: { id: await ownEmployeeId(boss) }, body: { firstName: 'X' } });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'You are not allowed to change an employee with the access level owner' },
    });
  });
});

describe('the database itself', () => {
  const attempt = async (boss: Member, text: string, ...values: unknown[]) => {
    const before = await fingerprint(testApp);
    const outcome = await testApp.db.query({ text, values: [boss.orgId, ...values] }).then(
      () => 'was accepted',
      (error: unknown) => (error instanceof Error && 'constraint' in error ? String(error.constraint) : String(error)),
    );
    expect(await fingerprint(testApp)).toEqual(before);
    return outcome;
  };

  test('refuses a second owner', async () => {
    const boss = await testApp.owner();
    const { employeeId } = await testApp.member(boss, 'admin');
    const text = `update employees set access_level = 'owner' where organization_id = $1 and id = $2`;
    expect(await attempt(boss, text, employeeId)).toBe('employees_one_owner');
  });

  test.each([
    [
      'demoting the owner',
      `update employees set access_level = 'manager' where organization_id = $1 and access_level = 'owner'`,
      'organizations_owner_fkey',
    ],
    ['removing the owner', `delete from employees where organization_id = $1 and access_level = 'owner'`, 'organizations_owner_fkey'],
    [
      'moving the owner away',
      `update employees set id = id + 1000000 where organization_id = $1 and access_level = 'owner'`,
      'organizations_owner_fkey',
    ],
    [
      'deleting the owner softly',
      `update employees set deleted_at = now() where organization_id = $1 and access_level = 'owner'`,
      'employees_owner_check',
    ],
    [
      'an owner who cannot sign in',
      `update employees set is_user = false where organization_id = $1 and access_level = 'owner'`,
      'employees_owner_check',
    ],
    [
      'an owner without an account',
      `update employees set user_id = null where organization_id = $1 and access_level = 'owner'`,
      'employees_owner_check',
    ],
    ['naming an owner who is none', `update organizations set owner_employee_id = 2147483647 where id = $1`, 'organizations_owner_fkey'],
  ])('refuses %s', async (_, text, constraint) => {
    expect(await attempt(await testApp.owner(), text)).toBe(constraint);
  });

  test('refuses an organization without an owner', async () => {
    const boss = await testApp.owner();
    expect(await attempt(boss, `insert into organizations (name, owner_employee_id) values ('No one', $1)`)).toBe(
      'organizations_owner_fkey',
    );
  });
});
