import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Route } from 'playwright-core';
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { openScreens, type Screens, type Visitor } from './screens-field.ts';
import { testRequests } from './screens-requests.ts';
import { EMPTY, NO_MATCH, SCREENS } from './screens-table.ts';

// Every screen when there is nothing, when nothing is found, when the server fails, for who may do little; and what each asks for.
// Loaded and not found they are in screens.test.ts.

vi.setConfig({ testTimeout: 60_000 });

let screens: Screens;
let owner: Visitor;
let nobody: Visitor;

beforeAll(async () => {
  screens = await openScreens();
  [owner, nobody] = await Promise.all([screens.visitor(screens.full.boss), screens.visitor(screens.empty)]);
  await Promise.all([owner.open('/dashboard'), nobody.open('/dashboard')]);
  await owner.filled(screens.full.orgId);
  await nobody.filled(screens.empty.orgId);
}, 120_000);
afterAll(() => screens?.close());

test.each(EMPTY)('%s with nothing in it says: %s', async (path, sentence) => {
  await nobody.go(path);
  await nobody.page.getByText(sentence, { exact: true }).waitFor();
  await looksGood(nobody.page, `empty${path.replaceAll(/\W/g, '-')}`);
});

test.each(NO_MATCH)('%s searched in vain says: %s', async (path, sentence) => {
  const { page, go } = owner;
  await go(path);
  const search = page.getByRole('searchbox');
  await search.fill('nothing is called so');
  await page.getByText(sentence, { exact: true }).waitFor();
  // What was searched for can be taken back, and everything is there again.
  await search.fill('');
  await page.getByText(sentence, { exact: true }).waitFor({ state: 'detached' });
});

test('in vain it looks as good', async () => {
  await owner.page.getByRole('searchbox').fill('nothing is called so');
  await looksGood(owner.page, 'in-vain');
});

const PROBLEM = {
  status: 500,
  title: 'Internal Server Error',
  detail: 'Something went wrong on our side. Please try again.',
  code: 'internal',
};

test('on a first visit to a server that fails, every screen says so and offers to try again', async () => {
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
  // Sync shows what is here, and says that the rest comes when the server is back.
  for (const [name, row] of Object.entries(SCREENS).filter(([title, { cold }]) => cold.length > 0 && title !== 'Sync')) {
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
    // What is shown meanwhile fails no more; whatever else had failed on the screen shows after it.
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

test('who belongs to no organization is asked whether to make or to join one, wherever he wanted to go', async () => {
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

test('who may only log entries finds nothing to press elsewhere', async () => {
  const { full, visitor } = screens;
  const one = await visitor(full.driver);
  const { page } = one;
  await one.open('/dashboard');
  await one.filled(full.orgId);
  const inMain = page.getByRole('main');
  // His own account is his.
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

testRequests(() => screens);

test('nothing went wrong on any page', () => {
  expect([...owner.problems, ...nobody.problems]).toEqual([]);
});
