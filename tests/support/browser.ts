import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
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

/** The system's Chromium: for what needs a profile on disk, or what only a whole browser does. */
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** The same engine without windows, for which a new context is a quarter of the work. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WINDOWLESS = process.env['CHROMIUM_PATH'] ?? (existsSync(SHELL) ? SHELL : CHROMIUM);

/** A browser for contexts of their own, new each time. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: WINDOWLESS, args: BROWSER_ARGUMENTS });

// Nobody signed in is a 401, a refused form a 400: the browser writes each such answer to its console.
const EXPECTED = /status of (400|401)/;
// What comes of `serviceWorkers: 'block'`, for contexts that need no installed app: this warning, and then an exception.
const BLOCKED = /^Service Worker registration blocked/;
const WITHOUT_WORKER = /reading 'addEventListener'/;

/** A page that remembers what went wrong on it: exceptions, and errors on its console. */
export const openPage = async (context: BrowserContext): Promise<{ page: Page; problems: string[] }> => {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  let isBlocked = false;
  page.on('pageerror', ({ message }) => {
    if (!(isBlocked && WITHOUT_WORKER.test(message))) {
      problems.push(message);
    }
  });
  page.on('console', (message) => {
    const text = message.text();
    if (BLOCKED.test(text)) {
      isBlocked = true;
    } else if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(text)) {
      problems.push(text);
    }
  });
  return { page, problems };
};

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What is looked for: `only` these rules, all `except` some, or `within` some elements. */
interface AxeScope {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly within?: string;
}

/** What axe finds wrong with the page; null where it is not on the page yet. */
const runAxe = (page: Page, { only = WCAG_22_AA, except = [], within }: AxeScope): Promise<string[] | null> =>
  page.evaluate(
    async ({ selector, options }) => {
      const { axe } = window as { axe?: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> } };
      // A bar that stays in sight covers half a button wherever the page happens to be: by scrolling it is whole.
      const bars = [...document.querySelectorAll<HTMLElement>('header, footer, nav')].filter(
        (each) => getComputedStyle(each).position === 'sticky',
      );
      for (const { style } of bars) {
        style.position = 'static';
      }
      const results = await axe?.run(selector ?? document, options);
      for (const { style } of bars) {
        style.position = '';
      }
      return results?.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`) ?? null;
    },
    {
      selector: within,
      // What passes is not described.
      options: {
        runOnly: [...only],
        rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations' as const],
        selectors: false,
      },
    },
  );

/** Waits until what fades in is there: halfway it has no contrast. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ).then(() => undefined),
  );

/**
 * Expects that axe finds nothing against WCAG 2.2 AA. It is put on a page once: that, and packing up all that it has to say, takes more than
 * twice as long as its work.
 */
export const expectAccessible = async (page: Page, scope: AxeScope = {}): Promise<void> => {
  await settled(page);
  let found = await runAxe(page, scope);
  if (found === null) {
    await page.evaluate(AXE);
    found = await runAxe(page, scope);
  }
  expect(found).toEqual([]);
};

/** Expects that nothing sticks out sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
};

/** The button that closes a dialog: a toast that lies in it has one of that name as well. */
export const closeButton = (dialog: Locator): Locator => dialog.locator('header').getByRole('button', { name: 'Close' });

/**
 * Closes the toast; one that went by itself before it could be clicked is closed as well. A toast that comes up under the pointer stays while
 * the pointer rests there, over whatever lies below.
 */
export const closeToast = async (page: Page): Promise<void> => {
  const close = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Close' });
  await close.click().catch(() => close.waitFor({ state: 'detached' }));
};
