import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Answer, TestApp } from '#tests/support/test-app.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { expectProblem, refusedFor } from './world.ts';

const PASSWORD = 'correct horse battery';
const LEAKED = 'This password appears in known data leaks. Choose another one, such as four words in a row.';

let testApp: TestApp;
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock) });
});

afterAll(() => testApp.close());

let counter = 0;
const freshEmail = () => `Account-${(counter += 1)}@Example.com`;

const cookieOf = ({ headers }: Answer): string => /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
const post = (path: string, body: unknown, cookie = '') => testApp.nobody.send('POST', path, body, cookie === '' ? {} : { cookie });
const whoIs = (cookie: string, path = '/api/auth/user') => testApp.nobody.send('GET', path, undefined, { cookie });

const register = async (email = freshEmail()) => {
  const answer = await post('/api/register', { email, password: PASSWORD, firstName: 'Mara', lastName: 'Olsen', language: null });
  return { email, answer, cookie: cookieOf(answer) };
};

test('registers an account and signs it in', async () => {
  const { email, answer, cookie } = await register();
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({ id: expect.any(Number), email, username: email, firstName: 'Mara', lastName: 'Olsen', language: null });
  expect((await whoIs(cookie)).body).toEqual(answer.body);
});

test('returns the same answer at /api/auth/user and /api/user', async () => {
  const { cookie } = await register();
  const [one, other] = [await whoIs(cookie), await whoIs(cookie, '/api/user')];
  expect(one.status).toBe(200);
  expect(other.body).toEqual(one.body);
});

test('registers without names', async () => {
  const answer = await post('/api/register', { email: freshEmail(), password: PASSWORD, firstName: '  ', lastName: null });
  expect(answer).toMatchObject({ status: 201, body: { firstName: null, lastName: null } });
});

test('keeps one account for an e-mail in whatever case', async () => {
  const { email } = await register();
  const again = await post('/api/register', { email: email.toUpperCase(), password: 'another password' });
  const message = 'An account with this email already exists. Sign in instead.';
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict', detail: message, issues: [{ path: 'email', message }] } });
  expect(again.headers['set-cookie']).toBeUndefined();
  expect((await post('/api/login', { email, password: 'another password' })).status).toBe(401);
});

test('of many who register the same e-mail at once one succeeds', async () => {
  const email = freshEmail();
  const answers = await Promise.all(Array.from({ length: 6 }, () => post('/api/register', { email, password: PASSWORD })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
});

test.each([
  ['a short password', { email: 'a@b.example', password: '12345678901' }, 'password', 'Password must be at least 12 characters'],
  ['a password that is known from leaks', { email: 'a@b.example', password: 'Administrator' }, 'password', LEAKED],
  ['a missing password', { email: 'a@b.example' }, 'password', 'Password must be at least 12 characters'],
  ['an endless password', { email: 'a@b.example', password: 'x'.repeat(129) }, 'password', 'Password is too long'],
  ['no e-mail address', { email: 'somebody', password: PASSWORD }, 'email', 'Invalid email address'],
  ['an e-mail address with a blank', { email: 'some body@b.example', password: PASSWORD }, 'email', 'Invalid email address'],
])('refuses to register with %s', async (_, body, path, message) => {
  expect(await post('/api/register', body)).toMatchObject(refusedFor(path, message));
});

test('keeps passwords as a memory-hard hash and sends none of it', async () => {
  const { email, answer } = await register();
  const [row] = await testApp.db.query<{ hash: string }>({
    text: 'select password_hash as hash from users where email = $1',
    values: [email],
  });
  expect(row?.hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(answer.body)).not.toContain('argon2');
});

test('signs in with the e-mail in any case', async () => {
  const { email, answer } = await register();
  const signedIn = await post('/api/login', { email: ` ${email.toUpperCase()} `, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  expect(signedIn.body).toEqual(answer.body);
});

test('answers a wrong password and a wrong e-mail alike', async () => {
  const { email } = await register();
  const wrongPassword = await post('/api/login', { email, password: `${PASSWORD}!` });
  const wrongEmail = await post('/api/login', { email: freshEmail(), password: PASSWORD });
  expect(wrongPassword).toMatchObject({ status: 401, body: { code: 'wrong_credentials', detail: 'Wrong email or password' } });
  expectProblem(wrongPassword);
  expect(wrongEmail.status).toBe(401);
  expect(wrongEmail.body).toEqual(wrongPassword.body);
  expect([wrongEmail.headers['set-cookie'], wrongPassword.headers['set-cookie']]).toEqual([undefined, undefined]);
});

test('does not sign in to an account that has no password', async () => {
  const { email } = await register();
  await testApp.db.query({ text: 'update users set password_hash = null where email = $1', values: [email] });
  expect(await post('/api/login', { email, password: PASSWORD })).toMatchObject({
    status: 401,
    body: { detail: 'Wrong email or password' },
  });
});

test('starts a new session at each sign-in and ends the one that the browser had', async () => {
  const { email, cookie: first } = await register();
  const second = cookieOf(await post('/api/login', { email, password: PASSWORD }, first));
  expect(second).not.toBe(first);
  expect((await whoIs(first)).status).toBe(401);
  expect((await whoIs(second)).status).toBe(200);
});

test('does not take over a session that another person made up', async () => {
  const { email } = await register();
  const planted = 'headland_session=a-session-id-that-an-attacker-knows';
  const own = cookieOf(await post('/api/login', { email, password: PASSWORD }, planted));
  expect(own).not.toBe(planted);
  expect((await whoIs(planted)).status).toBe(401);
});

test('a refused sign-in leaves the session that the browser had', async () => {
  const { email, cookie } = await register();
  await post('/api/login', { email, password: 'not the password' }, cookie);
  expect((await whoIs(cookie)).status).toBe(200);
});

test('signing in on another device leaves the first one signed in', async () => {
  const { email, cookie } = await register();
  const phone = cookieOf(await post('/api/login', { email, password: PASSWORD }));
  expect((await whoIs(cookie)).status).toBe(200);
  expect((await whoIs(phone)).status).toBe(200);
});

test('signs out: the session ends on the server and the cookie goes', async () => {
  const { email, cookie } = await register();
  const phone = cookieOf(await post('/api/login', { email, password: PASSWORD }));
  const answer = await post('/api/logout', undefined, cookie);
  expect(answer).toMatchObject({ status: 204, body: '' });
  expect(String(answer.headers['set-cookie'])).toMatch(/^headland_session=;.*Expires=Thu, 01 Jan 1970/);
  expect((await whoIs(cookie)).status).toBe(401);
  expect((await whoIs(phone)).status).toBe(200);
});

test('signing out without being signed in is no mistake', async () => {
  expect((await post('/api/logout', undefined)).status).toBe(204);
});

test('keeps no session token that would open a session', async () => {
  const { cookie } = await register();
  const token = cookie.split('=')[1] ?? '';
  const rows = await testApp.db.query<{ kept: string }>({ text: `select encode(token_hash, 'escape') as kept from sessions`, values: [] });
  expect(token.length).toBeGreaterThanOrEqual(43);
  expect(rows.some(({ kept }) => kept.includes(token))).toBe(false);
});

test('a session ends 90 days after its last use', async () => {
  const before = clock;
  try {
    const { cookie } = await register();
    clock += 89 * 86_400_000;
    expect((await whoIs(cookie)).status).toBe(200);
    clock += 89 * 86_400_000;
    expect((await whoIs(cookie)).status).toBe(200);
    clock += 91 * 86_400_000;
    expect((await whoIs(cookie)).status).toBe(401);
  } finally {
    clock = before;
  }
});

test('an account can be a member without any organization of its own', async () => {
  const someone = await testApp.person();
  expect(await someone.ok(contract.organizations.list, {})).toEqual([]);
});
