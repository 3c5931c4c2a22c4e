import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import type { Member } from './world.ts';

let testApp: TestApp;
/** One that sends mail, and so can find out whose an address is. */
let verifying: TestApp;

beforeAll(async () => {
  [testApp, verifying] = await Promise.all([createTestApp(), createTestApp({ publicUrl: 'http://farm.test', hasMail: true })]);
});

afterAll(() => Promise.all([testApp.close(), verifying.close()]));

const freshEmail = () => `${randomUUID()}@example.com`;

const hire = (boss: Member, email: string, isUser = true) =>
  boss.ok(contract.employees.create, {
    params: boss,
    body: { firstName: 'Ines', lastName: 'Moreau', email, isUser, accessLevel: 'advanced' },
  });

const statusFor = async (person: Person, boss: Member) => (await person.try(contract.customers.list, { params: boss })).status;
const patch = (boss: Member, id: number, body: { email?: string; isUser?: boolean }) =>
  boss.ok(contract.employees.update, { params: { id }, body });

test('an account that exists becomes a member at once, with the level of the employee', async () => {
  const boss = await testApp.owner();
  const person = await testApp.person();
  expect(await statusFor(person, boss)).toBe(404);
  const { userId } = await hire(boss, person.email.toUpperCase());
  expect(userId).toBe(person.userId);
  expect(await person.ok(contract.organizations.list, {})).toMatchObject([{ id: boss.orgId, role: 'advanced' }]);
  expect(await statusFor(person, boss)).toBe(200);
});

test('a person who registers later becomes a member by registering', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  const email = freshEmail();
  const { id } = await hire(boss, email.toUpperCase());
  await hire(other, email);
  const answer = await testApp.nobody.send('POST', '/api/register', { email, password: 'correct horse battery' });
  expect(answer.status).toBe(201);
  const headers = { cookie: /^[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '' };
  const organizations = await testApp.nobody.send('GET', '/api/organizations', undefined, headers);
  expect(
    contract.organizations.list.response
      .parse(organizations.body)
      .map(({ id: orgId }) => orgId)
      .toSorted(),
  ).toEqual([boss.orgId, other.orgId].toSorted());
  expect(await boss.ok(contract.employees.get, { params: { id } })).toMatchObject({ version: 2, userId: expect.any(Number) });
});

test('an employee who is not a user gives no access', async () => {
  const boss = await testApp.owner();
  const person = await testApp.person();
  await hire(boss, person.email, false);
  expect(await statusFor(person, boss)).toBe(404);
  expect(await statusFor(await testApp.person({ email: person.email.replace('@', '+2@') }), boss)).toBe(404);
});

test('an account whose e-mail is not verified gets no access where it could be verified', async () => {
  const boss = await verifying.owner();
  const person = await verifying.person();
  await verifying.db.query({ text: 'update users set email_verified = false where id = $1', values: [person.userId] });
  expect((await hire(boss, person.email)).userId).toBeNull();
  expect(await statusFor(person, boss)).toBe(404);
});

test('taking isUser away ends the access at the next request, giving it back restores it', async () => {
  const boss = await testApp.owner();
  const person = await testApp.person();
  const { id } = await hire(boss, person.email);
  expect((await patch(boss, id, { isUser: false })).userId).toBeNull();
  expect(await statusFor(person, boss)).toBe(404);
  expect(await person.ok(contract.organizations.list, {})).toEqual([]);
  await patch(boss, id, { isUser: true });
  expect(await statusFor(person, boss)).toBe(200);
});

test('a new e-mail ends the access of the one account and grants it to the other', async () => {
  const boss = await testApp.owner();
  const [before, after] = [await testApp.person(), await testApp.person()];
  const { id } = await hire(boss, before.email);
  await patch(boss, id, { email: after.email });
  expect([await statusFor(before, boss), await statusFor(after, boss)]).toEqual([404, 200]);
  await patch(boss, id, { email: freshEmail() });
  expect([await statusFor(before, boss), await statusFor(after, boss)]).toEqual([404, 404]);
});

test('a change of something else leaves the access as it is', async () => {
  const boss = await testApp.owner();
  const person = await testApp.person();
  const { id } = await hire(boss, person.email);
  await boss.ok(contract.employees.update, { params: { id }, body: { phoneNumber: '555 0100', accessLevel: 'basic' } });
  expect(await person.ok(contract.organizations.get, { params: boss })).toMatchObject({ role: 'basic' });
});

test('another level counts from the next request on', async () => {
  const boss = await testApp.owner();
  const person = await testApp.person();
  const { id } = await hire(boss, person.email);
  const create = () => person.try(contract.customers.create, { params: boss, body: { businessName: 'Pine Ridge' } });
  expect((await create()).status).toBe(201);
  await boss.ok(contract.employees.update, { params: { id }, body: { accessLevel: 'basic' } });
  expect((await create()).status).toBe(403);
});

test('one account is one employee of an organization', async () => {
  const boss = await testApp.owner();
  const person = await testApp.person();
  await hire(boss, person.email);
  const message = 'Another employee in this organization already signs in with this email';
  const twice = await boss.try(contract.employees.create, {
    params: boss,
    body: { firstName: 'Second', lastName: 'One', email: person.email, isUser: true },
  });
  expect(twice).toMatchObject({ status: 409, body: { code: 'conflict', detail: message, issues: [{ path: 'email', message }] } });
  const { id } = await hire(boss, freshEmail());
  const moved = await boss.try(contract.employees.update, { params: { id }, body: { email: person.email } });
  expect(moved).toMatchObject({ status: 409, body: { detail: message } });
});

test('two employees who wait for the same e-mail do not keep its account from registering', async () => {
  const boss = await testApp.owner();
  const email = freshEmail();
  const [first, second] = [await hire(boss, email), await hire(boss, email)];
  expect((await testApp.nobody.send('POST', '/api/register', { email, password: 'correct horse battery' })).status).toBe(201);
  expect((await boss.ok(contract.employees.get, { params: first })).userId).not.toBeNull();
  expect((await boss.ok(contract.employees.get, { params: second })).userId).toBeNull();
});

test('access that an account missed when it was made comes with its next sign-in', async () => {
  const boss = await verifying.owner();
  const credentials = { email: (await verifying.person()).email, password: 'correct horse battery' };
  const { id } = await hire(boss, credentials.email);
  // As if both had been written at the same moment, neither seeing the other.
  const setUser = (userId: number | null, verified: boolean) =>
    verifying.db.query({
      text: `with account as (update users set email_verified = $3 where email = $4)
             update employees set user_id = $2 where id = $1`,
      values: [id, userId, verified, credentials.email],
    });
  const userAfterSignIn = async () => {
    expect((await verifying.nobody.send('POST', '/api/login', credentials)).status).toBe(200);
    return (await boss.ok(contract.employees.get, { params: { id } })).userId;
  };
  await setUser(null, false);
  expect(await userAfterSignIn()).toBeNull();
  await setUser(null, true);
  expect(await userAfterSignIn()).toEqual(expect.any(Number));
});

test('an organization made by a member is no door for their colleagues elsewhere', async () => {
  const boss = await testApp.owner();
  const driver = await testApp.member(boss, 'basic');
  const own = await driver.ok(contract.organizations.create, { body: { name: 'On the side' } });
  expect(await statusFor(boss, { ...boss, orgId: own.id })).toBe(404);
  expect((await driver.ok(contract.organizations.list, {})).map(({ role }) => role).toSorted()).toEqual(['basic', 'owner']);
});

test('a person who belongs elsewhere and is added unasked is told, stays or leaves, and is not watched there until then', async () => {
  const [boss, other] = [await testApp.owner('Own'), await testApp.owner('Stranger')];
  const driver = await testApp.member(boss, 'basic');
  const told = async () => (await driver.ok(contract.users.current, {})).addedTo;
  // People without another organization came for this one.
  expect(await told()).toBeUndefined();
  await hire(other, driver.email);
  expect(await told()).toEqual([{ id: other.orgId, name: 'Stranger' }]);
  const seen = (await other.ok(contract.employees.members, { params: other })).find(({ userId }) => userId === driver.userId);
  expect(seen?.lastSeenAt).toBeNull();
  await driver.ok(contract.account.stay, { body: { id: other.orgId } });
  expect(await told()).toBeUndefined();
  const third = await testApp.owner('Third');
  await hire(third, driver.email);
  await driver.ok(contract.organizations.leave, { params: third });
  expect(await told()).toBeUndefined();
});

test('access that waited is reported as well, if the person now belongs elsewhere', async () => {
  const [boss, other] = [await testApp.owner('Own'), await testApp.owner('Stranger')];
  const email = freshEmail();
  await hire(boss, email);
  await hire(other, email);
  const { headers } = await testApp.nobody.send('POST', '/api/register', { email, password: 'correct horse battery' });
  const cookie = /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
  const { body } = await testApp.nobody.send('GET', '/api/user', undefined, { cookie });
  expect(body).toMatchObject({ addedTo: [{ id: other.orgId, name: 'Stranger' }] });
});
