import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PHONE } from '../support/browser.ts';
import { looksGood, shoot } from '../support/looks.ts';
import { PATIENCE } from '../support/offline-device.ts';
import type { Company } from '../support/offline-app.ts';
import { started, test } from './fixtures.ts';

// What was deleted or checked in one go is taken back from the toast that says so, online and offline, exactly once.

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const undoOf = (page: Page) => toastOf(page).getByRole('button', { name: 'Undo' });

/** Where the bar at the top ends on a phone: what comes next is below. */
const BAR_PX = 56;
const bottomOf = async (page: Page): Promise<number> => {
  const box = await toastOf(page).getByRole('status').boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};

const log = async ({ boss, jobId, serviceTypeId }: Company, notes: string): Promise<number> =>
  (await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2026-05-04', notes } })).id;

const deletionsOf = ({ boss, orgId }: Company) =>
  boss
    .ok(contract.auditLogs.list, { params: { orgId }, query: { action: 'delete' } })
    .then((items) => items.map(({ isUndone }) => isUndone));

test('a deleted record comes back from its toast, which waits ten seconds, by keyboard', async ({ company, visit }) => {
  const { page, open, said, press, toast } = await visit(company.boss);
  await open('/customers');
  await said('1 customer');
  await press(/^Delete/);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast('Customer deleted');
  await said('No customers found.');
  await looksGood(page, 'undo-deletion');
  await page.waitForTimeout(5500);
  await page.keyboard.press('F8');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
  await page.keyboard.press('Enter');
  await toast('Customer has been restored.');
  await said('Ostrander');
  expect(await deletionsOf(company)).toEqual([true]);
});

test('a job comes back with its entries, and an entry to its job', async ({ company, visit, notes }) => {
  await log(company, 'first');
  await log(company, 'second');
  const { page, open, said, press, toast } = await visit(company.boss);
  await open(`/jobs/${company.jobId}/entries`);
  await said('2 entries');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await press('Delete entry');
  await said('1 entry');
  await undoOf(page).click();
  await toast('Job entry has been restored.');
  await said('2 entries');
  await open('/jobs');
  await page.getByRole('button', { name: new RegExp(`for ${company.job}`) }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await press('Delete job');
  await undoOf(page).click();
  await toast('Job has been restored.');
  await page.getByRole('link', { name: company.job }).waitFor();
  expect((await notes()).toSorted()).toEqual(['first', 'second']);
});

test('without a connection the deletion itself is taken back, and nothing of it is ever sent', async ({ company, device, notes }) => {
  await log(company, 'stays');
  const { page } = device;
  await page.getByRole('link', { name: 'Entries' }).first().click();
  await expect.poll(async () => (await device.rows('jobEntries')).length, PATIENCE).toBe(1);
  await device.offline();
  await device.press(/^Delete/);
  await device.dialog().getByRole('button', { name: 'Delete entry' }).click();
  await toastOf(page).getByText('Job entry deleted locally and will sync when online').waitFor();
  await expect.poll(async () => (await device.queue()).map(({ operation }) => operation)).toEqual(['remove']);
  await page.setViewportSize(PHONE);
  expect(await bottomOf(page)).toBeLessThanOrEqual(BAR_PX);
  await shoot(page, 'undo-offline-phone');
  await undoOf(page).click();
  await toastOf(page).getByText('Job entry has been restored.').waitFor();
  expect(await device.queue()).toEqual([]);
  expect(await device.rows('jobEntries')).toHaveLength(1);
  await device.online();
  await device.allSent();
  expect([await notes(), await deletionsOf(company)]).toEqual([['stays'], []]);
});

test('a deletion that has been sent needs a connection to be taken back, and says so', async ({ company, device, notes, proxy }) => {
  await log(company, 'gone');
  const { page } = device;
  await page.getByRole('link', { name: 'Entries' }).first().click();
  await expect.poll(async () => (await device.rows('jobEntries')).length, PATIENCE).toBe(1);
  await device.press(/^Delete/);
  await device.dialog().getByRole('button', { name: 'Delete entry' }).click();
  await toastOf(page).getByText('Job entry deleted successfully').waitFor();
  proxy.on('GET', /audit-logs/, { kind: 'drop' });
  await undoOf(page).click();
  await toastOf(page).getByText("Failed to undo the deletion: The server can't be reached.").waitFor();
  expect([await notes(), await deletionsOf(company)]).toEqual([[], [false]]);
});

test('checks made in one go are taken back in one request, but not those that were there before', async ({ company, visit }) => {
  const [earlier, ...rest] = [await log(company, 'a'), await log(company, 'b'), await log(company, 'c')];
  const { boss, orgId, jobId } = company;
  const { version } = await boss.ok(contract.jobEntries.get, { params: { id: earlier } });
  await boss.ok(contract.entryChecks.set, { params: { orgId }, body: { isChecked: true, entries: [{ id: earlier, version }] } });
  const { page, open, said, press, toast } = await visit(boss);
  await open(`/jobs/${jobId}/entries`);
  await said('2 are not checked yet');
  await press('Mark all as checked');
  await toast('2 entries checked');
  await said('All checked');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/entry-checks') && asked.push(request.postData() ?? ''));
  await undoOf(page).click();
  await toast('Marked as unchecked');
  await said('2 are not checked yet');
  expect(asked).toHaveLength(1);
  const entries = await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId }, query: {} });
  expect(entries.filter(({ checkedAt }) => checkedAt === null).map(({ id }) => id)).toEqual(expect.arrayContaining(rest));
  expect(entries.find(({ id }) => id === earlier)?.checkedAt).not.toBeNull();
});

test('a toast never hides what Tab has come to: it leaves', async ({ company, visit }) => {
  const { page, open, said, toast } = await visit(company.boss);
  await open('/customers');
  await said('1 customer');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast('Customer deleted');
  expect(await bottomOf(page)).toBeLessThanOrEqual(BAR_PX);
  await page.getByRole('button', { name: 'Add Customer' }).first().focus();
  await page.keyboard.press('Tab');
  expect(await undoOf(page).isVisible()).toBe(true);
  for (let presses = 0; presses < 4 && (await undoOf(page).isVisible()); presses += 1) {
    await page.keyboard.press('Shift+Tab');
    await page.waitForTimeout(50);
  }
  expect(await undoOf(page).isVisible()).toBe(false);
});
