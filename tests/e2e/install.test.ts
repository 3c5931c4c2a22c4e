import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, devices, type Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { de } from '#client/locales/de/every.ts';
import { es } from '#client/locales/es/every.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { controlled, openProfile, type PublishedApp, publishApp, settledOwner, signIn } from '../support/published-app.ts';
import type { Person } from '../support/test-app.ts';

// Installing: what the browser asks of the app, and what the app offers on the dashboard.

// Each test starts a browser or a page with all its files.
vi.setConfig({ testTimeout: 60_000 });

let app: PublishedApp;
let owner: Person;
let browser: Browser;
const opened: { close(): Promise<void> }[] = [];

interface Manifest {
  readonly description: string;
  readonly icons: { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose: string }[];
  readonly shortcuts: { readonly name: string; readonly url: string }[];
}

const CARD = 'Install Headland on this device';
const card = (page: Page) => page.getByRole('region', { name: CARD });

/** A page of a person who is signed in, on a device. */
const open = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<{ page: Page; problems: string[] }> => {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
  opened.push(context);
  await signIn(context, app, owner);
  return openPage(context);
};

const dashboard = async (page: Page): Promise<void> => {
  await page.goto(`${app.url}/dashboard`);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
};

/** The dashboard just drawn, on a clock that stands still but for what the test lets pass. */
const dashboardOnClock = async (page: Page): Promise<void> => {
  await page.clock.install({ time: new Date('2026-06-01T08:00:00Z') });
  await page.clock.pauseAt(new Date('2026-06-01T08:01:00Z'));
  await page.goto(`${app.url}/dashboard`);
  const heading = page.getByRole('heading', { name: 'Overview', level: 1 });
  const passAMoment = async () => {
    await page.clock.runFor(10);
    return heading.count();
  };
  await expect.poll(passAMoment, { timeout: 15_000, interval: 10 }).toBe(1);
};

/** Adds up by how much the layout of each page moves. */
const addUpShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const sum = { shift: 0 };
    Object.assign(window, sum);
    new PerformanceObserver((list) => {
      sum.shift += list.getEntries().reduce((all, entry) => all + (entry as unknown as { value: number }).value, 0);
      Object.assign(window, sum);
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

/** That sum, once it does not change any more. */
const settledShift = async (page: Page): Promise<number> => {
  let before = -1;
  let now = -1;
  const look = async () => {
    before = now;
    now = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    return now === before;
  };
  await expect.poll(look, { timeout: 15_000, interval: 500 }).toBe(true);
  return now;
};

/** The browser offers to install, and the user will answer its question so. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed'): Promise<boolean> =>
  page.evaluate((chosen) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, { prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome: chosen }) });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }, outcome);

beforeAll(async () => {
  app = await publishApp();
  owner = await settledOwner(app);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** The icon, and whether it has one colour and no holes outside the circle of this share of its width. */
const pixelsOf = async (path: string) => {
  const { data, info } = await sharp(join(app.folder, path)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const ground = Buffer.from([...data.subarray(0, 3), 255]);
  const isPlainOutside = (share: number): boolean =>
    Array.from({ length: width * height }, (_, index) => index).every(
      (index) =>
        Math.hypot((index % width) - width / 2, Math.floor(index / width) - height / 2) <= (share * width) / 2 ||
        ground.equals(data.subarray(index * 4, index * 4 + 4)),
    );
  return { width, height, isPlainOutside };
};

test('Chromium finds nothing that keeps the app from being installed, and offers it', async () => {
  // It would otherwise wait until the user has been around for a while.
  const profile = await openProfile(app, owner, ['--bypass-app-banner-engagement-checks']);
  opened.push(profile);
  const { page, problems } = await openPage(profile.context);
  await dashboard(page);
  await controlled(page);
  const devtools = await profile.context.newCDPSession(page);
  // The browser reads the manifest in its own time, and starts again when the page changes.
  const manifest = async () => {
    const { url, errors } = await devtools.send('Page.getAppManifest');
    return { url, errors };
  };
  await expect.poll(manifest).toEqual({ url: `${app.url}/manifest.webmanifest`, errors: [] });
  await expect.poll(async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  await card(page).getByRole('button', { name: 'Install' }).waitFor();

  // In another language it is the same app in other words: a second one would be installed next to the first.
  const { appId } = await devtools.send('Page.getAppId');
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await page.getByRole('heading', { name: de.Overview, level: 1 }).waitFor();
  await expect.poll(manifest).toEqual({ url: `${app.url}/manifest.de.webmanifest`, errors: [] });
  await expect.poll(async () => (await devtools.send('Page.getAppId')).appId).toBe(appId);
  expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/^Aufträge, Stunden/);
  expect(problems).toEqual([]);
});

test.each([
  ['de', de],
  ['es', es],
] as const)('the manifest in %s says the same in its words', async (language, catalogue) => {
  const read = async (name: string) => JSON.parse(await readFile(join(app.folder, name), 'utf8')) as Manifest;
  const [english, other] = [await read('manifest.webmanifest'), await read(`manifest.${language}.webmanifest`)];
  const words: Readonly<Record<string, string>> = catalogue;
  expect(other).toEqual({
    ...english,
    lang: language,
    description: words[english.description],
    shortcuts: english.shortcuts.map((shortcut) => ({ ...shortcut, name: words[shortcut.name] })),
  });
  expect(other.description).not.toBe(english.description);
});

test('the icons are what the manifest says, and the maskable ones keep to the safe circle', async () => {
  const manifest = JSON.parse(await readFile(join(app.folder, 'manifest.webmanifest'), 'utf8')) as Manifest;
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(pictures.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
  );
  for (const { src, sizes, purpose } of pictures) {
    const icon = await pixelsOf(src);
    expect(`${icon.width}x${icon.height}`).toBe(sizes);
    expect(icon.isPlainOutside(0.8)).toBe(purpose === 'maskable');
  }
  const apple = await sharp(join(app.folder, 'icons', 'apple-touch-icon.png'))
    .ensureAlpha()
    .stats();
  expect(apple.isOpaque).toBe(true);
});

test('each file comes as what it is, and none in place of one that is missing', async () => {
  const get = (path: string) => app.test.app.inject({ method: 'GET', url: path, headers: { accept: 'text/html,*/*' } });
  const typeOf = async (path: string) => (await get(path)).headers['content-type'];
  expect(await typeOf('/sw.js')).toMatch(/^(text|application)\/javascript/);
  expect(await typeOf('/manifest.webmanifest')).toMatch(/^application\/manifest\+json/);
  expect(await typeOf('/icons/icon-192.png')).toBe('image/png');
  expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  const [asset = ''] = await app.assets();
  expect((await get(asset)).headers['cache-control']).toContain('immutable');
  for (const path of ['/sw.js.map', '/assets/gone-Aa1.js', '/icons/gone.png']) {
    expect((await get(path)).headers['content-type']).not.toContain('javascript');
  }
  expect((await get('/assets/gone-Aa1.js')).statusCode).toBe(404);
  expect((await get('/icons/gone.png')).statusCode).toBe(404);
  expect((await get('/jobs/17/entries')).headers['content-type']).toContain('text/html');
});

test('the offer to install: kept, shown on the dashboard only, without moving anything, and gone once accepted', async () => {
  const { page, problems } = await open({ viewport: PHONE });
  await addUpShifts(page);
  await page.goto(`${app.url}/customers`);
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  expect(await card(page).count()).toBe(0);
  // The offer came before the dashboard was there.
  expect(await offer(page, 'accepted')).toBe(true);
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await card(page).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card(page).getByRole('button', { name: 'Install' }).click();
  await card(page).waitFor({ state: 'detached' });
  await dashboard(page);
  const before = await settledShift(page);
  await offer(page, 'accepted');
  await card(page).waitFor();
  expect(await settledShift(page)).toBe(before);
  expect(problems).toEqual([]);
});

test.each(['Not now', 'Install'])('dismissed by %s, it stays away for this session of the browser', async (button) => {
  const { page } = await open({ viewport: DESKTOP });
  await dashboard(page);
  await offer(page, 'dismissed');
  await card(page).getByRole('button', { name: button }).click();
  await card(page).waitFor({ state: 'detached' });
  await dashboard(page);
  await offer(page, 'dismissed');
  // Long enough for the card to be drawn, were it to come.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  expect(await card(page).count()).toBe(0);
  const next = await open({ viewport: DESKTOP });
  await dashboard(next.page);
  await offer(next.page, 'dismissed');
  await card(next.page).waitFor();
});

test('in Safari on iOS the instructions come after 3 s, go after 15 s, and do not come again', async () => {
  const { page, problems } = await open(devices['iPhone 15']);
  let code = '';
  page.on('response', (response) => /install-offer-/.test(response.url()) && (code = response.url()));
  await dashboardOnClock(page);
  // Its time begins with its code, which comes after the first screen: at the earliest now, at the latest when so much has passed.
  let passed = 0;
  const passUntil = async (ms: number) => {
    await page.clock.runFor(ms - passed);
    passed = ms;
  };
  await expect.poll(() => passUntil(passed + 10).then(() => code), { timeout: 15_000, interval: 10 }).not.toBe('');
  // Fetched is not yet run: the page has it once, whoever asks for it.
  await page.evaluate(`import('${code}').then(() => undefined)`);
  const latest = passed;
  await passUntil(2900);
  expect(await card(page).count()).toBe(0);
  await passUntil(latest + 3000);
  await card(page).getByText('Add to Home Screen').waitFor();
  await passUntil(17_900);
  expect(await card(page).count()).toBe(1);
  await passUntil(latest + 18_000);
  await card(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Entries' }).first().click();
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.clock.runFor(5000);
  expect(await card(page).count()).toBe(0);
  expect(problems).toEqual([]);
});

test.each([
  ['from the home screen', devices['iPhone 15'], true],
  ['in another browser', { viewport: PHONE }, false],
])('%s no instructions are shown', async (_where, device, isOnHomeScreen) => {
  const { page } = await open(device);
  await page.addInitScript((standalone) => Object.assign(navigator, { standalone }), isOnHomeScreen);
  await dashboardOnClock(page);
  await page.clock.runFor(5000);
  expect(await card(page).count()).toBe(0);
});

test('the shortcut New Job Entry opens the dialog, once', async () => {
  const { shortcuts } = JSON.parse(await readFile(join(app.folder, 'manifest.webmanifest'), 'utf8')) as Manifest;
  const { page } = await open({ viewport: PHONE });
  const shortcut = shortcuts.find(({ name }) => name === 'New Job Entry');
  await page.goto(`${app.url}${shortcut?.url}`);
  await page.getByRole('dialog', { name: 'New Job Entry' }).waitFor();
  expect(page.url()).toBe(`${app.url}/job-entries`);
  await page.reload();
  await page.getByRole('heading', { name: 'Job Entries', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
