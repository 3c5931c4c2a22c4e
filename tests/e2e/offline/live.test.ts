import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PATIENCE } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';

const test = base
  // Two people who look at the same list see each other's changes by themselves.
  .extend(
    'heading',
    ({ device }) =>
      (name: string) =>
        device.page.getByRole('heading', { name, exact: true }),
  );

test.beforeAll(started);

test('what somebody else makes, renames and deletes shows on an open screen, and in the list of activity', async ({
  company,
  device,
  heading,
}) => {
  const { orgId, boss } = company;
  await device.open('/customers');
  await heading('Customers').waitFor();
  const { id } = await boss.ok(contract.customers.create, { params: { orgId }, body: { businessName: 'Alder Bottom Farm' } });
  await device.page.getByText('Alder Bottom Farm').first().waitFor();
  await boss.ok(contract.customers.update, { params: { id }, body: { businessName: 'Alder Top Farm' } });
  await device.page.getByText('Alder Top Farm').first().waitFor();
  await boss.ok(contract.customers.remove, { params: { id } });
  await expect.poll(() => device.page.getByText('Alder Top Farm').count(), PATIENCE).toBe(0);

  await device.open('/dashboard');
  await heading('Recent Activity').waitFor();
  await boss.ok(contract.customers.create, { params: { orgId }, body: { businessName: 'Birch Hollow Farm' } });
  await device.page.getByText('Birch Hollow Farm').first().waitFor();
});

test('a renamed customer shows by its new name in jobs and entries, for which the server tells no change', async ({
  company,
  app,
  device,
}) => {
  const { boss, customerId, jobId } = company;
  await app.log(company, 'spread on the east side');
  await device.open(`/jobs/${jobId}/entries`);
  await device.page.getByText('Ostrander Land & Grain').first().waitFor();
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: { businessName: 'Ostrander Sons' } });
  await device.page.getByText('Ostrander Sons').first().waitFor();
  await device.open('/job-entries');
  await device.page.getByRole('table').getByText('Ostrander Sons').first().waitFor();
});

test('what happened while nobody listened shows when the page is looked at again', async ({ company, device, heading }) => {
  const { boss, orgId } = company;
  await device.open('/customers');
  await heading('Customers').waitFor();
  await device.offline();
  await boss.ok(contract.customers.create, { params: { orgId }, body: { businessName: 'Cedar Fork Farm' } });
  await device.online();
  await device.page.getByText('Cedar Fork Farm').first().waitFor();
  expect(device.problems).toEqual([]);
});
