import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, PHONE } from '../support/browser.ts';
import { shoot } from '../support/looks.ts';
import { type Device, PATIENCE } from '../support/offline-device.ts';
import { started, test } from './fixtures.ts';

// What was just logged or corrected is taken back from the toast that says so, online and offline; and it is shown and logged again there.

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

/** Where the bar at the top ends on a phone: what comes next is below. */
const BAR_PX = 56;

const toastOf = (page: Page) => page.locator('[popover=manual]');
const inToast = (page: Page, name: string) => toastOf(page).getByRole('button', { name, exact: true });
const saidBy = (page: Page, text: string) => toastOf(page).getByText(text).waitFor();

/** Logs an entry and leaves its toast. */
const logAnd = async (device: Device, notes: string): Promise<void> => {
  const { page } = device;
  await page
    .getByRole('button', { name: /New Job Entry/ })
    .first()
    .click();
  const entry = device.dialog('New Job Entry');
  await entry.getByLabel('Customer').selectOption({ index: 1 });
  await expect.poll(() => entry.getByRole('combobox', { name: 'Job', exact: true }).inputValue()).not.toBe('');
  await entry.getByLabel('Service').selectOption({ index: 1 });
  await entry.getByRole('textbox', { name: 'Hours' }).fill('8');
  await entry.getByLabel('Notes').fill(notes);
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await entry.waitFor({ state: 'detached' });
};

/** Corrects the only entry and leaves its toast. */
const correct = async (device: Device, notes: string): Promise<void> => {
  const { page } = device;
  await page.getByRole('link', { name: 'Entries' }).first().click();
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const entry = device.dialog('Edit Job Entry');
  await entry.getByLabel('Notes').fill(notes);
  await entry.getByRole('button', { name: 'Update Entry' }).click();
  await entry.waitFor({ state: 'detached' });
};

test('offline a new entry is dropped, and nothing of it is ever sent', async ({ device, notes }) => {
  const { page } = device;
  await device.offline();
  await logAnd(device, 'a slip');
  await saidBy(page, 'Job entry created locally and will sync when online');
  expect(await device.queue()).toHaveLength(1);
  await inToast(page, 'Undo').click();
  await saidBy(page, 'The entry was removed.');
  expect([await device.queue(), await device.rows('jobEntries')]).toEqual([[], []]);
  await device.online();
  await device.allSent();
  expect(await notes()).toEqual([]);
});

test('what was sent is deleted again: by a change of its own, which waits if there is no connection by then', async ({
  company,
  device,
  notes,
  proxy,
}) => {
  const { page } = device;
  await logAnd(device, 'first');
  await saidBy(page, 'Job entry created successfully');
  expect(await notes()).toEqual(['first']);
  await inToast(page, 'Undo').click();
  await saidBy(page, 'The entry was removed.');
  await device.allSent();
  expect(await notes()).toEqual([]);
  await logAnd(device, 'second');
  await saidBy(page, 'Job entry created successfully');
  proxy.on('POST', /batch/, { kind: 'drop' });
  await inToast(page, 'Undo').click();
  await saidBy(page, 'The entry was removed.');
  expect((await device.queue()).map(({ operation }) => operation)).toEqual(['remove']);
  proxy.calm();
  await device.look();
  await device.allSent();
  expect(await notes()).toEqual([]);
  const { boss, orgId } = company;
  expect(await boss.ok(contract.auditLogs.list, { params: { orgId }, query: { action: 'delete' } })).toHaveLength(2);
});

test('a correction goes back to what was there, and leaves alone what it did not touch', async ({ company, device, app, notes }) => {
  const { page } = device;
  const id = await app.log(company, 'as it was');
  await expect.poll(async () => (await device.rows('jobEntries')).length, PATIENCE).toBe(1);
  await correct(device, 'not so');
  await saidBy(page, 'Job entry updated successfully');
  expect(await notes()).toEqual(['not so']);
  await company.boss.ok(contract.jobEntries.update, { params: { id }, body: { totalHours: 3 } });
  await inToast(page, 'Undo').click();
  await saidBy(page, 'The entry is as it was before.');
  await device.allSent();
  expect(await company.boss.ok(contract.jobEntries.get, { params: { id } })).toMatchObject({ notes: 'as it was', totalHours: 3 });
  await device.offline();
  await correct(device, 'nor so');
  await saidBy(page, 'Job entry updated locally and will sync when online');
  await inToast(page, 'Undo').click();
  await saidBy(page, 'The entry is as it was before.');
  expect(await device.queue()).toEqual([]);
  await device.online();
  expect(await notes()).toEqual(['as it was']);
});

test('a correction of an entry that waits to be made is part of it: taken back, the entry is still made', async ({ device, notes }) => {
  const { page } = device;
  await device.offline();
  await logAnd(device, 'stays');
  await correct(device, 'not so');
  await saidBy(page, 'Job entry updated locally and will sync when online');
  await inToast(page, 'Undo').click();
  await saidBy(page, 'The entry is as it was before.');
  expect((await device.queue()).map(({ operation }) => operation)).toEqual(['create']);
  await device.online();
  await device.allSent();
  expect(await notes()).toEqual(['stays']);
});

test('the toast shows the entry, and logs the same again', async ({ device }) => {
  const { page } = device;
  await logAnd(device, 'look at me');
  await inToast(page, 'View').click();
  await device.dialog('Job Entry').getByText('look at me').waitFor();
  await page.keyboard.press('Escape');
  await device.dialog('Job Entry').waitFor({ state: 'detached' });
  await logAnd(device, 'and again');
  await inToast(page, 'Log again').click();
  const entry = device.dialog('New Job Entry');
  await expect.poll(() => entry.getByLabel('Service').locator('option:checked').textContent()).toBe('Planting');
  expect(await entry.getByLabel('Notes').inputValue()).toBe('');
});

test('on a phone all of it is over the bar, in every language', async ({ company, deviceOf }) => {
  for (const locale of ['en-US', 'de-DE', 'es-MX']) {
    const device = await deviceOf(company.boss, { locale, reducedMotion: 'reduce' });
    const { page } = device;
    await device.offline();
    await page.locator('button.bg-rape:visible').first().click();
    const entry = page.getByRole('dialog').last();
    await entry.locator('select').first().selectOption({ index: 1 });
    await expect.poll(() => entry.locator('select').nth(1).inputValue()).not.toBe('');
    await entry.locator('select').nth(2).selectOption({ index: 1 });
    await entry.locator('button[type=submit]').click();
    await entry.waitFor({ state: 'detached' });
    await page.setViewportSize(PHONE);
    const card = toastOf(page).getByRole('status');
    await expect.poll(() => card.getByRole('button').count()).toBe(4);
    const box = await card.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(BAR_PX);
    for (const button of await card.getByRole('button').all()) {
      const { width = 0, height = 0, x = -1 } = (await button.boundingBox()) ?? {};
      expect([width >= 44, height >= 44, x >= 0 && x + width <= PHONE.width]).toEqual([true, true, true]);
    }
    await expectAccessible(page);
    await shoot(page, `toast-actions-${locale}`);
    await device.online();
  }
});
