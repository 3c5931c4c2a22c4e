import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createProvider } from '#server/auth/provider.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Walker, walkerIn } from '#tests/support/walker.ts';

export const ORIGIN = 'http://farm.test';
export const SESSION = 'headland_session';

/** The built app's pages, as far as these tests need them. */
export let folder = '';
export let idp: IdentityProvider;
export let testApp: TestApp;
/** New for each test, with a person at the provider who was never here. */
export let browser: Walker;

export const personNamed = (name: string) => ({
  sub: name,
  email: `${name}@farm.test`,
  email_verified: true,
  given_name: 'Dana',
  family_name: 'Halvorsen',
});

/** The program in front of a real identity provider, for all tests of the file that calls this. */
export const useProviderField = (): void => {
  let counter = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headland-client-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>The app</title>');
    await writeFile(join(folder, 'sign-in.html'), '<!doctype html><title>The sign-in page</title>');
    idp = await startIdentityProvider(ORIGIN);
    testApp = await createTestApp({
      publicUrl: ORIGIN,
      clientFolder: folder,
      ways: { provider: createProvider(idp.settings), hasLocalAccounts: false },
    });
  });

  afterAll(async () => {
    await testApp.close();
    await idp.stop();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    counter += 1;
    idp.person = personNamed(`person-${counter}`);
    browser = walkerIn(testApp.app, ORIGIN);
  });
};

export const read = async (path: string, who = browser) => {
  const answer = await testApp.nobody.send('GET', path, undefined, { cookie: `${SESSION}=${who.cookie(SESSION) ?? ''}` });
  return { status: answer.status, body: answer.body };
};
export const user = async (who = browser) => (await read('/api/auth/user', who)).body as { id: number; email: string };
export const isCallback = (url: URL) => url.origin === ORIGIN && url.pathname === '/api/login/callback';
/** Up to the way back, which is not gone yet. */
export const callbackOf = async (who: Walker, path = '/api/login') => (await who.go(path, isCallback)).url.href;
export const problemOf = ({ url }: { url: URL }) => [url.pathname, url.searchParams.get('problem')];
export const expectNobody = async (who = browser) => {
  expect((await read('/api/auth/user', who)).status).toBe(401);
};
