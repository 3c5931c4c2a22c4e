import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, openBrowser, PHONE } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, sit } from './billing-field.ts';

// Issuing a bill asks first, and today is the organization's day (decision 0034). The company is in Chicago, where it is 23:30 on the last
// of December; the office's device is in Berlin, where the new year is some hours old.

const NOW = '2027-01-01T05:30:00Z';

let app: TestApp;
let browser: Browser;
let company: Company;
let context: BrowserContext;
let page: Page;
let unexpected: () => string[];
let completed = 0;

const params = () => ({ orgId: company.orgId });
const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
const main = () => page.getByRole('main');
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const question = () => page.getByRole('dialog', { name: 'Issue bill' });
const answer = () => question().getByRole('button', { name: 'Issue bill' });
const records = () => company.boss.ok(contract.billingRecords.list, { params: params() });
const openDraft = async (job: number) => {
  await go(`/organization/billing/jobs/${job}`);
  await heading('Draft bill');
};

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT, now: () => new Date(NOW) });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
  company = await settle(await app.owner('Halvorsen Custom'));
  const { boss, serviceTypeId, customerId } = company;
  await boss.ok(contract.organizations.update, { params: params(), body: { timeZone: 'America/Chicago' } });
  const prices = [{ upTo: null, price: '95' }];
  await boss.ok(contract.rates.create, { params: params(), body: { serviceTypeId, customerId, lines: [{ basis: 'hour', prices }] } });
  completed = await addJob(company, 'South quarter', 2);
  await boss.ok(contract.jobs.update, { params: { id: completed }, body: { status: 'completed' } });
  ({ context, page, unexpected } = await sit(browser, url, boss, company.orgId, { timezoneId: 'Europe/Berlin', now: NOW }));
});

afterAll(async () => {
  await context?.close();
  await browser?.close();
  await app?.close();
});

test('today is the organization’s day on a device in another zone', async () => {
  expect(await page.evaluate(() => new Date().getDate())).toBe(1);
  await main().getByText('Thursday, December 31, 2026').waitFor();
  await page
    .getByRole('button', { name: /New Job Entry|Log work/ })
    .first()
    .click();
  const entry = page.getByRole('dialog');
  await vi.waitFor(async () => expect(await entry.getByLabel('Date', { exact: false }).inputValue()).toBe('2026-12-31'), PATIENCE);
  // At a desk there are no chips.
  await page.setViewportSize(PHONE);
  expect(await entry.getByRole('button', { name: 'Today', exact: true }).getAttribute('aria-pressed')).toBe('true');
  await entry.getByRole('button', { name: 'Yesterday', exact: true }).click();
  expect(await entry.getByLabel('Date', { exact: false }).inputValue()).toBe('2026-12-30');
  await entry.getByRole('button', { name: 'Today', exact: true }).click();
  await entry.getByRole('button', { name: 'Close' }).first().click();
  await entry.waitFor({ state: 'detached' });
  await page.setViewportSize(DESKTOP);
  const asked = page.waitForRequest((request) => /\/reports\?.*from=2026-12-28&to=2027-01-03/.test(request.url()));
  await go('/reports?period=week');
  await asked;
});

test('a double click on the bill opens the question, and issues nothing', async () => {
  await openDraft(await addJob(company, 'North quarter', 5));
  await main().getByRole('button', { name: 'Mark as Billed' }).dblclick();
  await question().getByText('$475.00').waitFor();
  await answer().and(page.locator(':enabled')).waitFor();
  expect(await records()).toEqual([]);
});

test('the question says the total, the number to come, the days, to whom it goes, and what is missing', async () => {
  await question().getByText('2026-1 (expected)').waitFor();
  await question().getByText('Ostrander Land & Grain').waitFor();
  await question().getByText("No address on file: the bill won't show one.").waitFor();
  await question().getByText('1 of 1 entries not checked.').waitFor();
  await question().getByText('Jan 30, 2027').waitFor();
  expect(await question().getByLabel('Bill date').inputValue()).toBe('2026-12-31');
  await looksGood(page, 'issue-dialog');
  await question().getByLabel('Bill date').fill('2027-01-01');
  await question().getByText("A bill can't be dated in the future. Choose Dec 31, 2026 or earlier.").waitFor();
  await answer().click();
  await looksGood(page, 'issue-dialog-refused');
  expect(await records()).toEqual([]);
  await question().getByLabel('Bill date').fill('2026-12-30');
  await question().getByText('Jan 29, 2027').waitFor();
});

test('pressed twice it is issued once, by the keyboard alone, and nothing dangerous comes to stand under it', async () => {
  let posts = 0;
  page.on('request', (request) => {
    posts += request.method() === 'POST' && request.url().endsWith('/billing-records') ? 1 : 0;
  });
  const box = await answer().boundingBox();
  await answer().focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await heading('2026-1');
  expect(await records()).toMatchObject([{ year: 2026, number: 1, issuedOn: '2026-12-30', dueOn: '2027-01-29' }]);
  expect(posts).toBe(1);
  await main().getByText('Billing record of Dec 30, 2026').waitFor();
  const at = (x: number, y: number) =>
    page.evaluate(([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest('button, a')?.textContent ?? '', [x, y]);
  expect(await at((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)).not.toContain('Reopen');
  // Where the draft has its button the record has others.
  const head = main().getByRole('button', { name: 'Print' });
  const reopen = main().getByRole('button', { name: 'Reopen Job' });
  expect(((await reopen.boundingBox())?.y ?? 0) - ((await head.boundingBox())?.y ?? 0)).toBeGreaterThan(100);
  await looksGood(page, 'issued-record');
});

test('what this installation cannot do is not offered: it sends no mail', async () => {
  await main()
    .getByText(/^Email is not set up on this server\./)
    .waitFor();
  expect(await main().getByRole('button', { name: 'Email to customer' }).count()).toBe(0);
});

test('a double click issues one bill', async () => {
  await openDraft(await addJob(company, 'East quarter', 1));
  await main().getByRole('button', { name: 'Mark as Billed' }).click();
  await question().getByText('2026-2 (expected)').waitFor();
  await question().getByText('From Dec 30, 2026 to Dec 31, 2026: bill numbers follow the dates.').waitFor();
  await answer().dblclick();
  await heading('2026-2');
  expect(await records()).toHaveLength(2);
});

test('the slower person is told in the question, and sees the new bill there', async () => {
  const job = await addJob(company, 'Far quarter', 1);
  const { id } = await company.boss.ok(contract.billDrafts.create, { params: params(), body: { jobIds: [job] } });
  await openDraft(job);
  await main().getByRole('button', { name: 'Mark as Billed' }).click();
  await question().getByText('$95.00').waitFor();
  await page.route(`**/api/bill-drafts/${id}`, (route) => route.abort());
  const discounts = [{ label: 'Early', percent: '10', cents: null }];
  await company.boss.ok(contract.billDrafts.update, { params: { id }, body: { discounts } });
  await answer().click();
  await question().getByText('Not billed: this bill changed since you last looked.').waitFor();
  await page.unroute(`**/api/bill-drafts/${id}`);
  await page.reload();
  await question().getByText('The total was $95.00 and is now $85.50. Check it, then issue it again.').waitFor();
  await looksGood(page, 'issue-dialog-changed');
  await question().getByRole('button', { name: 'Cancel' }).click();
  await question().waitFor({ state: 'detached' });
  expect(await records()).toHaveLength(2);
});

test('a job’s menu leads to the question where an amount comes of it, and without a connection says what it needs', async () => {
  await go('/organization/billing?tab=rates');
  await main().getByText('$95.00').first().waitFor();
  await go('/jobs?status=completed');
  await page.getByRole('button', { name: 'More actions for South quarter' }).click();
  await page.getByRole('menuitem', { name: 'Mark as Billed' }).click();
  await question().getByText('$190.00').waitFor();
  await question().getByRole('button', { name: 'Cancel' }).click();
  await question().waitFor({ state: 'detached' });
  expect(await company.boss.ok(contract.jobs.get, { params: { id: completed } })).toMatchObject({ status: 'completed' });
  await context.setOffline(true);
  await main().getByText('Changes need a connection.').waitFor();
  await main()
    .getByRole('button', { name: 'Mark as Billed' })
    .click({ force: true, timeout: 1000 })
    .catch(() => undefined);
  expect(await question().count()).toBe(0);
  await go('/jobs?status=completed');
  await page.getByRole('button', { name: 'More actions for South quarter' }).click();
  await page.getByRole('menuitem', { name: 'Mark as Billed' }).click();
  await page.getByText('Issuing a bill needs a connection: its number comes from the server.').waitFor();
  await context.setOffline(false);
  expect(await company.boss.ok(contract.jobs.get, { params: { id: completed } })).toMatchObject({ status: 'completed' });
});

test('an organization without a time zone is proposed this device’s, and may choose another', async () => {
  await company.boss.ok(contract.organizations.update, { params: params(), body: { timeZone: null } });
  await go('/organization');
  await page.reload();
  await main()
    .getByText(/has no time zone yet\..* This device is in Europe\/Berlin\./)
    .waitFor();
  await looksGood(page, 'time-zone-proposed');
  await main().getByRole('button', { name: 'Use Europe/Berlin' }).click();
  await main()
    .getByText(/has no time zone yet/)
    .waitFor({ state: 'detached' });
  await main().getByText('Europe/Berlin', { exact: true }).waitFor();
  const zone = async () => (await company.boss.ok(contract.organizations.get, { params: params() })).timeZone;
  await vi.waitFor(async () => expect(await zone()).toBe('Europe/Berlin'), PATIENCE);
  await main().getByRole('button', { name: 'Edit Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Organization' });
  await looksGood(page, 'time-zone-field');
  await dialog.getByLabel('Time Zone').selectOption({ label: 'Denver' });
  await dialog.getByRole('button', { name: 'Update Organization' }).click();
  await dialog.waitFor({ state: 'detached' });
  await vi.waitFor(async () => expect(await zone()).toBe('America/Denver'), PATIENCE);
  expect(unexpected()).toEqual([]);
});
