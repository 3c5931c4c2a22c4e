import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf } from '../support/authenticator-app.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { PASSWORD } from '../support/offline-app.ts';
import { openSettings, type SettingsField, type Sitting } from './settings-field.ts';

vi.setConfig({ testTimeout: 120_000 });

let field: SettingsField;
let sitting: Sitting;
let url = '';
let secret = '';

beforeAll(async () => {
  field = await openSettings();
  sitting = await field.sit(field.company.boss);
  url = new URL(sitting.page.url()).origin;
});
afterAll(() => field?.close());

const sql = (text: string) => field.test.db.query({ text, values: [] });
/** An hour goes by. */
const age = () => sql("update sessions set authenticated_at = now() - interval '1 hour'");
/** So that the next code is one that was not used. */
const unuse = () => sql('update second_steps set last_step = 0');
const code = () => codeOf(secret, Date.now());

/** As it looks on a phone and on a desk, in light and dark. */
const look = async ({ page }: Pick<Sitting, 'page'>): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
};

test('codes of an app are set up on the account’s screen, after the person has shown again who they are', async () => {
  const { page, go, button, dialog } = sitting;
  await go('/organization/account', 'Account');
  await age();
  await button('Set up').click();
  await dialog.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor();
  await look(sitting);
  await dialog.getByLabel('Password').fill('not the one');
  await page.keyboard.press('Enter');
  await dialog.getByText('Wrong password').waitFor();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await button('Confirm').click();
  await dialog.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor();
  await look(sitting);
  secret = ((await dialog.locator('.select-all').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('textbox', { name: /^Code/ }).fill('000000');
  await button('Turn on').click();
  await dialog.getByText('Wrong code. Wait for the next one and enter that.', { exact: true }).waitFor();
  await sitting.toast('Error', /Wrong code/);
  await dialog.getByRole('textbox', { name: /^Code/ }).fill(code());
  await button('Turn on').click();
  await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  await look(sitting);
  await button("I've saved them").click();
  await page.getByText('10 of 10 left').waitFor();
  await look(sitting);
});

test('a form that is refused stays as it was typed, and its call goes on by itself', async () => {
  const { page, button, dialog } = sitting;
  await age();
  await unuse();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await button('New codes').click();
  const confirmation = dialog.filter({ has: page.getByRole('heading', { name: 'Confirm that it’s you' }) });
  await confirmation.getByLabel('Password').fill('typed by mistake');
  await page.keyboard.press('Escape');
  await sitting.toast('Error', /First confirm that it.s you\./);
  await button('New codes').click();
  await confirmation.getByLabel('Password').fill(PASSWORD);
  await confirmation.getByRole('textbox', { name: /^Code/ }).fill(code());
  await page.keyboard.press('Enter');
  await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await button("I've saved them").click();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the export is downloaded once it is sure who asks', async () => {
  const { page, go, dialog } = sitting;
  await go('/organization/data', 'Your Data');
  await age();
  await unuse();
  await page.getByRole('link', { name: 'Download Export' }).click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('textbox', { name: /^Code/ }).fill(code());
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
});

test('the owner sees who has one, and requires it', async () => {
  const { go, button, page } = sitting;
  await field.test.member(field.company.boss, 'admin');
  await go('/organization', 'Organization Settings');
  await page.getByText('None yet').waitFor();
  await page.getByText('Has one').waitFor();
  await look(sitting);
  await button('Require a second step').click();
  await sitting.toast('A second step is required from now on');
  await button('Stop requiring it').waitFor();
});

test('signs in with password and code, and a wrong code says what to do', async () => {
  const browser = await openBrowser();
  const { page, problems } = await openPage(await browser.newContext({ viewport: PHONE, locale: 'en-US', serviceWorkers: 'block' }));
  await page.goto(`${url}/api/login?returnTo=%2Fcustomers`);
  await page.getByLabel('Email').fill(field.company.boss.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await look({ page });
  await page.getByRole('textbox', { name: /^Code/ }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong code. Wait for the next one and enter that.').waitFor();
  await unuse();
  await page.getByRole('textbox', { name: /^Code/ }).fill(code());
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}/customers`);
  expect(problems.filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([]);
  await browser.close();
});

test('an admin without one is told in the app to sign in again, loses nothing, and sets it up on the way', async () => {
  const { test: app, company } = field;
  const admin = await app.member(company.boss, 'basic');
  const { page, button } = await field.sit(admin);
  await app.db.query({ text: "update employees set access_level = 'admin' where id = $1", values: [admin.employeeId] });
  const banner = page.getByRole('alert').filter({ hasText: 'Sign in again to continue' });
  await page.goto(`${url}/customers`);
  await banner.waitFor();
  await banner.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill('correct horse battery');
  await button('Sign in').click();
  await page.getByRole('heading', { name: 'Set up a second step' }).waitFor();
  await look({ page });
  const own = ((await page.locator('p.select-all').textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('textbox', { name: /^Code/ }).fill(codeOf(own, Date.now()));
  await button('Turn on and sign in').click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await look({ page });
  await button("I've saved them").click();
  await page.waitForURL(`${url}/customers`);
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});
