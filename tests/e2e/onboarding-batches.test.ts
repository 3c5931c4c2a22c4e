import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { ourRefusal } from '../support/faults-proxy.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { started, test } from './fixtures.ts';

// The overview, the batches, the defaults, and two people at once.

test.beforeAll(started);

test('the set-up in batches: what failed stays with its reason, and nothing is made twice', async ({ ownerAt, visit, proxy }) => {
  const owner = await ownerAt('employees');
  const path = (name: string) => `/onboarding/setup-${name}?orgId=${owner.orgId}`;
  const { page, open, heading, press, follow, type, said, toast, at } = await visit(owner);
  await open('/');
  await follow('Setup overview');
  await heading('Complete Your Organization Setup');
  await said('(0/4 completed)');
  await said('4 steps remaining');
  await looksGood(page, 'onboarding-setup', DARK_DESK_LIGHT_PHONE);
  await press('Continue Setup');
  await at(path('employees'));
  await said('Step 3 of 6');
  await type('First Name', 'Luis');
  await press('Add & Continue');
  await said('Last name is required');
  await type('Last Name', 'Ortega');
  const row = (name: string) => page.getByRole('group', { name });
  for (const [index, name] of ['Mara', 'Nils'].entries()) {
    await press('Add another employee');
    await row(`Employee ${index + 2}`)
      .getByLabel('First Name')
      .fill(name);
    await row(`Employee ${index + 2}`)
      .getByLabel('Last Name')
      .fill('Berg');
  }
  // Left empty, it is not there.
  await press('Add another employee');
  await looksGood(page, 'onboarding-employees-many', DARK_DESK_LIGHT_PHONE);
  const posts = () => proxy.seen('POST', /\/employees$/).length;
  const before = posts();
  proxy.on('POST', /\/employees$/, { kind: 'answer', answer: ourRefusal(409, 'conflict') }, { body: 'Mara' });
  await press('Add & Continue');
  await toast(/^Failed to create employees: It says conflict\. 2 added; what failed is still here\.$/);
  expect(await page.getByLabel('First Name').count()).toBe(1);
  expect(await page.getByLabel('First Name').inputValue()).toBe('Mara');
  await row('Employee 1').getByText('It says conflict.').waitFor();
  // It may lie out of sight: the first that was refused has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('It says conflict.');
  expect(posts()).toBe(before + 3);
  proxy.calm();
  await press('Add & Continue');
  await toast('Employees Added');
  const names = (await owner.ok(contract.employees.list, { params: owner, query: {} })).map(({ firstName }) => firstName);
  expect(names.toSorted()).toEqual(['Dana', 'Luis', 'Mara', 'Nils']);

  await at(path('equipment'));
  await said('Step 4 of 6');
  await type('Name', 'Baler');
  // The answer is lost: it is asked for again under its key.
  proxy.on('POST', /\/equipment$/, { kind: 'lose-answer' }, { times: 1 });
  await press('Add & Continue');
  await at(path('customers'));
  await expect.poll(() => proxy.seen('POST', new RegExp(`/${owner.orgId}/equipment$`)).length).toBeGreaterThan(1);
  // Every batch is optional, Back goes back, and a reload stays on the page.
  await follow('Skip');
  await at(path('custom-fields'));
  await follow('Back');
  await at(path('customers'));
  await page.reload();
  await said('Step 5 of 6');
  await type('Business Name', 'Ostrander');
  await press('Add & Continue');
  await toast('Customers Added');
  await at(path('custom-fields'));
  await said('Step 6 of 6');
  expect(await page.getByLabel('Field Type').locator('option').allTextContents()).toEqual(['Text', 'Number', 'Select', 'Yes/No']);
  await press('Add Fuel');
  await toast('Custom Field Added');
  await expect
    .poll(() => page.getByRole('group', { name: 'Often used' }).getByRole('button').allTextContents())
    .toEqual(['Acres', 'Bales']);
  await type('Field Name', 'Crop');
  await page.getByLabel('Field Type').selectOption('select');
  await press('Add & Continue');
  await said('Enter at least one option');
  await type('Options', '2,5 m\n3,0 m');
  await press('Add & Continue');
  await at(path('wizard'));
  await said('(4/4 completed)');
  const made = await owner.ok(contract.customDataFields.list, { params: owner, query: {} });
  expect(made.find(({ name }) => name === 'Crop')).toMatchObject({ fieldType: 'select', options: ['2,5 m', '3,0 m'] });
  expect(await owner.ok(contract.equipment.list, { params: owner, query: {} })).toHaveLength(1);
  await said('All steps completed! Ready to start using your system.');
  await press('Complete Setup');
  await toast('Organization Setup Complete');
  await at('/dashboard');
});

test('the default set-up: half of it failed, the rest is added, nothing twice', { tags: ['proof'] }, async ({ ownerAt, visit, proxy }) => {
  const owner = await ownerAt('employees');
  const { open, press, said, toast, at } = await visit(owner);
  await open(`/onboarding/setup-wizard?orgId=${owner.orgId}`);
  await said('(0/4 completed)');
  proxy.on('POST', /\/service-types$/, { kind: 'answer', answer: ourRefusal(409, 'conflict') }, { body: 'Tillage' });
  await press('Skip & Use Defaults');
  await toast('Setup Error');
  await toast('Failed to complete automatic setup. Please try manual setup.');
  proxy.calm();
  // The requests sent along with the failed one have arrived before the retry.
  await expect.poll(async () => (await owner.ok(contract.serviceTypes.list, { params: owner, query: {} })).length).toBe(4);
  await expect.poll(async () => (await owner.ok(contract.customDataFields.list, { params: owner, query: {} })).length).toBe(10);
  await press('Skip & Use Defaults');
  await toast('Setup Complete!');
  await at('/dashboard');
  const services = await owner.ok(contract.serviceTypes.list, { params: owner, query: {} });
  expect(services.map(({ name }) => name)).toEqual(['Fertilizing', 'Harvesting', 'Planting', 'Spraying', 'Tillage']);
  const fields = await owner.ok(contract.customDataFields.list, { params: owner, query: {} });
  expect(fields.filter(({ isSystem }) => !isSystem).map(({ name, fieldType, options }) => [name, fieldType, options])).toEqual([
    ['Acres Covered', 'number', []],
    ['Crop Type', 'select', ['Corn', 'Soybeans', 'Wheat', 'Oats']],
    ['Field Name', 'text', []],
    ['Fuel', 'number', []],
  ]);
  // Nothing that was made is attached to nothing, and what every bill needs is required.
  const namesOf = (ids: readonly number[]) => fields.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  for (const { customDataFieldIds, requiredFieldIds } of services) {
    expect(namesOf(customDataFieldIds)).toEqual(fields.map(({ name }) => name));
    expect(namesOf(requiredFieldIds)).toEqual(['Equipment', 'Hours', 'Operator']);
  }
});

test(
  'two people at once: each sees what the other adds, and the end that one of them reaches is the other one’s, too',
  { tags: ['proof'] },
  async ({ ownerAt, server, visit }) => {
    const owner = await ownerAt('customers');
    const admin = await server.member(owner, 'admin');
    const manager = await server.member(owner, 'manager');
    const { context, open, press, said, at } = await visit(admin);
    await open('/');
    await said('Almost Done!');
    await owner.ok(contract.customers.create, { params: owner, body: { businessName: 'Ostrander' } });
    await said('Ostrander');
    await owner.ok(contract.organizations.update, { params: owner, body: { onboardingStep: 'completed' } });
    await press('Complete Setup & Go to Dashboard');
    await at('/dashboard');
    await context.close();
    // An unfinished set-up does not keep people from work who may not do it.
    const other = await ownerAt('services');
    const body = { firstName: 'Mara', lastName: 'Berg', email: manager.email, accessLevel: 'manager', isUser: true } as const;
    await other.ok(contract.employees.create, { params: other, body });
    const again = await visit(manager);
    await again.open('/');
    await again.at('/dashboard');
    await again.open(`/onboarding/step-services?orgId=${other.orgId}`);
    await again.at('/dashboard');
  },
);
