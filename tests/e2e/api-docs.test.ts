import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { oneAtAPush } from '../support/proof-size.ts';

let app: TestApp;
let url: string;
let browser: Browser;

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const LOOKS = [
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
] as const;

/** Marks the first text of each kind: thousands lie on the page, and what a text and those around it are decides its colours. */
const markKinds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kinds = new Set<string>();
    const hasWords = ({ childNodes }: Element) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    for (const element of [...document.body.querySelectorAll('*')].filter(hasWords)) {
      let kind = '';
      for (let each: Element | null = element; each !== null; each = each.parentElement) {
        kind += `${each.tagName}.${each.className} `;
      }
      element.toggleAttribute('data-kind', !kinds.has(kind));
      kinds.add(kind);
    }
  });

// One long page: axe takes its time over it.
vi.setConfig({ testTimeout: 120_000 });

test.each(oneAtAPush(LOOKS, 'the API'))('the API’s page is there for everybody: $viewport.width px, $colorScheme', async (look) => {
  const context = await browser.newContext(look);
  const { page, problems } = await openPage(context);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) {
      elsewhere.push(request.url());
    }
  });
  await page.goto(`${url}/api/docs`);
  await page.getByRole('heading', { level: 1, name: 'Headland API' }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, { except: ['color-contrast'] });
  await markKinds(page);
  await expectAccessible(page, { only: ['color-contrast'], within: '[data-kind]' });

  // From the contents to a group, to a call, to the schema of its body, and to a sample of it.
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByRole('link', { name: 'Create a job' }).click();
  const call = page.locator('[id="jobs.create"]');
  await expect.poll(() => call.getByRole('heading', { name: 'Create a job' }).isVisible()).toBe(true);
  await call.getByRole('link', { name: 'JobInput' }).click();
  const schema = page.locator('#schema-JobInput');
  await schema.getByText('Sample').click();
  expect(await schema.getByText('North silage').isVisible()).toBe(true);
  expect(new URL(page.url()).hash).toBe('#schema-JobInput');
  await expectNoSidewaysScroll(page);
  expect([problems, elsewhere]).toEqual([[], []]);
  await context.close();
});
