import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { closeButton, DESKTOP, expectAccessible, PHONE } from '../support/browser.ts';
import { DARK_PHONE, LIGHT_DESK, looksGood, shoot, turnTo } from '../support/looks.ts';
import { columnOf, count, heading, test, unexpected } from './jobs-fixtures.ts';

// The screens of entries: of one job, of all, and what they add up to.

test.beforeAll(({ owner }) => owner.page.bringToFront());

test("a job's entries, with the ways from there", async ({ owner, ids }) => {
  const { page, go, dialog } = owner;
  await go(`/jobs/${ids.jobs.silage}/entries`);
  await heading(page, 'North Quarter silage').waitFor();
  const heads = page.getByRole('columnheader');
  await expect.poll(() => heads.allTextContents()).toEqual(['Customer', 'Job', 'Date', 'Service', 'Equipment', 'Actions']);
  const dates = ['Sep 17, 2025', 'Sep 16, 2025', 'Sep 15, 2025', 'Sep 15, 2025', 'Sep 14, 2025'];
  await expect.poll(() => columnOf(page, 3)).toEqual(dates);
  await count(page, '5 entries');
  await looksGood(page, 'jobs-entries', [DARK_PHONE]);
  await turnTo(page, LIGHT_DESK);
  await page.getByRole('columnheader', { name: 'Service' }).getByRole('button').click();
  expect(await columnOf(page, 4)).toEqual(['Chopping', 'Chopping', 'Chopping', 'Packing', 'Packing']);
  await page.getByRole('cell', { name: 'Sep 17, 2025', exact: true }).click();
  await dialog('Job Entry').getByRole('button', { name: 'Edit Entry' }).waitFor();
  await closeButton(dialog('Job Entry')).click();
  await page.getByRole('button', { name: 'Add Job Entry' }).click();
  await dialog('New Job Entry').getByLabel('Customer').waitFor();
  await closeButton(dialog('New Job Entry')).click();
  await dialog('New Job Entry').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Back to Jobs' }).click();
  await page.waitForURL('**/jobs');
});

test('an entry is deleted after a question; what the server refuses comes back', async ({ owner, ids, boss }) => {
  const { page, go, dialog, toast } = owner;
  await go(`/jobs/${ids.jobs.tillage}/entries`);
  const question = dialog('Delete job entry');
  const press = () => page.getByRole('button', { name: 'Delete Packing, Aug 22, 2025' }).click();
  await press();
  await question.getByText(/^Are you sure you want to delete this job entry\? Packing, Aug 22, 2025, Creek bottom tillage\./).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.route('**/batches', async (route) => {
    await boss.ok(contract.jobs.update, { params: { id: ids.jobs.tillage }, body: { status: 'billed' } });
    await route.continue();
  });
  await press();
  await question.getByRole('button', { name: 'Delete entry' }).click();
  await toast('Error', /^Failed to delete job entry: ./);
  await page.unroute('**/batches');
  await count(page, '1 entry');
  await boss.ok(contract.jobs.update, { params: { id: ids.jobs.tillage }, body: { status: 'completed' } });
  await press();
  await question.getByRole('button', { name: 'Delete entry' }).click();
  await toast('Success', 'Job entry deleted successfully');
  await page.getByText('No job entries yet.').waitFor();
  // Nothing is logged on a job that is done.
  expect(await page.getByRole('button', { name: 'Add Job Entry' }).count()).toBe(0);
});

test('a job that is not there says so, and leads back', async ({ owner }) => {
  const { page, go } = owner;
  await go('/jobs/2147483647/entries');
  await page.getByText('Job not found').waitFor();
  await page.getByText("The job you're looking for doesn't exist or you don't have access to it.").waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Back to Jobs' }).click();
  await heading(page, 'Active Jobs').waitFor();
});

test('the list of all entries follows its address, its filter and its search', async ({ owner, ids, boss }) => {
  const { page, go, dialog } = owner;
  await go(`/job-entries?jobId=${ids.jobs.silage}`);
  const filter = page.getByRole('combobox', { name: 'Job', exact: true });
  await expect.poll(() => filter.inputValue()).toBe(String(ids.jobs.silage));
  await count(page, '5 entries');
  expect(await filter.getByRole('option').first().textContent()).toBe('All Jobs');
  await filter.selectOption('All Jobs');
  await page.waitForURL('**/job-entries');
  const box = page.getByRole('searchbox', { name: 'Search entries...' });
  // Job, operator, equipment and service.
  for (const [text, words] of [
    ['north quarter', '5 entries'],
    ['ORTEGA', '2 of 5 entries'],
    ['pack tractor', '2 of 5 entries'],
    ['chopping', '3 of 5 entries'],
  ] as const) {
    await box.fill(text);
    await count(page, words);
  }
  await box.fill('nothing of that name');
  await page.getByText('No entries match your search.').waitFor();
  await box.fill('');
  const [entry] = await boss.ok(contract.jobEntries.ofJob, { params: { id: ids.jobs.silage } });
  await go(`/job-entries?entryId=${entry?.id}`);
  await dialog('Job Entry').getByRole('definition').getByText('Chopping').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/job-entries');
  await go(`/job-entries?entryId=${entry?.id}&equipmentId=${ids.chopper}&jobId=${ids.jobs.silage}`);
  await closeButton(dialog('Job Entry')).click();
  await page.waitForURL(`**/equipment/${ids.chopper}`);
  await go('/job-entries?entryId=2147483647');
  await page.getByText('Job entry not found. It may have been deleted.').waitFor();
});

test('the summary adds up by service, and shows columns by the first entry', async ({ owner, ids }) => {
  const { page, go } = owner;
  await go(`/jobs/${ids.jobs.silage}/summary`);
  const chopping = page.getByRole('table', { name: 'Entries of Chopping' });
  await chopping.waitFor();
  const packing = page.getByRole('table', { name: 'Entries of Packing' });
  const heads = (table: typeof chopping) => table.getByRole('columnheader').allTextContents();
  expect(await heads(chopping)).toEqual(['Date', 'Equipment', 'Operator(s)', 'Hours', 'Fuel (gal)', 'Loads']);
  expect(await heads(packing)).toEqual(['Date', 'Equipment', 'Operator(s)', 'Hours']);
  expect(await chopping.locator('tfoot td').allTextContents()).toEqual(['Total of 3 entries', '27.8', '312', '136']);
  const totals = page.getByRole('definition');
  expect(await totals.allTextContents()).toEqual(['27.8 hrs', '312 gal', '136 loads', '11 hrs', '7 gal', '12.5']);
  await page.getByText('38.8 hrs in all').waitFor();
  await looksGood(page, 'jobs-summary', [DARK_PHONE]);
  await turnTo(page, LIGHT_DESK);
  // On a phone the totals of a service stay in sight under the top bar while its entries go by.
  await page.setViewportSize(PHONE);
  await page
    .getByRole('list', { name: 'Entries of Chopping' })
    .locator('li')
    .last()
    .evaluate((row) => {
      window.scrollTo(0, row.getBoundingClientRect().top + window.scrollY - 230);
    });
  const top = () => page.getByRole('heading', { name: 'Chopping' }).evaluate((element) => element.getBoundingClientRect().top);
  expect(await top()).toBeGreaterThanOrEqual(56);
  expect(await top()).toBeLessThan(90);
  await shoot(page, 'jobs-summary-scrolled');
  await page.setViewportSize(DESKTOP);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('link', { name: 'Back to entries' }).click();
  await page.waitForURL('**/entries');
});

test('nothing went wrong on any page', ({ owner }) => {
  expect(unexpected(owner)).toEqual([]);
});
