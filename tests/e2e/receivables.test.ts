import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { localDate } from '#shared/lib/dates.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { camtOf } from '../support/camt.ts';
import { looksGood } from '../support/looks.ts';
import { test as base } from './fixtures.ts';

// The office on the last of the month: everybody who is late is found and reminded.

/** What a person presses: the issue asks for at most five. */
const MOST_CLICKS = 5;
const LOADED_WITHIN_MS = 240_000;
const DESK = { viewport: { width: 1440, height: 900 } };

vi.setConfig({ testTimeout: LOADED_WITHIN_MS, hookTimeout: LOADED_WITHIN_MS });

const NOW = new Date();

const test = base
  .extend('settings', { scope: 'file' }, { hasMail: true })
  .extend('demo', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'headland-receivables-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const accounts = await loadDemo({
      db: server.db,
      photos: photoFolder(join(folder, 'photos')),
      scratchFolder: join(folder, 'scratch'),
      now: () => NOW,
      today: localDate(NOW),
      timeZone: 'UTC',
      say: () => undefined,
    });
    const boss = accounts?.find(({ organization, role }) => organization === 'Halvorsen Custom' && role === 'owner');
    if (!boss) {
      throw new Error('The demo has no owner.');
    }
    return boss;
  })
  /** The owner at the desk, and what the server says to them. */
  .extend('office', async ({ demo, visit }) => async () => {
    const desk = await visit(undefined, 'en-US', 'block', DESK);
    const { context, open } = desk;
    const url = new URL((await open('/'))?.url() ?? '').origin;
    await context.request.post(`${url}/api/login`, { data: { email: demo.email, password: demo.password }, failOnStatusCode: true });
    const ask = async <T>(path: string): Promise<T> => (await (await context.request.get(`${url}/api${path}`)).json()) as T;
    const [organization] = contract.organizations.list.response.parse(await ask('/organizations'));
    const orgId = organization?.id ?? 0;
    const due = async () => contract.reminders.due.response.parse(await ask(`/organizations/${orgId}/reminders-due`)).letters;
    const send = async (method: 'PATCH' | 'POST', path: string, data: object): Promise<void> => {
      const headers = { 'Idempotency-Key': randomUUID(), Origin: url };
      await context.request.fetch(`${url}/api/organizations/${orgId}${path}`, { method, data, headers, failOnStatusCode: true });
    };
    return { ...desk, orgId, ask, due, send };
  });

describe('what customers owe', () => {
  test('looks good open, overdue and paid, and with a payment, a letter, a call and a statement in hand', async ({ office }) => {
    const { page, open } = await office();
    await open('/organization/billing?tab=overdue');
    const table = page.getByRole('grid', { name: 'Open bills' });
    await table.waitFor();
    await page.keyboard.press('j');
    await page.locator('.owed-panel').waitFor();
    await looksGood(page, 'receivables-overdue');
    for (const [key, title] of [
      ['p', 'Record payment'],
      ['r', /First reminder|Second reminder|Final reminder/],
    ] as const) {
      await page.keyboard.press(key);
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      await looksGood(page, `receivables-${key}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    for (const [button, title] of [
      ['Called today', 'Called today'],
      ['Statement', 'Statement of account'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      await looksGood(page, `receivables-${button.slice(0, 4).toLowerCase()}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await open('/organization/billing?tab=open');
    await table.waitFor();
    await looksGood(page, 'receivables-open');
    await open('/organization/billing?tab=paid');
    await page.getByRole('columnheader', { name: 'Days taken' }).waitFor();
    await looksGood(page, 'receivables-paid');
  });

  test('is gone through with keys alone: found, selected, paid in full', async ({ office }) => {
    const { page, open, toast } = await office();
    await open('/organization/billing?tab=overdue');
    const rows = page.locator('.owed-table .desk-row');
    await rows.first().waitFor();
    const name = (await rows.nth(1).locator('b').first().textContent()) ?? '';
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await rows.nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await rows.nth(1).getAttribute('aria-selected')).toBe('false');
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await dialog.getByText(name).waitFor();
    await page.keyboard.press('Enter');
    await toast('Payment saved');
    await dialog.waitFor({ state: 'detached' });
    await rows.filter({ hasText: name }).waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('no such customer');
    await page.getByText('Nothing found').waitFor();
  });

  test('a payment of what a letter claims is recorded whole: what is more than open is fee and interest', async ({ office }) => {
    const { page, open, due, send, toast, ask, orgId } = await office();
    const settings = await ask<{ reminders: unknown }>(`/organizations/${orgId}/billing-settings`);
    await send('PATCH', '/billing-settings', { reminders: [7, 21, 35].map((afterDays) => ({ afterDays, feeCents: 500 })) });
    const letter = (await due()).find(({ bills }) => bills.length === 1);
    const { customerId = 0, bills = [], openCents = 0, level = 1 } = letter ?? {};
    const [bill] = bills;
    const wish = { customerId, recordIds: bills.map(({ recordId }) => recordId), openCents, level, way: 'post' };
    await send('POST', '/reminders', { letters: [wish] });
    await send('PATCH', '/billing-settings', { reminders: settings.reminders });
    await open(`/organization/billing/records/${bill?.recordId}`);
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    const charge = dialog.getByLabel('Of it fee and interest');
    expect(await charge.inputValue()).toBe('0.00');
    await dialog.getByText('The reminder asks for $5.00').waitFor();
    const amount = dialog.getByLabel('Amount');
    await amount.click();
    await amount.fill(((openCents + 500) / 100).toFixed(2));
    await expect.poll(() => charge.inputValue()).toBe('5.00');
    await looksGood(page, 'receivables-charge');
    await dialog.getByRole('button', { name: 'Save payment' }).click();
    await toast('Payment saved');
    await dialog.waitFor({ state: 'detached' });
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText(/^Paid .*\. Of it \$5\.00 fee and interest$/).waitFor();
    await page.getByRole('button', { name: 'Payments' }).click();
    const payments = page.getByRole('dialog', { name: 'Payments' });
    await payments.getByText('Of it $5.00 fee and interest').waitFor();
    await looksGood(page, 'receivables-charge-payments');
    await payments.getByRole('button', { name: 'Undo' }).click();
    await history.getByText(/^Payment of .* undone\. Of it \$5\.00 fee and interest$/).waitFor();
    await page.keyboard.press('Escape');

    // The same amount at the bank is sure, and a person who looks for the bill gets it parted as well.
    await open('/organization/billing/bank');
    const paid = { amount: ((openCents + 500) / 100).toFixed(2), currency: 'USD', text: `Invoice ${bill?.label}`, day: localDate(NOW) };
    const buffer = Buffer.from(camtOf([{ entries: [paid] }]));
    await page.getByLabel('File of the bank').setInputFiles({ name: 'paid.xml', mimeType: 'text/plain', buffer });
    const line = page.getByRole('list', { name: 'To book' }).getByRole('listitem').first();
    await line.getByText('amount equal, with fee and interest of the reminder').waitFor();
    await line.getByText('plus $5.00 fee and interest').waitFor();
    await line.getByText('Sure').waitFor();
    // Beside the payment, and beside the button that books all that is sure.
    const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format((openCents + 500) / 100);
    await expect.poll(() => page.getByText(whole, { exact: true }).count()).toBe(2);
    await looksGood(page, 'receivables-charge-bank');
    await line.getByRole('button', { name: 'Other bill' }).click();
    const choice = page.getByRole('dialog', { name: 'Book the payment on bills' });
    await choice.getByPlaceholder('Customer, number or amount').fill(bill?.label ?? '');
    await choice.getByRole('checkbox', { name: new RegExp(`^${bill?.label} `) }).check();
    await choice.getByText('Of it $5.00 fee and interest').waitFor();
    await looksGood(page, 'receivables-charge-choice');
    await choice.getByRole('button', { name: 'Book', exact: true }).click();
    await toast('1 payment booked');
    await open(`/organization/billing/records/${bill?.recordId}`);
    await history.getByText(/^Paid .* by the bank statement\. Of it \$5\.00 fee and interest$/).waitFor();
  });

  test('a statement of account is had from the page of any customer, also of one who owes nothing', async ({ office }) => {
    const { page, open, ask, orgId } = await office();
    const { customers } = contract.receivables.list.response.parse(await ask(`/organizations/${orgId}/receivables`));
    const all = contract.customers.list.response.parse(await ask(`/organizations/${orgId}/customers`));
    const free = all.find(({ id }) => customers.every(({ customerId }) => customerId !== id));
    expect(free).toBeDefined();
    await open(`/customers/${free?.id}`);
    await page.getByRole('link', { name: 'Statement of account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Statement of account' });
    await dialog.getByText(free?.businessName ?? '').waitFor();
    await looksGood(page, 'receivables-statement-asked');
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'PDF' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^statement-\d+-.*\.pdf$/);
    await page.waitForURL(new RegExp(`/customers/${free?.id}$`));
    await page.getByRole('link', { name: 'Statement of account' }).waitFor();
    await looksGood(page, 'receivables-customer');
  });

  test('is filtered by age with one press, and shows all with another', async ({ office }) => {
    const { page, open } = await office();
    await open('/organization/billing?tab=open');
    const rows = page.locator('.owed-table tbody .desk-row');
    await rows.first().waitFor();
    const isOld = async (row: Locator): Promise<boolean> => (await row.locator('.owed-old').textContent()) !== '';
    await page.getByRole('button', { name: /^Over 60 days late/ }).click();
    await page.waitForURL(/age=over60/);
    for (const row of await rows.all()) {
      expect(await isOld(row)).toBe(true);
    }
    await page.getByRole('button', { name: /^Over 60 days late/ }).click();
    await page.waitForURL(({ search }) => !search.includes('age='));
  });

  test(`all that are overdue are found and reminded in at most ${MOST_CLICKS} clicks`, async ({ office }) => {
    const { page, open, due, toast } = await office();
    const before = await due();
    const mailed = before.filter(({ recipients }) => recipients.length > 0).length;
    expect(mailed).toBeGreaterThan(10);
    await open('/organization/billing');
    let clicks = 0;
    const click = async (what: Locator): Promise<void> => {
      clicks += 1;
      await what.click();
    };
    await click(page.getByRole('link', { name: /^Overdue/ }));
    await click(page.getByRole('checkbox', { name: /^Select all \d+ customers$/ }));
    await click(page.getByRole('button', { name: `Email ${mailed} reminders` }));
    await toast(`Emailed ${mailed} reminders`);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    const after = await due();
    expect(after.length).toBe(before.length - mailed);
    expect(after.filter(({ recipients }) => recipients.length > 0)).toEqual([]);
    await page
      .getByText(/^First sent /)
      .first()
      .waitFor();
  });
});
