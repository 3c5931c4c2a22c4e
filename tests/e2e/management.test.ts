import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../support/looks.ts';
import { type Lists, openLists } from './management-lists.ts';
import type { Field } from './sync-field.ts';

// Customers and employees as the office keeps them (specification, chapter 4), and what a device offline may do with them.

vi.setConfig({ testTimeout: 60_000 });

let field: Field;
let lists: Lists;
let luisId: number;

beforeAll(async () => {
  ({ field, lists } = await openLists());
  const { dana, ids } = field;
  const params = { orgId: dana.orgId };
  const people = await dana.ok(contract.employees.list, { params });
  luisId = people.find(({ firstName }) => firstName === 'Luis')?.id ?? 0;
  await dana.ok(contract.employees.create, { params, body: { firstName: 'Maria', lastName: 'Lopez', phoneNumber: '555 0177' } });
  await dana.ok(contract.employees.create, { params, body: { firstName: 'Nils', lastName: 'Berg', email: 'nils@berg.example' } });
  await dana.ok(contract.customers.update, { params: { id: ids.gone }, body: { address: '4 Mill Road', phoneNumber: '555 0142' } });
  await dana.ok(contract.jobEntries.update, { params: { id: ids.entry }, body: { operatorIds: [luisId] } });
});
afterAll(async () => {
  await field?.close();
});

test('customers: columns, search by name, address and phone, and the form', async () => {
  const { page } = field;
  await lists.show('/customers', 'Customers');
  await lists.row('4 Mill Road').waitFor();
  expect(await lists.heads('Customers')).toEqual(['Business Name', 'Address', 'Phone Number', 'Actions']);
  for (const words of ['bar t', 'MILL', '0142']) {
    await lists.search(words, ['Bar T Cattle']);
  }
  await lists.search('nobody', [], 'No customers match your search.');
  await page.getByRole('button', { name: 'Add Customer' }).click();
  await page.getByRole('dialog', { name: 'Add New Customer' }).waitFor();
  await lists.press('Create Customer');
  await lists.says('Business name is required');
  await lists.fill('Business Name', 'Alder Bottom Farm');
  await lists.press('Create Customer');
  await field.toast('Customer created', 'Customer has been created successfully.');
  await lists.act('Edit', 'Alder Bottom Farm');
  await lists.fill('Address', '9 Creek Lane');
  await lists.press('Update Customer');
  await field.toast('Customer updated', 'Customer has been updated successfully.');
  await lists.row('9 Creek Lane').waitFor();
});

test('a customer on a screen of their own, with the way to their jobs', async () => {
  const { page, dana } = field;
  const customers = await dana.ok(contract.customers.list, { params: { orgId: dana.orgId } });
  const farm = customers.find(({ businessName }) => businessName === 'Lindqvist Farms');
  await lists.show(`/customers/${farm?.id}`, 'Lindqvist Farms');
  await page.getByRole('heading', { name: 'Contact Information' }).waitFor();
  await page.getByRole('link', { name: 'Home place wheat' }).waitFor();
  expect(await lists.heads('Customer Jobs')).toEqual(['Job Name', 'Status', 'Created']);
  await page.getByRole('link', { name: 'Home place wheat' }).click();
  await page.waitForURL(`**/jobs/${field.ids.wheat}/entries`);
  for (const path of ['/customers/2147483647', '/customers/none']) {
    await field.go(path);
    await page.getByText('Customer not found').waitFor();
  }
  await page.getByRole('link', { name: 'Back to Customers' }).click();
  await page.waitForURL('**/customers');
});

test('a customer is deleted after the question, from the list and from the customer’s screen', async () => {
  const { page, dana } = field;
  const made = await dana.ok(contract.customers.create, { params: { orgId: dana.orgId }, body: { businessName: 'Cedar Fork Farm' } });
  await lists.row('Cedar Fork Farm').waitFor();
  await lists.act('Delete', 'Bar T Cattle');
  await looksGood(field.page, 'management-customer-delete');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await lists.deletes({
    path: '/customers',
    name: 'Bar T Cattle',
    question: 'Are you sure you want to delete Bar T Cattle?',
    failed: 'Failed to delete customer',
    done: ['Customer deleted', 'Customer has been deleted successfully.'],
  });
  await lists.deletesThere(`/customers/${made.id}`, 'Cedar Fork Farm', '/customers');
  expect((await dana.try(contract.customers.get, { params: { id: made.id } })).status).toBe(404);
  // Going back shows that it is gone.
  await page.goBack();
  await page.getByText('Customer not found').waitFor();
});

test('employees: columns, search, and every rule of the form', async () => {
  const { page } = field;
  await lists.show('/employees', 'Employees');
  await lists.row('Maria Lopez').waitFor();
  expect(await lists.heads('Employees')).toEqual(['Name', 'Email', 'Phone', 'Access Level', 'Operator', 'User', 'Actions']);
  await lists.search('lopez', ['Maria Lopez']);
  await lists.search('nobody', [], 'No employees matching your search');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Employee' });
  const level = dialog.getByRole('combobox', { name: 'Access Level' });
  await dialog.waitFor();
  expect(await level.count()).toBe(0);
  await lists.fill('Email', 'nonsense');
  await lists.press('Create Employee');
  await lists.says('First name is required');
  await lists.says('Last name is required');
  await lists.says('Invalid email address');
  await lists.fill('First Name', 'Ada');
  await lists.fill('Last Name', 'Wren');
  await lists.fill('Email', '');
  await dialog.getByRole('checkbox', { name: 'Application User' }).check();
  expect(await level.inputValue()).toBe('basic');
  expect(await level.getByRole('option').allTextContents()).toEqual(['Manager', 'Advanced User', 'Basic User']);
  await lists.press('Create Employee');
  await lists.says('Email is required when the employee is marked as an application user');
  await dialog.getByRole('checkbox', { name: 'Application User' }).uncheck();
  await lists.press('Create Employee');
  await field.toast('Success', 'Employee created successfully');
  await lists.row('Ada Wren').waitFor();
});

test('choosing Owner for somebody else warns that ownership goes with it', async () => {
  const { page } = field;
  await lists.act('Edit', 'Luis Ortega');
  const dialog = page.getByRole('dialog', { name: 'Edit Employee' });
  const level = dialog.getByRole('combobox', { name: 'Access Level' });
  await level.waitFor();
  expect(await level.getByRole('option').allTextContents()).toEqual(['Owner', 'Manager', 'Advanced User', 'Basic User']);
  await level.selectOption('owner');
  await dialog
    .getByText('Ownership will be transferred to Luis Ortega. Only one owner per organization is possible, so you become a manager.')
    .waitFor();
  await looksGood(field.page, 'management-employee-owner');
  await level.selectOption('advanced');
  await lists.press('Update Employee');
  await field.toast('Success', 'Employee updated successfully');
});

test('an employee on a screen of their own', async () => {
  const { page } = field;
  await lists.show(`/employees/${luisId}`, 'Luis Ortega');
  await page.getByRole('link', { name: 'North Quarter silage' }).waitFor();
  expect(await lists.heads('Recent Job Entries')).toEqual(['Job', 'Date', 'Hours', 'Service']);
  expect(await page.getByRole('term').allTextContents()).toEqual([
    'Name',
    'Email',
    'Access Level',
    'Equipment Operator',
    'Application User',
  ]);
  await field.go('/employees/none');
  await page.getByText('Employee not found').waitFor();
  await page.getByRole('link', { name: 'Back to Employees' }).click();
  await page.waitForURL('**/employees');
});

test('the owner cannot be deleted, and nobody asks the server; others can', async () => {
  const { page, dana } = field;
  await lists.row('Maria Lopez').waitFor();
  await lists.act('Delete', 'Dana Halvorsen');
  await field.toast('Cannot Delete Owner', 'The organization owner cannot be deleted. Transfer ownership to another user first.');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await lists.onPhone(async () => {
    await lists.act('Delete', 'Dana Halvorsen');
    await field.toast('Cannot Delete Owner', /ownership/);
  });
  await lists.deletes({
    path: '/employees',
    name: 'Maria Lopez',
    question: 'Are you sure you want to delete this employee?',
    failed: 'Failed to delete employee',
    done: ['Success', 'Employee deleted successfully'],
  });
  const nils = (await dana.ok(contract.employees.list, { params: { orgId: dana.orgId } })).find(({ firstName }) => firstName === 'Nils');
  await lists.deletesThere(`/employees/${nils?.id}`, 'Nils Berg', '/employees');
});

test('offline, customers are locked and everything else goes on', async () => {
  const { page } = field;
  const why = 'You can only change customers online.';
  await lists.show('/customers', 'Customers');
  await field.offline();
  await page.getByText(why).waitFor();
  expect(await page.getByRole('button', { name: 'Add Customer' }).isDisabled()).toBe(true);
  for (const word of ['Edit', 'Delete']) {
    const button = page.getByRole('button', { name: `${word} Alder Bottom Farm` });
    expect([await button.getAttribute('aria-disabled'), await button.getAttribute('title')]).toEqual(['true', why]);
    await button.click({ force: true });
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
  await looksGood(field.page, 'management-customers-offline');
  await lists.onPhone(async () => {
    await page.getByRole('button', { name: 'Actions for Alder Bottom Farm' }).click();
    expect(await page.getByRole('menuitem', { disabled: true }).allTextContents()).toEqual([`Edit${why}`, `Delete${why}`]);
    await page.keyboard.press('Escape');
  });
  await page.getByRole('link', { name: 'Alder Bottom Farm' }).click();
  for (const word of ['Edit', 'Delete']) {
    expect(await page.getByRole('button', { name: word, exact: true }).isDisabled()).toBe(true);
  }
  await lists.show('/employees', 'Employees');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  await lists.fill('First Name', 'Otto');
  await lists.fill('Last Name', 'Field');
  await lists.press('Create Employee');
  await field.toast('Saved Offline', 'Employee created locally and will sync when online');
  await lists.act('Edit', 'Ada Wren');
  await lists.fill('Phone Number', '555 0199');
  await lists.press('Update Employee');
  await field.toast('Saved Offline', 'Employee updated locally and will sync when online');
  await lists.deletesThere(`/employees/${luisId}`, 'Luis Ortega', '/employees');
  // Deleted here is deleted, though the server does not know it yet.
  await page.goBack();
  await page.getByText('Employee not found').waitFor();
  await field.online();
  await field.says('Online');
  const { dana } = field;
  const people = await dana.ok(contract.employees.list, { params: { orgId: dana.orgId } });
  expect(people.map(({ firstName, phoneNumber }) => [firstName, phoneNumber])).toEqual([
    ['Ada', '555 0199'],
    ['Dana', null],
    ['Otto', null],
  ]);
});

test('nothing went wrong on any page', () => {
  expect(field.unexpected()).toEqual([]);
});
