import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE } from '../support/browser.ts';
import type { Company } from '../support/offline-app.ts';
import { started, test } from './fixtures.ts';

// Ctrl K over everything that the device holds, with counts, and bills by number for those who may see money.

const JOBS = 12;
const NOTES = 9;

/** Twelve jobs at the creek, eight dairies, nine notes about a gate, and a bill. */
const furnish = async ({ boss, orgId, customerId, serviceTypeId, jobId }: Company): Promise<{ bill: string }> => {
  const params = { orgId };
  for (let index = 1; index <= JOBS; index += 1) {
    await boss.ok(contract.jobs.create, { params, body: { name: `Creek bottom ${index}`, customerId } });
  }
  for (let index = 1; index <= 8; index += 1) {
    const contact = { firstName: 'Mia', lastName: `Stroud${index}` };
    const body = {
      businessName: `Prairie Ridge Dairy ${index}`,
      externalNumber: `K-100${index}`,
      town: `Cedar Falls ${index}`,
      ...contact,
    };
    await boss.ok(contract.customers.create, { params, body });
  }
  const truck = await boss.ok(contract.equipment.create, {
    params,
    body: { name: 'Truck 7', unitNumber: 'U-77', serialNumber: 'SN-55512', serviceTypeIds: [serviceTypeId] },
  });
  await boss.ok(contract.implements.create, { params, body: { name: 'Side dump trailer', serviceTypeIds: [serviceTypeId] } });
  const log = (date: string, more: object) =>
    boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date, equipmentIds: [truck.id], ...more } });
  for (let day = 1; day <= NOTES; day += 1) {
    await log(`2026-05-0${day}`, { notes: `Unloaded at the barn of the neighbors, ${day} loads.\nThe Gate by the mill is locked.` });
  }
  await log('2026-04-02', { notes: 'Nothing of note', customFieldValues: { Ticket: 90_210, Field: 'Lagoon 2' } });
  const { id } = await boss.ok(contract.jobs.create, { params, body: { name: 'South quarter', customerId } });
  await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2026-05-04', totalHours: 2 } });
  await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
  const [record] = await boss.ok(contract.billingRecords.list, { params });
  return { bill: `${record?.year}-${record?.number}` };
};

const paletteOn = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const group = (name: string | RegExp) => dialog.getByRole('group', { name, exact: typeof name === 'string' });
  return {
    dialog,
    group,
    options: (name: string | RegExp) => group(name).getByRole('option'),
    type: async (text: string): Promise<void> => {
      if (!(await dialog.isVisible())) {
        await page.keyboard.press('Control+K');
      }
      await dialog.getByRole('combobox').fill(text);
    },
    /** Whatever is still on its way. */
    rest: () => page.waitForTimeout(1_500),
  };
};
const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test.beforeAll(started);

test('finds by any name, number, contact and note, says how many there are, and leads to all of them', async ({ company, deviceOf }) => {
  const { bill } = await furnish(company);
  const device = await deviceOf(company.boss);
  const { page } = device;
  await device.open('/dashboard');
  const palette = await paletteOn(page);

  await palette.type('creek');
  await palette.group('Jobs 12').waitFor();
  expect(await palette.options('Jobs 12').count()).toBe(7);
  await palette.dialog.getByRole('status').getByText('12 results').waitFor({ state: 'attached' });
  await expectAccessible(page);
  await palette.dialog.getByRole('option', { name: 'Show all 12' }).click();
  await page.waitForURL('**/jobs?status=all&q=creek');
  const search = page.getByRole('searchbox', { name: 'Search jobs...' });
  expect(await search.inputValue()).toBe('creek');
  await page.getByText('12 of 14 jobs').waitFor();
  // What is typed counts from then on; the palette leads here again.
  await search.fill('creek bottom 11');
  await page.getByText('1 of 14 jobs').waitFor();
  expect(pathOf(page)).toBe('/jobs?status=all');
  await palette.type('creek bottom');
  await palette.dialog.getByRole('option', { name: 'Show all 12' }).click();
  await page.getByText('12 of 14 jobs').waitFor();
  expect(await search.inputValue()).toBe('creek bottom');

  // The number, the contact and the town, which the name does not show.
  for (const [typed, detail] of [
    ['K-1003', 'K-1003'],
    ['ridge stroud3', 'Mia Stroud3'],
    ['falls 3', 'Cedar Falls 3'],
  ] as const) {
    await palette.type(typed);
    await palette.group('Customers 1').getByRole('option', { name: 'Prairie Ridge Dairy 3' }).getByText(detail).waitFor();
  }
  await palette.type('mia');
  await palette.dialog.getByRole('option', { name: 'Show all 8' }).click();
  await page.getByText('8 of 9 customers').waitFor();

  for (const typed of ['u-77', 'sn-55512', 'truck']) {
    await palette.type(typed);
    await palette.group('Equipment 1').getByRole('option', { name: 'Truck 7' }).waitFor();
  }
  await palette.type('dump');
  await palette.group('Implements 1').getByRole('option', { name: 'Side dump trailer' }).click();
  await page.waitForURL('**/implements?q=Side+dump+trailer');
  await page.getByText('1 implement', { exact: true }).waitFor();

  // Notes, newest first, with the piece in which it was found.
  await palette.type('gate mill');
  await palette.group('Job Entries 9').waitFor();
  expect(await palette.options('Job Entries 9').count()).toBe(7);
  const first = palette.options('Job Entries 9').first();
  expect(await first.textContent()).toBe('May 9, 2026 · Planting · Truck 7…9 loads. The Gate by the mill is locked.');
  await first.click();
  await page.waitForURL('**/job-entries?entryId=*');
  await page.getByRole('dialog').getByText('The Gate by the mill is locked.').waitFor();
  await page.keyboard.press('Escape');
  for (const [typed, detail] of [
    ['90210', 'Ticket: 90210'],
    ['lagoon', 'Field: Lagoon 2'],
  ] as const) {
    await palette.type(typed);
    await palette.group('Job Entries 1').getByText(detail).waitFor();
  }
  await palette.type('gate mill');
  await palette.dialog.getByRole('option', { name: 'Show all 9' }).click();
  await page.waitForURL('**/job-entries/desk?q=gate+mill');

  await palette.type(bill);
  await palette.group('Billing Records 1').getByRole('option', { name: bill }).click();
  await page.waitForURL('**/organization/billing/records/*');

  await page.setViewportSize(PHONE);
  await palette.type('gate mill');
  await palette.group('Job Entries 9').waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('offline it finds what the device holds, and no bills', async ({ company, deviceOf }) => {
  const { bill } = await furnish(company);
  const device = await deviceOf(company.boss);
  const { page } = device;
  await device.open('/dashboard');
  const palette = await paletteOn(page);
  await palette.type(bill);
  await palette.group('Billing Records 1').waitFor();
  await page.keyboard.press('Escape');
  await device.offline();
  await palette.type('gate mill');
  await palette.group('Job Entries 9').waitFor();
  await palette.type('stroud');
  await palette.group('Customers 8').waitFor();
  await palette.type(bill);
  await palette.rest();
  expect(await palette.group(/Billing/).count()).toBe(0);
  await device.online();
  await palette.group('Billing Records 1').waitFor();
});

test('a driver finds entries, but no bill, and the server is not even asked', async ({ app, company, deviceOf }) => {
  const { bill } = await furnish(company);
  const device = await deviceOf(await app.test.member(company.boss, 'basic'));
  const { page } = device;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await device.open('/dashboard');
  const palette = await paletteOn(page);
  await palette.type('gate mill');
  await palette.group('Job Entries 9').waitFor();
  await palette.type(bill);
  await palette.rest();
  expect(await palette.group(/Billing/).count()).toBe(0);
  expect(asked.filter((url) => url.includes('billing'))).toEqual([]);
});
