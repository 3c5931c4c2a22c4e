import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PHONE } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { readStore } from '../support/offline-device.ts';
import { NOW, test, WIDE } from './desk-fixtures.ts';
import { started } from './fixtures.ts';

// A person's own entries among all others, wherever entries are listed; whose the others are; and days instead of dates.

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

test('Mine narrows every list to the own entries, offline too, and is remembered', async ({ visit, work, boss }) => {
  const { page, context, open, said } = await visit(boss, 'en-US', 'block', { viewport: WIDE });
  await page.clock.setFixedTime(NOW);
  await open('/job-entries');
  const isFilled = async () => (await readStore(page, 'meta')).some(({ key }) => key === `cursor:${boss.orgId}`);
  await expect.poll(isFilled, { timeout: 25_000 }).toBe(true);
  const chip = page.getByRole('button', { name: 'Mine', exact: true });
  await said('19 entries');
  await chip.click();
  expect(await chip.getAttribute('aria-pressed')).toBe('true');
  await said('3 of 19 entries');
  await page.getByPlaceholder('Search entries...').fill('creek');
  await said('2 of 19 entries');
  await page.getByPlaceholder('Search entries...').fill('');
  await context.setOffline(true);
  await chip.click();
  await said('19 entries');
  await chip.click();
  await said('3 of 19 entries');
  await context.setOffline(false);
  await page.reload();
  await said('3 of 19 entries');
  await open(`/jobs/${work.jobs.silage}/entries`);
  await said('1 of 17 entries');
  await chip.click();
  await said('17 entries');
  await open('/job-entries/desk?when=week');
  await page.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.waitForURL(/operator=\d+/);
  const { employeeId } = await boss.ok(contract.organizations.get, { params: boss });
  expect(new URL(page.url()).searchParams.get('operator')).toBe(String(employeeId));
});

test('on a phone days stand above the cards, colleagues on them, and each is logged again from its menu', async ({ visit, ben, work }) => {
  expect(work.week.slip.createdBy).toBe(ben.userId);
  const { page, open } = await visit(ben, 'en-US', 'block', { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.clock.setFixedTime(NOW);
  await open('/job-entries');
  const cards = page.getByRole('list', { name: 'Job entries' });
  await cards.getByRole('heading', { name: 'Yesterday' }).waitFor();
  expect((await cards.getByRole('heading').allInnerTexts()).slice(0, 4)).toEqual([
    'Yesterday',
    'Tue, Jun 16',
    'Mon, Jun 15',
    'Thu, May 14',
  ]);
  const own = cards.getByRole('listitem').filter({ hasText: '6 hrs · 25 gal' });
  const others = cards.getByRole('listitem').filter({ hasText: 'Chopper 12' });
  expect(await own.innerText()).not.toMatch(/Jun|Luis|Dana/);
  expect(await others.innerText()).toContain('Dana Halvorsen');
  await looksGood(page, 'entries-by-day');
  await page.setViewportSize(PHONE);
  await own.getByRole('button', { name: /^More actions/ }).tap();
  await page.getByRole('menuitem', { name: 'Log again' }).tap();
  await page.getByRole('dialog', { name: 'New Job Entry' }).waitFor();
});

test('a search for jobs counts what it finds in the other tabs, too', async ({ visit, boss, work }) => {
  await boss.ok(contract.jobs.update, { params: { id: work.jobs.lagoon }, body: { status: 'completed' } });
  const { page, open } = await visit(boss, 'en-US', 'block', { viewport: WIDE });
  await open('/jobs');
  const tabs = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await expect
    .poll(() => tabs.allInnerTexts())
    .toEqual([/Active\s*2/, /Completed\s*1/, /Archived\s*0/, /All\s*3/].map((text) => expect.stringMatching(text) as string));
  await page.getByPlaceholder('Search jobs...').fill('lagoon');
  await expect
    .poll(() => tabs.allInnerTexts())
    .toEqual([/Active\s*0/, /Completed\s*1/, /Archived\s*0/, /All\s*1/].map((text) => expect.stringMatching(text) as string));
  await boss.ok(contract.jobs.update, { params: { id: work.jobs.lagoon }, body: { status: 'open' } });
});
