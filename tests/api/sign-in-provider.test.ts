import { describe, expect } from 'vitest';
import { createProvider } from '#server/auth/provider.ts';
import { startIdentityProvider } from '#tests/support/identity-provider.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { walkerIn } from '#tests/support/walker.ts';
import { ORIGIN, SESSION, personNamed, callbackOf, problemOf, started, test } from './provider-fixtures.ts';

const FLOW = 'headland_sign_in';
const PASSWORD = 'correct horse battery';

test.beforeAll(started);

test('signs in with code, PKCE and nonce, and comes back to the page that was asked for', async ({ browser, idp, user }) => {
  const authorization = await browser.go('/api/login?returnTo=%2Fjobs%3Fstatus%3Dopen', (url) => url.origin === idp.issuer);
  const asked = Object.fromEntries(authorization.url.searchParams);
  expect(asked).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email profile' });
  expect(asked).toMatchObject({ redirect_uri: `${ORIGIN}/api/login/callback`, client_id: idp.settings.clientId });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(asked[name]?.length).toBeGreaterThanOrEqual(43);
  }
  expect(authorization.headers['cache-control']).toBe('no-store');
  const end = await browser.go(authorization.url.href);
  expect([end.url.href, end.status]).toEqual([`${ORIGIN}/jobs?status=open`, 200]);
  expect(await user()).toMatchObject({ email: idp.person.email, firstName: 'Dana', lastName: 'Halvorsen' });
  expect(browser.cookie(FLOW)).toBeUndefined();
});

test('the way back keeps its cookie from scripts and from other sites’ requests', async ({ browser, idp }) => {
  const { headers } = await browser.go('/api/login', (url) => url.origin === idp.issuer);
  expect(String(headers['set-cookie'])).toMatch(/^headland_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('without a secret it is PKCE that protects the code', async () => {
  const open = await startIdentityProvider(ORIGIN, { isPublicClient: true });
  const other = await createTestApp({ publicUrl: ORIGIN, ways: { provider: createProvider(open.settings), hasLocalAccounts: false } });
  open.person = personNamed('public');
  const walker = walkerIn(other.app, ORIGIN);
  await walker.go('/api/login', (url) => url.href === `${ORIGIN}/`);
  expect(walker.cookie(SESSION)).toBeDefined();
  await other.close();
  await open.stop();
});

describe('what does not fit is refused', () => {
  test('another state', async ({ browser, expectNobody }) => {
    const callback = new URL(await callbackOf(browser));
    callback.searchParams.set('state', 'x'.repeat(43));
    expect(problemOf(await browser.go(callback.href))).toEqual(['/api/login', 'sign-in-stale']);
    await expectNobody();
  });

  test('another nonce', async ({ browser, idp, expectNobody }) => {
    const { url } = await browser.go('/api/login', (next) => next.origin === idp.issuer);
    url.searchParams.set('nonce', 'n'.repeat(43));
    expect(problemOf(await browser.go(url.href))).toEqual(['/api/login', 'provider-refused']);
    await expectNobody();
  });

  test('the code of another sign-in', async ({ testApp, browser, expectNobody }) => {
    const stolen = new URL(await callbackOf(walkerIn(testApp.app, ORIGIN)));
    const own = new URL(await callbackOf(browser));
    own.searchParams.set('code', String(stolen.searchParams.get('code')));
    expect(problemOf(await browser.go(own.href))).toEqual(['/api/login', 'sign-in-stale']);
    await expectNobody();
  });

  test('a code that is used up or out of date', async ({ browser }) => {
    const callback = new URL(await callbackOf(browser));
    callback.searchParams.set('code', 'gone');
    expect(problemOf(await browser.go(callback.href))).toEqual(['/api/login', 'sign-in-stale']);
  });

  test('the same way back twice, from another browser', async ({ browser, testApp, expectNobody }) => {
    const callback = await callbackOf(browser);
    await browser.go(callback);
    const thief = walkerIn(testApp.app, ORIGIN);
    expect(problemOf(await thief.go(callback))).toEqual(['/api/login', 'sign-in-stale']);
    await expectNobody(thief);
    // To the one who is signed in it is his Back button.
    expect((await browser.go(callback)).url.href).toBe(`${ORIGIN}/`);
  });

  test('a way back that somebody else began, planted to sign a person in as another', async ({ testApp, browser, expectNobody }) => {
    const attacker = walkerIn(testApp.app, ORIGIN);
    const callback = await callbackOf(attacker);
    expect(problemOf(await browser.go(callback))).toEqual(['/api/login', 'sign-in-stale']);
    await expectNobody();
    await callbackOf(browser);
    expect(problemOf(await browser.go(callback))).toEqual(['/api/login', 'sign-in-stale']);
    await expectNobody();
  });

  test('an id token that is signed with keys that the provider does not publish', async ({ folder }) => {
    const forged = await startIdentityProvider(ORIGIN);
    const other = await createTestApp({
      publicUrl: ORIGIN,
      clientFolder: folder,
      ways: { provider: createProvider(forged.settings), hasLocalAccounts: false },
    });
    forged.person = personNamed('forged');
    forged.publishForeignKeys();
    const walker = walkerIn(other.app, ORIGIN);
    expect(problemOf(await walker.go('/api/login'))).toEqual(['/api/login', 'provider-refused']);
    expect(walker.cookie(SESSION)).toBeUndefined();
    await other.close();
    await forged.stop();
  });

  test('turning back at the provider', async ({ idp, browser }) => {
    idp.cancelNext();
    expect(problemOf(await browser.go('/api/login?returnTo=%2Fjobs'))).toEqual(['/api/login', 'cancelled']);
    expect((await browser.go('/api/login?returnTo=%2Fjobs')).url.href).toBe(`${ORIGIN}/jobs`);
  });
});

describe('sessions', () => {
  test('a planted session does not become one that is signed in', async ({ browser, testApp }) => {
    browser.plant(SESSION, 'what-an-attacker-knows');
    await browser.go('/api/login');
    expect(browser.cookie(SESSION)).not.toBe('what-an-attacker-knows');
    expect((await testApp.nobody.send('GET', '/api/user', undefined, { cookie: `${SESSION}=what-an-attacker-knows` })).status).toBe(401);
  });

  test('the session that the browser had before ends', async ({ testApp, browser, user, idp }) => {
    const before = await testApp.person();
    const callback = await callbackOf(browser);
    browser.plant(SESSION, before.cookie.split('=')[1] ?? '');
    await browser.go(callback);
    expect((await before.send('GET', '/api/user')).status).toBe(401);
    expect((await user()).email).toBe(idp.person.email);
  });

  test.for(['https://evil.test/', '//evil.test', '/\\evil.test', '/api/logout', 'javascript:alert(1)'])(
    'after signing in nobody is led to %s',
    async (returnTo, { browser }) => {
      const end = await browser.go(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
      expect(end.url.href).toBe(`${ORIGIN}/`);
    },
  );

  test('signing out ends the provider’s session, too', async ({ browser, idp, expectNobody }) => {
    await browser.go('/api/login');
    const { url } = await browser.go('/api/logout', (next) => next.origin === idp.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      post_logout_redirect_uri: `${ORIGIN}/`,
      id_token_hint: expect.any(String),
    });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
    await expectNobody();
  });

  test('the call that signs out says where the provider’s session ends', async ({ browser, testApp, idp, expectNobody }) => {
    await browser.go('/api/login');
    const cookie = `${SESSION}=${browser.cookie(SESSION)}`;
    const answer = await testApp.nobody.send('POST', '/api/logout', undefined, { cookie });
    expect(answer).toMatchObject({ status: 202, body: { continueAt: expect.stringContaining(`${idp.issuer}/session/end?`) } });
    await expectNobody();
    expect((await testApp.nobody.send('POST', '/api/logout', undefined, { cookie })).status).toBe(204);
  });
});

describe('when the provider is down', () => {
  test.afterEach(({ idp }) => idp.start());

  test('the page says so, and nothing is begun', async ({ idp, browser }) => {
    await idp.stop();
    const page = await browser.go('/api/login?returnTo=%2Fjobs');
    expect(problemOf(page)).toEqual(['/api/login', 'provider-down']);
    expect([page.status, page.body, page.url.searchParams.get('returnTo')]).toEqual([
      200,
      expect.stringContaining('sign-in page'),
      '/jobs',
    ]);
    expect(browser.cookie(FLOW)).toBeUndefined();
  });

  test('on the way back, too', async ({ browser, idp, expectNobody }) => {
    const callback = await callbackOf(browser);
    await idp.stop();
    expect(problemOf(await browser.go(callback))).toEqual(['/api/login', 'provider-down']);
    await expectNobody();
  });

  test('who is signed in works on, and can sign out', async ({ browser, idp, user, expectNobody }) => {
    await browser.go('/api/login');
    await idp.stop();
    expect((await user()).email).toBe(idp.person.email);
    expect((await browser.go('/api/logout')).url.href).toBe(`${ORIGIN}/`);
    await expectNobody();
  });
});

test('keys that are changed in mid sign-in, and between two, are found', async ({ browser, idp, user, testApp }) => {
  const callback = await callbackOf(browser);
  idp.rotateKeys();
  await browser.go(callback);
  expect((await user()).email).toBe(idp.person.email);
  idp.rotateKeys();
  const later = walkerIn(testApp.app, ORIGIN);
  await later.go('/api/login');
  expect((await user(later)).id).toBe((await user()).id);
});

test('accounts of the installation are off, unless they are wanted', async ({ testApp, folder, idp }) => {
  const account = { email: 'local@farm.test', password: PASSWORD };
  for (const path of ['/api/login', '/api/register']) {
    expect(await testApp.nobody.send('POST', path, account)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect((await testApp.nobody.send('GET', '/api/login/ways')).body).toMatchObject({ provider: true, localAccounts: false });
  const both = await createTestApp({
    publicUrl: ORIGIN,
    clientFolder: folder,
    ways: { provider: createProvider(idp.settings), hasLocalAccounts: true },
  });
  expect((await both.nobody.send('POST', '/api/register', account)).status).toBe(201);
  expect((await both.nobody.send('POST', '/api/login', account)).status).toBe(200);
  expect((await both.nobody.send('GET', '/api/login')).headers['location']).toContain(idp.issuer);
  expect((await both.nobody.send('GET', '/api/login?with=password')).status).toBe(200);
  await both.close();
});
