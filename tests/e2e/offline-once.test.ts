import { expect, vi } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { shoot } from '../support/looks.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { started, test } from './fixtures.ts';

// Offline is said once: by the indicator, and in one sentence where something cannot be done or waits; the rest is on the Sync screen.

vi.setConfig({ testTimeout: 180_000 });

test.beforeAll(started);

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The screens on which people are without a network. */
const SCREENS = [
  '/dashboard',
  '/job-entries',
  '/job-entries/desk',
  '/jobs',
  '/customers',
  '/employees',
  '/reports',
  '/organization/billing',
  '/organization/billing?tab=overdue',
  '/organization/activity',
  '/organization',
  '/organization/account',
] as const;

test('on a phone, once by the indicator and at most once more, toast included', async ({ company, deviceOf }) => {
  const device = await deviceOf(company.boss, PHONE);
  const { page } = device;
  const said = (): Promise<string[]> =>
    page.evaluate(() =>
      document.body.innerText
        .split('\n')
        .flatMap((line) => line.match(/[^.]*\b(?:offline|back online|(?:no|a|the) (?:connection|network))\b[^.]*/gi) ?? [])
        .map((words) => words.trim()),
    );
  await device.offline();
  await page.getByText("You're offline").waitFor();
  expect(await said()).toEqual(['Offline Mode', "You're offline"]);
  await page.getByText("You're offline").waitFor({ state: 'detached', timeout: 20_000 });
  const all: Record<string, string[]> = {};
  for (const path of SCREENS) {
    await device.open(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor(PATIENCE);
    expect(await page.title()).not.toMatch(/^404/);
    await page.waitForFunction(() => document.querySelector('[aria-busy=true], [role=progressbar]') === null);
    await expectNoSidewaysScroll(page);
    all[path] = (await said()).filter((words) => !/^Offline( Mode)?$/.test(words));
    expect(await device.indicator().innerText()).toMatch(/^Offline/);
  }
  expect(Object.entries(all).filter(([, sentences]) => sentences.length > 1)).toEqual([]);
});

test('the indicator is a target of 48 px, in every language beside the organization’s name, on the smallest phones too', async ({
  company,
  visit,
}) => {
  for (const locale of ['en-US', 'de-DE', 'es-MX']) {
    const { page, context, open } = await visit(company.boss, locale, 'block', PHONE);
    await open('/dashboard');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const target = page.locator('a[href="/sync"][aria-describedby]');
    const heightOf = async () => (await target.boundingBox())?.height ?? 0;
    expect(await heightOf()).toBeGreaterThanOrEqual(48);
    await context.setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await expectAccessible(page);
    await shoot(page, `offline-${locale}-390`);
    expect(await heightOf()).toBeGreaterThanOrEqual(48);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await shoot(page, `offline-${locale}-320`);
    await context.setOffline(false);
  }
});
