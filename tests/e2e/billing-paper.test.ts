import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { BROWSER_ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { pdfPages } from '../support/pdf-text.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, sit } from './billing-field.ts';

// A bill on paper: looked at before it is issued, and what its customer needs to pay it.

const IBAN = 'IE29 AIBK 9311 5212 3456 78';

let app: TestApp;
let browser: Browser;
let company: Company;
let at: Awaited<ReturnType<typeof sit>>;

const go = (path: string) => at.page.evaluate((to) => history.pushState(null, '', to), path);

/** The paper that a press opens in a tab of its own. */
const paperBy = async (press: () => Promise<void>, path: RegExp): Promise<string> => {
  const opened = at.page.waitForEvent('popup');
  await press();
  const tab = await opened;
  await vi.waitFor(() => expect(tab.url()).toMatch(path), PATIENCE);
  const { pathname, search } = new URL(tab.url());
  await tab.close();
  const { headers, rawPayload } = await app.app.inject({ url: `${pathname}${search}`, headers: { cookie: company.boss.cookie } });
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; filename="[\w-]+\.pdf"$/),
  });
  return pdfPages(rawPayload).join('\n');
};

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  // The whole browser: without windows it has nothing that shows a PDF.
  browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGUMENTS });
  company = await settle(await app.owner('Halvorsen Custom'));
  const { boss, orgId, serviceTypeId, customerId } = company;
  const params = { orgId };
  const bank = { bankHolder: 'Halvorsen Custom Ltd', bankAccount: IBAN, bankCode: 'AIBKIE2D' };
  await boss.ok(contract.organizations.update, { params, body: { currency: 'EUR', country: 'IE', ...bank } });
  await boss.ok(contract.billingSettings.update, {
    params,
    body: { paymentDays: 14, discountPercent: '2', discountDays: 7, paymentText: 'Cards at the yard' },
  });
  const prices = [{ upTo: null, price: '95' }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId, customerId, lines: [{ basis: 'hour', prices }] } });
  at = await sit(browser, url, boss, orgId);
  await at.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

afterAll(async () => {
  await at?.context.close();
  await browser?.close();
  await app?.close();
});

test('a draft is looked at on paper, from its screen and from the question before it is issued', async () => {
  const { page, main } = at;
  const job = await addJob(company, 'North quarter', 5);
  await go(`/organization/billing/jobs/${job}`);
  const button = main.getByRole('button', { name: 'Preview' });
  await button.waitFor();
  const paper = await paperBy(() => button.click(), /bill-preview\?jobIds=/);
  expect(paper).toMatch(/PREVIEW.*North quarter.*€475\.00/s);
  await main.getByRole('button', { name: 'Mark as Billed' }).click();
  const question = page.getByRole('dialog', { name: 'Issue bill' });
  const again = question.getByRole('button', { name: 'Preview' });
  expect(await paperBy(() => again.click(), /bill-preview\?jobIds=/)).toBe(paper);
  await looksGood(page, 'issue-with-preview');
  // What the server refuses is said in its words, and no tab stays.
  await company.boss.ok(contract.jobs.update, { params: { id: job }, body: { status: 'billed' } });
  await again.click();
  await page.getByText(/^Failed to show the preview: .*North quarter/).waitFor();
  await vi.waitFor(() => expect(at.context.pages()).toEqual([page]), PATIENCE);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
});

test('its screen says how it is paid, copies the account, and prints the paper', async () => {
  const { page, main } = at;
  const job = await addJob(company, 'South quarter', 2);
  await company.boss.ok(contract.jobs.update, { params: { id: job }, body: { status: 'billed' } });
  const [record] = await company.boss.ok(contract.billingRecords.list, { params: { orgId: company.orgId } });
  await go(`/organization/billing/records/${record?.id ?? 0}`);
  await main.getByRole('heading', { name: 'To pay: €190.00' }).waitFor();
  await main.getByRole('img', { name: `Code to pay €190.00 to Halvorsen Custom Ltd, reference ${record?.label ?? ''}` }).waitFor();
  await main.getByText(/^2% off until .*: €186\.20$/).waitFor();
  await main.getByText('Cards at the yard').waitFor();
  await looksGood(page, 'record-to-pay');
  await main.getByRole('button', { name: 'Copy IBAN' }).press('Enter');
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(IBAN.replaceAll(' ', ''));
  const paper = await paperBy(() => main.getByRole('button', { name: 'Print' }).click(), /\/document\?format=pdf/);
  expect(paper).toContain(`IBAN ${IBAN}`);
  await company.boss.ok(contract.paymentStatuses.pay, {
    params: { orgId: company.orgId, id: record?.id ?? 0 },
    body: { amountCents: 19_000, paidOn: record?.issuedOn ?? '' },
  });
  await page.reload();
  await main.getByText('South quarter').first().waitFor();
  expect(await main.getByText(/^To pay/).count()).toBe(0);
  expect(at.unexpected()).toEqual([]);
});
