import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { ourRefusal } from '../support/faults-proxy.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { organizationsOf, started, test } from './fixtures.ts';

// The five steps, and their end.

test.beforeAll(started);

test('the wizard: employees and service fields', async ({ ownerAt, visit, proxy }) => {
  const owner = await ownerAt('employees');
  const { page, open, press, follow, type, said, toast, at, items } = await visit(owner);
  await open('/');
  await at(`/onboarding/step-employees?orgId=${owner.orgId}`);
  await said('Step 1 of 5, 20%.');
  await said(owner.email);
  await said('Owner • Non-operator');
  await press('Add Employee');
  await toast('Required Fields Missing');
  await toast('Please fill in first name and last name.');
  await said('First name is required');
  expect(await page.getByLabel('Access Level').locator('option').allTextContents()).toEqual(['Employee', 'Manager', 'Admin']);
  expect(await page.getByLabel('Access Level').inputValue()).toBe('employee');
  await press('Add More Employees');
  expect(await page.getByLabel('First Name').evaluate((input) => input === document.activeElement)).toBe(true);
  await type('First Name', 'Luis');
  await type('Last Name', 'Ortega');
  await page.getByLabel('Access Level').selectOption('manager');
  await page.getByLabel('Equipment Operator').check();
  await press('Add Employee');
  await toast('Employee Added');
  await expect
    .poll(() => items('Employees').allTextContents())
    .toEqual([expect.stringContaining('Owner'), 'Luis OrtegaManagerOperatorNo accessInvite']);
  const sent =
    proxy
      .seen('POST', /\/employees$/)
      .at(-1)
      ?.body.toString() ?? '{}';
  expect(JSON.parse(sent)).toMatchObject({ email: '', phoneNumber: '', accessLevel: 'manager', isOperator: true, isUser: false });
  await looksGood(page, 'onboarding-employees', DARK_DESK_LIGHT_PHONE);
  await press('Continue to Service Data Fields');
  await at(`/onboarding/step-service-fields?orgId=${owner.orgId}`);
  expect((await organizationsOf(owner))[0]?.onboardingStep).toBe('service-fields');

  await said('Step 2 of 5, 40%.');
  await expect.poll(() => page.getByText('Standard', { exact: true }).count()).toBe(6);
  await expect
    .poll(() =>
      items('Data fields')
        .filter({ has: page.getByText('Required', { exact: true }) })
        .allTextContents(),
    )
    .toEqual(['EquipmentEquipmentStandardRequired', 'OperatorOperatorStandardRequired']);
  await press('Add Custom Field');
  await said('Field name is required');
  expect(await page.getByLabel('Field Type').locator('option').allTextContents()).toEqual([
    'Equipment',
    'Operator',
    'Number',
    'Text',
    'Attachment',
    'Date',
    'Dropdown',
    'Yes/No',
  ]);
  await type('Field Name', 'Crop');
  await page.getByLabel('Field Type').selectOption('dropdown');
  await press('Add Custom Field');
  await said('Enter at least one option');
  await type('Options', ' Corn \n\n 2,5 m\n');
  await press('Add Custom Field');
  await toast('Custom Field Added');
  await expect.poll(() => items('Data fields').count()).toBe(7);
  const fields = await owner.ok(contract.customDataFields.list, { params: owner, query: {} });
  expect(fields.find(({ name }) => name === 'Crop')).toMatchObject({ fieldType: 'dropdown', options: ['Corn', '2,5 m'] });
  await looksGood(page, 'onboarding-fields', DARK_DESK_LIGHT_PHONE);
  // Back only goes back: the step that is kept stays.
  await follow('Back to Employees');
  await said('Step 1 of 5, 20%.');
  expect((await organizationsOf(owner))[0]?.onboardingStep).toBe('service-fields');
});

test(
  'an organization without standard fields gets the six; a step that the server refuses is said and stays',
  { tags: ['proof'] },
  async ({ ownerAt, server, visit, proxy }) => {
    const owner = await ownerAt('service-fields');
    await server.db.query({ text: 'delete from custom_data_fields where organization_id = $1', values: [owner.orgId] });
    const { page, open, press, toast, at, items } = await visit(owner);
    await open('/');
    await expect
      .poll(() => items('Standard fields').allTextContents())
      .toEqual([
        'EquipmentEquipment, optional',
        'OperatorOperator, optional',
        'HoursNumber, optional',
        'LoadsNumber, optional',
        'NotesText, optional',
        'AttachmentsAttachment, optional',
      ]);
    await press('Add Standard Fields');
    await toast('Default Fields Added');
    await expect.poll(() => page.getByText('Standard', { exact: true }).count()).toBe(6);
    expect(await page.getByText('Required', { exact: true }).count()).toBe(0);
    proxy.on('PATCH', /\/organizations\/\d+$/, { kind: 'answer', answer: ourRefusal(409, 'conflict') });
    await press('Continue to Services');
    await toast('Failed to proceed to next step: It says conflict.');
    await at(`/onboarding/step-service-fields?orgId=${owner.orgId}`);
  },
);

test('the wizard: services, equipment, customers, and the end', async ({ ownerAt, visit, proxy }) => {
  const owner = await ownerAt('services');
  const { context, page, open, press, type, said, toast, items } = await visit(owner);
  await open('/');
  await said('Step 3 of 5, 60%.');
  const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
  await expect
    .poll(() => examples.allTextContents())
    .toEqual('Mowing Hauling Chopping Spreading Planting Harvesting Tillage Spraying Fertilizing Baling Cultivating'.split(' '));
  expect(await page.getByRole('button', { name: 'Continue to Equipment' }).isDisabled()).toBe(true);
  await press('Add Service');
  await said('Service name is required');
  await press('Baling');
  // The example brings what such work usually asks for: fields that are not there yet come with the service.
  await expect.poll(() => page.getByText('New, added with the service').count()).toBe(2);
  expect(await page.getByLabel('Require Hours').isChecked()).toBe(true);
  for (const name of ['Hours', 'Bales', 'Fuel', 'Operator', 'Equipment']) {
    await page.getByLabel(`Include ${name}`).uncheck();
  }
  expect(await page.getByLabel('Required equipment count').count()).toBe(0);
  expect(await page.getByLabel('Allow Multiple Operators').count()).toBe(0);
  await said('This service only asks for the date');
  await page.getByLabel('Require Equipment').check();
  expect(await page.getByLabel('Include Equipment').isChecked()).toBe(true);
  await page.getByLabel('Include Operator').check();
  await page.getByRole('textbox', { name: 'Required equipment count' }).fill('99');
  expect(await page.getByRole('textbox', { name: 'Required equipment count' }).inputValue()).toBe('10');
  await page.getByLabel('Allow Multiple Operators').check();
  await page.getByLabel('Require Loads').check();
  await page.getByLabel('Include Loads').uncheck();
  expect(await page.getByLabel('Require Loads').isChecked()).toBe(false);
  await press('Add Service');
  await toast('Service Added');
  const one = async () => (await owner.ok(contract.serviceTypes.list, { params: owner, query: {} }))[0];
  expect(await one()).toMatchObject({
    name: 'Baling',
    equipmentCount: 10,
    allowMultipleOperators: true,
    showEquipment: true,
    showLoads: false,
  });

  await press('Configure Baling');
  const panel = items('Services').first();
  await panel.getByLabel('Require Hours').check();
  await panel.getByLabel('Include Notes').check();
  await panel.getByLabel('Include Equipment').uncheck();
  await toast('Service Updated');
  const names = async () => {
    const fields = await owner.ok(contract.customDataFields.list, { params: owner, query: {} });
    const service = await one();
    const of = (ids: readonly number[] = []) => fields.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    return [of(service?.customDataFieldIds), of(service?.requiredFieldIds)];
  };
  await expect.poll(names).toEqual([
    ['Hours', 'Notes', 'Operator'],
    ['Hours', 'Operator'],
  ]);
  proxy.on('PATCH', /\/service-types\//, { kind: 'answer', answer: ourRefusal(409, 'conflict') }, { times: 1 });
  await panel.getByLabel('Include Loads').click();
  await toast('Failed to update service: It says conflict.');
  await expect.poll(() => panel.getByLabel('Include Loads').isChecked()).toBe(false);
  await looksGood(page, 'onboarding-services', DARK_DESK_LIGHT_PHONE);
  await press('Continue to Equipment');

  await said('Step 4 of 5, 80%.');
  await press('Add Equipment');
  await said('Equipment name is required');
  await type('Name', 'Baler');
  await type('Unit Number', '7');
  await type('Serial Number', 'LS-0001');
  await press('Add Equipment');
  await toast('Equipment Added');
  await said('Unit: 7');
  await said('S/N: LS-0001');
  await press('Configure Baler');
  await items('Equipment').first().getByLabel('Baling').check();
  await toast('Equipment Updated');
  await expect.poll(async () => (await owner.ok(contract.equipment.list, { params: owner, query: {} }))[0]?.serviceTypeIds.length).toBe(1);
  await looksGood(page, 'onboarding-equipment', DARK_DESK_LIGHT_PHONE);
  // Interrupted, and on another device: it goes on where it was.
  await press('Continue to Customers');
  await said('Step 5 of 5, 100%.');
  await context.close();
  const again = await visit(owner);
  await again.open('/');
  await again.at(`/onboarding/step-customers?orgId=${owner.orgId}`);
  await again.said('Almost Done!');
  await again.press('Add Customer');
  await again.said('Business name is required');
  await again.type('Business Name', 'Ostrander Land & Grain');
  await again.type('Phone Number', '555 0142');
  await again.press('Add Customer');
  await again.toast('Customer Added');
  await again.said('555 0142');
  await looksGood(again.page, 'onboarding-customers', DARK_DESK_LIGHT_PHONE);
  // No step without its organization.
  await again.open('/onboarding/step-services');
  await again.at(`/onboarding/step-customers?orgId=${owner.orgId}`);
  await again.follow('Back to Equipment');
  await again.page.goBack();
  await again.said('Almost Done!');
  await again.press('Complete Setup & Go to Dashboard');
  await again.toast('Setup Complete!');
  await again.at('/dashboard');
  expect((await organizationsOf(owner))[0]).toMatchObject({ onboardingCompleted: true, onboardingStep: 'completed' });
  expect(await again.page.evaluate(() => localStorage.getItem('selectedOrganizationId'))).toBe(String(owner.orgId));
  // The five steps stay within reach, without an organization they lead to the dashboard, and the rest is gone.
  await again.open(`/onboarding/step-employees?orgId=${owner.orgId}`);
  await again.said('Step 1 of 5, 20%.');
  await again.open('/onboarding/step-equipment');
  await again.at('/dashboard');
  await again.open('/onboarding/choice');
  await again.heading('404 Page Not Found');
});

test('on any error on the way to the dashboard it is reached all the same', { tags: ['proof'] }, async ({ ownerAt, visit, proxy }) => {
  const owner = await ownerAt('customers');
  const { open, press, said, at } = await visit(owner);
  await open('/');
  await said('Almost Done!');
  proxy.on('GET', /^\/api\/organizations/, { kind: 'drop' });
  await press('Complete Setup & Go to Dashboard');
  await at('/dashboard');
});
