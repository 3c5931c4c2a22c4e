import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, openBrowser, openPage } from '../support/browser.ts';
import { type FaultsProxy, startFaultsProxy } from '../support/faults-proxy.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts';

// What the tests of the onboarding share: a server behind a proxy that makes faults, and a browser.

export let app: TestApp;
export let proxy: FaultsProxy;
export let browser: Browser;
export let context: BrowserContext;
export let page: Page;
let problems: string[];

// What the browser writes to its console of refusals and of lines that a test breaks.
const EXPECTED = /Failed to load resource|net::ERR_|status of \d{3}/;

/** Starts server, proxy and browser for all tests of the file, and looks after each for what went wrong on its pages. */
export const useField = (): void => {
  beforeAll(async () => {
    app = await createTestApp({ clientFolder: BUILT_CLIENT });
    proxy = await startFaultsProxy(await app.app.listen({ port: 0, host: '127.0.0.1' }));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await app?.close();
  });
  beforeEach(() => {
    problems = [];
  });
  afterEach(async () => {
    proxy.calm();
    await context.close();
    const wrong = problems.filter((problem) => !EXPECTED.test(problem));
    if (wrong.length > 0) {
      throw new Error(wrong.join('\n'));
    }
  });
};

export const newDevice = async (person?: Person, locale = 'en-US'): Promise<void> => {
  context = await browser.newContext({ viewport: DESKTOP, locale, reducedMotion: 'reduce' });
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url: proxy.url }]);
  }
  ({ page, problems } = await openPage(context));
};

export const open = (path: string) => page.goto(proxy.url + path);
export const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
export const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();
export const follow = (name: string | RegExp) => page.getByRole('link', { name }).click();
export const type = (label: string, text: string) => page.getByLabel(label).fill(text);
export const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
export const toast = (text: string | RegExp) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByText(text)
    .first()
    .waitFor();
export const at = (path: string | RegExp) =>
  page.waitForURL((url) => (path instanceof RegExp ? path.test(url.pathname + url.search) : url.pathname + url.search === path));
export const items = (list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

export const organizationsOf = (person: Person) => person.ok(contract.organizations.list, {});

/** Somebody whose organization has come to this step. */
export const ownerAt = async (onboardingStep: 'employees' | 'service-fields' | 'services' | 'equipment' | 'customers') => {
  const owner = await app.owner();
  await owner.ok(contract.organizations.update, { params: owner, body: { onboardingStep } });
  return owner;
};
