import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { softPasskey, type SoftPasskey } from '#tests/support/soft-passkey.ts';
import { type Answer, createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { refusedFor } from './world.ts';

const ORIGIN = 'https://farm.test';
const SESSION = '__Host-headland_session';

let testApp: TestApp;
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({ publicUrl: ORIGIN, hasMail: true, now: () => new Date(clock) });
});

afterAll(() => testApp.close());

const cookieOf = ({ headers }: Answer): string => /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
const newKey = () => softPasskey('farm.test');

/** The app's cookie has another name behind TLS than the tests' people carry. */
const person = async (): Promise<Person> => {
  const someone = await testApp.person();
  const cookie = someone.cookie.replace('headland_session', SESSION);
  const send: Person['send'] = (method, url, body, headers = {}) => testApp.nobody.send(method, url, body, { cookie, ...headers });
  return { ...someone, cookie, send };
};

const begin = async (who: Person) => {
  const answer = await who.send('POST', '/api/account/passkeys/options');
  return contract.account.passkeyOptions.response.parse(answer.body);
};
const add = async (who: Person, key: SoftPasskey, origin = ORIGIN) => {
  const { token, options } = await begin(who);
  return who.send('POST', '/api/account/passkeys', { token, response: key.create(options, origin), name: 'My phone' });
};
const challenge = async () => {
  const answer = await testApp.nobody.send('POST', '/api/login/passkey/options');
  return contract.users.passkeyOptions.response.parse(answer.body);
};
const signIn = async (key: SoftPasskey, origin = ORIGIN) => {
  const { token, options } = await challenge();
  return testApp.nobody.send('POST', '/api/login/passkey', { token, response: key.get(options, origin) });
};
const listOf = async (who: Person) => {
  const answer = await who.send('GET', '/api/account/passkeys');
  return contract.account.passkeys.response.parse(answer.body);
};

test('a passkey is added, signs in, and is reported by mail', async () => {
  const [dana, key] = [await person(), newKey()];
  expect(await add(dana, key)).toMatchObject({ status: 201, body: { name: 'My phone', lastUsedAt: null } });
  const answer = await signIn(key);
  expect(answer).toMatchObject({ status: 200, body: { id: dana.userId, email: dana.email } });
  const user = await testApp.nobody.send('GET', '/api/user', undefined, { cookie: cookieOf(answer) });
  expect(user.status).toBe(200);
  expect(await listOf(dana)).toMatchObject([{ name: 'My phone', lastUsedAt: new Date(clock).toISOString() }]);
  expect(await testApp.db.query({ text: 'select subject from mails where recipient = $1', values: [dana.email] })).toEqual([
    { subject: 'A passkey was added' },
  ]);
});

test('the device is asked for a finger, a face or a code, and finds the passkey by itself', async () => {
  const dana = await person();
  await add(dana, newKey());
  expect((await begin(dana)).options).toMatchObject({
    rp: { id: 'farm.test', name: 'Headland' },
    user: { name: dana.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key' }],
  });
  const { options } = await challenge();
  expect(options).toMatchObject({ rpId: 'farm.test', userVerification: 'required' });
  expect(options['allowCredentials']).toBeUndefined();
});

test('is removed by its owner only, and then opens nothing', async () => {
  const [dana, other, key] = [await person(), await person(), newKey()];
  await add(dana, key);
  const id = (await listOf(dana))[0]?.id ?? 0;
  expect((await other.send('POST', '/api/account/passkeys/remove', { id })).status).toBe(204);
  expect((await signIn(key)).status).toBe(200);
  expect((await dana.send('POST', '/api/account/passkeys/remove', { id })).status).toBe(204);
  expect(await listOf(dana)).toEqual([]);
  expect(await signIn(key)).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
});

test.each([
  ['made for another site', async (who: Person) => add(who, newKey(), 'https://evil.test')],
  ['made for another name', async (who: Person) => add(who, softPasskey('evil.test'))],
  [
    'that does not answer the challenge',
    async (who: Person) => {
      const { token } = await begin(who);
      return who.send('POST', '/api/account/passkeys', { token, response: newKey().create({ challenge: 'eA' }, ORIGIN), name: 'x' });
    },
  ],
  [
    'that is none',
    async (who: Person) => who.send('POST', '/api/account/passkeys', { token: (await begin(who)).token, response: { id: 7 }, name: 'x' }),
  ],
])('refuses a passkey %s', async (_, tryIt) => {
  const dana = await person();
  expect(await tryIt(dana)).toMatchObject(refusedFor('response', "The passkey couldn't be verified. Try again."));
  expect(await listOf(dana)).toEqual([]);
});

test('what one person began another does not finish, nor anyone twice or late', async () => {
  const [dana, other, key] = [await person(), await person(), newKey()];
  const late = refusedFor('token', 'This took too long. Try again.');
  const { token, options } = await begin(dana);
  const response = key.create(options, ORIGIN);
  expect(await other.send('POST', '/api/account/passkeys', { token, response, name: 'x' })).toMatchObject(late);
  expect(await dana.send('POST', '/api/account/passkeys', { token, response, name: 'x' })).toMatchObject(late);
  await add(dana, key);
  const asked = await challenge();
  clock += 11 * 60_000;
  const lateAnswer = { token: asked.token, response: key.get(asked.options, ORIGIN) };
  expect(await testApp.nobody.send('POST', '/api/login/passkey', lateAnswer)).toMatchObject(late);
  const once = await challenge();
  const body = { token: once.token, response: key.get(once.options, ORIGIN) };
  expect((await testApp.nobody.send('POST', '/api/login/passkey', body)).status).toBe(200);
  expect(await testApp.nobody.send('POST', '/api/login/passkey', body)).toMatchObject(late);
});

test('refuses to sign in with another site’s answer, or a copied key that counts backwards', async () => {
  const [dana, key] = [await person(), newKey()];
  await add(dana, key);
  expect((await signIn(key, 'https://evil.test')).status).toBe(401);
  expect((await signIn(key)).status).toBe(200);
  await testApp.db.query({ text: 'update passkeys set counter = 1000 where user_id = $1', values: [dana.userId] });
  expect((await signIn(key)).status).toBe(401);
  expect((await signIn(newKey())).status).toBe(401);
});

test('a planted session does not become one that is signed in', async () => {
  const [dana, key] = [await person(), newKey()];
  await add(dana, key);
  const { token, options } = await challenge();
  const planted = `${SESSION}=what-an-attacker-knows`;
  const answer = await testApp.nobody.send(
    'POST',
    '/api/login/passkey',
    { token, response: key.get(options, ORIGIN) },
    { cookie: planted },
  );
  expect(answer.status).toBe(200);
  expect(cookieOf(answer)).not.toBe(planted);
});

test('there are none where browsers make none: at an address of numbers, without TLS', async () => {
  const ways = async (publicUrl: string) => {
    const other = await createTestApp({ publicUrl });
    const { body } = await other.nobody.send('GET', '/api/login/ways');
    const begun = await other.nobody.send('POST', '/api/login/passkey/options');
    await other.close();
    return [contract.users.ways.response.parse(body).passkeys, begun.status];
  };
  expect(await ways('http://127.0.0.1:3000')).toEqual([false, 404]);
  expect(await ways('http://farm.lan')).toEqual([false, 404]);
});
