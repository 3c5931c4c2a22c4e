import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { gate } from '../support/faults-proxy.ts';
import { looksGood } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { openPage, PHONE } from '../support/browser.ts';
import { started, test } from './fixtures.ts';

// The entry dialog has the focus in its form from the start, also while what it offers is still on its way.

const dialog = (on: Page) => on.getByRole('dialog', { name: 'New Job Entry' });
/** Where the focus is: the field's label, or whether it is in the dialog's body. */
const focused = (on: Page): Promise<string> =>
  on.evaluate(() => {
    const at = document.activeElement;
    if (at instanceof HTMLSelectElement || at instanceof HTMLInputElement) {
      return at.labels?.[0]?.textContent ?? at.tagName;
    }
    return at?.closest('dialog') && !at.closest('header, footer') ? 'the form' : (at?.getAttribute('aria-label') ?? at?.tagName ?? '');
  });

test.beforeAll(started);

test('typing while it loads closes nothing, and goes on in Customer', async ({ server, visit, proxy }) => {
  const boss = await server.owner();
  await settle(boss);
  const { page, open, press } = await visit(boss);
  const slow = gate();
  proxy.on('GET', /\/customers(\?|$)/, { kind: 'hold', until: slow.until });
  await open('/dashboard');
  await press(/New Job Entry Hours/);
  await dialog(page).getByText('Loading...').waitFor();
  expect(await focused(page)).toBe('the form');
  await page.keyboard.type('Pheasant Run');
  await page.keyboard.press('Enter');
  expect(await dialog(page).count()).toBe(1);
  await looksGood(page, 'entry-loading');
  slow.open();
  await expect.poll(() => focused(page)).toMatch(/^Customer/);
  await page.keyboard.type('Ostr');
  await expect.poll(() => dialog(page).getByLabel('Customer').locator('option:checked').textContent()).toBe('Ostrander Land & Grain');
});

test('on a phone it is in the form as well, where no keyboard comes up', async ({ server, visit, browser, proxy }) => {
  const boss = await server.owner();
  await settle(boss);
  await visit(boss);
  const phone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en-US' });
  const [name = '', value = ''] = boss.cookie.split('=');
  await phone.addCookies([{ name, value, url: proxy.url }]);
  const { page: small } = await openPage(phone);
  await small.goto(`${proxy.url}/dashboard`);
  await small
    .getByRole('button', { name: /New Job Entry/ })
    .first()
    .tap();
  await dialog(small).getByLabel('Customer').waitFor();
  expect(await focused(small)).toBe('the form');
  await phone.close();
});
