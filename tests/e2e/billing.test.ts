import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openBrowser } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, issueBill, sit } from './billing-field.ts';

// The whole way of the office: a rate, an entry, a finished job, its draft, its record, and the job reopened (specification, chapter 10).

let app: TestApp;
let browser: Browser;
let url = '';
let company: Company;
let context: BrowserContext;
let page: Page;
let unexpected: () => string[];

const params = () => ({ orgId: company.orgId });

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
  company = await settle(await app.owner('Halvorsen Custom'));
  await company.boss.ok(contract.organizations.update, { params: params(), body: { taxName: 'Sales tax', taxRate: 600 } });
  ({ context, page, unexpected } = await sit(browser, url, company.boss, company.orgId));
});

afterAll(async () => {
  await context?.close();
  await browser?.close();
  await app?.close();
});

const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = (name: string) => page.getByRole('dialog', { name });
const row = (table: string, words: string | RegExp) => page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: words });
const recordRow = (words: string) => page.getByRole('grid', { name: 'Billing Records' }).getByRole('row').filter({ hasText: words });
const toBill = (words: string) => page.getByRole('grid', { name: 'Not billed' }).getByRole('row').filter({ hasText: words });
const lines = () => page.getByRole('list', { name: 'Line items' }).getByRole('listitem');

test('a rate is set in steps, with what each rule asks for said under its field', async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }).click();
  await heading('Billing');
  await page.getByText('Everything is billed.').waitFor();
  await page.getByRole('link', { name: 'Rates' }).click();
  await page.getByText('No rates yet.').waitFor();
  await press('Add rate');
  const form = dialog('Add rate');
  await form.getByRole('button', { name: 'Save rate' }).click();
  await form.getByText('Must be a price, such as 14.50').waitFor();
  await form.getByText('Choose a service').last().waitFor();
  await form.getByLabel('Service').selectOption(company.service);
  await form.getByLabel('Name of the rate').fill('Price list 2025');
  await form.getByRole('button', { name: 'Price in steps' }).click();
  await form.getByLabel(/^Price\W*$/).fill('95');
  await form.getByLabel('Up to').fill('10');
  await form.getByLabel('Price above that').fill('88.50');
  await form.getByLabel('Price and minimum apply per').selectOption('All entries of the job together');
  await form.getByLabel('Rounding of the quantity').selectOption('Up');
  await form.getByRole('radio', { name: 'Billed by volume' }).check();
  await form.getByRole('button', { name: 'Save rate' }).click();
  await form.getByText('Needed for this way to settle fuel').waitFor();
  await form.getByRole('radio', { name: 'Included in the price' }).check();
  await looksGood(page, 'billing-rate-dialog');
  await form.getByRole('button', { name: 'Save rate' }).click();
  await row(`Rates of ${company.service}`, 'Price list 2025').getByText('$95.00 up to 10, $88.50 above per hour').waitFor();
  await looksGood(page, 'billing-rates');
});

test('rates have their names before the device has its copy, and their columns line up', async () => {
  const { boss } = company;
  const prices = [
    { basis: 'flat' as const, label: 'A much longer text than any other on this screen', prices: [{ upTo: null, price: '5' }] },
  ];
  const service = await boss.ok(contract.serviceTypes.create, { params: params(), body: { name: 'Zetting' } });
  const { id } = await boss.ok(contract.rates.create, { params: params(), body: { serviceTypeId: service.id, lines: prices } });
  const fresh = await sit(browser, url, boss, company.orgId);
  await fresh.context.route(/\/(changes|service-types|customers|equipment|jobs)(\?|$)/, () => new Promise(() => undefined));
  await fresh.page.goto(`${url}/organization/billing?tab=rates`);
  const tables = [company.service, 'Zetting'].map((name) => fresh.page.getByRole('table', { name: `Rates of ${name}` }));
  const lefts = await Promise.all(
    tables.map(async (table) => {
      await table.waitFor();
      return table.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)));
    }),
  );
  // A browser parts a pixel as it likes.
  expect(lefts[0]?.map((left, place) => Math.abs(left - (lefts[1]?.[place] ?? 0)) <= 4)).toEqual([true, true, true, true, true]);
  await tables[1]?.getByText('Standard rate').waitFor();
  expect(await fresh.page.getByRole('main').innerText()).not.toMatch(/#\d|Rate \d/);
  await fresh.context.close();
  await boss.ok(contract.rates.remove, { params: { id } });
});

test('what is completed and not billed stands in the list with its amount, on one bill of its customer, and can be changed before', async () => {
  const { boss } = company;
  const ids = [await addJob(company, 'North quarter', 12.1), await addJob(company, 'South quarter', 4)];
  for (const id of ids) {
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'completed' } });
  }
  await go('/organization/billing');
  // 10 × 95 + 2.25 × 88.5 = 1149.125; 6 % of 1149.13 is 68.95. South is 380 and 22.80.
  await toBill('2 jobs on one bill').getByText('$1,620.88').waitFor();
  await toBill('North quarter').getByText('$1,218.08').waitFor();
  await toBill('South quarter').getByText('$402.80').waitFor();
  await toBill('2 jobs on one bill').getByText('2 not checked').waitFor();
  await toBill('2 jobs on one bill').getByText('No email').waitFor({ state: 'detached' });
  await looksGood(page, 'billing-board');
  await toBill('2 jobs on one bill').click();
  await page.getByRole('complementary').getByRole('button', { name: 'Change this bill' }).click();
  await heading('Draft bill');
  expect(await lines().count()).toBe(2);
});

test('entries that nobody checked are told of, and checked in one go; who changes one takes that back', async () => {
  const { boss } = company;
  await page.getByText('2 entries on this bill are not checked yet.').waitFor();
  // Someone else is faster: their text was not seen here, so it does not count as checked.
  const entries = await boss.ok(contract.jobEntries.list, { params: params(), query: { from: '2025-06-20', to: '2025-06-20' } });
  const south = entries.find(({ jobName }) => jobName === 'South quarter');
  await page.route('**/entry-checks', async (route) => {
    await boss.ok(contract.jobEntries.update, { params: { id: south?.id ?? 0 }, body: { notes: 'Wet corner' } });
    await route.continue();
    await page.unroute('**/entry-checks');
  });
  await press('Mark all as checked');
  await page.getByText('1 entry has changed in the meantime').waitFor();
  await page.getByText('1 entry on this bill is not checked yet.').waitFor();
  await press('Mark all as checked');
  await page.getByText('1 entry checked').waitFor();
  await page.getByText(/on this bill .* not checked yet/).waitFor({ state: 'detached' });
});

test('each amount is explained in words, and what is added by hand is on the bill at once', async () => {
  await lines().filter({ hasText: 'North quarter' }).getByText('$1,149.13', { exact: true }).click();
  for (const words of [
    `Rate: ${company.service}, Price list 2025`,
    '12.1 hrs logged, each entry rounded up to 0.25',
    'Up to 10: 10 hrs × $95.00 = $950.00',
    'Above 10: 2.25 hrs × $88.50 = $199.125',
    'Together $1,149.13',
    'Counted in: Hours',
  ]) {
    await lines().filter({ hasText: 'North quarter' }).getByText(words).waitFor();
  }
  await press('Add line');
  await dialog('Add line').getByLabel('Description').fill('Advice');
  await dialog('Add line').getByLabel('Unit price').fill('80');
  await dialog('Add line').getByRole('button', { name: 'Add line' }).click();
  await lines().filter({ hasText: 'Advice' }).getByText('$80.00', { exact: true }).last().waitFor();
  await press('Add discount');
  await dialog('Add discount').getByRole('textbox', { name: 'Percent' }).fill('200');
  await dialog('Add discount').getByRole('button', { name: 'Add discount' }).click();
  await dialog('Add discount').getByText('Must be a percentage from 0 to 100, such as 8.25').waitFor();
  await dialog('Add discount').getByRole('textbox', { name: 'Percent' }).fill('10');
  await dialog('Add discount').getByRole('button', { name: 'Add discount' }).click();
  await lines().filter({ hasText: 'Discount' }).getByText('-$160.91', { exact: true }).waitFor();
  // 1149.13 + 380 + 80 = 1609.13; 10 % off is 1448.22, and 6 % of that 86.89.
  await page.getByRole('main').getByText('$1,535.11').first().waitFor();
  await looksGood(page, 'billing-draft');
});

test('asked and answered, it makes the numbered record, which keeps what it says', async () => {
  await press('Mark as Billed');
  await issueBill(page);
  const year = new Date().getUTCFullYear();
  await heading(`${year}-1`);
  await page.getByText(`Billing record ${year}-1 created.`).waitFor();
  await page.getByRole('main').getByText('$1,535.11').first().waitFor();
  expect(await row('Work done', 'Jun 20, 2025').count()).toBe(2);
  await looksGood(page, 'billing-record');
  const jobs = await company.boss.ok(contract.jobs.list, { params: params(), query: { status: 'billed' } });
  expect(jobs).toHaveLength(2);
});

test('reopening takes the record back by another, and both stay in sight', async () => {
  const year = new Date().getUTCFullYear();
  await press('Reopen Job');
  await dialog('Reopen Job').getByRole('radio', { name: 'North quarter' }).check();
  await dialog('Reopen Job').getByRole('button', { name: 'Reopen Job' }).click();
  await page.getByText('This bill is void').waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: `${year}-2` })
    .click();
  await heading(`${year}-2`);
  await page.getByText('-$1,535.11').waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: 'Reopen Job' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the billing records' }).click();
  await recordRow(`${year}-1`).getByText('Voided').waitFor();
  await recordRow(`${year}-2`).getByText('Reversal').waitFor();
  await looksGood(page, 'billing-records');
  await page.getByRole('searchbox', { name: 'Customer, job, number or amount' }).fill(`${year}-2`);
  await page.getByRole('status').getByText('1 billing record').waitFor();
  await vi.waitFor(async () => expect(await page.locator('.record-table .desk-row').count()).toBe(1), PATIENCE);
  // The other job is completed again, and waits in the list.
  await page.getByRole('link', { name: /^Not billed/ }).click();
  await toBill('South quarter').waitFor();
  await toBill('North quarter').waitFor({ state: 'detached' });
});

test('from a finished job it is one press to its bill, and one to the record; a lost answer bills nothing twice', async () => {
  const job = await addJob(company, 'West quarter', 2);
  await company.boss.ok(contract.jobs.update, { params: { id: job }, body: { status: 'completed' } });
  await go(`/jobs/${job}/entries`);
  await page.getByText('1 is not checked yet').waitFor();
  const entry = page.getByRole('table', { name: 'Job entries' });
  await entry.getByRole('button', { name: /^View / }).click();
  await dialog('Job Entry').getByRole('button', { name: 'Mark as checked' }).click();
  await dialog('Job Entry').waitFor({ state: 'detached' });
  await entry.getByText('Checked', { exact: true }).waitFor();
  await page.getByText('All checked').waitFor();
  await looksGood(page, 'billing-entries');
  await entry.getByRole('button', { name: /^View / }).click();
  await dialog('Job Entry')
    .getByText(/^Dana Halvorsen, /)
    .waitFor();
  await looksGood(page, 'billing-entry');
  await dialog('Job Entry').getByRole('button', { name: 'Mark as unchecked' }).click();
  await page.getByText('1 is not checked yet').waitFor();
  await press('Mark all as checked');
  await page.getByText('All checked').waitFor();
  await page.getByRole('link', { name: 'Draft Bill' }).click();
  await heading('Draft bill');
  await lines().filter({ hasText: '$190.00' }).waitFor();
  // What is asked for arrives, and its answer does not.
  let lost = 0;
  await page.route('**/billing-records', async (route) => {
    if (route.request().method() === 'POST' && lost === 0) {
      lost += 1;
      await route.fetch();
      await route.abort();
    } else {
      await route.continue();
    }
  });
  await press('Mark as Billed');
  await issueBill(page);
  await page.getByText(/Failed to bill/).waitFor();
  await page.unroute('**/billing-records');
  await go(`/organization/billing/jobs/${job}`);
  await heading(/-3$/);
  const records = await company.boss.ok(contract.billingRecords.list, { params: params(), query: { jobId: String(job) } });
  expect(records).toHaveLength(1);
});

test('a job is marked billed from its menu at once, also without any rate, and says what was not billed', async () => {
  const { boss } = company;
  const service = await boss.ok(contract.serviceTypes.create, { params: params(), body: { name: 'Chopping' } });
  const body = { serviceTypeId: service.id, date: '2025-06-21', totalHours: 3 };
  await boss.ok(contract.jobEntries.create, { params: { id: company.jobId }, body });
  await go(`/organization/billing/jobs/${company.jobId}`);
  await page.getByText('1 entry of Chopping: no rate applies, so it is not on the bill.').waitFor();
  await looksGood(page, 'billing-warnings');
  await page.getByRole('link', { name: 'Set a rate' }).click();
  await dialog('Add rate').waitFor();
  expect(await dialog('Add rate').getByLabel('Service').inputValue()).toBe(String(service.id));
  await page.keyboard.press('Escape');
  await boss.ok(contract.jobs.update, { params: { id: company.jobId }, body: { status: 'completed' } });
  await go('/jobs?status=completed');
  await page.getByRole('button', { name: `More actions for ${company.job}` }).click();
  await page.getByRole('menuitem', { name: 'Mark as Billed' }).click();
  await page.getByText('Job marked as billed successfully').waitFor();
  await go(`/jobs/${company.jobId}/entries`);
  await page.getByRole('link', { name: 'Open Billing Record' }).click();
  await heading(/^L-\d{4}-1 Work record$/);
  await page.getByText('What was not billed').waitFor();
  await page.getByText('Quantities without a price').waitFor();
  await page.getByText('3 hrs', { exact: true }).waitFor();
  await row('Work done', 'Chopping').waitFor();
  await looksGood(page, 'billing-quantities');
});

test('without a connection what was read last is shown, and nothing is billed', async () => {
  await context.setOffline(true);
  await page.getByText('Changes need a connection.').waitFor();
  await row('Work done', 'Chopping').waitFor();
  expect(await page.getByRole('main').getByRole('button', { name: 'Reopen Job' }).isDisabled()).toBe(true);
  await context.setOffline(false);
  await page.getByText('Changes need a connection.').waitFor({ state: 'detached' });
  expect(unexpected()).toEqual([]);
});
