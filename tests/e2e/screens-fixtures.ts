import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openPage } from '../support/browser.ts';
import { type Company, logEntry, type OfflineApp, settle } from '../support/offline-app.ts';
import { giveSession, PATIENCE, readStore } from '../support/offline-device.ts';
import type { Person, TestApp } from '../support/test-app.ts';
import { test as base } from './fixtures.ts';

/** Every screen for itself: a company without anything, one with one record of each kind, and a browser. */
export interface Screens {
  readonly test: TestApp;
  readonly url: string;
  readonly full: Company & {
    readonly equipmentId: number;
    readonly employeeId: number;
    readonly driver: Person & { readonly orgId: number };
  };
  readonly empty: Company['boss'];
  /** A browser of its own, in which nothing is kept yet, with the person signed in. */
  readonly visitor: (person: Person, options?: BrowserContextOptions) => Promise<Visitor>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: readonly string[];
  readonly open: (path: string) => Promise<void>;
  /** Goes to an address as a link in the app does. */
  readonly go: (path: string) => Promise<void>;
  /** Until everything of the organization is on the device. */
  readonly filled: (orgId: number) => Promise<void>;
}

// With this many browsers of one person, the last ones may not listen.
const EXPECTED = /status of (429|500)/;

const visitorIn = async (browser: Browser, url: string, person: Person, options: BrowserContextOptions): Promise<Visitor> => {
  // A service worker would fetch, too.
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  await giveSession(context, url, person);
  const { page, problems } = await openPage(context);
  return {
    context,
    page,
    get problems() {
      return problems.filter((problem) => !EXPECTED.test(problem));
    },
    open: async (path) => void (await page.goto(`${url}${path}`)),
    go: (path) => page.evaluate((to) => history.pushState(null, '', to), path),
    filled: (orgId) =>
      vi.waitFor(async () => expect((await readStore(page, 'meta')).map(({ key }) => key)).toContain(`cursor:${orgId}`), PATIENCE),
  };
};

const openScreens = async ({ test, url, browser }: OfflineApp): Promise<Screens> => {
  const company = await settle(await test.owner());
  const params = { orgId: company.orgId };
  const machine = await company.boss.ok(contract.equipment.create, {
    params,
    body: { name: 'Planter 3', serviceTypeIds: [company.serviceTypeId] },
  });
  await company.boss.ok(contract.implements.create, { params, body: { name: 'Seed tender', serviceTypeIds: [company.serviceTypeId] } });
  await logEntry(company, 'as usual');
  const driver = await test.member(company.boss, 'basic');
  const empty = await test.owner();
  await empty.ok(contract.organizations.update, { params: { orgId: empty.orgId }, body: { onboardingStep: 'completed' } });
  return {
    test,
    url,
    full: { ...company, equipmentId: machine.id, employeeId: driver.employeeId, driver },
    empty,
    visitor: (person, options = {}) => visitorIn(browser, url, person, options),
  };
};

/** Browser tests with the companies of `Screens`, the same for all tests of a file. */
export const test = base.extend('screens', { scope: 'file' }, ({ app }) => openScreens(app));

/** A request as a table names it: numbers are `:id`, of a question only the names. */
export const named = (request: Request): string => {
  const { pathname, searchParams } = new URL(request.url());
  const names = [...searchParams.keys()];
  return `${pathname.slice('/api/'.length).replace(/\d+/g, ':id')}${names.length === 0 ? '' : `?${names.join('&')}`}`;
};
