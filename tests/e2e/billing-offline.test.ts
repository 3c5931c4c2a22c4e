import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openBrowser } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { PATIENCE, readStore } from '../support/offline-device.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, sit } from './billing-field.ts';

// People who may see money can read rates and drafts offline after one visit; nobody else's device ever stores an amount (docs/billing.md).

/** 2 hours at 7,319.37, in all the ways in which they may be written. */
const MONEY = /7,?319[.,]?37|14,?638[.,]?74|ecret rate/;

let app: TestApp;
let browser: Browser;
let url = '';
let company: Company;
let draftId = 0;
let recordId = 0;

const params = () => ({ orgId: company.orgId });

/** All that the browser keeps for the app: every row of every store, and the small storages. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const request = <T>(asked: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error ?? new Error('It cannot be read.')));
      });
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await request(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        found.push(await request(db.transaction(store).objectStore(store).getAll()));
      }
      db.close();
    }
    return JSON.stringify(found);
  });
const moneyKeys = async (page: Page): Promise<string[]> =>
  (await readStore(page, 'meta')).flatMap(({ key }) => (key.startsWith('money:') ? [key] : []));

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
  company = await settle(await app.owner('Halvorsen Custom'));
  const { boss, serviceTypeId } = company;
  const line = { basis: 'hour' as const, prices: [{ upTo: null, price: '7319.37' }] };
  await boss.ok(contract.rates.create, { params: params(), body: { serviceTypeId, name: 'Secret rate', lines: [line] } });
  const body = { jobIds: [await addJob(company, 'North quarter', 2)], notes: 'At 7319.37 each' };
  ({ id: draftId } = await boss.ok(contract.billDrafts.create, { params: params(), body }));
  const billed = await addJob(company, 'South quarter', 2);
  await boss.ok(contract.jobs.update, { params: { id: billed }, body: { status: 'billed' } });
  const [record] = await boss.ok(contract.billingRecords.list, { params: params() });
  recordId = record?.id ?? 0;
});

afterAll(async () => {
  await browser?.close();
  await app?.close();
});

test('a manager reads rates and drafts offline after one visit; billing says that it needs the server; a lower role empties the device', async () => {
  const manager = await app.member(company.boss, 'manager');
  const { context, page, main, unexpected } = await sit(browser, url, manager, company.orgId);
  await page.goto(`${url}/organization/billing`);
  await vi.waitFor(
    async () =>
      expect(await moneyKeys(page)).toEqual(
        expect.arrayContaining([`money:${company.orgId}:drafts/${draftId}`, `money:${company.orgId}:rates`]),
      ),
    PATIENCE,
  );

  // The app starts again, and nothing answers.
  await context.route('**/api/**', (route) => route.abort());
  await page.goto(`${url}/organization/billing?tab=rates`);
  await main
    .getByRole('table', { name: `Rates of ${company.service}` })
    .getByText('$7,319.37 per hour')
    .waitFor();
  await main.getByText(/^This is the state of .*20\d\d.*Changes need a connection\./).waitFor();
  expect(await main.getByRole('button', { name: 'Add rate' }).isDisabled()).toBe(true);
  await page.goto(`${url}/organization/billing/drafts/${draftId}`);
  await main.getByText('$14,638.74').first().waitFor();
  await main.getByText('At 7319.37 each').waitFor();
  await main.getByText(/^This is the state of/).waitFor();
  expect(await main.getByRole('button', { name: 'Mark as Billed' }).isDisabled()).toBe(true);
  await looksGood(page, 'billing-draft-offline');
  expect(await keptBy(page)).toMatch(MONEY);

  await context.unroute('**/api/**');
  await company.boss.ok(contract.employees.update, { params: { id: manager.employeeId }, body: { accessLevel: 'basic' } });
  await page.goto(`${url}/dashboard`);
  await vi.waitFor(async () => expect(await moneyKeys(page)).toEqual([]), PATIENCE);
  await page.goto(`${url}/organization/billing?tab=rates`);
  await main.getByText('Only the owner, admins and managers can see billing.').waitFor();
  expect(await keptBy(page)).not.toMatch(MONEY);
  expect(unexpected()).toEqual([]);
  await context.close();
});

test('a basic user finds no amount on any screen or in anything that their browser keeps', { tags: ['proof'] }, async () => {
  const { context, page, main, unexpected } = await sit(browser, url, await app.member(company.boss, 'basic'), company.orgId);
  const { jobId, customerId, serviceTypeId } = company;
  const [entry] = await company.boss.ok(contract.jobEntries.list, { params: params() });
  expect(recordId).toBeGreaterThan(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const found: string[] = [];
  for (const path of [
    '/dashboard',
    '/jobs',
    `/jobs/${jobId}/entries`,
    `/jobs/${jobId}/summary`,
    `/job-entries`,
    `/job-entries/${entry?.id}`,
    '/customers',
    `/customers/${customerId}`,
    `/service-types/${serviceTypeId}`,
    '/reports',
    '/reports/money',
    '/reports/fuel',
    '/sync',
    '/organization',
    '/organization/activity',
    '/organization/members',
    '/organization/account',
    '/organization/billing',
    '/organization/billing?tab=records',
    '/organization/billing?tab=rates',
    `/organization/billing/jobs/${jobId}`,
    `/organization/billing/drafts/${draftId}`,
    `/organization/billing/records/${recordId}`,
  ]) {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await main.getByRole('heading').first().waitFor();
    await vi.waitFor(async () => expect(await main.getByText(/^Loading/).count()).toBe(0), PATIENCE);
    const text = await page.locator('body').innerText();
    if (MONEY.test(text) || text.includes('$')) {
      found.push(path);
    }
    if (path.startsWith('/organization/billing')) {
      await main.getByText('Only the owner, admins and managers can see billing.').waitFor();
    }
  }
  expect(found).toEqual([]);
  await page.evaluate((to) => history.pushState(null, '', to), `/jobs/${jobId}/entries`);
  await main.getByRole('link', { name: 'Job Summary' }).waitFor();
  expect(await page.getByRole('link', { name: /Bill/ }).count()).toBe(0);
  expect(asked.filter((path) => /bill|rates|money/.test(path) && path.startsWith('/api'))).toEqual([]);
  const kept = await keptBy(page);
  expect(kept).toContain('North quarter');
  expect(kept).not.toMatch(MONEY);
  expect(kept).not.toMatch(/"money:|[cC]ents"/);
  expect(unexpected()).toEqual([]);
  await context.close();
});
