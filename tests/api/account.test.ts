import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Answer, createTestApp, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';
import { refusedFor } from './world.ts';

const OTHER = 'staple and then some';
const PHONE = 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0';

let testApp: TestApp;
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock) });
});

afterAll(() => testApp.close());

const cookieOf = ({ headers }: Answer): string => /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
const signIn = (who: Person, password = PASSWORD) =>
  testApp.nobody.send('POST', '/api/login', { email: who.email, password }, { 'user-agent': PHONE });
const statusWith = async (cookie: string) => (await testApp.nobody.send('GET', '/api/user', undefined, { cookie })).status;
const change = (who: Person, currentPassword: string, password = OTHER) =>
  who.try(contract.account.changePassword, { body: { currentPassword, password } });

test('shows one’s account, and takes another name', async () => {
  const dana = await testApp.person();
  expect(await dana.ok(contract.account.get, {})).toEqual({
    id: dana.userId,
    email: dana.email,
    firstName: 'Dana',
    lastName: 'Halvorsen',
    hasPassword: true,
    emailVerified: true,
    confirmBy: null,
    language: null,
  });
  const named = { firstName: 'Daniela', lastName: 'Ortega' };
  expect(await dana.ok(contract.account.update, { body: named })).toMatchObject(named);
  expect(await dana.ok(contract.users.current, {})).toMatchObject(named);
  expect(await dana.try(contract.account.update, { body: { firstName: ' ', lastName: 'O' } })).toMatchObject(
    refusedFor('firstName', 'First name is required'),
  );
});

test('lists where one is signed in, used last first, and nobody else’s', async () => {
  const [dana, other] = [await testApp.person(), await testApp.person()];
  clock += 2 * 3_600_000;
  const phone = cookieOf(await signIn(dana));
  const [first, second, ...rest] = await dana.ok(contract.account.sessions, {});
  expect([first, second]).toMatchObject([
    { userAgent: PHONE, isCurrent: false },
    { userAgent: 'tests', isCurrent: true },
  ]);
  expect(rest).toEqual([]);
  expect((await other.ok(contract.account.sessions, {})).length).toBe(1);
  clock += 91 * 86_400_000;
  expect(await statusWith(phone)).toBe(401);
});

test('ends one session, and none of another person’s', async () => {
  const [dana, other] = [await testApp.person(), await testApp.person()];
  const phone = cookieOf(await signIn(dana));
  const id = (await dana.ok(contract.account.sessions, {})).find(({ isCurrent }) => !isCurrent)?.id ?? 0;
  await other.ok(contract.account.endSession, { body: { id } });
  expect(await statusWith(phone)).toBe(200);
  await dana.ok(contract.account.endSession, { body: { id } });
  expect([await statusWith(phone), await statusWith(dana.cookie)]).toEqual([401, 200]);
  expect((await dana.try(contract.account.endSession, { body: { id } })).status).toBe(204);
});

test('ends all others at once', async () => {
  const [dana, other] = [await testApp.person(), await testApp.person()];
  const others = [cookieOf(await signIn(dana)), cookieOf(await signIn(dana))];
  await dana.ok(contract.account.endOtherSessions, {});
  for (const cookie of others) {
    expect(await statusWith(cookie)).toBe(401);
  }
  expect([await statusWith(dana.cookie), await statusWith(other.cookie)]).toEqual([200, 200]);
});

test('changes the password, which ends every other session', async () => {
  const dana = await testApp.person();
  const phone = cookieOf(await signIn(dana));
  expect((await change(dana, PASSWORD)).status).toBe(204);
  expect([await statusWith(phone), await statusWith(dana.cookie)]).toEqual([401, 200]);
  expect((await signIn(dana)).status).toBe(401);
  expect((await signIn(dana, OTHER)).status).toBe(200);
});

test('a wrong password changes nothing, and its tries are slowed', async () => {
  const dana = await testApp.person();
  expect(await change(dana, 'not the password')).toMatchObject(refusedFor('currentPassword', 'Wrong password'));
  expect(await change(dana, PASSWORD, 'short')).toMatchObject(refusedFor('password', 'Password must be at least 12 characters'));
  const leaked = 'This password appears in known data leaks. Choose another one, such as four words in a row.';
  expect(await change(dana, PASSWORD, 'qwerty123456')).toMatchObject(refusedFor('password', leaked));
  await Promise.all(Array.from({ length: 9 }, () => change(dana, 'not the password')));
  expect((await change(dana, PASSWORD)).status).toBe(429);
  // Signing in is counted apart: who guesses here is signed in already.
  expect((await signIn(dana)).status).toBe(200);
});

test('an account without a password says how to get one', async () => {
  const dana = await testApp.person();
  await testApp.db.query({ text: 'update users set password_hash = null where id = $1', values: [dana.userId] });
  expect(await dana.ok(contract.account.get, {})).toMatchObject({ hasPassword: false });
  expect(await change(dana, PASSWORD)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Forgot password?') } });
});

test('a program with a key learns nothing of it', async () => {
  const boss = await testApp.owner();
  const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scales', accessLevel: 'manager' } });
  for (const path of ['/api/account', '/api/account/sessions', '/api/account/passkeys']) {
    const answer = await testApp.nobody.send('GET', path, undefined, { authorization: `Bearer ${secret}` });
    expect(answer).toMatchObject({ status: 403, body: { detail: "An API key can't do this. Sign in instead." } });
  }
  const ending = await testApp.nobody.send('POST', '/api/account/sessions/end-others', {}, { authorization: `Bearer ${secret}` });
  expect(ending.status).toBe(403);
});
