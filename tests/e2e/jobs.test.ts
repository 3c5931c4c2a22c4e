import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, expectAccessible, PHONE } from '../support/browser.ts';
import { DARK_PHONE, LIGHT_DESK, looksGood, turnTo } from '../support/looks.ts';
import { columnOf, count, heading, test, unexpected } from './jobs-fixtures.ts';

// The screen of jobs, and what each role may do there.

vi.setConfig({ testTimeout: 60_000 });

test.beforeAll(async ({ owner, driver }) => {
  await driver.page.bringToFront();
  await owner.page.bringToFront();
});

test('jobs are one list in four views with their counts, newest first', async ({ owner }) => {
  const { page, go } = owner;
  await page.getByRole('table', { name: 'Active Jobs' }).waitFor();
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await expect.poll(() => tabs.allTextContents()).toEqual(['Active2', 'Completed1', 'Archived3', 'All6']);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Customer', 'Job Name', 'Status', 'Created', 'Actions']);
  expect(await columnOf(page, 2)).toEqual(['North Quarter silage', 'Section 14 hay']);
  expect(await columnOf(page, 3)).toEqual(['Active', 'Active']);
  expect(await columnOf(page, 4)).toEqual(['Sep 14, 2025', 'Sep 8, 2025']);
  await count(page, '2 jobs');
  for (const [tab, title, first] of [
    ['Completed', 'Completed Jobs', 'Creek bottom tillage'],
    ['Archived', 'Archived Jobs', 'Lagoon 2, hauling'],
    ['All', 'All Jobs', 'North Quarter silage'],
  ] as const) {
    await tabs.filter({ hasText: tab }).click();
    await heading(page, title).waitFor();
    expect((await columnOf(page, 2))[0]).toBe(first);
  }
  await go('/jobs?status=nonsense');
  await heading(page, 'Active Jobs').waitFor();
  await page.getByText('Prairie Ridge Dairy').click();
  await page.waitForURL(/\/jobs\/\d+\/entries$/);
});

test('the archive is narrowed by customer and year, and every view by its search', async ({ owner }) => {
  const { page, go } = owner;
  await go('/jobs?status=billed');
  const [customer, year] = [page.getByRole('combobox', { name: 'Customer' }), page.getByRole('combobox', { name: 'Year' })];
  expect(await customer.getByRole('option').allTextContents()).toEqual(['All Customers', 'Lindqvist Farms', 'Prairie Ridge Dairy']);
  expect(await year.getByRole('option').allTextContents()).toEqual(['All Years', '2025', '2024', '2023']);
  await customer.selectOption('Lindqvist Farms');
  await expect.poll(() => columnOf(page, 2)).toEqual(['West 80 rye', 'Home place wheat']);
  await year.selectOption('2023');
  await expect.poll(() => columnOf(page, 2)).toEqual(['Home place wheat']);
  await count(page, '1 of 3 jobs');
  await looksGood(page, 'jobs-archive', [DARK_PHONE]);
  await turnTo(page, LIGHT_DESK);
  await page.getByRole('searchbox', { name: 'Search jobs...' }).fill('nothing of that name');
  await page.getByText('No jobs match your search.').waitFor();
  await go('/jobs?status=all');
  expect(await customer.count()).toBe(0);
  await page.getByRole('searchbox').fill(' LINDQ');
  await count(page, '4 of 6 jobs');
  await page.getByRole('searchbox').fill('');
});

test('a column is sorted by its head, with the keyboard as well', async ({ owner }) => {
  const { page } = owner;
  const head = (name: string) => page.getByRole('columnheader', { name });
  expect(await head('Created').getAttribute('aria-sort')).toBe('descending');
  await head('Job Name').getByRole('button').focus();
  await page.keyboard.press('Enter');
  expect(await head('Job Name').getAttribute('aria-sort')).toBe('ascending');
  expect(await head('Created').getAttribute('aria-sort')).toBeNull();
  await expect.poll(async () => (await columnOf(page, 2)).slice(0, 2)).toEqual(['Creek bottom tillage', 'Home place wheat']);
  await page.keyboard.press('Space');
  expect(await head('Job Name').getAttribute('aria-sort')).toBe('descending');
  await expect.poll(async () => (await columnOf(page, 2)).slice(0, 2)).toEqual(['West 80 rye', 'Section 14 hay']);
});

test('a job goes from open to completed to billed and back by its menu', async ({ owner, boss, ids }) => {
  const { go, choose, offered, toast } = owner;
  await go('/jobs?status=all');
  expect(await offered('Section 14 hay')).toEqual(['View entries', 'Edit', 'Mark as Completed', 'Delete']);
  await choose('Section 14 hay', 'Mark as Completed');
  await toast('Success', 'Job marked as completed successfully');
  await choose('Section 14 hay', 'Mark as Billed');
  await toast('Success', 'Job marked as billed successfully');
  // What is billed is reopened before it is deleted.
  await expect.poll(() => offered('Section 14 hay')).toEqual(['View entries', 'Edit', 'Open Billing Record', 'Reopen Job']);
  await choose('Section 14 hay', 'Reopen Job');
  await toast('Success', 'Job reopened successfully');
  const { status } = await boss.ok(contract.jobs.get, { params: { id: ids.jobs.hay } });
  expect(status).toBe('open');
});

test('the dialogs of a job say what is missing, and what was saved', async ({ owner }) => {
  const { page, go, dialog, toast } = owner;
  await go('/jobs?action=new&status=completed');
  const add = dialog('Add New Job');
  await add.getByRole('button', { name: 'Create Job' }).click();
  await add.getByText('Job name is required').waitFor();
  await add.getByText('Customer is required').waitFor();
  await looksGood(page, 'jobs-add', [LIGHT_DESK]);
  await add.getByRole('button', { name: 'Cancel' }).click();
  // The view stays, and what opened the dialog is out of the address.
  await page.waitForURL('**/jobs?status=completed');
  await page.getByRole('button', { name: 'Add Job' }).click();
  await add.getByLabel('Customer').selectOption('Lindqvist Farms');
  await add.getByLabel('Job Name').fill('Hill field mowing');
  await add.getByRole('button', { name: 'Create Job' }).click();
  await toast('Success', 'Job created successfully');
  await go('/jobs');
  await page.getByRole('button', { name: 'Edit Hill field mowing' }).click();
  const edit = dialog('Edit Job');
  await edit.waitFor();
  expect(await edit.getByLabel('Status').getByRole('option').allTextContents()).toEqual(['Active', 'Completed', 'Billed']);
  await edit.getByLabel('Status').selectOption('Completed');
  await edit.getByRole('button', { name: 'Update Job' }).click();
  await toast('Success', 'Job updated successfully');
  await page.getByRole('link', { name: /^Completed ?2$/ }).waitFor();
});

test('a job is deleted after a question, online and offline; what the server refuses comes back', async ({ owner, boss, ids }) => {
  const { page, context, go, dialog, choose, toast } = owner;
  await go('/jobs?status=all');
  await choose('Hill field mowing', 'Delete');
  const question = dialog('Delete job');
  await question.getByText('Are you sure you want to delete Hill field mowing? This will also delete all job entries.').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await choose('Hill field mowing', 'Delete');
  await question.getByRole('button', { name: 'Delete job' }).click();
  await toast('Success', 'Job deleted successfully');
  await count(page, '6 jobs');

  // In the office somebody bills the job just before.
  await page.route('**/batches', async (route) => {
    await boss.ok(contract.jobs.update, { params: { id: ids.jobs.tillage }, body: { status: 'billed' } });
    await route.continue();
  });
  await choose('Creek bottom tillage', 'Delete');
  await question.getByRole('button', { name: 'Delete job' }).click();
  await toast('Error', /^Failed to delete job: ./);
  await page.unroute('**/batches');
  await page.getByRole('link', { name: 'Creek bottom tillage' }).waitFor();
  await boss.ok(contract.jobs.update, { params: { id: ids.jobs.tillage }, body: { status: 'completed' } });

  await context.setOffline(true);
  await toast("You're offline", "Don't worry, changes will be saved locally.");
  await choose('Section 14 hay', 'Mark as Completed');
  await toast('Saved Offline', 'Job updated locally and will sync when online');
  await page.locator('tr', { hasText: 'Section 14 hay' }).getByText('Waiting').waitFor();
  await looksGood(page, 'jobs-waiting');
  await choose('Section 14 hay', 'Delete');
  await question.getByRole('button', { name: 'Delete job' }).click();
  await toast('Saved Offline', 'Job deleted locally and will sync when online');
  await count(page, '5 jobs');
  await context.setOffline(false);
  await expect
    .poll(async () => (await boss.try(contract.jobs.get, { params: { id: ids.jobs.hay } })).status, { timeout: 20_000 })
    .toBe(404);
});

test('a person who may only log entries sees no more than that', async ({ driver, ids }) => {
  const { page, go, offered } = driver;
  await go('/jobs?status=all&action=new');
  await page.getByRole('link', { name: 'North Quarter silage' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Add Job|More actions for|Edit)/ }).count()).toBe(0);
  await go(`/jobs/${ids.jobs.silage}/entries`);
  await heading(page, 'North Quarter silage').waitFor();
  const rows = page.locator('tbody tr[data-index]');
  await expect.poll(() => rows.count()).toBe(5);
  // Their own entry is the newest; those of others they can only read.
  expect(await page.getByRole('button', { name: /^(Edit|Delete) / }).allTextContents()).toHaveLength(2);
  await rows
    .first()
    .getByRole('button', { name: /^Delete Chopping, Sep 17/ })
    .waitFor();
  await page.setViewportSize(PHONE);
  expect(await offered('Chopping, Sep 17, 2025')).toEqual(['View', 'Log again', 'Edit', 'Delete']);
  expect(await offered('Chopping, Sep 16, 2025')).toEqual(['View', 'Log again']);
  await page.setViewportSize(DESKTOP);
});

test('nothing went wrong on any page', ({ owner, driver }) => {
  expect(unexpected(owner, driver)).toEqual([]);
});
