import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, PHONE } from '../support/browser.ts';
import { EVERY_LOOK, looksGood, shoot } from '../support/looks.ts';
import { type Member, settle } from '../support/offline-app.ts';
import { started, test as base } from './fixtures.ts';

// The same jobs as last year, and who is missing (decision 0071). What the list holds is in tests/api/season-repeats.

vi.setConfig({ testTimeout: 90_000 });

/** A day in the spring of 2026, for the browser: the server is asked about seasons. */
const NOW = '2026-03-16T15:00:00Z';

const hour = (orgId: number, serviceTypeId: number, price: string) => ({
  params: { orgId },
  body: { serviceTypeId, lines: [{ basis: 'hour' as const, prices: [{ upTo: null, price }] }] },
});

/** A company with work of 2025: three jobs of two customers, and one of a customer who has it again already. */
const test = base.extend('repeats', { scope: 'file' }, async ({ server }) => {
  const company = await settle(await server.owner('Season Again'));
  const { boss, orgId, serviceTypeId } = company;
  const params = { orgId };
  const { id: acres } = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Acres', fieldType: 'number' } });
  const fields = await boss.ok(contract.customDataFields.list, { params, query: {} });
  const hours = fields.find(({ name }) => name === 'Hours')?.id ?? 0;
  await boss.ok(contract.serviceTypes.update, { params: { id: serviceTypeId }, body: { customDataFieldIds: [hours, acres] } });
  await boss.ok(contract.rates.create, hour(orgId, serviceTypeId, '100'));
  const { id: machine } = await boss.ok(contract.equipment.create, {
    params,
    body: { name: 'Planter 4', serviceTypeIds: [serviceTypeId] },
  });
  const customer = async (businessName: string, phoneNumber: string | null) =>
    (await boss.ok(contract.customers.create, { params, body: { businessName, phoneNumber } })).id;
  const job = async (customerId: number, name: string, date: string, totalHours: number, Acres: number) => {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId } });
    const body = { serviceTypeId, date, totalHours, equipmentIds: [machine], customFieldValues: { Acres } };
    await boss.ok(contract.jobEntries.create, { params: { id }, body });
    return id;
  };
  const bar = await customer('Bar T Cattle Co.', '(308) 555-0117');
  const pine = await customer('Pine Ridge Farms', null);
  const there = await customer('Zeller Brothers', '+1 308 555 0100');
  const north = await job(bar, 'North 2025', '2025-05-12', 9, 118.5);
  await job(bar, 'South 2025', '2025-05-20', 2, 20);
  const creek = await job(pine, 'Creek bottom', '2025-06-02', 30, 210);
  await job(there, 'Home place', '2025-06-02', 5, 40);
  await job(there, 'Home place again', '2026-03-10', 5, 40);
  // 900 of Bar T, 3,000 of Pine Ridge.
  for (const id of [north, creek]) {
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
  }
  const advanced: Member = await server.member(boss, 'advanced');
  return { ...company, advanced, north };
});

test.beforeAll(started);

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const cells = (page: Page, name: string): Promise<string[]> => row(page, name).getByRole('cell').allInnerTexts();

const open = async (visited: { readonly page: Page; readonly open: (path: string) => Promise<unknown> }, path: string) => {
  await visited.page.clock.setFixedTime(NOW);
  await visited.open(path);
  return visited.page;
};

test('customers who are missing stand by what they were billed, with their numbers; without money rights by hours', async ({
  repeats,
  visit,
}) => {
  const page = await open(await visit(repeats.boss), '/jobs');
  await page.getByRole('link', { name: 'Same as last year' }).click();
  await page.getByRole('heading', { level: 1, name: 'Same as last year' }).waitFor();
  await page.getByRole('link', { name: /^Not yet this year\s*2$/ }).click();
  await page.getByRole('table', { name: 'Not yet this year' }).waitFor();
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Customer', 'Not yet', 'Days', 'Billed in season 2025', 'Phone']);
  expect(await page.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^Pine Ridge Farms\s+Creek bottom\s+Jun 2, 2025\s+\$3,000\.00\s+No phone number$/),
    expect.stringMatching(/^Bar T Cattle Co\.\s+North 2025, South 2025\s+May 12.*20, 2025\s+\$900\.00\s+\(308\) 555-0117$/),
  ]);
  const call = page.getByRole('link', { name: 'Call Bar T Cattle Co., (308) 555-0117' });
  expect(await call.getAttribute('href')).toBe('tel:3085550117');
  await looksGood(page, 'jobs-repeat-not-yet', EVERY_LOOK);

  const driver = await open(await visit(repeats.advanced), '/jobs/repeat?tab=notYet');
  await driver.getByRole('table', { name: 'Not yet this year' }).waitFor();
  expect(await driver.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/Creek bottom.*30 hrs/s),
    expect.stringMatching(/North 2025, South 2025.*11 hrs/s),
  ]);
  expect(await driver.getByRole('main').innerText()).not.toMatch(/\$|Billed/);
});

test('what is there already is said, and all the rest is made in three presses, by the keyboard alone', async ({ repeats, visit }) => {
  const page = await open(await visit(repeats.boss), '/jobs/repeat');
  await page.getByRole('table', { name: 'Work of season 2025' }).waitFor();
  expect((await cells(page, 'North 2025')).slice(1)).toEqual([
    'Bar T Cattle Co.',
    'North 2025\nbecomes North 2026',
    'Planting 9 hrs, 118.5 Acres',
    'May 12, 2025',
    'Planter 4',
    'Not yet',
  ]);
  expect((await cells(page, 'Home place')).at(-1)).toBe('Active');
  await looksGood(page, 'jobs-repeat', EVERY_LOOK);

  await page.getByRole('checkbox', { name: 'Choose all 3 that are not there yet' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('3 jobs of 2 customers').waitFor();
  await expectAccessible(page);
  await shoot(page, 'jobs-repeat-chosen');
  // One is left out after all.
  const south = page.getByRole('checkbox', { name: 'Do South 2025 of Bar T Cattle Co. again' });
  await south.focus();
  await page.keyboard.press('Space');
  const make = page.getByRole('button', { name: 'Make 2 jobs' });
  await make.focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByText('2 jobs made')
    .waitFor();
  await expect.poll(async () => (await cells(page, 'North 2025')).at(-1)).toBe('Active');
  expect((await cells(page, 'South 2025')).at(-1)).toBe('Not yet');
  await make.waitFor({ state: 'detached' });

  // Somebody who has not seen that ticks one of them, too.
  const jobs = await repeats.boss.ok(contract.jobs.list, { params: repeats, query: {} });
  expect(
    jobs
      .filter(({ season }) => season === '2026')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['Creek bottom', 'North 2026']);
  await page.getByRole('checkbox', { name: 'Do North 2025 of Bar T Cattle Co. again' }).check();
  await page.getByRole('button', { name: 'Make 1 job' }).click();
  const notice = page.getByRole('region', { name: /Notifications/ });
  await notice.getByText('No new jobs').waitFor();
  await notice.getByText('1 was there already.').waitFor();
  const after = await repeats.boss.ok(contract.jobs.list, { params: repeats, query: {} });
  expect(after).toHaveLength(jobs.length);

  // The job says what it is expected to come to.
  const made = jobs.find(({ name }) => name === 'North 2026')?.id ?? 0;
  const body = { serviceTypeId: repeats.serviceTypeId, date: '2026-05-11', totalHours: 4, customFieldValues: { Acres: 12.4 } };
  await repeats.boss.ok(contract.jobEntries.create, { params: { id: made }, body });
  await row(page, 'North 2025').getByRole('link', { name: 'Active' }).click();
  await page.getByText('Planting: expected 118.5 Acres, so far 12.4').waitFor();
  await page.getByText('Planting: expected 9 hrs, so far 4').waitFor();
  await looksGood(page, 'jobs-expected', EVERY_LOOK);
  await page.getByRole('link', { name: 'Expected, as last time' }).click();
  await page.waitForURL(new RegExp(`/jobs/${repeats.north}/entries$`));
});

test('without a connection the list is the last one, says so, and makes nothing', async ({ repeats, visit, proxy }) => {
  const visited = await visit(repeats.boss);
  const page = await open(visited, '/jobs/repeat?season=2027&of=2025');
  await page.getByRole('table', { name: 'Work of season 2025' }).waitFor();
  await visited.context.setOffline(true);
  await page.getByRole('link', { name: /^Not yet this year/ }).click();
  await page.getByRole('link', { name: /^All work/ }).click();
  await page.getByRole('checkbox', { name: /^Choose all \d+ that are not there yet$/ }).check();
  await page.getByText('Making them needs a connection.').waitFor();
  expect(await page.getByRole('button', { name: /^Make \d+ jobs$/ }).isDisabled()).toBe(true);
  // Another visit: it is on this device.
  await page.getByLabel('Service').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.getByLabel('Service').selectOption('');
  await page.getByText('No connection. This list is from').waitFor();
  await page.getByRole('table', { name: 'Work of season 2025' }).waitFor();
  await shoot(page, 'jobs-repeat-offline');
  await visited.context.setOffline(false);
  proxy.calm();
});

test.for(['de-DE', 'es-ES'])('in %s it says the same, and fits a phone', async (locale, { repeats, visit }) => {
  const page = await open(await visit(repeats.boss, locale, 'block', { viewport: PHONE }), '/jobs/repeat?season=2027&of=2025');
  await page.getByRole('list').getByText('Creek bottom').first().waitFor();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: locale === 'de-DE' ? /^\d+ Aufträge anlegen$/ : /^Crear \d+ trabajos$/ }).waitFor();
  await looksGood(page, `jobs-repeat-${locale}`);
  await page.getByRole('link', { name: locale === 'de-DE' ? /^Dieses Jahr noch nicht/ : /^Este año todavía no/ }).click();
  await page.getByText('Creek bottom').first().waitFor();
  await looksGood(page, `jobs-repeat-not-yet-${locale}`);
});
