import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openPage, PHONE } from '../support/browser.ts';
import {
  controlled,
  openProfile,
  PATIENCE,
  type Profile,
  type PublishedApp,
  publishApp,
  settledOwner,
  shellNames,
  signIn as bringSession,
} from '../support/published-app.ts';
import type { Person } from '../support/test-app.ts';

// The service worker in a real browser: starting without a connection, and what it leaves alone.

// Each test builds a worker and starts a browser.
vi.setConfig({ testTimeout: 60_000 });

let app: PublishedApp;
let owner: Person;
let profile: Profile;
let context: BrowserContext;
let page: Page;
let problems: string[];

/** Opens the app once more and waits until the worker has it in hand. */
const visit = async (path: string, shown: Page = page): Promise<void> => {
  await shown.goto(`${app.url}${path}`);
  await controlled(shown);
};

beforeAll(async () => {
  app = await publishApp();
  owner = await settledOwner(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.publish('first');
  profile = await openProfile(app, owner);
  context = profile.context;
  ({ page, problems } = await openPage(context));
});
afterEach(() => profile.close());

test('after one visit it starts without a connection at any address, with all its files', async () => {
  await visit('/');
  await context.setOffline(true);
  const again = await openPage(context);
  const response = await again.page.goto(`${app.url}/jobs/17/entries?from=2026-01-01`);
  expect(response?.fromServiceWorker()).toBe(true);
  expect(response?.headers()['content-security-policy']).toContain("default-src 'self'");
  // Whatever it shows without data, it is the app that shows it.
  await again.page.locator('#root > *').first().waitFor();
  const files = [
    ...(await app.assets()),
    '/theme.js',
    '/favicon.svg',
    '/manifest.webmanifest',
    '/manifest.de.webmanifest',
    '/icons/icon-192.png',
  ];
  const missing = await again.page.evaluate(async (paths) => {
    const found = await Promise.allSettled(paths.map(async (path) => ((await fetch(path)).ok ? [] : [path])));
    return found.flatMap((result, index) => (result.status === 'fulfilled' ? result.value : [paths[index]]));
  }, files);
  expect(missing).toEqual([]);
});

test(
  'without a connection nobody finds the landing screen, in their language, and goes on once there is one',
  { tags: ['proof'] },
  async () => {
    await context.clearCookies();
    await visit('/');
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await context.setOffline(true);
    const headline = page.getByRole('heading', { level: 1, name: /^Jede Stunde, jede Fuhre/ });
    // Also on the way back from a sign-in that came to nothing.
    for (const way of ['no', 'yes']) {
      await page.evaluate((value) => (value === 'yes' ? sessionStorage.setItem('signingIn', value) : undefined), way);
      expect((await page.reload())?.fromServiceWorker()).toBe(true);
      await headline.waitFor();
      await page.getByRole('status').getByText('Anmelden geht nur mit Verbindung').waitFor();
      expect(await page.getByRole('listitem').count()).toBe(5);
      expect(await page.getByRole('link', { name: 'Über den Identitätsanbieter anmelden' }).isVisible()).toBe(true);
    }
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    await bringSession(context, app, owner);
    // A page that was loaded again while this is emulated takes itself for online, and would hear of no change.
    await context.setOffline(false);
    await context.setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|status of 401/.test(problem))).toEqual([]);
  },
);

test('the worker controls the first page too, without a reload', { tags: ['proof'] }, async () => {
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  await visit('/customers');
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  await expect.poll(() => shellNames(page), PATIENCE).toHaveLength(1);
  expect(loads).toEqual([`${app.url}/customers`]);
  expect(problems).toEqual([]);
});

test('a file that did not come on the first visit is fetched a moment later, without a reload', async () => {
  const icon = join(app.folder, 'icons', 'icon-192.png');
  await rename(icon, `${icon}.away`);
  await page.addInitScript(() => {
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    container.register = (...what) => {
      performance.mark('registers');
      return register(...what);
    };
  });
  await page.goto(`${app.url}/customers`);
  // The browser dropped the first worker, and perhaps the next.
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('registers').length), PATIENCE).toBeGreaterThan(1);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await rename(`${icon}.away`, icon);
  await controlled(page);
  expect(await shellNames(page)).toHaveLength(1);
});

test('what is below /api is the network’s: never answered, never kept, never sent by the worker', async () => {
  await visit('/customers');
  const byWorker: Request[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker() && new URL(request.url()).pathname.startsWith('/api')) {
      byWorker.push(request);
    }
  });
  const answered: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/') && response.fromServiceWorker()) {
      answered.push(response.url());
    }
  });
  await visit('/job-entries');
  await page.getByRole('heading', { name: 'Job Entries', level: 1 }).waitFor();
  expect(await page.evaluate(async () => (await fetch('/api/health')).status)).toBe(200);
  // With a session the server sends on from the sign-in page: the answer is its own.
  const signIn = await page.goto(`${app.url}/api/login?returnTo=/customers`);
  expect(
    await signIn
      ?.request()
      .redirectedFrom()
      ?.response()
      .then((sent) => sent?.status()),
  ).toBe(302);
  expect((await page.goto(`${app.url}/api/docs`))?.fromServiceWorker()).toBe(false);
  expect((await page.goto(`${app.url}/sw.js`))?.fromServiceWorker()).toBe(false);
  expect(answered).toEqual([]);
  expect(byWorker).toEqual([]);
  await visit('/customers');
  const kept = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      paths.push(...(await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname));
    }
    return paths;
  });
  expect(kept.length).toBeGreaterThan(30);
  expect(kept.filter((path) => path.startsWith('/api') || path === '/sw.js' || path === '/sign-in.html')).toEqual([]);
  await context.setOffline(true);
  expect(
    await page.evaluate(() =>
      fetch('/api/health').then(
        () => 'answered',
        () => 'failed',
      ),
    ),
  ).toBe('failed');
});

test('Background Sync only wakes the open windows', { tags: ['proof'] }, async () => {
  await visit('/customers');
  const devtools = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) {
        resolve(first.registrationId);
      }
    });
  });
  await devtools.send('ServiceWorker.enable');
  const heard: unknown[] = [];
  await page.exposeFunction('hear', (data: unknown) => heard.push(data));
  await page.evaluate(() => {
    const { hear } = window as unknown as { hear: (data: unknown) => void };
    navigator.serviceWorker.addEventListener('message', ({ data }) => hear(data));
  });
  const wake = async (tag: string) =>
    devtools.send('ServiceWorker.dispatchSyncEvent', { origin: app.url, registrationId: await registrationId, tag, lastChance: false });
  await wake('of somebody else');
  await page.waitForTimeout(300);
  expect(heard).toEqual([]);
  await wake('headland-sync');
  await expect.poll(() => heard, PATIENCE).toEqual([{ type: 'sync' }]);
});
