import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, openBrowser, openPage } from '../support/browser.ts';
import { downloaded } from '../support/downloaded.ts';
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

test('a draft says what the law wants, and the bill is taken as e-invoice and to DATEV', async () => {
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { boss, orgId, serviceTypeId, customerId } = await settle(await app.owner('Lohnhof Brandt'));
  const params = { orgId };
  const seller = { street: 'Dorfstraße 3', postalCode: '24616', town: 'Brokstedt', country: 'DE', taxRate: 1900, currency: 'EUR' };
  await boss.ok(contract.organizations.update, { params, body: { ...seller, email: 'hof@brokstedt.test', phoneNumber: '04324 5550' } });
  const buyer = { street: 'Moos 1', postalCode: '5020', town: 'Salzburg', country: 'AT', taxTreatment: 'reverseCharge' as const };
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: buyer });
  const prices = [{ upTo: null, price: '95' }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId, taxIncluded: true, lines: [{ basis: 'hour', prices }] } });
  const { id } = await boss.ok(contract.jobs.create, { params, body: { name: 'North', customerId } });
  await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2026-06-20', totalHours: 5 } });
  await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'completed' } });

  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block' });
  await giveSession(context, url, boss);
  const { page } = await openPage(context);
  await page.goto(`${url}/organization/billing/jobs/${id}`);
  const main = page.getByRole('main');
  await main.getByText(/Steuerschuldnerschaft des Leistungsempfängers/).waitFor();
  await main.getByText(/the price of .* includes it\. The price stays as it is\./).waitFor();
  await main.getByText('By law, this bill should say: the tax number of the organization.').waitFor();
  await main.getByText('By law, this bill should say: the tax number of the customer.').waitFor();
  await looksGood(page, 'bill-law');
  await main.getByRole('link', { name: 'Open the customer' }).click();
  await page.waitForURL(`${url}/customers/${customerId}`);

  await boss.ok(contract.organizations.update, { params, body: { taxNumber: 'DE136695976' } });
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: { taxNumber: 'ATU12345675', email: 'auer@salzburg.test' } });
  await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
  const [record] = await boss.ok(contract.billingRecords.list, { params });
  await page.goto(`${url}/organization/billing/records/${record?.id ?? 0}`);
  const choose = async (name: string | RegExp): Promise<void> => {
    await main.getByRole('button', { name: 'E-invoice' }).click();
    await page.getByRole('menu', { name: 'E-invoice' }).waitFor();
    await page.getByRole('menuitem', { name }).click();
  };
  const hybrid = await downloaded(page, () => choose(/^ZUGFeRD/));
  expect(hybrid.name).toMatch(/-zugferd\.pdf$/);
  expect(hybrid.text).toContain('factur-x.xml');
  expect((await downloaded(page, () => choose(/CII/))).text).toContain('CrossIndustryInvoice');
  await choose(/^XRechnung/);
  await page.getByText(/^Failed to download: .*the bank account of the organization/).waitFor();

  await page.goto(`${url}/organization/billing?tab=records`);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export billing records' });
  await dialog.getByLabel('Format').selectOption('datev');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await dialog.getByText('Four to seven digits').waitFor();
  await looksGood(page, 'bill-datev');
  await dialog.getByLabel(/Berater/).fill('29098');
  await dialog.getByLabel(/Mandant/).fill('55003');
  const bookings = await downloaded(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  expect(bookings.name).toMatch(/^EXTF_billing-.*\.csv$/);
  expect(bookings.text).toContain('475,00;"S";"EUR";');
  // The device remembers whose books these are.
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByLabel('Format').selectOption('datev');
  expect(await dialog.getByLabel(/Berater/).inputValue()).toBe('29098');
  await context.close();
});
