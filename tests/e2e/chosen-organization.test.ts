import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PHONE } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { type Company, type Member, type OfflineApp, settle, startOfflineApp } from '../support/offline-app.ts';
import { type Device, PATIENCE, settled } from '../support/offline-device.ts';

// Which company a tab works in (specification 1.2, 1.18): it never moves by itself, least of all under an open form.

let app: OfflineApp;
/** Made first and of the lower id and the earlier name: both would put it before the driver's own. */
let alder: Company;
let birch: Company;
let driver: Member & { readonly employeeId: number };
let device: Device;
let page: Page;

const named = async (name: string): Promise<Company> => settle(await app.test.owner(name));
beforeAll(async () => {
  app = await startOfflineApp();
  alder = await named('Alder Brothers');
  birch = await named('Birch Hill');
  driver = await app.test.member(birch.boss, 'basic');
});
afterAll(async () => {
  await device?.close();
  await app?.close();
});

const stored = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('selectedOrganizationId'));
const switcher = (name: string) => page.getByRole('banner').getByRole('button', { name });
const entry = () => device.dialog('New Job Entry');
const notes = () => entry().getByLabel('Notes');

/** The companies in the order in which this device has them; asked of what the screens read. */
const listed = async (): Promise<string[]> => (await device.rows('organizations')).map(({ name }) => String(name)).sort();

/** The owner adds the driver, who is signed in somewhere already. */
const add = async ({ boss, orgId }: Company): Promise<void> => {
  const body = { firstName: 'Luis', lastName: 'Ortega', email: driver.email, accessLevel: 'basic', isUser: true } as const;
  await boss.ok(contract.employees.create, { params: { orgId }, body });
};

const begin = async (words: string): Promise<void> => {
  await device.press(/New Job Entry/);
  await entry().getByLabel('Customer').selectOption({ index: 1 });
  await entry().getByLabel('Service').selectOption({ index: 1 });
  await entry().getByRole('textbox', { name: 'Hours' }).fill('6');
  await notes().fill(words);
};

test('the first one is stored on load, without a click', async () => {
  device = await app.device(driver, { viewport: PHONE });
  ({ page } = device);
  await switcher('Birch Hill').waitFor();
  expect(await stored()).toBe(String(birch.orgId));
});

test('a stored one that is not in the list is replaced', async () => {
  await page.evaluate(() => localStorage.setItem('selectedOrganizationId', '424242'));
  await page.reload();
  await switcher('Birch Hill').waitFor();
  expect(await stored()).toBe(String(birch.orgId));
});

test('another membership moves nothing under an open form, nor at the next start', async () => {
  await begin('Half a field.');
  await add(alder);
  await expect
    .poll(async () => {
      await device.look();
      return listed();
    }, PATIENCE)
    .toEqual(['Alder Brothers', 'Birch Hill']);
  // The screens have heard of it: the switcher, which lies under the form, has it.
  await expect.poll(() => page.locator('header').first().textContent(), PATIENCE).toContain('Birch Hill');
  expect(await notes().inputValue()).toBe('Half a field.');
  expect(await entry().getByRole('textbox', { name: 'Hours' }).inputValue()).toBe('6');
  await entry().getByRole('button', { name: 'Cancel' }).click();
  await device.dialog('Discard this entry?').getByRole('button', { name: 'Discard' }).click();
  await entry().waitFor({ state: 'detached' });
  await switcher('Birch Hill').click();
  // By name, as every list of names: the first of them is whom a new device chooses.
  await expect.poll(() => page.getByRole('menuitemradio').allTextContents(), PATIENCE).toEqual(['Alder Brothers', 'Birch Hill']);
  await page.keyboard.press('Escape');
  await page.reload();
  await switcher('Birch Hill').waitFor();
  expect(await stored()).toBe(String(birch.orgId));
});

test(
  'another tab that is switched leaves this one where it is; the next start takes what was chosen last',
  { tags: ['proof'] },
  async () => {
    const other = await device.context.newPage();
    await other.goto(`${app.url}/dashboard`);
    const ofOther = (name: string) => other.getByRole('banner').getByRole('button', { name });
    await ofOther('Birch Hill').click();
    await other.getByRole('menuitemradio', { name: 'Alder Brothers' }).click();
    await ofOther('Alder Brothers').waitFor();
    await settled(other, alder.orgId);
    await switcher('Birch Hill').waitFor();
    await begin('In the other one.');
    await device.look();
    expect(await stored()).toBe(String(alder.orgId));
    await page.evaluate(() => localStorage.setItem('selectedOrganizationId', '0'));
    await other.close();
    await switcher('Birch Hill').waitFor();
    expect(await notes().inputValue()).toBe('In the other one.');
  },
);

test('a membership that ends under an open form is said, and what was written stays as a draft', { tags: ['proof'] }, async () => {
  await birch.boss.ok(contract.employees.update, { params: { id: driver.employeeId }, body: { isUser: false } });
  await expect
    .poll(async () => {
      await device.look();
      return listed();
    }, PATIENCE)
    .toEqual(['Alder Brothers']);
  const notice = device.dialog('You no longer belong to Birch Hill');
  await notice.waitFor();
  await notice.getByText('A job entry is kept as a draft on this device.').waitFor();
  // The form below is still the one that was written.
  expect(await notes().inputValue()).toBe('In the other one.');
  await looksGood(page, 'organization-left');
  await notice.getByRole('button', { name: 'Go to Alder Brothers' }).click();
  await switcher('Alder Brothers').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await expect.poll(stored, PATIENCE).toBe(String(alder.orgId));
  // Back in the company, the driver finds it there.
  await add(birch);
  await page.reload();
  await expect.poll(listed, PATIENCE).toEqual(['Alder Brothers', 'Birch Hill']);
  await page.reload();
  await switcher('Alder Brothers').click();
  await page.getByRole('menuitemradio', { name: 'Birch Hill' }).click();
  await settled(page, birch.orgId);
  await device.press(/New Job Entry/);
  await entry().getByText('Draft', { exact: true }).waitFor();
  expect(await notes().inputValue()).toBe('In the other one.');
});
