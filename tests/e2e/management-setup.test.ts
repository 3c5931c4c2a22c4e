import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../support/looks.ts';
import { type Lists, openLists } from './management-lists.ts';
import type { Field } from './sync-field.ts';

// Services, equipment, implements and service data fields as the office keeps them (specification, chapter 4).

vi.setConfig({ testTimeout: 60_000 });

let field: Field;
let lists: Lists;
let truckId: number;

beforeAll(async () => {
  ({ field, lists } = await openLists());
  const { dana } = field;
  const params = { orgId: dana.orgId };
  const [truck] = await dana.ok(contract.equipment.list, { params });
  truckId = truck?.id ?? 0;
  await dana.ok(contract.equipment.update, { params: { id: truckId }, body: { unitNumber: 'U-7', serialNumber: 'SN-100' } });
  await dana.ok(contract.serviceTypes.create, { params, body: { name: 'Mowing', showMachine: true } });
});
afterAll(async () => {
  await field?.close();
});

const serviceNamed = async (name: string) => {
  const { dana } = field;
  const all = await dana.ok(contract.serviceTypes.list, { params: { orgId: dana.orgId } });
  return all.find((service) => service.name === name);
};

test('services: three chips and how many more, and what their form asks besides', async () => {
  const { page } = field;
  await lists.show('/service-types', 'Service Types');
  const hauling = page.getByRole('row', { name: /Hauling/ });
  await hauling.waitFor();
  expect(await lists.heads('Service Types')).toEqual(['Name', 'Data Fields', 'Field Count', 'Actions']);
  expect(await hauling.getByRole('cell').allTextContents()).toEqual(['Hauling', 'EquipmentHoursLoads+3 more', '6', '']);
  await lists.search('nothing', [], 'No services matching your search');
  await page.getByRole('button', { name: 'Add Service' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Service' });
  const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  const count = dialog.getByRole('textbox', { name: 'Required equipment count' });
  await lists.press('Create Service');
  await lists.says('Service name is required');
  await lists.fill('Name', 'Baling');
  await box('Require Bales').waitFor();
  expect(await box('Require Hours').isChecked()).toBe(true);
  await lists.fill('Name', 'Snow removal');
  await expect.poll(() => box('Require Hours').isChecked()).toBe(false);
  for (const name of ['Hours', 'Operator', 'Equipment']) {
    await box(`Include ${name}`).uncheck();
  }
  await lists.fill('Name', 'Baling');
  expect([await count.count(), await box('Allow Multiple Operators').count()]).toEqual([0, 0]);
  await dialog.getByRole('note').waitFor();
  await box('Require Equipment').check();
  expect(await box('Include Equipment').isChecked()).toBe(true);
  expect(await count.inputValue()).toBe('1');
  for (const [typed, kept] of [
    ['3', '3'],
    ['99', '10'],
    ['0', '1'],
    ['x', '1'],
  ] as const) {
    await count.fill(typed);
    expect(await count.inputValue()).toBe(kept);
  }
  await box('Include Operator').check();
  await box('Allow Multiple Operators').check();
  await box('Include Equipment').uncheck();
  expect([await box('Require Equipment').isChecked(), await count.count()]).toEqual([false, 0]);
  await box('Require Equipment').check();
  await count.fill('');
  await looksGood(field.page, 'management-service-form');
  await lists.press('Create Service');
  await field.toast('Success', 'Service created successfully');
  expect(await serviceNamed('Baling')).toMatchObject({ equipmentCount: 1, allowMultipleOperators: true });
});

test('the equipment of a new service is sent only if any is chosen', async () => {
  const { page } = field;
  const assign = page.getByRole('dialog', { name: 'Assign Equipment to Baling' });
  await assign.getByRole('checkbox', { name: /Truck 7/ }).waitFor();
  await lists.press('Assign Equipment');
  await assign.waitFor({ state: 'detached' });
  expect(await serviceNamed('Baling')).toMatchObject({ version: 1, linkedEquipmentIds: [] });
  await page.getByRole('button', { name: 'Add Service' }).click();
  await lists.fill('Name', 'Chopping');
  await page.getByRole('checkbox', { name: 'Include Equipment' }).check();
  await lists.press('Create Service');
  await field.toast('Success', 'Service created successfully');
  await page
    .getByRole('dialog', { name: 'Assign Equipment to Chopping' })
    .getByRole('checkbox', { name: /Truck 7/ })
    .check();
  await lists.press('Assign Equipment');
  await field.toast('Success', 'Service updated successfully');
  expect(await serviceNamed('Chopping')).toMatchObject({ linkedEquipmentIds: [truckId] });
});

test('a service on its own screen', async () => {
  const { page } = field;
  await lists.show(`/service-types/${(await serviceNamed('Mowing'))?.id}`, 'Mowing');
  expect(await page.getByRole('term').allTextContents()).toEqual(['Name', 'Organization ID', 'Shows Machines', 'Created']);
  await lists.show(`/service-types/${(await serviceNamed('Hauling'))?.id}`, 'Hauling');
  await page.getByRole('link', { name: 'North Quarter silage' }).waitFor();
  expect(await lists.heads('Recent Usage')).toEqual(['Job', 'Date', 'Hours', 'Operator']);
  expect(await page.getByRole('term').allTextContents()).toEqual(['Name', 'Organization ID', 'Created']);
  await field.go('/service-types/none');
  await page.getByText('Service not found').waitFor();
  await page.getByRole('link', { name: 'Back to Services' }).click();
  await page.waitForURL('**/service-types');
});

test('equipment: columns, search by name, unit and serial number, and the form', async () => {
  const { page } = field;
  await field.go('/machines');
  await page.waitForURL('**/equipment');
  await lists.row('Truck 7').waitFor();
  expect(await lists.heads('Equipment')).toEqual(['Name', 'Unit Number', 'Serial Number', 'Service Types', 'Actions']);
  await page.getByRole('button', { name: 'Add Equipment' }).click();
  await lists.press('Add Equipment');
  await lists.says('Equipment name is required');
  await lists.says('Select at least one service type');
  await lists.fill('Name', 'Baler 2');
  await page.getByRole('checkbox', { name: 'Baling' }).check();
  await lists.press('Add Equipment');
  await field.toast('Success', 'Equipment added successfully');
  for (const words of ['TRUCK', 'u-7', 'sn-1']) {
    await lists.search(words, ['Truck 7']);
  }
  await lists.search('hauling', [], 'No equipment matching your search');
  await lists.act('Edit', 'Baler 2');
  await lists.fill('Unit Number', 'B-2');
  await lists.press('Update Equipment');
  await field.toast('Success', 'Equipment updated successfully');
});

test('a piece of equipment on its own screen, with its history', async () => {
  const { page, ids } = field;
  await lists.show(`/equipment/${truckId}`, 'Truck 7');
  await page.getByRole('link', { name: 'North Quarter silage' }).waitFor();
  expect(await lists.heads('Usage History')).toEqual(['Customer', 'Job', 'Date', 'Operator(s)']);
  await page.getByRole('cell', { name: 'Lindqvist Farms' }).click();
  await page.waitForURL(`**/job-entries?jobId=${ids.silage}&entryId=${ids.entry}&equipmentId=${truckId}`);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/equipment/${truckId}`);
  for (const [path, sentence] of [
    ['/equipment/none', 'Invalid equipment ID'],
    ['/equipment/2147483647', 'Equipment not found'],
  ] as const) {
    await field.go(path);
    await page.getByText(sentence).waitFor();
    expect(await page.getByRole('link', { name: 'Back to Equipment' }).getAttribute('href')).toBe('/equipment');
  }
});

test('implements: reached from the equipment, kept in dialogs, deleted', async () => {
  const { page } = field;
  await lists.show('/equipment', 'Equipment');
  await page.getByRole('navigation', { name: 'Equipment and implements' }).getByRole('link', { name: 'Implements' }).click();
  await page.waitForURL('**/implements');
  await page.getByText('No implements added yet.').waitFor();
  expect(await page.title()).toBe('Implements · Headland');
  await page.getByRole('button', { name: 'Add Implement' }).first().click();
  await lists.press('Create Implement');
  await lists.says('Implement name is required');
  await lists.says('Select at least one service type');
  await lists.fill('Name', 'Forage wagon');
  await page.getByRole('checkbox', { name: 'Chopping' }).check();
  await lists.press('Create Implement');
  await field.toast('Success', 'Implement created successfully');
  expect(await lists.heads('Implements')).toEqual(['Name', 'Service Types', 'Actions']);
  await lists.search('WAGON', ['Forage wagon']);
  await lists.search('chopping', [], 'No implements matching your search');
  await lists.onPhone(async () => {
    await lists.act('Edit', 'Forage wagon');
    await page.getByRole('checkbox', { name: 'Hauling' }).check();
    await lists.press('Update Implement');
    await field.toast('Success', 'Implement updated successfully');
    await page.getByText('Hauling', { exact: true }).waitFor();
  });
  await lists.onPhone(() =>
    lists.deletes({
      path: '/implements',
      name: 'Forage wagon',
      question: 'Are you sure you want to delete this implement? This might affect existing jobs.',
      failed: 'Failed to delete implement',
      done: ['Success', 'Implement deleted successfully'],
    }),
  );
  await page.getByText('No implements added yet.').waitFor();
});

test('data fields: system ones stay, others are switched, and go when nothing uses them', async () => {
  const { page } = field;
  await lists.show('/organization/service-data-fields', 'Service Data Fields');
  await lists.row('Fuel').waitFor();
  expect(await lists.heads('Service Data Fields')).toEqual(['Name', 'Type', 'Required', 'Usage Count', 'Status', 'Actions']);
  expect(await page.getByText('System', { exact: true }).count()).toBe(6);
  expect(await page.getByRole('button', { name: 'Delete Hours' }).count()).toBe(0);
  await lists.act('Edit', 'Hours');
  const dialog = page.getByRole('dialog', { name: 'Edit Data Field' });
  expect(await dialog.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
  expect(await dialog.getByRole('combobox', { name: 'Type' }).isDisabled()).toBe(true);
  expect(await dialog.getByRole('checkbox', { name: 'Active' }).count()).toBe(0);
  await dialog.getByRole('checkbox', { name: 'Required' }).check();
  await lists.press('Update Field');
  await field.toast('Success', 'Data field updated successfully');
  expect(await page.getByText('System', { exact: true }).count()).toBe(6);
  // Services that offer it, those that were just made too, and an entry that has a value of it.
  const uses = (name: RegExp) => expect.poll(() => page.getByRole('row', { name }).getByRole('cell').nth(3).textContent());
  await uses(/^Equipment/).toBe('4');
  await uses(/^Fuel/).toBe('3');
  const kept = page.getByRole('button', { name: 'Delete Fuel' });
  expect([await kept.getAttribute('aria-disabled'), await kept.getAttribute('title')]).toEqual([
    'true',
    "In use, so it can't be deleted. Deactivate it instead.",
  ]);
  await lists.act('Deactivate', 'Fuel');
  await field.toast('Success', 'Field deactivated successfully');
  await lists.onPhone(async () => {
    await lists.act('Activate', 'Fuel');
    await field.toast('Success', 'Field activated successfully');
  });
  await page.getByRole('button', { name: 'Add Data Field' }).click();
  expect(await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).inputValue()).toBe('text');
  await lists.press('Create Field');
  await lists.says('Field name is required');
  await lists.fill('Name', 'Moisture');
  await lists.press('Create Field');
  await field.toast('Success', 'Data field created successfully');
  await lists.row('Moisture').waitFor();
  await lists.deletes({
    path: '/custom-data-fields',
    name: 'Moisture',
    question: 'Are you sure you want to delete this data field?',
    failed: 'Failed to delete data field',
    done: ['Success', 'Data field deleted successfully'],
  });
});

test('offline, what is set up is kept on this device', async () => {
  const { page } = field;
  await field.offline();
  await lists.show('/implements', 'Implements');
  await page.getByRole('button', { name: 'Add Implement' }).first().click();
  await lists.fill('Name', 'Slurry tank');
  await page.getByRole('checkbox', { name: 'Hauling' }).check();
  await lists.press('Create Implement');
  await field.toast('Saved Offline', 'Implement created locally and will sync when online');
  await lists.show('/equipment', 'Equipment');
  await page.getByRole('button', { name: 'Add Equipment' }).click();
  await lists.fill('Name', 'Loader 4');
  await page.getByRole('checkbox', { name: 'Hauling' }).check();
  await lists.press('Add Equipment');
  await field.toast('Saved Offline', 'Equipment created locally and will sync when online');
  // It has a screen at once, under the address that it has for now.
  await page.getByRole('link', { name: 'Loader 4' }).click();
  await page.getByRole('heading', { level: 1, name: 'Loader 4' }).waitFor();
  await field.online();
  await field.says('Online');
  await page.waitForURL(/\/equipment\/\d{1,9}$/);
});

test('services and equipment are deleted after their questions', async () => {
  const { page, dana } = field;
  await lists.deletesThere(new URL(page.url()).pathname, 'Loader 4', '/equipment');
  for (const name of ['Baler 2', 'Truck 7']) {
    await lists.deletes({
      path: '/equipment',
      name,
      question: 'Are you sure you want to delete this equipment?',
      failed: 'Failed to delete equipment',
      done: ['Success', 'Equipment deleted successfully'],
    });
  }
  await page.getByText('No equipment added yet.').waitFor();
  await lists.show('/service-types', 'Service Types');
  await lists.deletes({
    path: '/service-types',
    name: 'Baling',
    question: 'Are you sure you want to delete this service? This might affect existing jobs.',
    failed: 'Failed to delete service',
    done: ['Success', 'Service deleted successfully'],
  });
  await lists.deletesThere(`/service-types/${(await serviceNamed('Chopping'))?.id}`, 'Chopping', '/service-types');
  expect((await dana.ok(contract.serviceTypes.list, { params: { orgId: dana.orgId } })).map(({ name }) => name)).toEqual([
    'Hauling',
    'Mowing',
  ]);
});

test('nothing went wrong on any page', () => {
  expect(field.unexpected()).toEqual([]);
});
