import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createProvider } from '#server/auth/provider.ts';
import { codeOf } from '#tests/support/authenticator-app.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { type Walker, walkerIn } from '#tests/support/walker.ts';
import { setUp, withCookie } from './second-step-field.ts';

const ORIGIN = 'http://farm.test';
const SESSION = 'headland_session';

let folder = '';
let idp: IdentityProvider;
let testApp: TestApp;
let browser: Walker;
/** How far the program's clock is ahead of the provider's. */
let ahead = 0;
const clock = () => Date.now() + ahead;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-client-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>The app</title>');
  await writeFile(join(folder, 'sign-in.html'), '<!doctype html><title>The sign-in page</title>');
  idp = await startIdentityProvider(ORIGIN);
  const ways = { provider: createProvider(idp.settings), hasLocalAccounts: true };
  testApp = await createTestApp({ now: () => new Date(clock()), publicUrl: ORIGIN, clientFolder: folder, ways });
});

afterAll(async () => {
  await testApp.close();
  await idp.stop();
  await rm(folder, { recursive: true, force: true });
});

let counter = 0;
beforeEach(() => {
  ahead = 0;
  counter += 1;
  idp.methods = undefined;
  idp.person = {
    sub: `person-${counter}`,
    email: `person-${counter}@farm.test`,
    email_verified: true,
    given_name: 'Dana',
    family_name: 'H',
  };
  browser = walkerIn(testApp.app, ORIGIN);
});

/** Who is signed in with the browser, as tests call for them. */
const whoIs = async (walker = browser): Promise<Person> => {
  const someone = withCookie(testApp, testApp.nobody, `${SESSION}=${walker.cookie(SESSION) ?? ''}`);
  const { body } = await someone.send('GET', '/api/user');
  return { ...someone, userId: (body as { id: number }).id };
};
const isStrong = async (userId: number) => {
  const rows = await testApp.db.query<{ isStrong: boolean }>({
    text: 'select is_strong as "isStrong" from sessions where user_id = $1',
    values: [userId],
  });
  return rows.map((row) => row.isStrong);
};
const signIn = (walker = browser) => walker.go('/api/login?returnTo=%2Fjobs');

describe('a sign-in by the provider, beside accounts of our own', () => {
  /** Gives the person codes of an app, and a browser that knows nothing of them. */
  const withApp = async () => {
    await signIn();
    const someone = await whoIs();
    const app = await setUp(someone, clock);
    browser = walkerIn(testApp.app, ORIGIN);
    return { ...app, userId: someone.userId };
  };
  test('asks for the code of who has a second step, which no server sees in the address', async () => {
    const { secret, userId } = await withApp();
    ahead = 30_000;
    const { url } = await signIn();
    expect([url.pathname, url.searchParams.get('with'), url.searchParams.get('returnTo')]).toEqual(['/api/login', 'second-step', '/jobs']);
    const step = new URLSearchParams(url.hash.slice(1));
    expect(step.get('next')).toBe('code');
    expect(browser.cookie(SESSION)).toBeUndefined();
    const body = { token: step.get('step'), code: codeOf(secret, clock()) };
    expect(await testApp.nobody.send('POST', '/api/login/second-step', body)).toMatchObject({ status: 200, body: { id: userId } });
  });

  test('begins at once where the provider says that two things were shown', async () => {
    const { userId } = await withApp();
    idp.methods = ['pwd', 'mfa'];
    expect((await signIn()).url.pathname).toBe('/jobs');
    expect(await isStrong(userId)).toContain(true);
  });

  test('begins at once, and weak, for who has none and needs none', async () => {
    idp.methods = ['pwd'];
    expect((await signIn()).url.pathname).toBe('/jobs');
    expect(await isStrong((await whoIs()).userId)).toEqual([false]);
  });
});

test('where the provider is the only way in, what it asks for is enough', async () => {
  const ways = { provider: createProvider(idp.settings), hasLocalAccounts: false };
  const only = await createTestApp({ publicUrl: ORIGIN, clientFolder: folder, ways });
  const walker = walkerIn(only.app, ORIGIN);
  await signIn(walker);
  const rows = await only.db.query({ text: 'select is_strong as "isStrong" from sessions', values: [] });
  expect(rows).toEqual([{ isStrong: true }]);
  const cookie = `${SESSION}=${walker.cookie(SESSION) ?? ''}`;
  expect((await only.nobody.send('POST', '/api/account/second-step/options', {}, { cookie })).status).toBe(404);
  await only.close();
});

describe('confirming at the provider', () => {
  const agedSession = async () => {
    await signIn();
    const dana = await whoIs();
    await testApp.db.query({ text: "update sessions set authenticated_at = now() - interval '1 day'", values: [] });
    expect((await dana.send('GET', '/api/account/confirm')).status).toBe(403);
    expect((await dana.send('GET', '/api/account/confirm/ways')).body).toEqual({
      password: false,
      code: false,
      passkey: false,
      provider: true,
      isConfirmed: false,
    });
    return dana;
  };

  test('makes it ask again, and the session good for what is sensitive', async () => {
    const dana = await agedSession();
    const asked = await browser.go('/api/login/confirm', (url) => url.origin === idp.issuer);
    expect([asked.url.searchParams.get('prompt'), asked.url.searchParams.get('max_age')]).toEqual(['login', '0']);
    const { url } = await browser.go(asked.url.href);
    expect(url.pathname + url.search).toBe('/api/login?with=confirmed');
    expect(await dana.send('GET', '/api/account/confirm')).toMatchObject({ status: 200 });
    contract.confirmations.get.response.parse((await dana.send('GET', '/api/account/confirm')).body);
  });

  test('does nothing when somebody else comes back', async () => {
    const dana = await agedSession();
    idp.person = { sub: 'somebody-else', email: 'else@farm.test', email_verified: true };
    const walker = walkerIn(testApp.app, ORIGIN);
    walker.plant(SESSION, browser.cookie(SESSION) ?? '');
    const { url } = await walker.go('/api/login/confirm');
    expect(url.searchParams.get('problem')).toBe('not-confirmed');
    expect((await dana.send('GET', '/api/account/confirm')).status).toBe(403);
  });

  test('does nothing when the provider asked nobody again', async () => {
    const dana = await agedSession();
    ahead = 5 * 60_000;
    const { url } = await browser.go('/api/login/confirm');
    expect(url.searchParams.get('problem')).toBe('not-confirmed');
    expect((await dana.send('GET', '/api/account/confirm')).status).toBe(403);
  });
});
