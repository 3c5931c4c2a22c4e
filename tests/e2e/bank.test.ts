import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { camtOf, type CamtEntry } from '../support/camt.ts';
import { EVERY_LOOK, LIGHT_DESK, LIGHT_PHONE, looksGood, shoot, turnTo } from '../support/looks.ts';
import { type Company, settle } from '../support/offline-app.ts';
import { started, test as base } from './fixtures.ts';

// A statement of the bank: imported, its payments beside the bills, booked (decision 0070).

vi.setConfig({ testTimeout: 90_000 });

const BANK = '/organization/billing/bank';

/** Bills of 100.00 for each hour: of Ostrander 500.00 and 700.00, of Bar T 900.00. */
const bill = async ({ boss, orgId, serviceTypeId, customerId }: Company) => {
  const params = { orgId };
  await boss.ok(contract.rates.create, {
    params,
    body: { serviceTypeId, lines: [{ basis: 'hour', prices: [{ upTo: null, price: '100' }] }] },
  });
  const other = await boss.ok(contract.customers.create, { params, body: { businessName: 'Bar T Cattle Co.' } });
  const labels: string[] = [];
  for (const [name, totalHours, customer] of [
    ['North', 5, customerId],
    ['South', 7, customerId],
    ['Feedlot', 9, other.id],
  ] as const) {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId: customer } });
    await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2025-06-20', totalHours } });
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
    const [record] = await boss.ok(contract.billingRecords.list, { params, query: { jobId: String(id) } });
    labels.push(record?.label ?? '');
  }
  return labels;
};

const test = base
  .extend('company', async ({ server }) => settle(await server.owner('Halvorsen Custom')))
  .extend('labels', async ({ company }) => bill(company));

test.beforeAll(started);

const choose = (page: Page, content: string, name: string): Promise<void> =>
  page.getByLabel('File of the bank').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const fileOf = (entries: readonly CamtEntry[]): string => camtOf([{ entries: entries.map((entry) => ({ currency: 'USD', ...entry })) }]);
const lines = (page: Page, list = 'To book') => page.getByRole('list', { name: list }).getByRole('listitem');
const statesOf = async ({ boss, orgId }: Company): Promise<Record<string, string>> =>
  Object.fromEntries((await boss.ok(contract.billingRecords.list, { params: { orgId } })).map(({ label, state }) => [label, state]));

test('a statement is imported, the sure ones are booked with one press, and the bills are paid', async ({ company, labels, visit }) => {
  const [north = '', south = '', feedlot = ''] = labels;
  const { page, open, follow, press, said, at } = await visit(company.boss);
  await open('/organization/billing?tab=open');
  await follow('Import bank statement');
  await at(BANK);
  await said('Drop a statement of your bank here');
  await looksGood(page, 'bank-empty');
  await choose(
    page,
    fileOf([
      { amount: '500.00', payer: 'Ostrander Land', text: `Invoice ${north}`, day: '2025-07-01', bankReference: 'A' },
      { amount: '700.00', payer: 'Ostrander Land', text: south.replaceAll('-', ''), day: '2025-07-02', bankReference: 'B' },
      { amount: '400.00', payer: 'Bar T Cattle Co', text: `part of ${feedlot}`, day: '2025-07-03', bankReference: 'C' },
      { amount: '12.34', payer: 'State of Nebraska', text: 'refund', day: '2025-07-04', bankReference: 'D' },
      { amount: '80.00', isDebit: true, text: 'fuel' },
    ]),
    'july.xml',
  );
  await said('4 new payments. 1 other line was left out.');
  await expect.poll(() => lines(page).count()).toBe(4);
  await lines(page).first().getByText(`Number ${north} in the text, amount equal`).waitFor();
  await lines(page).nth(2).getByText(`Number ${feedlot} in the text, less than what is open`).waitFor();
  await lines(page).nth(3).getByText('No bill found').waitFor();
  await looksGood(page, 'bank-lines', EVERY_LOOK);

  await press('Book 2 sure ones');
  await said('2 payments booked');
  await expect.poll(() => lines(page).count()).toBe(2);
  expect(await statesOf(company)).toMatchObject({ [north]: 'paid', [south]: 'paid' });

  // The same file again adds nothing.
  await choose(page, fileOf([{ amount: '500.00', bankReference: 'A', day: '2025-07-01' }]), 'again.xml');
  await said('0 new payments. 1 already imported.');

  // What was booked can be undone.
  await follow(/^Booked/);
  await lines(page, 'Booked').first().getByRole('link', { name: south }).waitFor();
  await shoot(page, 'bank-booked');
  await lines(page, 'Booked').first().getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => lines(page, 'Booked').count()).toBe(1);
  expect((await statesOf(company))[south]).not.toBe('paid');
});

test('by keys alone: to a payment, booked, another put aside and taken back', async ({ company, labels, visit }) => {
  const [north = '', , feedlot = ''] = labels;
  const { page, open, said } = await visit(company.boss);
  await open(BANK);
  await choose(
    page,
    fileOf([
      { amount: '500.00', payer: 'Ostrander Land', text: north, day: '2025-07-01' },
      { amount: '33.00', payer: 'Somebody', text: 'gift', day: '2025-07-02' },
      { amount: '900.00', payer: 'Bar T Cattle Co.', text: 'thanks', day: '2025-07-03' },
    ]),
    'july.xml',
  );
  await said('3 new payments.');
  await expect.poll(() => lines(page).count()).toBe(3);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await page.keyboard.press('j');
  await expect.poll(focused).toMatch(/^Ostrander Land, /);
  await page.keyboard.press('Enter');
  await said('1 payment booked');
  await expect.poll(() => lines(page).count()).toBe(2);
  // The next one is in hand.
  await expect.poll(focused).toMatch(/^Somebody, /);
  await page.keyboard.press('i');
  await expect.poll(() => lines(page).count()).toBe(1);
  await expect.poll(focused).toMatch(/^Bar T Cattle Co\., /);
  await lines(page).first().getByText('Name of Bar T Cattle Co., amount equal').waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await said('Drop a statement of your bank here');
  expect(await statesOf(company)).toMatchObject({ [north]: 'paid', [feedlot]: 'paid' });
  await page.getByRole('link', { name: 'Without a bill' }).click();
  await lines(page, 'Without a bill').first().waitFor();
  await page.keyboard.press('j');
  await expect.poll(focused).toMatch(/^Somebody, /);
  await page.keyboard.press('z');
  await said('No payment here');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Set the payment aside').waitFor();
});

test('a payment is booked on several bills that a person looks for, on a phone too', async ({ company, labels, visit }) => {
  const [north = '', south = ''] = labels;
  const { page, open, said } = await visit(company.boss);
  await turnTo(page, LIGHT_PHONE);
  await open(BANK);
  await choose(page, fileOf([{ amount: '1000.00', payer: 'Mom', text: 'for the farm', day: '2025-07-01' }]), 'july.xml');
  await said('No bill found');
  await page.getByRole('button', { name: 'Choose bill' }).click();
  const dialog = page.getByRole('dialog', { name: 'Book the payment on bills' });
  await dialog.getByRole('searchbox').fill('ostr');
  await dialog.getByRole('checkbox', { name: north }).check();
  await dialog.getByRole('checkbox', { name: south }).check();
  await dialog.getByText('$0.00 of $1,000.00 left').waitFor();
  expect(
    await dialog
      .getByLabel(/^Amount for/)
      .nth(1)
      .inputValue(),
  ).toBe('500.00');
  await looksGood(page, 'bank-choose', [LIGHT_DESK, LIGHT_PHONE]);
  await dialog.getByRole('button', { name: 'Book' }).click();
  await said('1 payment booked');
  expect(await statesOf(company)).toMatchObject({ [north]: 'paid', [south]: expect.stringMatching(/partlyPaid|overdue/) as string });
});

test('of a table a person says once which column is what', async ({ company, visit }) => {
  const { page, open, said } = await visit(company.boss);
  await open(BANK);
  const table = (day: string) => `Posted,Who,Details,Paid in,Paid out\n${day},Bar T Cattle Co.,thanks,900.00,\n${day},Fuel,diesel,,55.00\n`;
  await choose(page, table('06/25/2025').replace('Posted', 'Date'), 'bank.csv');
  const dialog = page.getByRole('dialog', { name: 'Columns of bank.csv' });
  await dialog.getByRole('list', { name: 'The first payments' }).getByText('$900.00').waitFor();
  await dialog.getByLabel('Payer', { exact: true }).selectOption('Who');
  await dialog.getByRole('list', { name: 'The first payments' }).getByText('Bar T Cattle Co.').waitFor();
  await looksGood(page, 'bank-columns');
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
  await said('1 new payment. 1 other line was left out.');
  await expect.poll(() => lines(page).count()).toBe(1);
  // The next file of that bank is read like that.
  await choose(page, table('06/26/2025').replace('Posted', 'Date'), 'bank2.csv');
  const next = page.getByRole('dialog', { name: 'Columns of bank2.csv' });
  await next.getByRole('list', { name: 'The first payments' }).getByText('Bar T Cattle Co.').waitFor();
  expect(await next.getByLabel('Payer', { exact: true }).inputValue()).toBe('Who');
  await next.getByRole('button', { name: 'Import 1 payment' }).click();
  await expect.poll(() => lines(page).count()).toBe(2);
});

test('rows whose column for in or out says neither are left out, and the screen says so', async ({ company, visit }) => {
  const { page, open, said } = await visit(company.boss);
  await open(BANK);
  const rows = ['06/25/2025,thanks,900.00,CR', '06/25/2025,between accounts,80.00,Transfer', '06/25/2025,fuel,55.00,DR'];
  await choose(page, ['Date,Details,Amount,CR/DR', ...rows].join('\n'), 'bank.csv');
  const dialog = page.getByRole('dialog', { name: 'Columns of bank.csv' });
  const left = '1 row is left out: what its column for in or out says is not known (Transfer).';
  await dialog.getByText(left).waitFor();
  await looksGood(page, 'bank-columns-unclear', [LIGHT_DESK, LIGHT_PHONE]);
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click();
  await said(`1 new payment. 1 other line was left out. ${left}`);
  await expect.poll(() => lines(page).count()).toBe(1);
});

test('what is no statement is refused in the words of the server, and somebody without money rights sees nothing', async ({
  server,
  company,
  visit,
}) => {
  const { page, open, said } = await visit(company.boss);
  await open(BANK);
  await choose(page, '<html/>', 'page.xml');
  await said(/The file was not read: This file is not a bank statement Headland can read: it begins with html/);
  const driver = await server.member(company.boss, 'advanced');
  const theirs = await visit(driver);
  await theirs.open(BANK);
  await theirs.said('Only the owner, admins and managers can see billing.');
  // Nor is a customer's account of theirs, by link or by address.
  const { customerId } = company;
  await theirs.open(`/customers/${customerId}`);
  await theirs.page.getByRole('link', { name: 'Fuel log' }).waitFor();
  expect(await theirs.page.getByRole('link', { name: /What they owe|Statement of account/ }).count()).toBe(0);
  await theirs.open(`/organization/billing?tab=open&statement=${customerId}`);
  await theirs.said('Only the owner, admins and managers can see billing.');
  expect(await theirs.page.getByRole('dialog').count()).toBe(0);
  await open(`/customers/${customerId}`);
  await page.getByRole('link', { name: 'Statement of account' }).waitFor();
});
