import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../support/browser.ts';
import {
  cacheNames,
  controlled,
  lookForUpdate,
  openProfile,
  PATIENCE,
  type Profile,
  type PublishedApp,
  publishApp,
  settledOwner,
  shellNames,
  versionOf,
} from '../support/published-app.ts';
import type { Person } from '../support/test-app.ts';

// New versions in a real browser: when they are offered, and that they take nothing along that is not saved.

// Each test builds a worker or two and starts a browser.
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

// By its words: next to an open dialog nothing has a role.
const notice = (shown: Page) => shown.getByText('A new version is ready');
const updateNow = (shown: Page) => shown.getByRole('button', { name: 'Update now' }).click();

/** A form with something in it that is not saved. */
const typeSomething = async (shown: Page): Promise<void> => {
  await visit('/customers', shown);
  await shown.getByRole('button', { name: 'Add Customer' }).first().click();
  await shown.getByLabel('Business Name').fill('Bar T Cattle Co.');
};

/** A new version is installed and waits. */
const waits = async (shown: Page): Promise<void> => {
  await lookForUpdate(shown);
  const isWaiting = () => shown.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  await expect.poll(isWaiting, PATIENCE).toBe(true);
  // Long enough for a notice to be drawn, where one must not come.
  await shown.waitForTimeout(200);
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

test('a new version waits until it is asked for, and takes over with what has not changed', async () => {
  await visit('/customers');
  await page.evaluate(() => caches.open('of something else'));
  const fetched: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) {
      fetched.push(new URL(request.url()).pathname);
    }
  });
  await app.publish('second', () => writeFile(join(app.folder, 'assets', 'new-Aa1.js'), 'export {};'));
  await waits(page);
  await notice(page).waitFor();
  expect(fetched).toContain('/index.html');
  expect(fetched.filter((path) => path.startsWith('/assets/'))).toEqual(['/assets/new-Aa1.js']);
  // Loading the page again is not asking for it.
  await page.reload();
  await notice(page).waitFor();
  expect(await versionOf(page)).toBe('first');
  await updateNow(page);
  await expect.poll(() => versionOf(page), PATIENCE).toBe('second');
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  expect(await notice(page).count()).toBe(0);
  await rm(join(app.folder, 'assets', 'new-Aa1.js'));
  await app.publish('third');
  await waits(page);
  await updateNow(page);
  await expect.poll(() => versionOf(page), PATIENCE).toBe('third');
  // The one before stays for pages that still show it; older ones are gone, and other caches of this address are left alone.
  await expect
    .poll(async () => (await cacheNames(page)).map((name) => name.replace(/-[0-9a-f]+$/, '')).toSorted(), PATIENCE)
    .toEqual(['headland-notices', 'headland-shell', 'headland-shell', 'of something else']);
  expect(problems).toEqual([]);
});

test('put off, the notice comes again with the next start', { tags: ['proof'] }, async () => {
  await visit('/customers');
  await app.publish('second');
  await waits(page);
  await page.getByRole('button', { name: 'Later' }).click();
  expect(await notice(page).count()).toBe(0);
  await page.reload();
  await notice(page).waitFor();
  expect(await versionOf(page)).toBe('first');
});

test('no update is offered while a form is changed', { tags: ['proof'] }, async () => {
  await typeSomething(page);
  await app.publish('second');
  await waits(page);
  expect(await notice(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await notice(page).waitFor();
});

test('leaving asks only while something is unsaved', async () => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  // Chromium asks no page that takes more than a second over the event, as one may on a busy machine: then it is tried again.
  const leave = async (): Promise<readonly string[]> => {
    await typeSomething(page);
    await page.goto(`${app.url}/equipment`);
    return asked;
  };
  await expect.poll(leave, PATIENCE).toEqual(['beforeunload']);
  await typeSomething(page);
  await page.getByRole('button', { name: 'Create Customer' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${app.url}/equipment`);
  expect(asked).toEqual(['beforeunload']);
});

test('it looks for a new version every hour', { tags: ['proof'] }, async () => {
  await page.clock.install();
  await visit('/customers');
  await app.publish('second');
  await page.clock.fastForward(3_590_000);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null)).toBeNull();
  expect(await notice(page).count()).toBe(0);
  await page.clock.fastForward(10_000);
  await notice(page).waitFor();
});

test(
  'another tab goes along if nothing is unsaved there; if something is, it goes on with its own files until then',
  { tags: ['proof'] },
  async () => {
    const clean = (await openPage(context)).page;
    await visit('/equipment', clean);
    await typeSomething(page);
    const chunk = (await app.assets()).find((path) => path.includes('/service-type-screens')) ?? '';
    const old = await readFile(join(app.folder, chunk));
    await app.publish('second', () => rm(join(app.folder, chunk)));
    const third = (await openPage(context)).page;
    await visit('/employees', third);
    await waits(third);
    await updateNow(third);
    await expect.poll(() => versionOf(third), PATIENCE).toBe('second');
    await expect.poll(() => versionOf(clean), PATIENCE).toBe('second');
    expect(await versionOf(page)).toBe('first');
    expect(await page.getByLabel('Business Name').inputValue()).toBe('Bar T Cattle Co.');
    expect(await notice(page).count()).toBe(0);
    // The server no longer has this file, and the second version never asks for it.
    expect(await page.evaluate((path) => fetch(path, { cache: 'no-store' }).then(({ ok }) => ok), chunk)).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await notice(page).waitFor();
    await updateNow(page);
    await expect.poll(() => versionOf(page), PATIENCE).toBe('second');
    await writeFile(join(app.folder, chunk), old);
  },
);

test('a version of which one file does not arrive as it was built is not taken at all', async () => {
  await visit('/customers');
  const before = await shellNames(page);
  const theme = await readFile(join(app.folder, 'theme.js'));
  await app.publish('second');
  // As a captive portal answers: 200, and a page of its own.
  await writeFile(join(app.folder, 'theme.js'), '<!doctype html><title>Welcome to the hotel</title>');
  const failed = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return new Promise<string | undefined>((resolve) => {
      registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => resolve(worker.state), { once: true });
      });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  expect(await failed).toBe('redundant');
  expect(await shellNames(page)).toEqual(before);
  await page.reload();
  expect(await versionOf(page)).toBe('first');
  expect(await notice(page).count()).toBe(0);
  await writeFile(join(app.folder, 'theme.js'), theme);
  await waits(page);
  await notice(page).waitFor();
});
