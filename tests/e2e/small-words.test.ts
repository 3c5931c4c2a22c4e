import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import { gate } from '../support/faults-proxy.ts';
import { shoot } from '../support/looks.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { started, test } from './fixtures.ts';

// Words of the specification that were never visible, and lists that did not find or lead where they should.

/** Whether the text is readable: large enough and no longer transparent. */
const isSeen = (page: Page, words: string): Promise<boolean> =>
  page
    .getByText(words)
    .first()
    .evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 50 && height > 10 && Number(getComputedStyle(element.closest('[role=status]') ?? element).opacity) > 0.9;
    });

test.beforeAll(started);

test('what is loading is said to those who see, too, and moves nothing', async ({ company, visit, proxy }) => {
  const { boss } = company;
  const { page, open, said } = await visit(boss);
  const slow = gate();
  proxy.on('GET', /^\/api\/.*\/customers(\?|$)/, { kind: 'hold', until: slow.until });
  await open('/customers');
  await said('Loading customers...');
  await expect.poll(() => isSeen(page, 'Loading customers...')).toBe(true);
  // As high as its rows are, whether the sentence has come or not.
  const box = await page.getByRole('status').filter({ hasText: 'Loading customers...' }).boundingBox();
  expect(box?.height).toBe(4 * 56);
  await page.setViewportSize({ width: 390, height: 844 });
  await shoot(page, 'loading-customers');
  slow.open();
  await said('Ostrander Land & Grain');
});

test('a start that waits says what comes', async ({ company, visit, proxy }) => {
  const { boss } = company;
  const { page, open, heading, said } = await visit(boss);
  const slow = gate();
  proxy.on('GET', /^\/api\/organizations$/, { kind: 'hold', until: slow.until });
  await open('/dashboard');
  await said('Loading your dashboard...');
  await expect.poll(() => isSeen(page, 'Loading your dashboard...')).toBe(true);
  await shoot(page, 'loading-start');
  slow.open();
  await heading('Overview');
});

test('older addresses say where they lead, for a frame', { tags: ['proof'] }, async ({ company, visit }) => {
  const { boss } = company;
  const { page, open, heading } = await visit(boss);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    // What stands there when a frame is about to be drawn is drawn with it.
    const look = (): void => {
      const shown = [...document.querySelectorAll('[role=status]')].filter((each) => each.getClientRects().length > 0);
      seen.push(...shown.map((each) => each.textContent).filter((text) => text.startsWith('Redirecting')));
      requestAnimationFrame(look);
    };
    look();
  });
  const words = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await open('/jobs/new');
  await page.getByRole('dialog', { name: 'Add New Job' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/jobs');
  expect(await words()).toContain('Redirecting to jobs...');
  await open('/machines');
  await heading('Equipment');
  expect(new URL(page.url()).pathname).toBe('/equipment');
  expect(await words()).toContain('Redirecting to equipment page...');
});

test('a greeting without a first name has the whole e-mail', async ({ server, visit }) => {
  const person = await server.person({ firstName: '', lastName: '' });
  const { page, open, toast } = await visit(person);
  await page.addInitScript(() => sessionStorage.setItem('greeting', 'login'));
  await open('/');
  await toast('Login successful');
  await toast(`Welcome back, ${person.email}!`);
});

test('the job of a deleted customer keeps the name, which leads nowhere; entries are found by it', async ({ company, visit }) => {
  const { boss, customerId, customer, jobId, serviceTypeId } = company;
  await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2026-05-04' } });
  const { page, open, press, said } = await visit(boss);
  await open(`/jobs/${jobId}/entries`);
  await page.setViewportSize({ width: 390, height: 844 });
  const link = page.getByRole('main').getByRole('link', { name: customer, exact: true });
  await link.waitFor();
  const box = await link.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await shoot(page, 'job-customer');
  await open('/job-entries');
  await page.getByRole('searchbox').fill('ostrander');
  await page.getByRole('main').getByRole('listitem').filter({ hasText: customer }).first().waitFor();
  await page.getByRole('searchbox').fill('nobody of that name');
  await expect.poll(() => page.getByRole('main').getByRole('listitem').filter({ hasText: customer }).count()).toBe(0);

  await boss.ok(contract.customers.remove, { params: { id: customerId } });
  await open(`/jobs/${jobId}/entries`);
  await said(customer);
  await expect.poll(() => link.count(), PATIENCE).toBe(0);
  await said(customer);
  await press('Add Job Entry');
  const chosen = page.getByRole('dialog', { name: 'New Job Entry' }).getByLabel('Customer').locator('option:checked');
  expect(await chosen.textContent()).toBe(customer);
});

test('a job that this device cannot keep is said to be that, with the reason', { tags: ['proof'] }, async ({ company, visit }) => {
  const { boss } = company;
  const { page, open, toast } = await visit(boss);
  await open('/jobs?action=new');
  const dialog = page.getByRole('dialog', { name: 'Add New Job' });
  await dialog.getByLabel('Customer').selectOption({ index: 1 });
  await dialog.getByLabel('Job Name').fill('South 40');
  await page.evaluate(() => {
    for (const method of ['put', 'add'] as const) {
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    }
  });
  await dialog.getByRole('button', { name: 'Create Job' }).click();
  await toast(/^Failed to save job locally: ./);
});
