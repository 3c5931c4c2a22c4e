import { expect } from 'vitest';
import { started, test } from './fixtures.ts';

// Much of the shell's code comes after the first screen (decision 0015), and a network may go in between.

test.beforeAll(started);

test('what is pressed before its code is here happens once it has come, and the screen works meanwhile', async ({ company, visit }) => {
  const { page, open, heading, press, follow } = await visit(company.boss);
  let isThere = false;
  await page.route(/assets\/(after-start|sign-out)-/, (route) => (isThere ? route.continue() : route.abort()));
  await open('/dashboard');
  await heading('Overview');

  const switcher = page.locator('header [aria-haspopup=menu]');
  await switcher.click();
  await follow('Customers');
  await heading('Customers');
  expect(await page.getByRole('menu').count()).toBe(0);
  isThere = true;
  await page.getByRole('menuitemradio').first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitemradio');
  await page.keyboard.press('Escape');
  expect(await switcher.getAttribute('aria-expanded')).toBe('false');

  isThere = false;
  await press('Log out');
  await page.waitForTimeout(500);
  await heading('Customers');
  isThere = true;
  await page.locator('#landing').waitFor();
});
