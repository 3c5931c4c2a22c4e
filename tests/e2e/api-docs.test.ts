import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { type Program, removeFolder, startProgram } from '../support/program.ts';

let folder: string;
let program: Program;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-docs-'));
  program = await startProgram({ DATA_DIR: folder });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  program?.process.kill('SIGKILL');
  await removeFolder(folder);
});

const LOOKS = [
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
] as const;

// One long page: axe takes its time over it.
const PATIENCE_MS = 120_000;

test.each(LOOKS)(
  'the API’s page is there for everybody: $viewport.width px, $colorScheme',
  async (look) => {
    const context = await browser.newContext(look);
    const { page, problems } = await openPage(context);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(program.url)) {
        elsewhere.push(request.url());
      }
    });
    await page.goto(`${program.url}/api/docs`);
    await page.getByRole('heading', { level: 1, name: 'Headland API' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

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
  },
  PATIENCE_MS,
);
