import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { MAX_KNOWN_DEVICES } from '#server/data/known-devices.ts';
import { forgetOld } from '#server/commands/forget-old.ts';
import { type Answer, createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { expectProblem } from './world.ts';

const PASSWORD = 'correct horse battery';
const MINUTE = 60_000;
const DAY = 86_400_000;

let testApp: TestApp;
let clock = 0;
let email = '';
let counter = 0;
/** What identifies the browser in which the account was made. */
let known = '';

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock) });
});

afterAll(() => testApp.close());

const deviceIn = ({ headers }: Answer): string =>
  [headers['set-cookie']]
    .flat()
    .map((each) => /^headland_device=[^;]+/.exec(String(each))?.[0])
    .find((each) => each !== undefined) ?? '';

// Each test has an account and a day of its own, so none feels what another tried.
beforeEach(async () => {
  counter += 1;
  clock = Date.parse('2025-06-01T12:00:30Z') + counter * DAY;
  email = `driver-${counter}@example.com`;
  known = deviceIn(await testApp.nobody.send('POST', '/api/register', { email, password: PASSWORD }));
});

interface From {
  readonly as?: string;
  readonly address?: string;
  readonly device?: string;
}
const signIn = async (password: string, { as = email, address = '203.0.113.5', device = '' }: From = {}): Promise<Answer> => {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: address,
    headers: device === '' ? {} : { cookie: device },
    payload: { email: as, password },
  });
  return { status: answer.statusCode, body: answer.json<unknown>(), headers: answer.headers };
};
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const each = async (count: number, work: (index: number) => Promise<unknown>): Promise<void> => {
  for (const index of times(count, (at) => at)) {
    await work(index);
  }
};
const wrong = (from?: From) => signIn('a wrong guess', from);

const TOO_MANY = { status: 429, body: { code: 'too_many', detail: expect.stringContaining('Too many failed attempts. Wait a moment') } };
const waitOf = ({ headers }: Answer): number => Number(headers['retry-after']);
const failTenTimes = (from?: From) => each(10, async () => expect((await wrong(from)).status).toBe(401));

describe('the guesser', () => {
  test('has ten tries at an account, then waits seconds, and each time twice as long, up to five minutes', async () => {
    await failTenTimes();
    const waits: number[] = [];
    await each(8, async () => {
      const answer = await signIn(PASSWORD);
      expect(answer).toMatchObject(TOO_MANY);
      expectProblem(answer);
      waits.push(waitOf(answer));
      clock += waitOf(answer) * 1000;
      expect((await wrong()).status).toBe(401);
    });
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  });

  test('does not lengthen the wait by tries that are refused', async () => {
    await failTenTimes();
    for (const answer of await Promise.all(times(10, () => wrong()))) {
      expect(answer).toMatchObject(TOO_MANY);
    }
    clock += 5_000;
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('gets nothing by writing the e-mail in another case, or by another address of the same network', async () => {
    await failTenTimes({ address: '2001:db8:1:2::1' });
    expect(await wrong({ address: '2001:db8:1:2::1', as: email.toUpperCase() })).toMatchObject(TOO_MANY);
    expect(await wrong({ address: '2001:db8:1:2:ffff::9' })).toMatchObject(TOO_MANY);
    expect((await wrong({ address: '2001:db8:1:3::1' })).status).toBe(401);
  });

  test('cannot tell an account that does not exist from one that does', async () => {
    const as = `nobody-${email}`;
    await failTenTimes({ as });
    const [one, other] = [await wrong({ as }), await (await failTenTimes(), wrong())];
    expect({ ...one, headers: null }).toEqual({ ...other, headers: null });
    expect(waitOf(one)).toBe(waitOf(other));
  });

  test('of thirty tried at once gets ten checked', async () => {
    const answers = await Promise.all(times(30, () => wrong()));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect({ 401: count(401), 429: count(429) }).toEqual({ 401: 10, 429: 20 });
  });

  test('has fifty tries at an account from many machines together', async () => {
    await each(50, async (index) => expect((await wrong({ address: `198.51.100.${index}` })).status).toBe(401));
    expect(await wrong({ address: '198.51.100.200' })).toMatchObject(TOO_MANY);
  });

  test('has a hundred tries from a network, whatever the accounts', async () => {
    const answers = await Promise.all(times(104, (index) => wrong({ as: `guess-${index}-${email}` })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(await wrong({ as: `another-${email}` })).toMatchObject(TOO_MANY);
  });

  test('with a cookie that was never made here, or of another account’s browser, is a stranger', async () => {
    await failTenTimes({ device: `headland_device=${'x'.repeat(43)}` });
    expect(await wrong()).toMatchObject(TOO_MANY);
    const other = `other-${email}`;
    await testApp.nobody.send('POST', '/api/register', { email: other, password: PASSWORD });
    await failTenTimes({ as: other, device: known });
    expect(await wrong({ as: other })).toMatchObject(TOO_MANY);
  });
});

describe('while a stranger guesses', () => {
  test('the owner signs in on a device where they were signed in, from the very same network', async () => {
    await each(40, () => wrong());
    expect(await signIn(PASSWORD)).toMatchObject(TOO_MANY);
    expect((await signIn(PASSWORD, { device: known })).status).toBe(200);
  });

  test('everyone else in the network signs in on their own', async () => {
    await Promise.all(times(120, (index) => wrong({ as: `guess-${index}-${email}` })));
    expect(await signIn(PASSWORD)).toMatchObject(TOO_MANY);
    expect((await signIn(PASSWORD, { device: known })).status).toBe(200);
  });

  test('the owner signs in on a new device elsewhere', async () => {
    await each(12, () => wrong());
    expect((await signIn(PASSWORD, { address: '198.51.100.7' })).status).toBe(200);
  });

  test('the owner changes their password, and a guess at that slows no sign-in', async () => {
    const dana = await testApp.person();
    const from = { as: dana.email, address: '127.0.0.1' };
    await each(12, () => wrong(from));
    const change = (currentPassword: string) =>
      dana.try(contract.account.changePassword, { body: { currentPassword, password: 'staple and then some' } });
    expect((await change(PASSWORD)).status).toBe(204);
    await each(10, () => change(PASSWORD));
    expect((await change('staple and then some')).status).toBe(429);
    expect((await signIn('staple and then some', { as: dana.email, address: '198.51.100.9' })).status).toBe(200);
  });

  test('passkeys are offered and mailed links taken', async () => {
    await Promise.all(times(150, (index) => wrong({ as: `guess-${index}-${email}` })));
    const post = async (url: string, payload: object) =>
      (await testApp.app.inject({ method: 'POST', url, remoteAddress: '203.0.113.5', headers: { host: 'localhost' }, payload })).statusCode;
    expect(await post('/api/login/passkey/options', {})).toBe(200);
    expect(await post('/api/login/passkey', { token: 'x', response: {} })).toBe(400);
    expect(await post('/api/password/reset', { token: 'x', password: 'staple and then some' })).toBe(400);
  });
});

describe('a known device', () => {
  test('has ten tries of its own', async () => {
    await failTenTimes({ device: known });
    expect(await signIn(PASSWORD, { device: known })).toMatchObject(TOO_MANY);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('is forgotten after a year without a sign-in', async () => {
    const kept = async () =>
      (await testApp.db.query({ text: 'select from known_devices k join users u on u.id = k.user_id where u.email = $1', values: [email] }))
        .length;
    clock += 364 * DAY;
    await forgetOld(testApp.db.app, new Date(clock));
    expect(await kept()).toBe(1);
    clock += 2 * DAY;
    await forgetOld(testApp.db.app, new Date(clock));
    expect(await kept()).toBe(0);
    clock -= 366 * DAY;
  });

  test('is one of a bounded number; the one unused longest is forgotten', async () => {
    await each(MAX_KNOWN_DEVICES, async () => {
      clock += 1000;
      await signIn(PASSWORD);
    });
    expect(
      (await testApp.db.query({ text: 'select from known_devices k join users u on u.id = k.user_id where u.email = $1', values: [email] }))
        .length,
    ).toBe(MAX_KNOWN_DEVICES);
    await failTenTimes();
    expect(await wrong({ device: known })).toMatchObject(TOO_MANY);
  });
});

test('right sign-ins do not count, however many', async () => {
  await each(15, async () => expect((await signIn(PASSWORD)).status).toBe(200));
});

test('after a quarter of an hour without a try all is forgotten', async () => {
  await failTenTimes();
  clock += 16 * MINUTE;
  await failTenTimes();
});

test('failed and slowed sign-ins are noted for the person, whatever the answer waits for', async () => {
  await each(12, () => wrong());
  const events = () =>
    testApp.db.query<{ kind: string; count: number }>({
      text: `select kind, sum(count)::int as count from security_events e join users u on u.id = e.user_id
              where u.email = $1 and kind like 'sign-in-%' group by kind order by kind`,
      values: [email],
    });
  await vi.waitUntil(async () => (await events()).reduce((sum, { count }) => sum + count, 0) === 12, { timeout: 5_000 });
  expect(await events()).toEqual([
    { kind: 'sign-in-failed', count: 10 },
    { kind: 'sign-in-slowed', count: 2 },
  ]);
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
    ...times(40, (index) => signIn(PASSWORD, { as: index % 2 === 0 ? email : `nobody-${index}@example.com` })),
    ...times(20, () => testApp.nobody.send('GET', '/api/ready')),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0);
});

test('sign-ins that arrive together are all taken, whichever was written first', async () => {
  expect((await signIn(PASSWORD)).status).toBe(200);
  clock -= 5;
  expect((await signIn(PASSWORD)).status).toBe(200);
});
