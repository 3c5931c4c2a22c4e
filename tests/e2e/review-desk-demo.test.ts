import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { addDays, localDate } from '#shared/lib/dates.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { readStore } from '../support/offline-device.ts';
import { test as base } from './fixtures.ts';

// The office in October: three hundred entries of the demo's big company, each seen before it is checked.

/** What a person does: the design asks for at most forty. */
const MOST_ACTIONS = 40;
const ENTRIES = 300;
const LOADED_WITHIN_MS = 240_000;

vi.setConfig({ testTimeout: LOADED_WITHIN_MS, hookTimeout: LOADED_WITHIN_MS });

const NOW = new Date();

const test = base.extend('demo', { scope: 'file' }, async ({ server }, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-desk-demo-'));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  const accounts = await loadDemo({
    db: server.db,
    photos: photoFolder(join(folder, 'photos')),
    scratchFolder: join(folder, 'scratch'),
    now: () => NOW,
    today: localDate(NOW),
    timeZone: 'UTC',
    say: () => undefined,
  });
  const boss = accounts?.find(({ organization, role }) => organization === 'Halvorsen Custom' && role === 'owner');
  if (!boss) {
    throw new Error('The demo has no owner.');
  }
  return boss;
});

test(`${ENTRIES} entries are reviewed and checked in at most ${MOST_ACTIONS} actions, every row having been in view`, async ({
  demo,
  visit,
}) => {
  const { page, context, open, said } = await visit(undefined, 'en-US', 'block', { viewport: { width: 1440, height: 900 } });
  const url = new URL((await open('/'))?.url() ?? '').origin;
  const login = await context.request.post(`${url}/api/login`, { data: { email: demo.email, password: demo.password } });
  expect(login.status()).toBe(200);
  const ask = async <T>(path: string): Promise<T> => (await (await context.request.get(`${url}/api${path}`)).json()) as T;
  const [organization] = contract.organizations.list.response.parse(await ask('/organizations'));
  const orgId = organization?.id ?? 0;
  // The newest days that come to so many.
  const unchecked = contract.jobEntries.list.response.parse(
    await ask(`/organizations/${orgId}/job-entries?checked=false&billed=false&limit=${ENTRIES}`),
  );
  const from = unchecked.at(-1)?.date ?? '';
  await open('/dashboard');
  await vi.waitFor(async () => expect((await readStore(page, 'meta')).map(({ key }) => key)).toContain(`cursor:${orgId}`), {
    timeout: 60_000,
    interval: 200,
  });
  const requests: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/entry-checks')) {
      requests.push((request.postDataJSON() as { entries: unknown[] }).entries.length);
    }
  });
  await open(`/job-entries/desk?from=${from}&to=${addDays(localDate(NOW), 1)}&checked=no&billed=no`);
  const shown = page.locator('.desk-shown');
  await expect
    .poll(async () => Number((await shown.innerText()).match(/([\d,]+) shown/)?.[1]?.replace(',', '') ?? 0))
    .toBeGreaterThanOrEqual(ENTRIES);
  const count = Number((await shown.innerText()).match(/([\d,]+) shown/)?.[1]?.replace(',', ''));

  // Without having looked, the button says so.
  await page.keyboard.press('a');
  await page.getByRole('button', { name: /^Check \d+, \d+ not seen/ }).waitFor();
  await page.keyboard.press('Escape');

  let actions = 0;
  const act = async (key: string): Promise<void> => {
    actions += 1;
    await page.keyboard.press(key);
    // Nobody sees what was not painted.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  const bottom = () => page.locator('.desk-scroll').evaluate((frame) => frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 1);
  await act('Home');
  for (let turn = 0; turn < MOST_ACTIONS && !(await bottom()); turn += 1) {
    await act('PageDown');
  }
  await act('a');
  // Every row has been in view: nothing is said of rows that were not.
  await page.getByRole('button', { name: new RegExp(`^Check ${count}$`) }).waitFor();
  await act('Shift+C');
  await said(`${count} entries checked`);
  await expect.poll(() => page.locator('.desk-row').count()).toBe(0);
  expect(requests).toEqual([count]);
  expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);
  // One undo for all.
  await page.keyboard.press('z');
  await expect.poll(() => page.locator('.desk-row').count(), { timeout: 30_000 }).toBeGreaterThan(0);
  expect(requests).toEqual([count, count]);
});
