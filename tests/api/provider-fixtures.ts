import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from 'vitest';
import { createProvider } from '#server/auth/provider.ts';
import { startIdentityProvider } from '#tests/support/identity-provider.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Walker, walkerIn } from '#tests/support/walker.ts';

export const ORIGIN = 'http://farm.test';
export const SESSION = 'headland_session';

export const personNamed = (name: string) => ({
  sub: name,
  email: `${name}@farm.test`,
  email_verified: true,
  given_name: 'Dana',
  family_name: 'Halvorsen',
});

const expectUnauthorized = ({ status }: { readonly status: number }): void => {
  expect(status).toBe(401);
};

/** The program in front of a real identity provider, for all tests of a file. */
export const test = base
  .extend('origin', { scope: 'file' }, ORIGIN)
  /** Titles of the built app's pages, as far as these tests need them. */
  .extend('pages', { scope: 'file' }, { 'index.html': 'The app', 'sign-in.html': 'The sign-in page' })
  /** The folder with these pages. */
  .extend('folder', { scope: 'file' }, async ({ pages }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'headland-client-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    for (const [name, title] of Object.entries(pages)) {
      await writeFile(join(folder, name), `<!doctype html><title>${title}</title>`);
    }
    return folder;
  })
  .extend('idp', { scope: 'file' }, async ({ origin }, { onCleanup }) => {
    const idp = await startIdentityProvider(origin);
    onCleanup(() => idp.stop());
    return idp;
  })
  .extend('testApp', { scope: 'file' }, async ({ folder, idp, origin }, { onCleanup }) => {
    const ways = { provider: createProvider(idp.settings), hasLocalAccounts: false };
    const testApp = await createTestApp({ publicUrl: origin, clientFolder: folder, ways });
    onCleanup(() => testApp.close());
    return testApp;
  })
  /** New for each test; the person at the provider has never been here. */
  .extend('browser', ({ testApp, idp, origin }) => {
    idp.person = personNamed(`person-${randomUUID()}`);
    return walkerIn(testApp.app, origin);
  })
  .extend('read', ({ testApp, browser }) => async (path: string, by: Walker = browser) => {
    const answer = await testApp.nobody.send('GET', path, undefined, { cookie: `${SESSION}=${by.cookie(SESSION) ?? ''}` });
    return { status: answer.status, body: answer.body };
  })
  /** Reads the account that is signed in. */
  .extend(
    'user',
    ({ read }) =>
      async (by?: Walker) =>
        (await read('/api/auth/user', by)).body as { id: number; email: string },
  )
  .extend(
    'expectNobody',
    ({ read }) =>
      async (by?: Walker) =>
        expectUnauthorized(await read('/api/auth/user', by)),
  );

export const isCallback = (url: URL) => url.origin === ORIGIN && url.pathname === '/api/login/callback';
/** Stops before the way back to the app, and returns its address. */
export const callbackOf = async (by: Walker, path = '/api/login') => (await by.go(path, isCallback)).url.href;
export const problemOf = ({ url }: { url: URL }) => [url.pathname, url.searchParams.get('problem')];

/** For `test.beforeAll`: starts the provider and the program there, so that it does not count against the first test's timeout. */
export const started = async ({ testApp }: { readonly testApp: TestApp }): Promise<void> => {
  await testApp.app.ready();
};
