import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test as base } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { ONBOARDING_STEPS } from '#shared/domain/organization.ts';
import { DESKTOP, openPage } from '../support/browser.ts';
import { BUILT_CLIENT, type Member, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import { type Device, giveSession } from '../support/offline-device.ts';
import { createTestApp, type Person } from '../support/test-app.ts';

type Settings = NonNullable<Parameters<typeof createTestApp>[0]>;

// What the browser writes to its console about refusals and about connections that a test breaks.
const EXPECTED = /Failed to load resource|net::ERR_|status of \d{3}/;

const visitIn = (context: BrowserContext, page: Page, url: string) => ({
  context,
  page,
  open: (path: string) => page.goto(url + path),
  heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor(),
  /** Presses the button; a string must be its whole name. */
  press: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
  follow: (name: string | RegExp) => page.getByRole('link', { name }).click(),
  type: (label: string, text: string) => page.getByLabel(label).fill(text),
  /** Waits until the text is on the page. */
  said: (text: string | RegExp) => page.getByText(text).first().waitFor(),
  /** Waits for a toast with the text. */
  toast: (text: string | RegExp) =>
    page
      .getByRole('region', { name: /Notifications/ })
      .getByText(text)
      .first()
      .waitFor(),
  /** Waits until the page's address, without the origin, is the path. */
  at: (path: string | RegExp) =>
    page.waitForURL(({ pathname, search }) => (path instanceof RegExp ? path.test(pathname + search) : pathname + search === path)),
  items: (list: string) => page.getByRole('list', { name: list }).getByRole('listitem'),
});

/** A browser context of a test with one page, and what a person does on it. */
export type Visit = ReturnType<typeof visitIn>;

export const organizationsOf = (person: Person) => person.ok(contract.organizations.list, {});

/**
 * What browser tests stand on. The server, the proxy in front of it and the browser live as long as the test file. Companies and devices are
 * made for each test that asks for them; at its end the proxy is calm again, and a problem on one of the test's pages fails the test.
 * A file that needs something else extends this again, e.g. `test.extend('settings', { scope: 'file' }, { hasMail: true })`.
 */
export const test = base
  /** What the server is started with, besides the built client. */
  .extend('settings', { scope: 'file' }, {} as Settings)
  .extend('server', { scope: 'file' }, async ({ settings }, { onCleanup }) => {
    const server = await createTestApp({ clientFolder: BUILT_CLIENT, ...settings });
    onCleanup(() => server.close());
    return server;
  })
  /** The server behind a proxy that makes faults, and a browser. */
  .extend('app', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const app = await startOfflineApp({ test: server, url });
    onCleanup(() => app.close());
    return app;
  })
  .extend('browser', { scope: 'file' }, ({ app }) => app.browser)
  .extend('proxy', ({ app }, { onCleanup }) => {
    onCleanup(() => app.proxy.calm());
    return app.proxy;
  })
  /** A new organization with what an entry needs. */
  .extend('company', ({ app }) => app.company())
  /** Opens a person's device and waits until it has everything that it needs offline. */
  .extend('deviceOf', async ({ app, proxy }, { onCleanup }) => {
    const opened: Device[] = [];
    onCleanup(async () => {
      proxy.calm();
      for (const device of opened) {
        await device.close();
      }
    });
    return async (person: Member, options?: BrowserContextOptions): Promise<Device> => {
      const device = await app.device(person, options);
      opened.push(device);
      return device;
    };
  })
  /** The device of the company's owner. */
  .extend('device', ({ deviceOf, company }) => deviceOf(company.boss))
  /** Notes of the company's entries as the server has them, in the order in which they were made. */
  .extend(
    'notes',
    ({ app, company }) =>
      async () =>
        (await app.entries(company.orgId)).map(({ notes }) => notes),
  )
  /** A new owner whose set-up is at this step. */
  .extend('ownerAt', ({ server }) => async (onboardingStep: (typeof ONBOARDING_STEPS)[number]) => {
    const owner = await server.owner();
    await owner.ok(contract.organizations.update, { params: owner, body: { onboardingStep } });
    return owner;
  })
  /**
   * Opens a new browser context with a page, for the person or for nobody who is signed in. Without service workers nothing is installed, so
   * that what was not loaded before is not there without a connection.
   */
  .extend('visit', async ({ browser, proxy }, { onCleanup }) => {
    const opened: { readonly context: BrowserContext; readonly problems: readonly string[] }[] = [];
    onCleanup(async () => {
      proxy.calm();
      await Promise.all(opened.map(({ context }) => context.close()));
      const wrong = opened.flatMap(({ problems }) => problems).filter((problem) => !EXPECTED.test(problem));
      if (wrong.length > 0) {
        throw new Error(wrong.join('\n'));
      }
    });
    return async (
      person?: Person,
      locale = 'en-US',
      serviceWorkers: 'allow' | 'block' = 'block',
      options: BrowserContextOptions = {},
    ): Promise<Visit> => {
      const context = await browser.newContext({ viewport: DESKTOP, locale, reducedMotion: 'reduce', serviceWorkers, ...options });
      if (person) {
        await giveSession(context, proxy.url, person);
      }
      const { page, problems } = await openPage(context);
      opened.push({ context, problems });
      return visitIn(context, page, proxy.url);
    };
  });

/** For `test.beforeAll`: starts the server and the browser there, so that it does not count against the first test's timeout. */
export const started = ({ app }: { readonly app: OfflineApp }): void => app.proxy.calm();
