import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { test, type Visitor } from './screens-fixtures.ts';

// What entries add up to, as a driver reads it: everybody may. What is reckoned is in tests/api/reports.

vi.setConfig({ testTimeout: 60_000 });

let driver: Visitor;

test.beforeAll(async ({ screens }) => {
  const { boss, orgId, jobId, serviceTypeId, equipmentId } = screens.full;
  const { id: second } = await boss.ok(contract.equipment.create, { params: { orgId }, body: { name: '=Sprayer 9' } });
  const log = (date: string, totalHours: number, fuel: number | null, equipmentIds: number[]) =>
    boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date, totalHours, fuel, equipmentIds } });
  await log('2023-05-02', 4.5, 40.25, [equipmentId]);
  await log('2023-05-16', 1234.5, null, [equipmentId, second]);
  await log('2022-05-03', 10, 7, [second]);
  driver = await screens.visitor(screens.full.driver, { viewport: DESKTOP });
  await driver.open('/dashboard');
  await driver.filled(orgId);
}, 120_000);

const rowsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...(row as HTMLTableRowElement).cells].map(({ textContent }) => textContent.trim())));

const table = (name: string): Locator => driver.page.getByRole('table', { name });

test('the sidebar leads to this season, by week and in hours; a period and a grouping are kept in the address', async () => {
  const { page } = driver;
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  expect(await page.getByLabel('Period').inputValue()).toBe('season');
  await page.getByLabel('Period').selectOption('dates');
  await page.getByLabel('From', { exact: true }).fill('2023-01-01');
  await page.getByLabel('To', { exact: true }).fill('2022-12-31');
  await page.getByText('The last day is before the first.').waitFor();
  await page.getByLabel('To', { exact: true }).fill('2023-12-31');
  await expect
    .poll(() => rowsOf(table('Hours by week')))
    .toEqual([
      ['Week', 'Hours (hrs)', 'Billable Hours (hrs)', 'Fuel (gal)', 'Loads', 'Entries'],
      ['May 1 – 7, 2023', '4.5', '', '40.25', '', '1'],
      ['May 8 – 14, 2023', '', '', '', '', ''],
      ['May 15 – 21, 2023', '1,234.5', '', '', '', '1'],
      ['Total', '1,239', '', '40.25', '', '2'],
    ]);
  await page.getByRole('img', { name: 'Hours by week: May 1 4.5 hrs, May 8 0 hrs, May 15 1,234.5 hrs.' }).waitFor();
  expect(new URL(page.url()).search).toBe('?period=dates&from=2023-01-01&to=2023-12-31');
  await looksGood(driver.page, 'reports-weeks');
  // On paper it is light, and alone.
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const theme = () => page.locator('html').getAttribute('data-theme');
  await expect.poll(theme).toBe('dark');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await theme()).toBe('light');
  await page.getByRole('navigation').first().waitFor({ state: 'hidden' });
  expect(await page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual([
    'Week',
    'Hours (hrs)',
    'Billable Hours (hrs)',
    'Fuel (gal)',
    'Loads',
    'Entries',
  ]);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(await theme()).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
});

test('by machine: each has all of an entry, the total counts it once; the keyboard chooses what is drawn and sorts', async () => {
  const { page } = driver;
  await page.getByRole('navigation', { name: 'Group by' }).getByRole('link', { name: 'Machine' }).click();
  const hours = table('Hours by machine');
  await expect
    .poll(async () => (await rowsOf(hours)).map((cells) => cells.slice(0, 2)))
    .toEqual([
      ['Machine', 'Hours (hrs)'],
      ['Planter 3', '1,239'],
      ['=Sprayer 9', '1,234.5'],
      ['Total', '1,239'],
    ]);
  await page.getByText('counts in full for each of them. The total counts it once.').waitFor();
  await page.getByRole('radio', { name: /^Hours/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: 'Fuel by machine' }).waitFor();
  expect(new URL(page.url()).searchParams.get('measure')).toBe('fuel');
  const head = table('Fuel by machine').getByRole('columnheader', { name: 'Machine' });
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  await looksGood(driver.page, 'reports-sorted');
});

test('season against season, and its file', async () => {
  const { page, go } = driver;
  await go('/reports?by=machine&period=2023&measure=totalHours');
  await page.getByLabel('Compare with').selectOption('Season 2022');
  const expected = [
    ['Machine', 'Season 2023', 'Season 2022', 'Change'],
    ['Planter 3', '1,239', '', '+1,239'],
    ['=Sprayer 9', '1,234.5', '10', '+1,224.5'],
    ['Total', '1,239', '10', '+1,229'],
  ];
  await expect.poll(() => rowsOf(table('Hours by machine'))).toEqual(expected);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('headland-report-machine-2023-2022.csv');
  expect(await readFile(await file.path(), 'utf8')).toBe(
    "\uFEFFHours by machine,Season 2023,Season 2022,Change\r\nPlanter 3,1239,,1239\r\n'=Sprayer 9,1234.5,10,1224.5\r\nTotal,1239,10,1229\r\n",
  );
  await looksGood(driver.page, 'reports-machines');
  await page.getByRole('navigation', { name: 'Group by' }).getByRole('link', { name: 'Week' }).click();
  await page.getByRole('img', { name: 'Hours by week. The numbers are in the table below.' }).waitFor();
  await looksGood(driver.page, 'reports-many-weeks');
});

test('filters narrow it to nothing, which is said', async () => {
  const { page, go } = driver;
  await go('/reports?period=2022');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Machine').selectOption('Planter 3');
  await page.getByText('No entries in this period.').waitFor();
  await page.getByText('Filters (1)').waitFor();
  await looksGood(driver.page, 'reports-nothing');
});

test('without a connection the last answer stays with its age, and what was never asked says what it needs', async () => {
  const { page, context, go } = driver;
  await go('/reports?by=service&period=2022');
  await table('Hours by service').waitFor();
  await context.setOffline(true);
  await go('/reports?by=customer&period=2022');
  await page.getByText('Reports need a connection.').waitFor();
  await looksGood(driver.page, 'reports-offline');
  await go('/reports?by=service&period=2022');
  await page.getByText(/^No connection\. These numbers are from /).waitFor();
  await table('Hours by service').waitFor();
  await context.setOffline(false);
  await page.getByText(/^No connection\. These numbers are from /).waitFor({ state: 'detached' });
});

test('nothing went wrong on the page', () => {
  expect(driver.problems.filter((problem) => !/net::ERR_|Failed to load resource|EventSource/.test(problem))).toEqual([]);
});

test('a manager sets what work costs, reads what it earned, and the fuel book; a driver has the volumes alone', async ({ screens }) => {
  const { boss, orgId, jobId, serviceTypeId } = screens.full;
  const params = { orgId };
  await boss.ok(contract.rates.create, {
    params,
    body: { serviceTypeId, lines: [{ basis: 'hour', prices: [{ upTo: null, price: '100' }] }] },
  });
  await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'billed' } });
  const office = await screens.visitor(boss, { viewport: DESKTOP });
  const { page } = office;
  await office.open('/organization/billing?tab=costs');
  const fuel = page.getByRole('list', { name: 'Fuel' });
  await fuel.getByText('Unknown').waitFor();
  await fuel.getByRole('button', { name: 'Add cost' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price per unit (USD)').fill('x');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Must be a price, such as 42.50').waitFor();
  await dialog.getByLabel('Price per unit (USD)').fill('3.75');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await fuel.getByRole('button', { name: 'Fuel: $3.75 / gal Always', exact: true }).waitFor();
  await looksGood(page, 'reports-costs');
  await office.go('/reports/money?by=machine&period=2023');
  await expect
    .poll(() => rowsOf(page.getByRole('table', { name: 'USD by Machine' })))
    .toEqual([
      ['Machine', 'Revenue', 'Operator cost', 'Machine cost', 'Fuel cost', 'Cost', 'Margin'],
      ['Planter 3', '$62,175.00', 'Unknown', 'Unknown', '$150.94', 'Unknown', 'Unknown'],
      ['=Sprayer 9', '$61,725.00', 'Unknown', 'Unknown', '$0.00', 'Unknown', 'Unknown'],
      ['Total', '$123,900.00', 'Unknown', 'Unknown', '$150.94', 'Unknown', 'Unknown'],
    ]);
  // Totals stand under the amounts that they are of.
  const edgesIn = (part: string) =>
    page
      .getByRole('table', { name: 'USD by Machine' })
      .locator(`${part} tr:first-child td`)
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).paddingInline));
  expect(await edgesIn('tfoot')).toEqual(await edgesIn('tbody'));
  // Where columns do not fit and the frame scrolls, the head stays above the first row.
  const headOffset = (isFitting: boolean) =>
    page.getByRole('table', { name: 'USD by Machine' }).evaluate((element, fits) => {
      element.parentElement?.toggleAttribute('data-fits', fits);
      return (element.querySelector('th')?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top;
    }, isFitting);
  expect(await headOffset(false)).toBe(0);
  await headOffset(true);
  await page.getByText('The cost of 2 entries is unknown: cost rates or hours are missing.').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain("\r\n'=Sprayer 9,USD,61725,Unknown,Unknown,0,Unknown,Unknown,1\r\n");
  await looksGood(page, 'reports-money');
  await page.getByRole('link', { name: 'Fuel log' }).click();
  await page.getByLabel('Period').selectOption('2023');
  const book = (who: typeof page) => rowsOf(who.getByRole('table', { name: 'Fuel log' }));
  await expect
    .poll(async () => (await book(page)).map((cells) => cells.slice(1)))
    .toEqual([
      ['Fuel (gal)', 'Own fuel (gal)', 'Supplied by customer (gal)', 'Entries'],
      ['40.25', '40.25', '0', '1'],
      ['40.25', '40.25', '0', '1'],
    ]);
  await looksGood(page, 'reports-fuel');
  expect(office.problems).toEqual([]);
  await driver.open('/reports/fuel?period=2023');
  await expect.poll(async () => (await book(driver.page))[0]?.slice(1)).toEqual(['Fuel (gal)', 'Entries']);
  expect(await driver.page.getByRole('link', { name: 'Revenue and cost' }).count()).toBe(0);
  await driver.go('/reports/money');
  await driver.page.getByText('Only the owner, admins and managers can see billing.').waitFor();
}, 120_000);
