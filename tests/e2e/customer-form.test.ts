import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../support/looks.ts';
import { readStore, writeStore } from '../support/offline-device.ts';
import { started, test } from './fixtures.ts';

// What the office knows of a customer besides name, address and phone number: folded, and a form like any other.

vi.setConfig({ testTimeout: 60_000 });

test.beforeAll(started);

const FOLD = 'Email, number, address in parts';
const BILLS = 'Bills and terms';

test('a customer with number, address in parts and days to pay; a number that is taken stays on the form', async ({ company, visit }) => {
  const { boss } = company;
  const params = { orgId: boss.orgId };
  await boss.ok(contract.customers.create, { params, body: { businessName: 'Eikenborg Grain', externalNumber: 'A-1003' } });
  const { page, open, press, said, toast, type } = await visit(boss);
  await open('/customers');
  await press('Add Customer');
  await type('Business Name', 'Hernandal Dairy');
  await page.getByText(FOLD).click();
  await type('Customer Number', 'a-1003');
  await type('Street', '9 Elevator St');
  await type('ZIP', '56041');
  await type('Town', 'Hanska');
  await type('State', 'MN');
  await page.getByLabel('Country', { exact: true }).selectOption('US');
  await page.getByText(BILLS).click();
  for (const days of ['soon', '400']) {
    await type('Payment Days', days);
    await press('Create Customer');
    await said('Must be a whole number from 0 to 365');
    expect(await page.getByLabel('Payment Days').inputValue()).toBe(days);
  }
  await type('Payment Days', '14');
  await press('Create Customer');
  await said('Another customer has the number a-1003');
  await looksGood(page, 'customer-form');
  await type('Customer Number', 'A-1007');
  await press('Create Customer');
  await toast('Customer created');
  const made = (await boss.ok(contract.customers.list, { params })).find(({ businessName }) => businessName === 'Hernandal Dairy');
  expect(made).toMatchObject({
    externalNumber: 'A-1007',
    paymentDays: 14,
    street: '9 Elevator St',
    town: 'Hanska',
    country: 'US',
    address: '9 Elevator St\nHanska, MN 56041',
  });

  await open(`/customers/${made?.id ?? 0}`);
  await press('Edit');
  expect(await page.getByLabel('Payment Days').inputValue()).toBe('14');
  await type('Payment Days', '');
  await press('Update Customer');
  await toast('Customer updated');
  expect((await boss.ok(contract.customers.get, { params: { id: made?.id ?? 0 } })).paymentDays).toBeNull();
});

test('how a customer is billed and taxed, and whom else to talk to: typed, corrected, shown, and kept', async ({ company, visit }) => {
  const { boss } = company;
  const params = { orgId: boss.orgId };
  const { page, open, press, said, toast, type } = await visit(boss);
  const dialog = page.getByRole('dialog');
  await open('/customers');
  await press('Add Customer');
  await type('Business Name', 'Weingut Berg');
  await page.getByText(BILLS).click();
  await type('Discount, percent', '2');
  await press('Create Customer');
  await dialog.getByText('A discount needs a percentage and days', { exact: true }).waitFor();
  await type('Discount within days', '10');
  await dialog.getByLabel('Number of bills').selectOption('One for each job');
  await page.getByLabel('How they get bills').selectOption('On paper');
  await page.getByLabel('Work log').selectOption('Not with bills');
  await page.getByLabel('Language of their bills').selectOption('Deutsch');
  await type('Their reference', 'PO 4711');
  await page.getByLabel('Remind them of overdue bills').uncheck();
  await dialog.getByText('Tax', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Tax Number' }).fill('DE 12345678');
  await dialog.getByText('A VAT number there looks like DE123456789. Please check it.').waitFor();
  await page.getByRole('textbox', { name: 'Tax Number' }).fill('DE 123456789');
  await dialog.getByText(/^A VAT number/).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: /^Exempt/ }).check();
  await type('Reason or certificate', 'Certificate 77');
  await dialog.getByText('Other contacts').click();
  await press('Add a contact');
  await dialog.getByRole('textbox', { name: 'Email' }).last().fill('ann@');
  await press('Create Customer');
  await dialog.getByText('Contact name is required', { exact: true }).waitFor();
  await dialog.getByText('Invalid email address', { exact: true }).waitFor();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ann Lee');
  await dialog.getByRole('textbox', { name: 'Email' }).last().fill('ann@berg.example');
  await page.getByLabel('Gets bills, too').check();
  await looksGood(page, 'customer-billing-form');
  await press('Create Customer');
  await toast('Customer created');
  const made = (await boss.ok(contract.customers.list, { params })).find(({ businessName }) => businessName === 'Weingut Berg');
  expect(made).toMatchObject({
    discountPercent: '2',
    discountDays: 10,
    billGrouping: 'job',
    billWay: 'print',
    hasAnnex: false,
    language: 'de',
    buyerReference: 'PO 4711',
    isReminded: false,
    taxTreatment: 'exempt',
    taxNote: 'Certificate 77',
    contacts: [{ name: 'Ann Lee', email: 'ann@berg.example', phoneNumber: null, getsBills: true }],
  });

  await open(`/customers/${made?.id ?? 0}`);
  for (const words of [
    '2% off within 10 days',
    'One for each job',
    'On paper',
    'PO 4711',
    'Exempt',
    'Certificate 77',
    'ann@berg.example',
  ]) {
    await said(words);
  }
  await looksGood(page, 'customer-billing-screen');
  await press('Edit');
  // What is known is open.
  await page.getByLabel('Work log').selectOption('As usual');
  await press('Remove');
  await press('Update Customer');
  await toast('Customer updated');
  expect(await boss.ok(contract.customers.get, { params: { id: made?.id ?? 0 } })).toMatchObject({
    hasAnnex: null,
    contacts: [],
    discountPercent: '2',
    isReminded: false,
  });
});

test('a copy from before there was billing on it is edited as if all of it were as usual', async ({ company, visit }) => {
  const { boss } = company;
  const made = await boss.ok(contract.customers.create, { params: { orgId: boss.orgId }, body: { businessName: 'Old Copy' } });
  const { page, open, press, toast, type } = await visit(boss);
  await open('/customers');
  await page.getByText('Old Copy').waitFor();
  const rows: readonly Readonly<Record<string, unknown>>[] = await readStore(page, 'customers');
  const { contacts, taxTreatment, isReminded, billWay, hasAnnex, discountPercent, ...old } = rows.find(({ id }) => id === made.id) ?? {};
  expect([contacts, taxTreatment, isReminded, billWay, hasAnnex, discountPercent]).toEqual([[], 'usual', true, null, null, null]);
  await writeStore(page, 'customers', [old]);
  await page.evaluate((to) => history.pushState(null, '', to), `/customers/${made.id}`);
  await press('Edit');
  await type('Business Name', 'Old Copy, edited');
  await press('Update Customer');
  await toast('Customer updated');
  expect(await boss.ok(contract.customers.get, { params: { id: made.id } })).toMatchObject({
    businessName: 'Old Copy, edited',
    contacts: [],
    taxTreatment: 'usual',
    isReminded: true,
    version: 2,
  });
  const [log] = await boss.ok(contract.auditLogs.list, { params: { orgId: boss.orgId }, query: { limit: '1' } });
  expect(Object.keys(log?.changes.new ?? {})).toEqual(['businessName']);
});
