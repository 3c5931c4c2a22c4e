import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

// A browser that lacks what the app needs says so: here it is taken away from one that has it.

let app: TestApp;
let url: string;
let browser: Browser;

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  [url, browser] = await Promise.all([app.app.listen({ port: 0, host: '127.0.0.1' }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** Opens the address in a browser from which this was taken before anything ran. */
const openWithout = async (taken: string, path: string, locale = 'en-US'): Promise<Page> => {
  const context = await browser.newContext({ locale, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.addInitScript(taken);
  await page.goto(`${url}${path}`);
  return page;
};
const POPOVER = 'delete HTMLElement.prototype.showPopover';

test.each([
  ['popovers (Safari 16, Firefox ESR 115)', POPOVER],
  ['sorted copies', 'delete Array.prototype.toSorted'],
  ['modal dialogs', 'delete HTMLDialogElement.prototype.showModal'],
  ['channels between tabs', 'delete globalThis.BroadcastChannel'],
  ['module scripts', 'delete HTMLScriptElement.prototype.noModule'],
  ['selectors by what is inside', 'CSS.supports = (...asked) => !String(asked).includes(":has")'],
  ['mixed colours', 'CSS.supports = (...asked) => !String(asked).includes("color-mix")'],
])('without %s: the message with the least versions, and nothing of the app', async (_, taken) => {
  const page = await openWithout(taken, '/');
  await page.getByRole('heading', { name: 'This browser is too old for Headland' }).waitFor();
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    'Safari 17 (iPhone, iPad: iOS 17)',
    'Chrome 114',
    'Edge 114',
    'Samsung Internet 23',
    'Firefox 128',
  ]);
  expect(await page.locator('#root, #landing').count()).toBe(0);
  await page.context().close();
});

test.each([
  ['de-DE', 'Dieser Browser ist zu alt für Headland'],
  ['es-MX', 'Este navegador es demasiado antiguo para Headland'],
  ['fr-FR', 'This browser is too old for Headland'],
])('in %s it says: %s', async (locale, title) => {
  const page = await openWithout(POPOVER, '/api/login', locale);
  await page.getByRole('heading', { name: title }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.context().close();
});

test('with all of it there is no message; without scripts a sentence in three languages', async () => {
  const page = await openWithout('', '/');
  await page.getByRole('heading', { level: 1, name: /Every hour, load and gallon/ }).waitFor();
  await page.context().close();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  for (const path of ['/', '/api/login']) {
    await still.goto(`${url}${path}`);
    expect(await still.locator('noscript').first().innerText()).toMatch(/needs JavaScript.*braucht JavaScript.*necesita JavaScript/s);
  }
  await context.close();
});
