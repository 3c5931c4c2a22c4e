import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/** What every browser of the tests is started with. */
export const BROWSER_ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** The system's Chromium, new each time. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: BROWSER_ARGUMENTS });

// Nobody signed in is a 401, a refused form a 400: the browser writes each such answer to its console.
const EXPECTED = /status of (400|401)/;

/** A page that remembers what went wrong on it: exceptions, and errors on its console. */
export const openPage = async (context: BrowserContext): Promise<{ page: Page; problems: string[] }> => {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text())) {
      problems.push(message.text());
    }
  });
  return { page, problems };
};

/** Expects that axe finds nothing against WCAG 2.2 AA. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // What passes is not described, and no second page is opened to put frames together, of which the app has none: twice as fast.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], selectors: false }).setLegacyMode(true);
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
};

/** Expects that nothing sticks out sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
};

/** A toast that comes up under the pointer stays while the pointer rests there, over whatever lies below. */
export const closeToast = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Close' })
    .click();
