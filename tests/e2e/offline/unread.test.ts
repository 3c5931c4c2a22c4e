import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openPage } from '../../support/browser.ts';
import { type Device, giveSession, PATIENCE } from '../../support/offline-device.ts';
import { started, test } from '../fixtures.ts';

// What cannot be read says why, and comes by itself when it can.

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

test('a device whose network goes before it has loaded anything says so, and shows all of it as soon as it is back', async ({
  app,
  company,
  proxy,
}) => {
  const context = await app.browser.newContext();
  await giveSession(context, app.url, company.boss);
  proxy.on('GET', /^\/api\/organizations\/\d+\//, { kind: 'drop' });
  const { page } = await openPage(context);
  await page.goto(`${app.url}/customers`);
  await page.getByText('This device hasn’t loaded your company’s data yet. Connect once; after that it works offline.').waitFor();
  proxy.calm();
  await page.getByText(company.customer).first().waitFor();
  await context.close();
});

test('what only the server knows is read again when it is back, without a press', async ({ app, company, proxy }) => {
  const device: Device = await app.device(company.boss);
  const failed = device.page.getByRole('main').getByRole('button', { name: 'Try again' });
  proxy.on('GET', /^\/api\/(?!live)/, { kind: 'drop' });
  await device.page.getByRole('link', { name: 'Reports' }).first().click();
  await failed.waitFor();
  proxy.calm();
  await device.look();
  await expect.poll(() => failed.count(), PATIENCE).toBe(0);
  await device.close();
});

test('an entry that is edited without a network can be put aside as a draft', async ({ app, company }) => {
  const device = await app.device(company.boss);
  const body = { serviceTypeId: company.serviceTypeId, date: '2026-05-04', notes: 'as it was' };
  await company.boss.ok(contract.jobEntries.create, { params: { id: company.jobId }, body });
  await expect.poll(async () => (await device.rows('jobEntries')).length, PATIENCE).toBe(1);
  await device.offline();
  await device.page.getByRole('link', { name: 'Entries' }).first().click();
  await device.page.getByRole('button', { name: /^Edit/ }).first().click();
  const edit = device.dialog('Edit Job Entry');
  await edit.getByLabel('Notes').fill('half written');
  await edit.getByRole('button', { name: 'Save as Draft' }).click();
  await edit.waitFor({ state: 'detached' });
  await device.page
    .getByRole('region', { name: /Notifications/ })
    .getByText('Draft saved')
    .waitFor();
  expect(await device.queue()).toEqual([]);
  await device.page.getByRole('button', { name: /^Edit/ }).first().click();
  await expect.poll(() => edit.getByLabel('Notes').inputValue()).toBe('half written');
  await device.close();
});
