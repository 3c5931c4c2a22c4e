import { givePassword, PASSWORD, settle, signInAgain, BUILT_CLIENT, type Company } from '../support/offline-app.ts';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { closeToast, DESKTOP, openBrowser, openPage } from '../support/browser.ts';
import { giveSession, PATIENCE, readStore } from '../support/offline-device.ts';
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts';

// What the browser writes to its console of requests that are refused or do not get through.
const EXPECTED = /status of 4\d\d|net::ERR_|^EventSource's response/;

/** A person at their own browser. */
export interface Sitting {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly main: Locator;
  readonly dialog: Locator;
  readonly problems: () => string[];
  readonly go: (path: string, title: string | RegExp) => Promise<void>;
  readonly button: (name: string | RegExp) => Locator;
  readonly field: (label: string) => Locator;
  /** Waits for the toast and closes it. */
  readonly toast: (title: string, text?: string | RegExp) => Promise<void>;
}

/** An organization whose owner has a password and two more sessions, with two entries and a colleague; and a browser. */
export interface SettingsField {
  readonly test: TestApp;
  readonly company: Company;
  readonly luis: Person;
  readonly entryId: number;
  /** The cookie of the owner's session on a phone. */
  readonly phone: string;
  sit(person: Person): Promise<Sitting>;
  close(): Promise<void>;
}

const sittingOf = async (context: BrowserContext, url: string, orgId: number): Promise<Sitting> => {
  const { page, problems } = await openPage(context);
  await page.setViewportSize(DESKTOP);
  await page.goto(`${url}/organization`);
  await vi.waitFor(async () => expect((await readStore(page, 'meta')).map(({ key }) => key)).toContain(`cursor:${orgId}`), PATIENCE);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  return {
    context,
    page,
    main,
    dialog,
    problems: () => problems.filter((problem) => !EXPECTED.test(problem)),
    go: async (path, title) => {
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    button: (name) => page.getByRole('button', { name, exact: true }),
    // A label may end in the sign of what is required.
    field: (label) => dialog.getByLabel(new RegExp(`^${label}\\W*$`)),
    toast: async (title, text) => {
      const region = page.getByRole('region', { name: /Notifications/ });
      await region.getByText(title, { exact: true }).waitFor();
      await (text === undefined ? undefined : region.getByText(text).waitFor());
      await closeToast(page);
    },
  };
};

const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile';

export const openSettings = async (): Promise<SettingsField> => {
  const test = await createTestApp({ clientFolder: BUILT_CLIENT });
  // Browsers make passkeys for names only.
  const url = `http://localhost:${new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port}`;
  const browser: Browser = await openBrowser();
  const company = await settle(await test.owner('Halvorsen Custom'));
  const { boss, orgId, jobId, serviceTypeId } = company;
  const luis = await test.member(boss, 'manager');
  const fuel = await boss.ok(contract.customDataFields.create, { params: { orgId }, body: { name: 'Fuel', fieldType: 'number' } });
  const service = await boss.ok(contract.serviceTypes.get, { params: { id: serviceTypeId } });
  const customDataFieldIds = [...service.customDataFieldIds, fuel.id];
  await boss.ok(contract.serviceTypes.update, { params: { id: serviceTypeId }, body: { customDataFieldIds } });
  const body = { serviceTypeId, date: '2025-09-17', totalHours: 8, fuel: 20, notes: 'As usual.' };
  const { id: entryId } = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body });
  await givePassword(test, boss);
  await signInAgain(test, boss);
  const { cookie: phone } = await signInAgain(test, boss);
  await test.db.query({
    text: 'update sessions set user_agent = $1 where user_id = $2 and id = (select max(id) from sessions)',
    values: [PHONE_AGENT, boss.userId],
  });
  return {
    test,
    company,
    luis,
    entryId,
    phone,
    sit: async (person) => {
      const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block' });
      await giveSession(context, url, person);
      return sittingOf(context, url, orgId);
    },
    close: async () => {
      await browser.close();
      await test.close();
    },
  };
};

export { PASSWORD };
