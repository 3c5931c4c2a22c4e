import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Page } from 'playwright-core';
import { closeToast } from '../support/browser.ts';
import { ourRefusal } from '../support/faults-proxy.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import type { Member } from '../support/offline-app.ts';
import { started, test, type Visit } from './fixtures.ts';

// A service that measures nothing is not made by accident: what services begin with, and what is said of one that asks for nothing.

vi.setConfig({ testTimeout: 90_000 });

const PHONE_390 = { width: 390, height: 844 };
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const include = (page: Page, name: string) => page.getByLabel(`Include ${name}`);

/** Returns the names of a service's fields, required ones with an asterisk. */
const fieldsOf = async (owner: Member, serviceName: string) => {
  const fields = await owner.ok(contract.customDataFields.list, { params: owner, query: {} });
  const service = (await owner.ok(contract.serviceTypes.list, { params: owner, query: {} })).find(({ name }) => name === serviceName);
  return fields
    .filter(({ id }) => service?.customDataFieldIds.includes(id))
    .map(({ id, name }) => (service?.requiredFieldIds.includes(id) ? `${name} *` : name));
};

test.beforeAll(started);

test('a new owner at a phone: the chip Harvesting, Add Service, and the first entry asks for hours, machine and operator', async ({
  ownerAt,
  visit,
}) => {
  const owner = await ownerAt('services');
  const { page, open, press, type, said, toast, at } = await visit(owner);
  await page.setViewportSize(PHONE_390);
  await open('/');
  await press('Harvesting');
  await expect.poll(() => page.getByText('New, added with the service').count()).toBe(2);
  await looksGood(page, 'usual-fields-wizard', DARK_DESK_LIGHT_PHONE);
  await page.setViewportSize(PHONE_390);
  await press('Add Service');
  await toast('Service Added');
  expect(await fieldsOf(owner, 'Harvesting')).toEqual(['Acres', 'Equipment *', 'Fuel', 'Hours *', 'Loads', 'Operator *']);
  // The next one finds the fields that the first has made.
  await press('Mowing');
  await expect.poll(() => include(page, 'Acres').isChecked()).toBe(true);
  expect(await page.getByText('New, added with the service').count()).toBe(0);
  await press('Add Service');
  await expect.poll(() => fieldsOf(owner, 'Mowing')).toEqual(['Acres', 'Equipment *', 'Fuel', 'Hours *', 'Operator *']);
  await press('Continue to Equipment');
  await said('Step 4 of 5, 80%.');
  await type('Name', 'Combine');
  await press('Add Equipment');
  await toast('Equipment Added');
  await press('Continue to Customers');
  await said('Almost Done!');
  await type('Business Name', 'Ostrander Land & Grain');
  await press('Add Customer');
  await toast('Customer Added');
  await press('Complete Setup & Go to Dashboard');
  await at('/dashboard');

  const [customer] = await owner.ok(contract.customers.list, { params: owner, query: {} });
  await owner.ok(contract.jobs.create, { params: owner, body: { name: 'Home place', customerId: customer?.id ?? 0 } });
  await page
    .getByRole('button', { name: /New Job Entry/ })
    .first()
    .click();
  const entry = dialog(page, 'New Job Entry');
  await entry.getByLabel('Customer').selectOption('Ostrander Land & Grain');
  await entry.getByRole('combobox', { name: 'Job', exact: true }).selectOption('Home place');
  await entry.getByRole('combobox', { name: 'Service', exact: true }).selectOption('Harvesting');
  await entry.getByRole('textbox', { name: 'Hours' }).waitFor();
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  // The only machine has chosen itself.
  expect(await entry.getByLabel('Equipment').locator('option:checked').textContent()).toBe('Combine');
  for (const refusal of ['Operator is required', 'Hours is required']) {
    await entry.getByText(refusal).first().waitFor();
  }
  expect(await owner.ok(contract.jobEntries.list, { params: owner, query: {} })).toEqual([]);
});

test('offline the fields and the service wait, and come through in their order', async ({ ownerAt, visit }) => {
  const owner = await ownerAt('services');
  const { context, page, open, press, toast, items } = await visit(owner);
  await open('/');
  await press('Baling');
  await include(page, 'Bales').waitFor();
  await context.setOffline(true);
  await press('Add Service');
  await toast('Saved Offline');
  await expect.poll(() => items('Services').allTextContents()).toEqual([expect.stringContaining('Bales')]);
  await context.setOffline(false);
  await expect
    .poll(() => fieldsOf(owner, 'Baling'), { timeout: 30_000 })
    .toEqual(['Bales', 'Equipment *', 'Fuel', 'Hours *', 'Operator *']);
});

test(
  'where the service was refused, its fields are there and are not made again',
  { tags: ['proof'] },
  async ({ ownerAt, visit, proxy }) => {
    const owner = await ownerAt('services');
    const { page, open, press, toast } = await visit(owner);
    await open('/');
    await press('Mowing');
    await include(page, 'Acres').waitFor();
    proxy.on('POST', /\/service-types$/, { kind: 'answer', answer: ourRefusal(409, 'conflict') }, { times: 1 });
    await press('Add Service');
    await toast(/Failed to create service/);
    await closeToast(page);
    await expect.poll(() => page.getByText('New, added with the service').count()).toBe(0);
    await press('Add Service');
    await expect.poll(() => fieldsOf(owner, 'Mowing')).toEqual(['Acres', 'Equipment *', 'Fuel', 'Hours *', 'Operator *']);
    expect(proxy.seen('POST', new RegExp(`/${owner.orgId}/custom-data-fields$`))).toHaveLength(2);
  },
);

test(
  'a service that asks for nothing says so in the list, on its screen and in the entry, where one press mends it',
  { tags: ['proof'] },
  async ({ ownerAt, visit, server }) => {
    const owner = await ownerAt('services');
    const params = { orgId: owner.orgId };
    await owner.ok(contract.serviceTypes.create, { params, body: { name: 'Mowing' } });
    const spraying = await owner.ok(contract.serviceTypes.create, { params, body: { name: 'Spraying' } });
    const { id: customerId } = await owner.ok(contract.customers.create, { params, body: { businessName: 'Ostrander' } });
    await owner.ok(contract.jobs.create, { params, body: { name: 'Home place', customerId } });
    await owner.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
    const { context, page, open, press, said, toast } = await visit(owner);
    await open('/service-types');
    await expect.poll(() => page.getByText('No data fields').count()).toBe(2);
    await looksGood(page, 'usual-fields-list', DARK_DESK_LIGHT_PHONE);
    await open(`/service-types/${spraying.id}`);
    await said('This service only asks for the date');
    await looksGood(page, 'usual-fields-none', DARK_DESK_LIGHT_PHONE);
    await press('Add the usual fields');
    await toast('Service updated successfully');
    await expect.poll(() => page.getByRole('note').count()).toBe(0);
    expect(await fieldsOf(owner, 'Spraying')).toEqual(['Acres', 'Equipment *', 'Fuel', 'Hours *', 'Operator *']);

    const chooseMowing = async (on: Visit) => {
      await on.open('/dashboard');
      await on.page
        .getByRole('button', { name: /New Job Entry/ })
        .first()
        .click();
      const entry = dialog(on.page, 'New Job Entry');
      await entry.getByLabel('Customer').selectOption('Ostrander');
      await entry.getByRole('combobox', { name: 'Service', exact: true }).selectOption('Mowing');
      return entry;
    };
    const driver = await server.member(owner, 'basic');
    await context.close();
    const atDriver = await visit(driver);
    const told = await chooseMowing(atDriver);
    await told.getByText('Your office can choose what it asks for.').waitFor();
    expect(await told.getByRole('button', { name: 'Add the usual fields' }).count()).toBe(0);
    await looksGood(atDriver.page, 'usual-fields-driver', DARK_DESK_LIGHT_PHONE);
    await atDriver.context.close();
    const mended = await chooseMowing(await visit(owner));
    await mended.getByRole('button', { name: 'Add the usual fields' }).click();
    await mended.getByRole('textbox', { name: 'Hours' }).waitFor();
    expect(await mended.getByRole('note').count()).toBe(0);
    await expect.poll(() => fieldsOf(owner, 'Mowing')).toEqual(['Acres', 'Equipment *', 'Fuel', 'Hours *', 'Operator *']);
  },
);
