import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { sampled } from '../support/proof-size.ts';
import { type Program, removeFolder, startProgram } from '../support/program.ts';

// Every screen with a season's worth of data in it, at both widths, light and dark: for axe, and without sideways scrolling.

let folder: string;
let program: Program;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];
let orgId: number;

const read = async <T>(path: string): Promise<T> => (await (await context.request.get(`${program.url}${path}`)).json()) as T;
const firstId = async (list: string): Promise<number> => (await read<{ id: number }[]>(`/api/organizations/${orgId}/${list}`))[0]?.id ?? 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-screens-'));
  program = await startProgram({ DATA_DIR: folder }, ['--demo']);
  browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' });
  ({ page, problems } = await openPage(context));
});

afterAll(async () => {
  await browser?.close();
  program?.process.kill('SIGKILL');
  await removeFolder(folder);
});

/** Opens the address and looks at it in every look, once what it waits for is there. */
const inspect = async (path: string, ready: (shown: Page) => Promise<void>): Promise<void> => {
  await page.goto(`${program.url}${path}`);
  await ready(page);
  const loading = page.getByRole('status').filter({ hasText: /^Loading/ });
  await expect.poll(() => loading.count()).toBe(0);
  await looksGood(page, `screens${path.replaceAll(/\W/g, '-')}`);
};

/** At a push one screen in three. */
const some = <T extends readonly [string, string]>(all: readonly T[]): readonly T[] =>
  sampled(
    all,
    3,
    ([path, title]) => path + title,
    () => 'screens',
  );

const heading = (name: string | RegExp) => async (shown: Page) => {
  await shown.getByRole('heading', { level: 1, name }).waitFor();
};

test('the landing screen and the sign-in page', async () => {
  await inspect('/', heading(/Every hour, load and gallon/));
  await inspect('/api/login', heading('Sign in'));
});

test('signing in to the demo', async () => {
  // The second organization: the first has a year of a hundred customers, which axe would read for minutes.
  const owner = demoAccounts().find(({ role, organization }) => role === 'owner' && organization.includes('Tammkamp'));
  const answer = await context.request.post(`${program.url}/api/login`, { data: { email: owner?.email, password: owner?.password } });
  expect(answer.status()).toBe(200);
  orgId = (await read<{ id: number }[]>('/api/organizations'))[0]?.id ?? 0;
  expect(orgId).toBeGreaterThan(0);
});

const SCREENS = [
  ['/dashboard', 'Overview'],
  ['/customers', 'Customers'],
  ['/employees', 'Employees'],
  ['/service-types', 'Service Types'],
  ['/equipment', 'Equipment'],
  ['/implements', 'Implements'],
  ['/jobs', 'Active Jobs'],
  ['/jobs?status=completed', 'Completed Jobs'],
  ['/jobs?status=billed', 'Archived Jobs'],
  ['/job-entries', 'Job Entries'],
  ['/organization', 'Organization Settings'],
  ['/organization/service-data-fields', 'Service Data Fields'],
  ['/organization/account', 'Account'],
  ['/organization/activity', 'Activity'],
  ['/nowhere', '404 Page Not Found'],
] as const;

test.each(some(SCREENS))('the screen %s', (path, title) => inspect(path, heading(title)));

const DETAILS = [
  ['customers', ''],
  ['employees', ''],
  ['service-types', ''],
  ['equipment', ''],
  ['jobs', '/entries'],
  ['jobs', '/summary'],
] as const;

test.each(some(DETAILS))('a detail of %s%s', async (list, below) => {
  await inspect(`/${list}/${await firstId(list)}${below}`, heading(/./));
});

const NOT_THERE = [
  ['/customers/2147483647', 'Customer not found'],
  ['/employees/2147483647', 'Employee not found'],
  ['/service-types/2147483647', 'Service not found'],
  ['/equipment/2147483647', 'Equipment not found'],
  ['/equipment/none', 'Invalid equipment ID'],
  ['/jobs/2147483647/entries', 'Job not found'],
] as const;

test.each(some(NOT_THERE))('%s says: %s', (path, sentence) => inspect(path, (shown) => shown.getByText(sentence).first().waitFor()));

test('redirects lead where the specification says', async () => {
  for (const [from, to] of [
    ['/', '/dashboard'],
    ['/machines', '/equipment'],
    ['/service-fields', '/service-fields'],
  ] as const) {
    await page.goto(`${program.url}${from}`);
    await page.waitForURL(`${program.url}${to}`);
  }
  await page.goto(`${program.url}/jobs/new`);
  await page.getByRole('dialog', { name: 'Add New Job' }).waitFor();
});

test('the entry dialog with a service of many fields', async () => {
  await inspect('/dashboard', async (shown) => {
    await shown
      .getByRole('button', { name: /New Job Entry/ })
      .first()
      .click();
    const dialog = shown.getByRole('dialog', { name: 'New Job Entry' });
    await dialog.getByLabel('Customer').selectOption({ index: 1 });
    await dialog.getByRole('combobox', { name: 'Job', exact: true }).waitFor();
  });
});

test('nothing went wrong on any page', () => {
  // Records that are not there answer 404, which the browser writes to its console as well.
  expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([]);
});
