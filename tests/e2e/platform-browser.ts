import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { BROWSER_ARGUMENTS, CHROMIUM, openBrowser } from '../support/browser.ts';

export const SAFE = 'https://headland.example';
/** As on a farm's own network: a page without TLS. */
export const PLAIN = 'http://headland.example';

const buildPage = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '..', '..'),
    build: { write: false, minify: false, lib: { entry: join(import.meta.dirname, 'platform-page.ts'), formats: ['es'] } },
  });
  const [first] = Array.isArray(built) ? built : [];
  return first?.output.find((part) => part.type === 'chunk')?.code ?? '';
};

export interface RealBrowser {
  /** The context of the running test. */
  readonly context: () => BrowserContext;
  /** A tab in which `platform` is loaded. */
  readonly open: (origin?: string, within?: BrowserContext) => Promise<Page>;
  /** A tab whose time stands still but for `clock.runFor`. */
  readonly openStill: () => Promise<Page>;
  /** A browser of its own, whose profile stays in the folder. */
  readonly openProfile: (folder: string) => Promise<BrowserContext>;
}

/** A real browser for the tests of a file, new and empty for each. There is no server: pages of both origins come from here. */
export const realBrowser = (): RealBrowser => {
  let script: string;
  let browser: Browser;
  let context: BrowserContext;

  beforeAll(async () => {
    [script, browser] = await Promise.all([buildPage(), openBrowser()]);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    context = await browser.newContext();
    await serve(context);
  });
  afterEach(() => context.close());

  const serve = async (served: BrowserContext): Promise<void> => {
    const body = '<script type="module" src="/page.js"></script>';
    await served.route(/headland\.example\/$/, (route) => route.fulfill({ contentType: 'text/html', body }));
    await served.route(/\/page\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  };
  const load = async (page: Page, origin: string): Promise<void> => {
    await page.goto(`${origin}/`);
    await page.waitForFunction('globalThis.platform !== undefined');
  };
  return {
    context: () => context,
    open: async (origin = SAFE, within = context) => {
      const page = await within.newPage();
      await load(page, origin);
      return page;
    },
    openStill: async () => {
      const page = await context.newPage();
      await page.clock.install({ time: 0 });
      await load(page, SAFE);
      await page.clock.pauseAt(3_600_000);
      return page;
    },
    openProfile: async (folder) => {
      const lived = await chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: BROWSER_ARGUMENTS });
      await serve(lived);
      return lived;
    },
  };
};
