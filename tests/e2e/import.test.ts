import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import type { Person } from '../support/test-app.ts';
import { workbookOf } from '../support/workbook.ts';
import { started, test as base } from './fixtures.ts';

// A file of records: chosen, looked at row by row, imported, and undone (specification 12.8).

vi.setConfig({ testTimeout: 90_000 });

const test = base.extend('company', async ({ server }) => {
  const boss = await server.owner('Amsler Custom Farming');
  const company = await settle(boss);
  const params = { orgId: boss.orgId };
  const customer = (businessName: string, more: object = {}) =>
    boss.ok(contract.customers.create, { params, body: { businessName, ...more } });
  await customer('Eikenborg Grain', { externalNumber: '1003', phoneNumber: '507-555-0000', town: 'Hanska', street: '9 Elevator St' });
  await customer('Fjelstul Farms', { externalNumber: '1005' });
  return company;
});

test.beforeAll(started);

const HEADS = ['Name', 'No.', 'Street', 'Town', 'ZIP', 'Phone', 'Email', 'Sales rep'];
const ROWS = [
  ['Aakre Brothers', '1001', '4120 County Rd 9', 'Sleepy Eye', '56085', '507-555-0112', 'office@aakre.example', 'KM'],
  ['Bar T Cattle Co.', '1002', '77 Feedlot Rd', 'Comfrey', '56019', '507-555-0155', '', 'KM'],
  ['Eikenborg Grain', '1003', '9 Elevator St', 'Hanska', '', '507-555-0199', 'pay@eikenborg.example', 'MQ'],
  ['Fjelstul Farms', '1005', '', '', '', '', '', 'KM'],
  ['Goossenaar & Sons', '1006', '5788 County Rd D23', 'Fairhollow', '56280', '507-555-0108', 'goossenaar(at)mail', 'MQ'],
  ['Hernandal Dairy', '1007', '640 County Line', 'Evan', '56238', '507-555-0133', 'dairy@hernandal.example', 'MQ'],
  ['Hernandal Dairy', '1007', '640 County Line', 'Evan', '56238', '507-555-0133', 'dairy@hernandal.example', 'MQ'],
  ['', '1010', '', 'Sleepy Eye', '56085', '507-555-0102', '', 'KM'],
];
const CSV = [HEADS, ...ROWS].map((cells) => cells.join(',')).join('\n');

const choose = async (page: Page, content: Buffer, name: string): Promise<void> => {
  await page.getByLabel('Excel or CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
};

const customersOf = async (boss: Person & { orgId: number }) =>
  (await boss.ok(contract.customers.list, { params: { orgId: boss.orgId } })).map(({ businessName }) => businessName);

test('a list of customers is read, looked at row by row, imported, and undone', async ({ company, visit }) => {
  const { page, open, press, said, follow, at } = await visit(company.boss);
  const before = await customersOf(company.boss);
  await open('/customers');
  await follow('Import...');
  await at('/organization/import?kind=customers');
  await looksGood(page, 'import-choose');
  await choose(page, Buffer.from(CSV), 'customers-2025.csv');
  await said('4 of 8 rows will be imported.');
  await looksGood(page, 'import-preview');
  // The problems, one after the other.
  await page.getByRole('button', { name: /^Can't import/ }).click();
  await page.getByText('goossenaar(at)mail').click();
  await said('Email: Invalid email address.');
  await page.getByRole('region', { name: 'Rows' }).focus();
  await page.keyboard.press('n');
  await said('Name: Business name is required.');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the 2 rows' }).click()]);
  expect(file.suggestedFilename()).toBe('customers-2025-reason.csv');
  // A column that is not wanted.
  await page.getByRole('button', { name: /^All rows/ }).click();
  await page.getByRole('combobox', { name: 'Column Email becomes' }).selectOption('Not imported');
  await said('5 of 8 rows will be imported.');
  await page.getByRole('combobox', { name: 'Column Email becomes' }).selectOption('Email');
  await said('4 of 8 rows will be imported.');
  await press('Import 4 rows');
  await said('4 rows were imported.');
  await looksGood(page, 'import-done');
  expect(await customersOf(company.boss)).toEqual([...before, 'Aakre Brothers', 'Bar T Cattle Co.', 'Hernandal Dairy'].toSorted());
  await press('Undo import');
  await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo import' }).click();
  await said('This import was undone.');
  expect(await customersOf(company.boss)).toEqual(before);
});
