import type { Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { pngBytes } from '../../api/world.ts';
import { PATIENCE, writeStore, type Device } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';

// A form never works on a row that is older than what the screen called saved: lists show the old one for a moment longer.

vi.setConfig({ testTimeout: 90_000 });

const expectRows = async (device: Device, count: number): Promise<void> => {
  await expect.poll(async () => (await device.rows('jobEntries')).length, PATIENCE).toBe(count);
};

const test = base
  /** Saves the open form, and presses a button of the screen in the very frame in which nothing lies above it any more. */
  .extend(
    'saveAndPress',
    ({ device }) =>
      (save: string, button: string): Promise<void> =>
        device.page.evaluate(
          ([saveLabel, next]) =>
            new Promise<void>((resolve) => {
              const press = (found: Element | null | undefined) => (found as HTMLElement).click();
              press([...document.querySelectorAll('dialog[open] button')].find(({ textContent }) => textContent === saveLabel));
              const look = (): void => {
                if (document.querySelector('dialog[open]') === null) {
                  press(document.querySelector(`main button[aria-label^="${next}"]`));
                  resolve();
                } else {
                  requestAnimationFrame(look);
                }
              };
              look();
            }),
          [save, button],
        ),
  )
  .extend(
    'edit',
    ({ device }) =>
      (): Locator =>
        device.dialog('Edit Job Entry'),
  )
  .extend('slowDown', ({ device }) => async (): Promise<void> => {
    const cdp = await device.context.newCDPSession(device.page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  })
  /** A few entries, and the form of the newest of them, without a network. */
  .extend('openNewest', ({ app, company, device }) => async (): Promise<number> => {
    const ids = await Promise.all(['one', 'two', 'three'].map((notes) => app.log(company, notes)));
    const { id } = await company.boss.ok(contract.jobEntries.create, {
      params: { id: company.jobId },
      body: { serviceTypeId: company.serviceTypeId, date: '2026-05-05', notes: 'the newest' },
    });
    await expectRows(device, ids.length + 1);
    await device.open(`/jobs/${company.jobId}/entries`);
    await device.page.getByRole('button', { name: /^Edit Planting, May 5/ }).waitFor();
    await device.offline();
    await device.press(/^Edit Planting, May 5/);
    return id;
  });

test.beforeAll(started);

test('a photo that was called saved is in the form that is opened at once, and three of them reach the server', async ({
  openNewest,
  edit,
  saveAndPress,
  device,
  app,
  company,
}) => {
  const id = await openNewest();
  for (const count of [1, 2, 3]) {
    await edit()
      .locator('input[type=file]:not([capture])')
      .setInputFiles([{ name: `${count}.png`, mimeType: 'image/png', buffer: pngBytes(`photo ${count}`) }]);
    await edit().getByText(`${count} of 3`).waitFor();
    await saveAndPress('Update Entry', 'Edit Planting, May 5');
    await edit().getByText(`${count} of 3`).waitFor();
  }
  await edit().getByRole('button', { name: 'Close' }).first().click();
  await edit().waitFor({ state: 'detached' });
  await device.online();
  await device.allSent();
  expect((await app.entries(company.orgId)).find((entry) => entry.id === id)?.photos).toHaveLength(3);
});

test(
  'a form that is opened at once shows the hours just saved, ten times over, on a slow phone',
  { tags: ['proof'] },
  async ({ openNewest, slowDown, edit, saveAndPress, device, app, company }) => {
    const id = await openNewest();
    await slowDown();
    const shown: string[] = [];
    const hours = edit().getByRole('textbox', { name: 'Hours' });
    const typed = Array.from({ length: 10 }, (_, index) => String(index + 1));
    for (const text of typed) {
      await hours.fill(text);
      await saveAndPress('Update Entry', 'Edit Planting, May 5');
      await hours.waitFor();
      shown.push(await hours.inputValue());
    }
    expect(shown).toEqual(typed);
    await edit().getByRole('button', { name: 'Close' }).first().click();
    await device.online();
    await device.allSent();
    expect((await app.entries(company.orgId)).find((entry) => entry.id === id)?.hours).toBe(10);
  },
);

test('the same holds of every other record: a list that is a moment behind opens the form as it was saved', async ({
  device,
  company,
  slowDown,
  saveAndPress,
}) => {
  await device.open('/service-types');
  await device.press(`Edit ${company.service}`);
  const form = device.dialog('Edit Service Type');
  const description = form.getByLabel('Description');
  await device.offline();
  await slowDown();
  const shown: string[] = [];
  const typed = ['by row', 'by row, 12 rows', 'by row, 24 rows'];
  for (const text of typed) {
    await description.fill(text);
    await saveAndPress('Update Service', `Edit ${company.service}`);
    await description.waitFor();
    shown.push(await description.inputValue());
  }
  expect(shown).toEqual(typed);
});

test('for a record that is gone it says so, and opens nothing', async ({ device, company }) => {
  await device.open('/customers');
  await device.page.getByRole('button', { name: `Edit ${company.customer}` }).waitFor();
  // As another tab has taken it away, and this one's list has not been read again yet.
  await writeStore(device.page, 'customers', [], [company.customerId]);
  await device.press(`Edit ${company.customer}`);
  await device.page.getByText('This has been deleted in the meantime').waitFor();
  expect(await device.page.getByRole('dialog').count()).toBe(0);
});
