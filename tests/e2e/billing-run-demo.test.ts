import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { localDate } from '#shared/lib/dates.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { test as base } from './fixtures.ts';

// The office in October: everything that is not billed, of the demo's big company, billed and sent.

/** What a person does: the issue asks for at most ten. */
const MOST_CLICKS = 10;
const LOADED_WITHIN_MS = 240_000;

vi.setConfig({ testTimeout: LOADED_WITHIN_MS, hookTimeout: LOADED_WITHIN_MS });

const NOW = new Date();

const test = base
  .extend('settings', { scope: 'file' }, { hasMail: true })
  .extend('demo', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'headland-billing-demo-'));
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

test(`everything that is not billed is billed and sent in at most ${MOST_CLICKS} clicks`, async ({ demo, visit, server }) => {
  const { page, context, open } = await visit(undefined, 'en-US', 'block', { viewport: { width: 1440, height: 900 } });
  const url = new URL((await open('/'))?.url() ?? '').origin;
  const login = await context.request.post(`${url}/api/login`, { data: { email: demo.email, password: demo.password } });
  expect(login.status()).toBe(200);
  const ask = async <T>(path: string): Promise<T> => (await (await context.request.get(`${url}/api${path}`)).json()) as T;
  const [organization] = contract.organizations.list.response.parse(await ask('/organizations'));
  const orgId = organization?.id ?? 0;
  const unbilled = async () =>
    contract.unbilledBills.list.response.parse(await ask(`/organizations/${orgId}/unbilled-bills`)).flatMap(({ bills }) => bills);
  const before = await unbilled();
  const jobs = before.flatMap((bill) => bill.jobs.map(({ id }) => id));
  expect(jobs.length).toBeGreaterThanOrEqual(40);
  expect(new Set(before.map(({ customerId }) => customerId)).size).toBeGreaterThanOrEqual(36);

  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  await open('/dashboard');
  await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing' }));
  await click(page.getByRole('checkbox', { name: /^Select all/ }));
  await click(page.getByRole('button', { name: /^Issue and send \d+ bills/ }));
  await click(page.getByRole('dialog').getByRole('button', { name: /^Issue and send \d+ bills/ }));
  const run = page.getByRole('region', { name: 'Billing run' });
  await run.getByText('You can go on working.').waitFor();
  await server.nobody.inBackground();
  await run.getByText(`Issued ${before.length} bills.`).waitFor();
  await page.getByText('Everything is billed.').waitFor();
  const download = page.waitForEvent('download');
  await click(run.getByRole('button', { name: /^Print \d+ bills?/ }));
  await download;
  await click(run.getByRole('button', { name: 'Printed and posted' }));
  await run.getByRole('button', { name: /^Print \d/ }).waitFor({ state: 'detached' });
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

  expect(await unbilled()).toEqual([]);
  const [newest] = contract.billingRuns.list.response.parse(await ask(`/organizations/${orgId}/billing-runs`));
  expect(newest).toMatchObject({ count: before.length, done: before.length, failed: 0, toMail: 0, toPost: 0 });
  const records = contract.billingRecords.list.response.parse(await ask(`/organizations/${orgId}/billing-records?limit=${before.length}`));
  expect(records.flatMap(({ jobIds }) => jobIds).toSorted((one, other) => one - other)).toEqual(jobs.toSorted((one, other) => one - other));
  expect(records.filter(({ sentOn }) => sentOn === null)).toEqual([]);
});
