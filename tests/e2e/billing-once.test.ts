import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openBrowser } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, issueBill, sit } from './billing-field.ts';

// Two machines with rates of their own, a bill that changes under somebody's eyes, and money on a bill that is reopened (docs/billing.md).

let app: TestApp;
let browser: Browser;
let company: Company;
let context: BrowserContext;
let page: Page;
let unexpected: () => string[];
let job = 0;

const params = () => ({ orgId: company.orgId });
const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const dialog = (name: string) => page.getByRole('dialog', { name });
const lines = () => page.getByRole('list', { name: 'Line items' }).getByRole('listitem');
const amounts = async () => (await lines().allInnerTexts()).map((text) => /\$[\d.,]+$/.exec(text.trim())?.[0]);

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
  company = await settle(await app.owner('Halvorsen Custom'));
  const { boss, serviceTypeId, customerId } = company;
  const { id: fieldId } = await boss.ok(contract.customDataFields.create, {
    params: params(),
    body: { name: 'Acres', fieldType: 'number' },
  });
  const machines: number[] = [];
  for (const name of ['Claas Lexion 8700', 'Fendt Ideal 9']) {
    const { id } = await boss.ok(contract.equipment.create, { params: params(), body: { name } });
    machines.push(id);
    const prices = [{ upTo: null, price: '50' }];
    const body = { serviceTypeId, equipmentId: id, lines: [{ basis: 'acre' as const, fieldId, prices }] };
    await boss.ok(contract.rates.create, { params: params(), body });
  }
  job = (await boss.ok(contract.jobs.create, { params: params(), body: { name: 'North wheat', customerId } })).id;
  const entry = { serviceTypeId, date: '2025-07-20', equipmentIds: machines, customFieldValues: { Acres: 20 } };
  await boss.ok(contract.jobEntries.create, { params: { id: job }, body: entry });
  ({ context, page, unexpected } = await sit(browser, url, boss, company.orgId));
});

afterAll(async () => {
  await context?.close();
  await browser?.close();
  await app?.close();
});

test('the draft says which machine is left out, and parts what was measured once by machine', async () => {
  await go(`/organization/billing/jobs/${job}`);
  await heading('Draft bill');
  await page.getByText(/20 Acres billed once, with Claas Lexion 8700\. Not with Fendt Ideal 9\./).waitFor();
  expect(await amounts()).toEqual(['$1,000.00']);
  await looksGood(page, 'billing-once');
  await press('Split by machine');
  const form = dialog('Split by machine');
  await form.getByLabel('Claas Lexion 8700').fill('12.4');
  await form.getByText('7.6 left').waitFor();
  await form.getByLabel('Fendt Ideal 9').fill('8');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('The shares add up to 20.4. They must add up to 20.').waitFor();
  await looksGood(page, 'billing-parting-dialog');
  await form.getByLabel('Fendt Ideal 9').fill('7.6');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await lines().filter({ hasText: 'Fendt Ideal 9' }).getByText('$380.00', { exact: true }).waitFor();
  expect(await amounts()).toEqual(['$620.00', '$380.00']);
  await page.getByText('Claas Lexion 8700: 12.4, Fendt Ideal 9: 7.6').waitFor();
  expect(await page.getByText('Billed once, not for each machine').count()).toBe(0);
  await looksGood(page, 'billing-parted');
});

test('a bill that changed since it was looked at is not issued: it is shown again, with a word about it', async () => {
  const [draft] = await company.boss.ok(contract.billDrafts.list, { params: params() });
  // The device hears of nothing: the screen goes on showing what was there.
  await page.route(`**/api/bill-drafts/${draft?.id ?? 0}`, (route) => route.abort());
  const discounts = [{ label: 'Early order', percent: '10', cents: null }];
  await company.boss.ok(contract.billDrafts.update, { params: { id: draft?.id ?? 0 }, body: { discounts } });
  expect(await page.getByText('$1,000.00').count()).toBeGreaterThan(0);
  await press('Mark as Billed');
  await issueBill(page);
  await page.getByText('Not billed: this bill changed since you last looked.').waitFor();
  await page.unroute(`**/api/bill-drafts/${draft?.id ?? 0}`);
  await page.reload();
  await page.getByText('The total was $1,000.00 and is now $900.00.').waitFor();
  expect(await company.boss.ok(contract.billingRecords.list, { params: params() })).toEqual([]);
  await looksGood(page, 'billing-changed');
  await issueBill(page);
  await heading(/-1$/);
});

test('reopening a paid bill asks where the money goes, and the next bill has it', async () => {
  const [record] = await company.boss.ok(contract.billingRecords.list, { params: params() });
  const body = { paidOn: '2025-08-01', amountCents: 90_000 };
  await company.boss.ok(contract.paymentStatuses.pay, { params: { ...params(), id: record?.id ?? 0 }, body });
  await page.reload();
  await page.getByText('$900.00 of $900.00 paid').waitFor();
  await press('Reopen Job');
  const form = dialog('Reopen Job');
  await form.getByText('$900.00 has been paid on this bill. Where should it go?').waitFor();
  await looksGood(page, 'billing-reopen-paid');
  await form.getByRole('radio', { name: 'Back to the customer' }).check();
  await form.getByRole('radio', { name: 'On the next bill' }).check();
  await form.getByRole('button', { name: 'Reopen Job' }).click();
  await page.getByText('Of this, $900.00 is customer credit and goes on the next bill.').waitFor();
  await looksGood(page, 'billing-credit');
  await go(`/organization/billing/jobs/${job}`);
  await page.getByText(/The customer has a credit of \$900\.00/).waitFor();
  await looksGood(page, 'billing-draft-credit');
  await press('Mark as Billed');
  await issueBill(page);
  await heading(/-3$/);
  await page.getByText('$900.00 of $1,000.00 paid').waitFor();
  await press('Payments');
  await dialog('Payments').getByText('From the customer’s credit').waitFor();
  await looksGood(page, 'billing-moved');
  expect(unexpected()).toEqual([]);
});

test('a job that is reopened from its menu is refused with what to do', async () => {
  const id = await addJob(company, 'South', 1);
  await company.boss.ok(contract.jobs.update, { params: { id: job }, body: { name: 'North wheat again' } });
  await go('/jobs?status=billed');
  await heading('Jobs');
  await page.getByRole('button', { name: 'More actions for North wheat again' }).click();
  await page.getByRole('menuitem', { name: 'Reopen Job' }).click();
  await page
    .getByText(/900\.00 USD has been paid on bill \d+-3\. Reopen the job from its bill and choose where the money goes\./)
    .first()
    .waitFor();
  expect((await company.boss.ok(contract.jobs.get, { params: { id: job } })).status).toBe('billed');
  expect(id).toBeGreaterThan(0);
});
