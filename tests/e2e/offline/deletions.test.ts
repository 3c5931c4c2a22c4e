import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../../support/looks.ts';
import { PATIENCE } from '../../support/offline-device.ts';
import { started, test } from '../fixtures.ts';

// What is deleted is what its user saw.

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

test('Deleted here while somebody else changed it: the person is told what changed, and decides', async ({
  company,
  server,
  device,
  notes,
}) => {
  const { boss, jobId, serviceTypeId } = company;
  const rita = await server.member(boss, 'advanced');
  const make = async (text: string) =>
    (await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2026-05-04', notes: text } })).id;
  const [kept, gone] = [await make('for the file'), await make('for the bin')];
  await device.page.getByRole('link', { name: 'Entries' }).first().click();
  await expect.poll(async () => (await device.rows('jobEntries')).length, PATIENCE).toBe(2);
  await device.offline();
  const buttons = device.page.getByRole('button', { name: /^Delete/ });
  for (const left of [2, 1]) {
    await expect.poll(() => buttons.count(), PATIENCE).toBe(left);
    await buttons.first().click();
    await device
      .dialog()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await device.dialog().waitFor({ state: 'detached' });
  }
  for (const id of [kept, gone]) {
    await rita.ok(contract.jobEntries.update, { params: { id }, body: { notes: 'Rita needs this' } });
  }
  await device.online();
  await device.parked(2);
  expect(await notes()).toEqual(['Rita needs this', 'Rita needs this']);

  await device.indicator().click();
  const card = device.card('Deleted here, changed in the office.');
  await card.getByText('Rita needs this').first().waitFor();
  await looksGood(device.page, 'deleted-and-changed');
  await card.first().getByRole('button', { name: 'Keep the entry' }).click();
  await expect.poll(() => card.count(), PATIENCE).toBe(1);
  await card.getByRole('button', { name: 'Delete it anyway' }).click();
  await device.allSent();
  expect(await notes()).toEqual(['Rita needs this']);
});
