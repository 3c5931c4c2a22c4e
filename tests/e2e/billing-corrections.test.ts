import { type Browser, chromium, type Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { BROWSER_ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, issueBill, sit } from './billing-field.ts';

// What is billed before the work is done, and what is given back afterwards.

let app: TestApp;
let browser: Browser;
let company: Company;
let at: Awaited<ReturnType<typeof sit>>;

const go = (path: string) => at.page.evaluate((to) => history.pushState(null, '', to), path);
const records = () => company.boss.ok(contract.billingRecords.list, { params: { orgId: company.orgId } });
/** Opens the record of this number. */
const openRecord = async (label: string): Promise<void> => {
  const found = (await records()).find((record) => record.label === label);
  await go(`/organization/billing/records/${found?.id ?? 0}`);
  await at.main.getByRole('heading', { level: 1, name: label }).waitFor();
};

/** What the question says before anything is numbered. */
const saysBefore = async (dialog: Locator, facts: readonly (readonly [label: string, value: string])[]): Promise<void> => {
  for (const [label, value] of facts) {
    await dialog.locator('dt', { hasText: label }).locator('xpath=..').getByText(value).waitFor();
  }
};

/** The address of the paper that is shown before it is issued. */
const previewOf = async (dialog: Locator): Promise<string> => {
  const asked = at.page.waitForRequest((request) => request.method() === 'HEAD');
  const opened = at.context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const [request, tab] = await Promise.all([asked, opened]);
  expect((await request.response())?.status()).toBe(200);
  await tab.close();
  return request.url();
};

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT, now: () => new Date('2026-06-20T12:00:00Z') });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGUMENTS });
  company = await settle(await app.owner('Halvorsen Custom'));
  const { boss, orgId, serviceTypeId, customerId } = company;
  const params = { orgId };
  await boss.ok(contract.organizations.update, { params, body: { currency: 'EUR', taxRate: 1900, taxIncluded: false } });
  await boss.ok(contract.billingSettings.update, { params, body: { correctionPrefix: 'G-' } });
  const prices = [{ upTo: null, price: '95' }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId, customerId, lines: [{ basis: 'hour', prices }] } });
  at = await sit(browser, url, boss, orgId, { now: '2026-06-20T12:00:00Z' });
});

afterAll(async () => {
  await at?.context.close();
  await browser?.close();
  await app?.close();
});

test('a deposit is billed for a job, and the bill for its work deducts it', async () => {
  const { page, main } = at;
  const job = await addJob(company, 'North quarter', 5);
  await go(`/organization/billing/jobs/${job}`);
  await main.getByRole('button', { name: 'Bill a deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bill a deposit' });
  await dialog.getByRole('button', { name: 'Issue bill' }).click();
  await dialog.getByText('Enter an amount such as 120.00.').waitFor();
  await dialog.getByRole('textbox', { name: /^Amount before tax/ }).fill('200');
  await dialog.getByText('Total with tax: €238.00').waitFor();
  await saysBefore(dialog, [
    ['Number', '2026-1 (expected)'],
    ['Billed to', company.customer],
    ['Due', 'Jul 20, 2026'],
  ]);
  expect(await previewOf(dialog)).toContain('/deposit-preview?jobIds=');
  await dialog.getByLabel('Bill date').fill('2026-06-10');
  await saysBefore(dialog, [['Due', 'Jul 10, 2026']]);
  await dialog.getByLabel('Bill date').fill('2026-07-01');
  await dialog.getByText("A bill can't be dated in the future.").waitFor();
  await dialog.getByLabel('Bill date').fill('2026-06-20');
  await looksGood(page, 'deposit-dialog');
  await dialog.getByRole('button', { name: 'Issue bill' }).click();
  await page.getByText('Deposit billed').waitFor();
  await main.getByRole('heading', { level: 1, name: '2026-1' }).waitFor();
  await main.getByText('To pay: €238.00').waitFor();
  await main.getByRole('link', { name: 'Enter one for the next bills' }).waitFor();
  await looksGood(page, 'deposit-record');

  await go(`/organization/billing/jobs/${job}`);
  // 475.00 and its tax less the deposit with its own.
  await main.getByText('€327.25').first().waitFor();
  await looksGood(page, 'draft-less-deposit');
  await main.getByRole('button', { name: 'Mark as Billed' }).click();
  await issueBill(page);
  await page.waitForURL(/\/records\/\d+/);
  await main.getByRole('heading', { level: 1, name: '2026-2' }).waitFor();
  await main.getByText('To pay: €327.25').waitFor();
  await looksGood(page, 'bill-less-deposit');
  expect(at.unexpected()).toEqual([]);
});

test('a part of a bill is given back by a credit note, which can be voided', async () => {
  const { page, main } = at;
  const job = await addJob(company, 'South quarter', 4);
  await company.boss.ok(contract.jobs.update, { params: { id: job }, body: { status: 'billed' } });
  await openRecord('2026-3');
  await main.getByRole('button', { name: 'Credit part of this bill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Credit part of this bill' });
  const amount = dialog.getByRole('textbox', { name: /billed €380\.00$/ });
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await dialog.getByText('Enter at least one amount.').waitFor();
  await amount.fill('400');
  await dialog.getByText('At most €380.00, as billed.').waitFor();
  await amount.fill('95');
  await dialog.getByRole('textbox', { name: 'Reason for the credit' }).fill('One hour was driving between fields.');
  await dialog.getByText('Credit with tax: €113.05').waitFor();
  await saysBefore(dialog, [
    ['Number', 'G-2026-1 (expected)'],
    ['Customer', company.customer],
  ]);
  const address = await previewOf(dialog);
  expect(address).toContain('/credit-preview?');
  expect(new URL(address).searchParams.get('reason')).toBe('One hour was driving between fields.');
  // In a range of its own no number forbids it; its bill does.
  await dialog.getByLabel('Date of the credit note').fill('2026-06-19');
  await dialog.getByText('Choose Jun 20, 2026 or later.').waitFor();
  await dialog.getByLabel('Date of the credit note').fill('2026-06-20');
  expect((await records()).map(({ label }) => label)).not.toContain('G-2026-1');
  await looksGood(page, 'credit-dialog');
  await dialog.getByRole('button', { name: 'Issue credit note' }).click();
  await page.getByText('Credit note issued').waitFor();
  await main.getByRole('heading', { level: 1, name: 'G-2026-1' }).waitFor();
  await main.getByText('One hour was driving between fields.').waitFor();
  await main.getByText('Credits part of').waitFor();
  await looksGood(page, 'credit-note');
  await main.getByRole('link', { name: '2026-3' }).click();
  await main.getByText('To pay: €339.15').waitFor();
  await main.getByText('Partly credited').waitFor();
  await main.getByText('€0.00 of €452.20 paid').waitFor();
  await main.getByRole('list', { name: 'History' }).getByRole('link', { name: 'G-2026-1' }).waitFor();
  await looksGood(page, 'bill-credited');
  await openRecord('G-2026-1');
  await main.getByRole('button', { name: 'Void this credit note' }).click();
  const question = page.getByRole('dialog', { name: 'Void this credit note' });
  await looksGood(page, 'void-dialog');
  await question.getByRole('button', { name: 'Void this credit note' }).click();
  await main.getByRole('heading', { level: 1, name: 'G-2026-2' }).waitFor();
  await main.getByText('Reverses').waitFor();
  await main.getByRole('link', { name: 'G-2026-1' }).click();
  await main.getByText('This is void:').waitFor();
  await openRecord('2026-3');
  await main.getByText('To pay: €452.20').waitFor();
  expect((await records()).map(({ label, kind, grossCents }) => [label, kind, grossCents])).toEqual([
    ['G-2026-2', 'reversal', 11_305],
    ['G-2026-1', 'credit', -11_305],
    ['2026-3', 'bill', 45_220],
    ['2026-2', 'bill', 32_725],
    ['2026-1', 'deposit', 23_800],
  ]);
  expect(at.unexpected()).toEqual([]);
});
