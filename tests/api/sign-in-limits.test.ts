import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { expectProblem } from './world.ts';

const PASSWORD = 'correct horse battery';
const MINUTE = 60_000;

let testApp: TestApp;
let clock = 0;
let email = '';
let counter = 0;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock) });
});

afterAll(() => testApp.close());

// Each test has an account and a day of its own, so none feels what another tried.
beforeEach(async () => {
  counter += 1;
  clock = Date.parse('2025-06-01T12:00:30Z') + counter * 86_400_000;
  email = `driver-${counter}@example.com`;
  await testApp.nobody.send('POST', '/api/register', { email, password: PASSWORD });
});

const signIn = (password: string, as = email) => testApp.nobody.send('POST', '/api/login', { email: as, password });
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

const TOO_MANY = { status: 429, body: { code: 'too_many', detail: 'Too many attempts. Wait a while and try again.' } };

const failTenTimes = async (): Promise<void> => {
  for (const index of times(10, (each) => each)) {
    expect((await signIn(`wrong ${index}`)).status).toBe(401);
  }
};

test('after ten wrong sign-ins to an account even the right password has to wait', async () => {
  await failTenTimes();
  const answer = await signIn(PASSWORD);
  expect(answer).toMatchObject(TOO_MANY);
  expectProblem(answer);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
});

test('writing the e-mail in another case is no way around', async () => {
  await failTenTimes();
  expect(await signIn(PASSWORD, email.toUpperCase())).toMatchObject(TOO_MANY);
});

test('other accounts sign in meanwhile', async () => {
  await testApp.nobody.send('POST', '/api/register', { email: `other-${email}`, password: PASSWORD });
  await failTenTimes();
  expect((await signIn(PASSWORD, `other-${email}`)).status).toBe(200);
});

test('an account that does not exist has the same limit, so that it cannot be told from one that does', async () => {
  const nobody = `nobody-${email}`;
  for (const index of times(10, (each) => each)) {
    expect((await signIn(`wrong ${index}`, nobody)).status).toBe(401);
  }
  expect(await signIn('wrong', nobody)).toMatchObject(TOO_MANY);
});

test('fifteen minutes later it can sign in again', async () => {
  await failTenTimes();
  clock += 13 * MINUTE;
  expect(await signIn(PASSWORD)).toMatchObject(TOO_MANY);
  clock += 2 * MINUTE;
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('tries that were refused do not lengthen the wait', async () => {
  await failTenTimes();
  clock += 10 * MINUTE;
  for (const answer of await Promise.all(times(10, () => signIn('wrong')))) {
    expect(answer).toMatchObject(TOO_MANY);
  }
  clock += 5 * MINUTE;
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('right sign-ins do not count, however many', async () => {
  for (const _ of times(15, (each) => each)) {
    expect((await signIn(PASSWORD)).status).toBe(200);
  }
});

test('an address that used up its tries cannot lock accounts for others any more', async () => {
  await Promise.all(times(100, (index) => signIn('wrong', `guess-${index}-${email}`)));
  for (const _ of times(12, (each) => each)) {
    expect(await signIn('wrong')).toMatchObject(TOO_MANY);
  }
  const elsewhere = await testApp.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: '198.51.100.7',
    payload: { email, password: PASSWORD },
  });
  expect(elsewhere.statusCode).toBe(200);
});

test('of thirty tried at once ten are checked and twenty refused', async () => {
  const answers = await Promise.all(times(30, (index) => signIn(`wrong ${index}`)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect({ 401: count(401), 429: count(429) }).toEqual({ 401: 10, 429: 20 });
  expect(await signIn(PASSWORD)).toMatchObject(TOO_MANY);
});

test('an address has a hundred wrong sign-ins, whatever the accounts', async () => {
  const answers = await Promise.all(times(104, (index) => signIn('wrong', `guess-${index}-${email}`)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(await signIn(PASSWORD)).toMatchObject(TOO_MANY);
  clock += 15 * MINUTE;
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('an address registers a hundred accounts in an hour', async () => {
  const register = (index: number) => testApp.nobody.send('POST', '/api/register', { email: `new-${index}-${email}`, password: PASSWORD });
  // One was registered before the test.
  const answers = await Promise.all(times(102, register));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(99);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  clock += 60 * MINUTE;
  expect((await register(200)).status).toBe(201);
});

test('many sign-ins at once do not starve each other of the database', async () => {
  const answers = await Promise.all([
    ...times(40, (index) => signIn(PASSWORD, index % 2 === 0 ? email : `nobody-${index}@example.com`)),
    ...times(20, () => testApp.nobody.send('GET', '/api/ready')),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
});
