import type { Locator } from 'playwright-core';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { closeToast } from '../support/browser.ts';
import type { Device } from '../support/offline-device.ts';

/** What a driver does and sees in the entry dialog on a phone. */
export const phoneOf = (device: Device) => {
  const entry = (): Locator => device.dialog('New Job Entry');
  const inEntry = (name: string | RegExp): Locator => entry().getByRole('button', { name });
  const job = (): Locator => entry().getByRole('combobox', { name: 'Job', exact: true });
  const hours = (): Locator => entry().getByRole('textbox', { name: 'Hours' });
  const chosen = (label: string): Promise<string | null> => entry().getByLabel(label).locator('option:checked').textContent();
  const openNew = async (): Promise<void> => {
    await device.page
      .getByRole('button', { name: /New Job Entry/ })
      .first()
      .tap();
    await entry().getByLabel('Customer').waitFor();
  };
  const toast = async (title: string, text: string | RegExp): Promise<void> => {
    const region = device.page.getByRole('region', { name: /Notifications/ });
    await region.getByText(title, { exact: true }).waitFor();
    await region.getByText(text).waitFor();
    await closeToast(device.page);
  };
  const answer = (name: string): Promise<void> =>
    device.page
      .getByRole('dialog', { name: /^Discard/ })
      .getByRole('button', { name })
      .tap();
  /** What is kept of drafts on the device. */
  const drafts = async (): Promise<string> =>
    JSON.stringify((await device.rows('meta')).filter(({ key }) => /^(draft|filesOf):/.test(key)));
  /** Takes over what the last entry chose. */
  const sameAsLast = (): Promise<void> =>
    inEntry(/^Same as last/)
      .first()
      .tap();
  /** What is known of a folded entry. */
  const known = (name: RegExp): Locator => entry().getByRole('region', { name });
  /** Shows everything that a folded entry holds. */
  const unfold = async (): Promise<void> => {
    await inEntry('Change this').tap();
    await entry().getByLabel('Customer').waitFor();
  };
  const files = (): Locator => entry().locator('input[type=file]:not([capture])');
  /** Chooses a small file and one that is too large, made in the page: to send 10 MB there takes long. */
  const addLarge = (name: string): Promise<void> =>
    files().evaluate(
      (input, [large, bytes]) => {
        const several = new DataTransfer();
        several.items.add(new File(['small'], 'two.png'));
        several.items.add(new File([new Uint8Array(bytes)], large));
        (input as HTMLInputElement).files = several.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [name, MAX_FILE_BYTES + 1] as const,
    );
  const openDetail = async (): Promise<Locator> => {
    await device.page
      .getByRole('button', { name: /^Hauling, Truck 7/ })
      .last()
      .tap();
    return device.dialog('Job Entry');
  };
  return { entry, inEntry, job, hours, chosen, openNew, toast, answer, drafts, sameAsLast, known, unfold, files, addLarge, openDetail };
};

/** A driver's phone. */
export type Phone = ReturnType<typeof phoneOf>;
