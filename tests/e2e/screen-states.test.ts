import { expect, vi } from 'vitest';
import type { Route } from 'playwright-core';
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { PATIENCE } from '../support/offline-device.ts';
import type { Company } from '../support/offline-app.ts';
import { type Screens, test as base, type Visitor } from './screens-fixtures.ts';
import { EMPTY, NO_MATCH, SCREENS } from './screens-table.ts';

// Every screen when there is nothing, when nothing is found, when the server fails, and for people who may do little.
// Loaded and not found they are in screens.test.ts; what each asks the server for is in screen-requests.test.ts.

vi.setConfig({ testTimeout: 60_000 });

const filledVisitor = async ({ visitor }: Screens, person: Company['boss']): Promise<Visitor> => {
  const one = await visitor(person);
  await one.open('/dashboard');
  await one.filled(person.orgId);
  return one;
};

const test = base
  /** The owner of the full company, with everything on the device. */
  .extend('owner', { scope: 'file' }, ({ screens }) => filledVisitor(screens, screens.full.boss))
  /** The owner of the empty company. */
  .extend('nobody', { scope: 'file' }, ({ screens }) => filledVisitor(screens, screens.empty));

test.beforeAll(async ({ owner, nobody }) => {
  await nobody.page.bringToFront();
  await owner.page.bringToFront();
});

test.for(EMPTY)('%s with nothing in it says: %s', async ([path, sentence], { nobody }) => {
  await nobody.go(path);
  await nobody.page.getByText(sentence, { exact: true }).waitFor();
  await looksGood(nobody.page, `empty${path.replaceAll(/\W/g, '-')}`);
});

test.for(NO_MATCH)('%s searched in vain says: %s', async ([path, sentence], { owner }) => {
  const { page, go } = owner;
  await go(path);
  const search = page.getByRole('searchbox');
  await search.fill('nothing is called so');
  await page.getByText(sentence, { exact: true }).waitFor();
  // What was searched for can be taken back, and everything is there again.
  await search.fill('');
  await page.getByText(sentence, { exact: true }).waitFor({ state: 'detached' });
});

test('a search without matches looks as good', async ({ owner }) => {
  await owner.page.getByRole('searchbox').fill('nothing is called so');
  await looksGood(owner.page, 'in-vain');
});

const PROBLEM = {
  status: 500,
  title: 'Internal Server Error',
  detail: 'Something went wrong on our side. Please try again.',
  code: 'internal',
};

test('on a first visit to a server that fails, every screen says so and offers to try again', { tags: ['proof'] }, async ({ screens }) => {
  const { full, visitor } = screens;
  const one = await visitor(full.boss);
  const { page, context } = one;
  let mayAnswer = false;
  const fail = (route: Route): Promise<void> => {
    const headers = { 'content-type': 'application/problem+json', 'idempotency-key': route.request().headers()['idempotency-key'] ?? '' };
    return mayAnswer && !route.request().url().includes('/changes')
      ? route.continue()
      : route.fulfill({ status: 500, headers, body: JSON.stringify(PROBLEM) });
  };
  await context.route(/\/api\/(?!auth\/user$|organizations$|live$|sync\/)/, fail);
  await one.open('/dashboard');
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  // Sync shows what is here, and says that the rest comes when the server is back. Welcome leaves one of its cards out.
  const silent = new Set(['Sync', 'Welcome']);
  for (const [name, row] of Object.entries(SCREENS).filter(([title, { cold }]) => cold.length > 0 && !silent.has(title))) {
    await one.go(row.path(full));
    await again.first().waitFor();
    const said = await page.getByRole('main').getByRole('alert').first().textContent();
    expect([name, said]).toEqual([name, expect.stringContaining(PROBLEM.detail)]);
    await expectNoSidewaysScroll(page);
  }
  await looksGood(page, 'failed');
  mayAnswer = true;
  for (const path of ['/organization/service-data-fields', '/customers', '/dashboard', `/jobs/${full.jobId}/summary`]) {
    await one.go(path);
    // What is on screen no longer fails; other failures of the screen appear after it.
    const pressAll = async () => {
      await again.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLButtonElement).click()));
      return again.count();
    };
    await page.getByRole('heading', { level: 1 }).or(again).first().waitFor();
    await expect.poll(pressAll, PATIENCE).toBe(0);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  expect(one.problems).toEqual([]);
  await context.close();
});

test('a person without an organization is asked whether to make or to join one, wherever they wanted to go', async ({ screens }) => {
  const one = await screens.visitor(await screens.test.person());
  for (const path of ['/customers', '/jobs/1/entries', '/organization']) {
    await one.open(path);
    await one.page.waitForURL('**/onboarding/choice');
  }
  await one.page.getByRole('heading', { level: 1 }).waitFor();
  await looksGood(one.page, 'no-organization');
  expect(one.problems).toEqual([]);
  await one.context.close();
});

test('a person who may only log entries finds nothing to press elsewhere', { tags: ['proof'] }, async ({ screens }) => {
  const { full, visitor } = screens;
  const one = await visitor(full.driver);
  const { page } = one;
  await one.open('/dashboard');
  await one.filled(full.orgId);
  const inMain = page.getByRole('main');
  // Everyone may change their own account.
  for (const [name, row] of Object.entries(SCREENS).filter(([title]) => title !== 'Account')) {
    await one.go(row.path(full));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect
      .poll(() =>
        inMain
          .getByRole('status')
          .filter({ hasText: /^Loading/ })
          .count(),
      )
      .toBe(0);
    const offered = await inMain
      .getByRole('button', { name: /^(Add (?!Job Entry)|Edit|Delete|Create |Activate|Deactivate|Mark|Undo)/ })
      .allTextContents();
    const menus = await inMain.getByRole('button', { name: /^(Actions for|More actions for)/ }).count();
    expect([name, offered, menus]).toEqual([name, [], 0]);
  }
  expect(one.problems).toEqual([]);
  await one.context.close();
});

test('nothing went wrong on any page', ({ owner, nobody }) => {
  expect([...owner.problems, ...nobody.problems]).toEqual([]);
});
