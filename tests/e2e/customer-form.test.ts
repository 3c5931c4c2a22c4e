import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../support/looks.ts';
import { started, test } from './fixtures.ts';

// What the office knows of a customer besides name, address and phone number: folded, and a form like any other.

vi.setConfig({ testTimeout: 60_000 });

test.beforeAll(started);

const FOLD = 'Email, number, address in parts, billing';

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
  await page.getByLabel('Country').selectOption('US');
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
