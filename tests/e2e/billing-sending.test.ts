import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openBrowser } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, settle } from '../support/offline-app.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { addJob, issueBill, sit } from './billing-field.ts';

// One bill is issued and goes out in the same step, as its customer wishes.

let app: TestApp;
let browser: Browser;
let company: Company;
let at: Awaited<ReturnType<typeof sit>>;

const ADDRESSES = ['office@pineridge.example', 'ann@pineridge.example'];

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT, hasMail: true });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
  company = await settle(await app.owner('Halvorsen Custom'));
  const { boss, orgId, serviceTypeId, customerId } = company;
  const prices = [{ upTo: null, price: '95' }];
  await boss.ok(contract.rates.create, { params: { orgId }, body: { serviceTypeId, lines: [{ basis: 'hour', prices }] } });
  const contacts = [{ name: 'Ann', email: ADDRESSES[1], getsBills: true }];
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: { email: ADDRESSES[0], contacts, hasAnnex: false } });
  at = await sit(browser, url, boss, orgId);
});

afterAll(async () => {
  await at?.context.close();
  await browser?.close();
  await app?.close();
});

const go = (path: string) => at.page.evaluate((to) => history.pushState(null, '', to), path);
const mails = async () =>
  (await app.db.query<{ recipient: string }>({ text: 'select recipient from mails where billing_event_id is not null', values: [] })).map(
    ({ recipient }) => recipient,
  );
const question = () => at.page.getByRole('dialog', { name: 'Issue bill' });
const askFor = async (name: string, hours: number): Promise<void> => {
  const job = await addJob(company, name, hours);
  await go(`/organization/billing/jobs/${job}`);
  await at.main.getByRole('button', { name: 'Mark as Billed' }).click();
};

test('issuing asks whom to send it to, as the customer wishes, and sends it', async () => {
  const { page, main } = at;
  await askFor('North', 5);
  const right = question().getByRole('checkbox', { name: 'Send it by email right away' });
  await right.waitFor();
  expect(await right.isChecked()).toBe(true);
  const to = question().getByLabel("Customer's email address");
  expect(await to.inputValue()).toBe(ADDRESSES.join(', '));
  expect(await question().getByRole('checkbox', { name: 'Attach the work log' }).isChecked()).toBe(false);
  await looksGood(page, 'issue-and-send');
  await to.fill(`${ADDRESSES.join(', ')}, nobody`);
  await issueBill(page);
  await question().getByText('nobody is not an email address.').waitFor();
  expect(await mails()).toEqual([]);
  await to.fill(ADDRESSES.join(', '));
  await question().getByRole('button', { name: 'Issue and send' }).click();
  await main.getByRole('heading', { level: 1, name: /-1$/ }).waitFor();
  await page.getByText(/-1 is on its way to office@pineridge\.example and ann@pineridge\.example\./).waitFor();
  await main.getByText(/^Emailed on /).waitFor();
  expect(await mails()).toEqual(ADDRESSES);
});

test('unticked, by keyboard, it is only issued, and its paper is offered', async () => {
  const { page, main, context } = at;
  await askFor('South', 4);
  const right = question().getByRole('checkbox', { name: 'Send it by email right away' });
  await right.waitFor();
  await right.focus();
  await page.keyboard.press('Space');
  await question().getByLabel("Customer's email address").waitFor({ state: 'detached' });
  const issue = question().getByRole('button', { name: 'Issue bill' });
  expect(await issue.textContent()).toBe('Issue bill');
  await vi.waitFor(async () => expect(await issue.isEnabled()).toBe(true), PATIENCE);
  await issue.press('Enter');
  await main.getByRole('heading', { level: 1, name: /-2$/ }).waitFor();
  await main.getByText('Not sent yet').waitFor();
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  const opened = context.waitForEvent('page');
  await page.getByRole('status').getByRole('button', { name: 'Print' }).click();
  const [request, tab] = await Promise.all([asked, opened]);
  expect(request.url()).toMatch(/\/billing-records\/\d+\/document\?format=pdf$/);
  expect((await request.response())?.status()).toBe(200);
  await tab.close();
  expect(await mails()).toEqual(ADDRESSES);

  // Later it starts with the same addresses and the same wish.
  await main.getByRole('button', { name: 'Email to customer' }).click();
  const mail = page.getByRole('dialog', { name: 'Email to customer' });
  const to = mail.getByLabel("Customer's email address");
  expect(await to.inputValue()).toBe(ADDRESSES.join(', '));
  expect(await mail.getByRole('checkbox', { name: 'Attach the work log' }).isChecked()).toBe(false);
  await looksGood(page, 'mail-as-wished');
  await mail.getByRole('button', { name: 'Send email' }).click();
  await mail.waitFor({ state: 'detached' });
  await main.getByText(/^Emailed on /).waitFor();
  expect(await mails()).toEqual([...ADDRESSES, ...ADDRESSES]);
  expect(at.unexpected()).toEqual([]);
});

test('where the customer wants paper, nothing is ticked', async () => {
  const { boss, customerId } = company;
  const before = await mails();
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: { billWay: 'print' } });
  await askFor('West', 3);
  const right = question().getByRole('checkbox', { name: 'Send it by email right away' });
  await right.waitFor();
  expect(await right.isChecked()).toBe(false);
  await issueBill(at.page);
  await at.main.getByRole('heading', { level: 1, name: /-3$/ }).waitFor();
  await at.main.getByText('Not sent yet').waitFor();
  expect(await mails()).toEqual(before);
});
