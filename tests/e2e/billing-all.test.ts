import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { BROWSER_ARGUMENTS, CHROMIUM } from '../support/browser.ts';
import { downloaded } from '../support/downloaded.ts';
import { EVERY_LOOK, LIGHT_DESK, LIGHT_PHONE, looksGood, turnTo } from '../support/looks.ts';
import { giveSession, PATIENCE } from '../support/offline-device.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, sit } from './billing-field.ts';

// All bills of an organization, found by what stands on them.

const FIRST_DAY = '2026-03-01T12:00:00Z';
const TODAY = '2026-04-20T12:00:00Z';
const DESK = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
const BOARD = '/organization/billing?tab=records';

let url = '';
let app: TestApp;
let browser: Browser;
let company: Company;
let at: Awaited<ReturnType<typeof sit>>;
let clock = FIRST_DAY;

const rows = () => at.page.locator('.record-table .desk-row');
const numbers = (): Promise<string[]> => rows().locator('.record-number a').allTextContents();
const shows = (expected: readonly string[]) => vi.waitFor(async () => expect(await numbers()).toEqual(expected), PATIENCE);
const go = (path: string) => at.page.evaluate((to) => history.pushState(null, '', to), path);
const search = () => at.page.getByRole('searchbox', { name: 'Customer, job, number or amount' });
const addressHas = (part: string) => at.page.waitForURL((now) => now.search.includes(part));

/** Six records: an overdue bill, one of which a part is credited, the credit note, a deposit, a voided bill and its reversal. */
const bill = async (): Promise<void> => {
  const { boss, orgId } = company;
  const params = { orgId };
  /** The job that was billed. */
  const billed = async (name: string, hours: number): Promise<number> => {
    const id = await addJob(company, name, hours);
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
    return id;
  };
  const line = { label: 'By hand', jobId: null, quantity: '1', unit: null, price: '50', taxPercent: null, taxIncluded: null };
  const part = { lines: [line], grossCents: 5000 };
  await billed('North quarter', 1.3803);
  clock = '2026-04-10T12:00:00Z';
  const jobId = await billed('South quarter', 3);
  const [credited] = await boss.ok(contract.billingRecords.list, { params, query: { jobId: String(jobId) } });
  await boss.ok(contract.corrections.credit, { params: { ...params, id: credited?.id ?? 0 }, body: part });
  await boss.ok(contract.corrections.deposit, { params, body: { ...part, jobIds: [await addJob(company, 'To come', 2)] } });
  const wrong = await billed('East quarter', 2);
  await boss.ok(contract.jobs.update, { params: { id: wrong }, body: { status: 'open' } });
};

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT, now: () => new Date(clock) });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGUMENTS });
  company = await settle(await app.owner('Halvorsen Custom'));
  const { boss, orgId, serviceTypeId, customerId } = company;
  const prices = [{ upTo: null, price: '100' }];
  await boss.ok(contract.rates.create, { params: { orgId }, body: { serviceTypeId, customerId, lines: [{ basis: 'hour', prices }] } });
  await bill();
  clock = TODAY;
  at = await sit(browser, url, boss, orgId, { now: TODAY });
});

afterAll(async () => {
  await at?.context.close();
  await browser?.close();
  await app?.close();
});

test('an amount, a number, a job and a customer are found, and a word for a state leads to its filter', async () => {
  const { page } = at;
  await go(BOARD);
  await shows(['2026-6', '2026-5', '2026-4', '2026-3', '2026-2', '2026-1']);
  await looksGood(page, 'all-bills', EVERY_LOOK);
  for (const [typed, found] of [
    ['13803', ['2026-1']],
    ['138,03', ['2026-1']],
    ['$138.03', ['2026-1']],
    ['50.00', ['2026-4', '2026-3']],
    ['2026-4', ['2026-4']],
    ['south', ['2026-3', '2026-2']],
  ] as const) {
    await search().fill(typed);
    await shows(found);
  }
  await search().fill('overdue');
  await page.getByRole('button', { name: 'Show: Overdue' }).click();
  await shows(['2026-1']);
  await addressHas('state=overdue');
});

test('is filtered and sorted by a dialog, in the address, with totals of what is shown', async () => {
  const { page } = at;
  await go(BOARD);
  await page.getByRole('button', { name: /^Filter and sort/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter and sort' });
  await dialog.getByLabel('Kind').selectOption('Bill');
  await dialog.getByLabel('Issued from').fill('2026-04-01');
  await dialog.getByLabel('Issued until').fill('2026-03-01');
  await dialog.getByRole('button', { name: 'Show bills' }).click();
  await dialog.getByText('The last day is before the first.').waitFor();
  await dialog.getByLabel('Issued until').fill('2026-04-30');
  await dialog.getByLabel('Sort by').selectOption('Amount');
  await looksGood(page, 'all-bills-filter');
  await dialog.getByRole('button', { name: 'Show bills' }).click();
  await shows(['2026-2', '2026-5']);
  await addressHas('kind=bill&from=2026-04-01&to=2026-04-30&sort=-amount');
  const status = page.getByRole('status');
  await status.getByText('2 billing records').waitFor();
  await status.getByText('$500.00').waitFor();
  await status.getByText('$250.00 of it open').waitFor();
  // What is exported is what is shown, in its order.
  await page.getByRole('button', { name: 'Export' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export billing records' });
  await exporting.getByText('As in the list: Bill').waitFor();
  expect(await exporting.getByLabel('Issued from').inputValue()).toBe('2026-04-01');
  await exporting.getByLabel('Format').selectOption('records');
  const { text } = await downloaded(page, () => exporting.getByRole('button', { name: 'Download' }).click());
  expect(text.match(/^2026-[0-9]/gm)).toEqual(['2026-2', '2026-5']);
  // A condition less, and the columns sort.
  await page.getByRole('button', { name: 'Remove filter Bill' }).click();
  await page.getByRole('columnheader', { name: 'Bill number' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Bill number' }).getByRole('button').click();
  await shows(['2026-2', '2026-3', '2026-4', '2026-5', '2026-6']);
});

test('marks what is no bill, and says how far bills are paid', async () => {
  await go(BOARD);
  const row = (label: string) => rows().filter({ has: at.page.getByText(label, { exact: true }) });
  await row('2026-3').getByText('Credit note').waitFor();
  await row('2026-4').getByText('Deposit').waitFor();
  await row('2026-6').getByText('Reversal').waitFor();
  await row('2026-5').getByText('Voided').waitFor();
  await row('2026-2').getByText('Partly credited').waitFor();
  await row('2026-2').getByText('$250.00').waitFor();
  await row('2026-1').getByText('Overdue').waitFor();
  await row('2026-1').getByText('Mar 31, 2026').waitFor();
});

test('nothing is cut off where words are longest', async () => {
  for (const locale of ['de-DE', 'es-ES']) {
    const context = await browser.newContext({ ...DESK, locale });
    await giveSession(context, url, company.boss);
    // Where our typeface comes late, a first visit keeps the system's, which is wider.
    await context.route('**/*.woff2', (route) => route.abort());
    const page = await context.newPage();
    await page.goto(url + BOARD);
    await page.locator('.record-table .desk-row').nth(5).waitFor();
    const cut = await page
      .locator('.record-table :is(th, td)')
      .evaluateAll((cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((cell) => cell.textContent));
    expect(cut).toEqual([]);
    await context.close();
  }
});

test('is gone through with keys alone, and on a phone by cards', async () => {
  const { page } = at;
  await go(BOARD);
  await rows().first().waitFor();
  await turnTo(page, LIGHT_DESK);
  await page.keyboard.press('f');
  await page.getByRole('dialog', { name: 'Filter and sort' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '2026-5' }).waitFor();
  await turnTo(page, LIGHT_PHONE);
  await go(`${BOARD}&kind=credit`);
  const cards = page.getByRole('list', { name: 'Billing Records' }).getByRole('listitem');
  await vi.waitFor(async () => expect(await cards.count()).toBe(1), PATIENCE);
  await cards.getByText('Credit note').waitFor();
  await turnTo(page, LIGHT_DESK);
  expect(at.unexpected()).toEqual([]);
});
