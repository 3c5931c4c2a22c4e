import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, openBrowser, openPage } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, settle } from '../support/offline-app.ts';
import { giveSession } from '../support/offline-device.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT, hasMail: true });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.close();
});

test('a bill is downloaded, mailed and paid in parts', async () => {
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { boss, orgId, serviceTypeId, customerId } = await settle(await app.owner('Halvorsen Custom'));
  const params = { orgId };
  const prices = [{ upTo: null, price: '95' }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId, lines: [{ basis: 'hour', prices }] } });
  const { id } = await boss.ok(contract.jobs.create, { params, body: { name: 'North', customerId } });
  await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2025-06-20', totalHours: 5 } });
  await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
  const [record] = await boss.ok(contract.billingRecords.list, { params });

  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block' });
  await giveSession(context, url, boss);
  const { page } = await openPage(context);
  await page.goto(`${url}/organization/billing/records/${record?.id ?? 0}`);
  const main = page.getByRole('main');
  await main.getByText('Not sent yet').waitFor();

  await main.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menu', { name: 'Download' }).waitFor();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Xero (CSV)' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^\d{4}-1-.*-xero\.csv$/);

  // What the server refuses is said in its words, and the page stays.
  await main.getByRole('button', { name: 'E-invoice' }).click();
  await page.getByRole('menu', { name: 'E-invoice' }).waitFor();
  await page.getByRole('menuitem', { name: 'E-invoice (UBL)' }).click();
  await page.getByText(/^Failed to download: .*the country of the organization/).waitFor();

  await main.getByRole('button', { name: 'Email to customer' }).click();
  await looksGood(page, 'bill-mail');
  const mail = page.getByRole('dialog', { name: 'Email to customer' });
  await mail.getByLabel("Customer's email address").fill('office@pineridge.example');
  await mail.getByRole('button', { name: 'Send email' }).click();
  await mail.waitFor({ state: 'detached' });
  await main.getByText(/^Emailed on /).waitFor();

  await main.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment' });
  await payment.getByLabel('Amount').fill('100.50');
  await looksGood(page, 'bill-payment');
  await payment.getByRole('button', { name: 'Save payment' }).click();
  await payment.waitFor({ state: 'detached' });
  await main.getByText('$100.50 of $475.00 paid').waitFor();
  await looksGood(page, 'bill-standing');
  await main.getByRole('button', { name: 'Payments' }).click();
  await looksGood(page, 'bill-payments');
  const payments = page.getByRole('dialog', { name: 'Payments' });
  await payments.getByRole('button', { name: 'Undo' }).click();
  await payments.getByText('$0.00 of $475.00 paid').waitFor();
  await page.keyboard.press('Escape');

  await page.goto(`${url}/organization/billing?tab=records`);
  await main.getByText('Not paid').first().waitFor();
  await main.getByRole('button', { name: 'Export' }).click();
  await looksGood(page, 'bill-export');
  await page.route('**/billing-export*', (route) => route.abort());
  const exporting = page.getByRole('dialog', { name: 'Export billing records' });
  await exporting.getByRole('button', { name: 'Download' }).click();
  await page.getByText("Failed to download: The server can't be reached.").waitFor();
  await page.unroute('**/billing-export*');
  const file = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  await exporting.waitFor({ state: 'detached' });
  await context.close();
});
