import { expect, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { started, test } from './fixtures.ts';

// A summary never adds up what cannot be added, says what it shows when it is copied, and draws no days together that are weeks apart.

vi.setConfig({ testTimeout: 90_000 });

const definitions = (page: Page) => page.getByRole('definition').allTextContents();

test.beforeAll(started);

test('percentages are averaged until the office says otherwise, and the plot is broken where days are missing', async ({
  server,
  visit,
}) => {
  const owner = await server.owner();
  const params = { orgId: owner.orgId };
  await owner.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  for (const name of ['Moisture %', 'Acres', 'Year']) {
    await owner.ok(contract.customDataFields.create, { params, body: { name, fieldType: 'number' } });
  }
  const { id: serviceTypeId } = await owner.ok(contract.serviceTypes.create, { params, body: { name: 'Harvesting' } });
  const { id: customerId } = await owner.ok(contract.customers.create, { params, body: { businessName: 'Ostrander' } });
  const job = await owner.ok(contract.jobs.create, { params, body: { name: 'Home place', customerId } });
  for (const [date, totalHours, moisture] of [
    ['2025-05-12', 5, 14],
    ['2025-05-13', 7, 16.5],
    ['2025-06-02', 4, null],
  ] as const) {
    const customFieldValues = { Acres: 10, Year: 2025, ...(moisture === null ? {} : { 'Moisture %': moisture }) };
    await owner.ok(contract.jobEntries.create, { params: job, body: { serviceTypeId, date, totalHours, customFieldValues } });
  }
  const path = `/jobs/${job.id}/summary`;
  const { page, open, press, toast } = await visit(owner);
  await open(path);
  await expect.poll(() => definitions(page)).toEqual(['16 hrs', '30', '15.25 on average']);
  // May 12 and 13 stand together, June 2 apart from them: two runs of the axis.
  const axis = page.getByRole('img', { name: /^Hours per day/ }).locator('g[stroke-width="2"]');
  await expect.poll(() => axis.count()).toBe(2);
  await looksGood(page, 'summary-averages', DARK_DESK_LIGHT_PHONE);

  await open('/organization/service-data-fields');
  await page.getByText('Number (averaged)').first().waitFor();
  await press('Edit Moisture %');
  const choice = page.getByRole('dialog').getByLabel('In summaries');
  expect(await choice.inputValue()).toBe('average');
  await looksGood(page, 'summary-choice', DARK_DESK_LIGHT_PHONE);
  await choice.selectOption('Add up');
  await press('Update Field');
  await toast('Data field updated successfully');
  await open(path);
  await expect.poll(() => definitions(page)).toEqual(['16 hrs', '30', '30.5']);

  // A new one goes by its name, also while that is typed.
  await open('/organization/service-data-fields');
  await press('Add Data Field');
  const dialog = page.getByRole('dialog', { name: 'Add Data Field' });
  expect(await dialog.getByLabel('In summaries').count()).toBe(0);
  await dialog.getByLabel('Type').selectOption('number');
  expect(await dialog.getByLabel('In summaries').inputValue()).toBe('sum');
  await dialog.getByLabel('Name').fill('Soil temp °F');
  expect(await dialog.getByLabel('In summaries').inputValue()).toBe('average');
  await dialog.getByLabel('Name').fill('Fuel');
  expect(await dialog.getByLabel('In summaries').count()).toBe(0);
});

test('in German it says so too', async ({ server, visit }) => {
  const owner = await server.owner();
  const params = { orgId: owner.orgId };
  await owner.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed', units: 'metric' } });
  await owner.ok(contract.customDataFields.create, { params, body: { name: 'Kornfeuchte', fieldType: 'number' } });
  const { id: serviceTypeId } = await owner.ok(contract.serviceTypes.create, { params, body: { name: 'Mähdrusch' } });
  const { id: customerId } = await owner.ok(contract.customers.create, { params, body: { businessName: 'Hof Möller' } });
  const job = await owner.ok(contract.jobs.create, { params, body: { name: 'Nordschlag', customerId } });
  for (const Kornfeuchte of [14, 16]) {
    const body = { serviceTypeId, date: '2025-07-12', totalHours: 3.5, customFieldValues: { Kornfeuchte } };
    await owner.ok(contract.jobEntries.create, { params: job, body });
  }
  const { context, page, open, press } = await visit(owner, 'de-DE');
  await open(`/jobs/${job.id}/summary`);
  await expect.poll(() => definitions(page)).toEqual(['7 Std.', '15 im Schnitt']);
  await looksGood(page, 'summary-averages-de', DARK_DESK_LIGHT_PHONE);
  await open('/service-types');
  await press('Leistung hinzufügen');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Grubbern');
  await page.getByText('Neu, wird mit der Leistung angelegt').first().waitFor();
  await looksGood(page, 'usual-fields-dialog-de', DARK_DESK_LIGHT_PHONE);
  await context.close();
});
