import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, PASSWORD, type TestApp } from '#tests/support/test-app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true });
});

afterAll(() => testApp.close());

const query = <Row extends object>(text: string, ...values: unknown[]) => testApp.db.query<Row>({ text, values });

/** Where in the database the account's id is still found besides organizations' own records, and whether anything of it is left. */
const leftOf = async (userId: number, email: string) => {
  const tables = [
    'users where id',
    'sessions where user_id',
    'passkeys where user_id',
    'identities where user_id',
    'known_devices where user_id',
  ];
  const others = ['security_events where user_id', 'member_times where user_id', 'devices where user_id', 'employees where user_id'];
  const counts = await Promise.all(
    [...tables, ...others].map(async (table) => (await query<{ n: number }>(`select count(*)::int as n from ${table} = $1`, userId))[0]?.n),
  );
  const named = await query('select id from users where email_key = $1', email.toLowerCase());
  return { sum: counts.reduce<number>((sum, n) => sum + (n ?? 0), 0), named: named.length };
};

test('a person deletes their account: everything of theirs goes, what they recorded stays the organization’s, with their name', async () => {
  const boss = await testApp.owner();
  const driver = await testApp.member(boss, 'admin');
  const elsewhere = await testApp.owner();
  const { id: atOther } = await elsewhere.ok(contract.employees.create, {
    params: elsewhere,
    body: { firstName: 'Lui', lastName: 'O.', email: driver.email, isUser: true },
  });
  const customer = await driver.ok(contract.customers.create, { params: boss, body: { businessName: 'Pine Ridge' } });
  const { secret } = await driver.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scales', accessLevel: 'manager' } });
  await testApp.nobody.send('POST', '/api/login', { email: driver.email, password: PASSWORD });
  await query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name) values ($1, $2, '\\x00', 0, '{}', 'Phone')`,
    driver.userId,
    randomUUID(),
  );
  await driver.ok(contract.account.remove, { body: { email: driver.email.toUpperCase() } });

  expect((await driver.send('GET', '/api/user')).status).toBe(401);
  expect((await testApp.nobody.send('POST', '/api/login', { email: driver.email, password: PASSWORD })).status).toBe(401);
  const byKey = await testApp.nobody.send('GET', '/api/organizations', undefined, { authorization: `Bearer ${secret}` });
  expect(byKey.status).toBe(401);
  expect(await leftOf(driver.userId, driver.email)).toEqual({ sum: 0, named: 0 });
  for (const [who, id] of [[boss, driver.employeeId] as const, [elsewhere, atOther] as const]) {
    expect(await who.ok(contract.employees.get, { params: { id } })).toMatchObject({ isUser: false, userId: null });
    const [left] = await who.ok(contract.auditLogs.list, { params: who, query: { entityType: 'employee' } });
    expect(left).toMatchObject({ entityId: id, action: 'update', user: { id: driver.userId } });
  }
  const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'customer' } });
  expect(logs[0]).toMatchObject({ entityId: customer.id, user: { firstName: 'Luis', lastName: 'Ortega', username: '' } });
  expect(await query('select subject from mails where recipient = $1 order by id desc limit 1', driver.email)).toEqual([
    { subject: 'Your account was deleted' },
  ]);
  // The address is free: a person who verifies it is someone new.
  expect((await testApp.nobody.send('POST', '/api/register', { email: driver.email, password: PASSWORD })).status).toBe(202);
});

test('where they were a member once their name stays in what they did', async () => {
  const boss = await testApp.owner();
  const driver = await testApp.member(boss, 'manager');
  await driver.ok(contract.customers.create, { params: boss, body: { businessName: 'Oak Hill' } });
  await driver.ok(contract.organizations.leave, { params: boss });
  await driver.ok(contract.account.remove, { body: { email: driver.email } });
  const [made] = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'customer' } });
  expect(made).toMatchObject({ user: { firstName: 'Dana', lastName: 'Halvorsen' } });
});

test('the owner of organizations is told which, and keeps everything', async () => {
  const boss = await testApp.owner('Halvorsen Custom');
  await boss.ok(contract.organizations.create, { body: { name: 'Second Field' } });
  expect(await boss.try(contract.account.remove, { body: { email: boss.email } })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('You own Halvorsen Custom, Second Field. Make someone else the owner') },
  });
  expect((await boss.send('GET', '/api/user')).status).toBe(200);
});

test('another e-mail, or a program with a key, deletes nothing', async () => {
  const boss = await testApp.owner();
  expect(await boss.try(contract.account.remove, { body: { email: 'other@example.com' } })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('Type your email exactly as shown') },
  });
  const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scales', accessLevel: 'manager' } });
  const byKey = await testApp.nobody.send('POST', '/api/account/delete', { email: boss.email }, { authorization: `Bearer ${secret}` });
  expect(byKey.status).toBe(403);
});
