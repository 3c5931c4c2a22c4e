import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { type Program, removeFolder, startProgram } from '../support/program.ts';

// From the first visit to a job's totals without a mouse, and the palette that leads anywhere.

const MOST_TABS = 60;

let folder: string;
let program: Program;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-keyboard-'));
  program = await startProgram({ DATA_DIR: folder });
  browser = await openBrowser();
  ({ page, problems } = await openPage(await browser.newContext({ viewport: DESKTOP, locale: 'en-US', serviceWorkers: 'block' })));
});

afterAll(async () => {
  await browser?.close();
  program?.process.kill('SIGKILL');
  await removeFolder(folder);
});

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

/** Goes on with the Tab key until it is there, as somebody without a mouse does. */
const tabTo = async (target: Locator): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; !(await hasFocus(target)); presses += 1) {
    if (presses === MOST_TABS) {
      throw new Error(`${String(target)} is not reached with the Tab key.`);
    }
    await page.keyboard.press('Tab');
  }
};
const enter = async (target: Locator): Promise<void> => {
  await tabTo(target);
  await page.keyboard.press('Enter');
};
const type = async (target: Locator, text: string): Promise<void> => {
  await tabTo(target);
  await page.keyboard.type(text);
};
const palette = () => page.getByRole('dialog', { name: 'Search' });
/** By the palette to wherever its best answer leads. */
const jump = async (text: string): Promise<void> => {
  // Where a form is open the key does nothing.
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
  await page.keyboard.press('Control+K');
  await palette().getByRole('combobox').waitFor();
  await page.keyboard.type(text);
  await palette()
    .getByRole('option', { selected: true, name: new RegExp(text, 'i') })
    .waitFor();
  await page.keyboard.press('Enter');
  await palette().waitFor({ state: 'detached' });
};
const toast = (title: string) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByText(title, { exact: true })
    .waitFor();

test('signing up and making a company', async () => {
  await page.goto(program.url);
  await enter(page.getByRole('link', { name: 'Sign in with the identity provider' }));
  await enter(page.getByRole('button', { name: 'Create an account' }));
  await type(page.getByLabel('Email'), 'dana@halvorsen.example');
  await type(page.getByLabel('Password'), 'three words and more');
  await page.keyboard.press('Enter');
  await enter(page.getByRole('link', { name: /Create New Organization/ }));
  await type(page.getByLabel('Organization Name'), 'Halvorsen Custom');
  await page.keyboard.press('Enter');
  await type(page.getByLabel('First Name'), 'Dana');
  await type(page.getByLabel('Last Name'), 'Halvorsen');
  await page.keyboard.press('Enter');
  await enter(page.getByRole('link', { name: 'Step by step instead' }));
  // Through the steps of the setup; without a service it does not go on.
  await enter(page.getByRole('button', { name: 'Continue to Service Data Fields' }));
  await enter(page.getByRole('button', { name: 'Continue to Services' }));
  await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Baling');
  await page.keyboard.press('Enter');
  await toast('Service Added');
  for (const forward of ['Continue to Equipment', 'Continue to Customers', 'Complete Setup & Go to Dashboard']) {
    await enter(page.getByRole('button', { name: forward }));
  }
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

test('the first Tab of a page skips what stands on every page', async () => {
  await page.goto(`${program.url}/customers`);
  await page.getByText('No customers found.').waitFor();
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('button', { name: 'Add Customer' }).first())).toBe(true);
});

test('a customer and a service', async () => {
  await page.keyboard.press('Enter');
  await type(page.getByLabel('Business Name'), 'Ostrander Grain');
  await page.keyboard.press('Enter');
  await toast('Customer created');
  await jump('Services');
  await enter(page.getByRole('button', { name: 'Add Service' }).first());
  await type(page.getByRole('dialog').getByLabel('Name'), 'Harvesting');
  // What such work usually asks for is ticked; there is neither a machine nor an operator here.
  for (const name of ['Include Equipment', 'Include Operator']) {
    await tabTo(page.getByLabel(name));
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Harvesting' }).waitFor();
});

test('an entry for a job that is made in passing', async () => {
  await jump('New Job Entry');
  const entry = page.getByRole('dialog', { name: 'New Job Entry' });
  await type(entry.getByLabel('Customer'), 'Ostrander');
  await enter(entry.getByRole('button', { name: 'Create New Job' }));
  const newJob = page.getByRole('dialog', { name: 'Create New Job' });
  await type(newJob.getByLabel('Job Name'), 'Home place wheat');
  await page.keyboard.press('Enter');
  await newJob.waitFor({ state: 'detached' });
  await type(entry.getByLabel('Service'), 'Harv');
  await type(entry.getByRole('textbox', { name: 'Hours' }), '7.5');
  await page.keyboard.press('Enter');
  await page.getByText('Job entry created successfully').waitFor();
});

test('its totals', async () => {
  await jump('Home place');
  await page.waitForURL('**/entries');
  await enter(page.getByRole('link', { name: 'Job Summary' }));
  await page.getByText('7.5', { exact: false }).first().waitFor();
  await page.waitForURL('**/summary');
});

test('the palette: arrows, nothing found, and back where one was', async () => {
  const opener = page.getByRole('link', { name: 'Customers', exact: true });
  await tabTo(opener);
  await page.keyboard.press('Control+K');
  const field = palette().getByRole('combobox');
  await field.waitFor();
  const active = () => palette().getByRole('option', { selected: true }).textContent();
  const first = await active();
  await page.keyboard.press('ArrowDown');
  expect(await active()).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  // Wraps to the last one, which the field announces to screen readers.
  const last = palette().getByRole('option').last();
  expect(await active()).toBe(await last.textContent());
  expect(await field.getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
  await page.keyboard.type('ostrander gra');
  await palette().getByRole('option', { name: 'Ostrander Grain' }).first().waitFor();
  await expectAccessible(page);
  await page.keyboard.type('zzz');
  await palette().getByText('Nothing found for').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await palette().waitFor({ state: 'detached' });
  expect(await hasFocus(opener)).toBe(true);
});

test('on a phone the menu leads to it', async () => {
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).click();
  await palette().getByRole('combobox').fill('harv');
  await palette().getByRole('option', { name: 'Harvesting', exact: true }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await palette().getByRole('option', { name: 'Harvesting', exact: true }).click();
  await page.waitForURL('**/service-types/*');
});

test('nothing went wrong on any page', () => {
  expect(problems).toEqual([]);
});
