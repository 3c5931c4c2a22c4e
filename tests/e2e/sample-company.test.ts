import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DARK_PHONE, EVERY_LOOK, LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { organizationsOf, started, test } from './fixtures.ts';

// A made-up company to look around in and leave (decision 0062).

vi.setConfig({ testTimeout: 60_000 });

test.beforeAll(started);

const NAME = /Mesquite Fork/;
const bar = (page: Page) => page.getByText('This is a sample company. Nothing here touches yours.');
const samplesOf = async (person: Parameters<typeof organizationsOf>[0]) =>
  (await organizationsOf(person)).filter(({ isSample }) => isSample);

test('from the first steps: make it, look, log an entry, leave, and it is gone', async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom');
  await settle(boss);
  const { page, open, press, heading, follow } = await visit(boss);
  await open('/dashboard');
  await press('Open the sample company');
  await bar(page).waitFor();
  await page.getByRole('button', { name: NAME }).first().waitFor();
  // Whoever looks around is not led through first steps.
  expect(await page.getByRole('list', { name: 'First steps' }).count()).toBe(0);
  expect(await page.getByText(/will be deleted on/).count()).toBe(0);
  await looksGood(page, 'sample-overview', EVERY_LOOK);
  const [sample] = await samplesOf(boss);
  const params = { orgId: sample?.id ?? 0 };

  await follow('Customers');
  await heading('Customers');
  await bar(page).waitFor();
  const before = await boss.ok(contract.jobEntries.list, { params, query: {} });
  const [job] = await boss.ok(contract.jobs.list, { params, query: { status: 'open' } });
  const [service] = await boss.ok(contract.serviceTypes.list, { params, query: {} });
  const body = { serviceTypeId: service?.id ?? 0, date: '2026-05-04', notes: 'tried it' };
  await boss.ok(contract.jobEntries.create, { params: { id: job?.id ?? 0 }, body });
  expect(await boss.ok(contract.jobEntries.list, { params, query: {} })).toHaveLength(before.length + 1);

  await press('Leave');
  await looksGood(page, 'sample-leave', [LIGHT_PHONE, DARK_PHONE]);
  await press('Leave and remove');
  await page.getByRole('list', { name: 'First steps' }).waitFor();
  await page.getByRole('button', { name: 'Amsler Custom' }).first().waitFor();
  expect(await bar(page).count()).toBe(0);
  expect((await organizationsOf(boss)).map(({ id }) => id)).toEqual([boss.orgId]);
});

test('a second press opens the same one, it is marked in the list of companies, and never opened at a start', async ({ server, visit }) => {
  // By name it comes after the sample.
  const boss = await server.owner('Zimmer Custom');
  await settle(boss);
  const { page, open, press, context } = await visit(boss);
  await open('/dashboard');
  await press('Open the sample company');
  await bar(page).waitFor();
  // The same tab goes on where it was.
  await page.reload();
  await bar(page).waitFor();
  await press('Leave');
  await press('Keep it for now');
  await page.getByRole('list', { name: 'First steps' }).waitFor();
  const [first] = await samplesOf(boss);
  await press('Open the sample company');
  await bar(page).waitFor();
  expect((await samplesOf(boss)).map(({ id }) => id)).toEqual([first?.id]);
  await page.getByRole('button', { name: NAME }).first().click();
  await page
    .getByRole('menuitem', { name: /Mesquite Fork.*Sample/ })
    .or(page.getByRole('menuitemradio', { name: /Mesquite Fork.*Sample/ }))
    .waitFor();
  await page.keyboard.press('Escape');

  // The next start is another tab.
  const next = await context.newPage();
  await next.goto(new URL('/dashboard', page.url()).href);
  await next.getByRole('list', { name: 'First steps' }).waitFor();
  await next.getByRole('button', { name: 'Zimmer Custom' }).first().waitFor();
  expect(await bar(next).count()).toBe(0);
});

test('before a company of one’s own: from the choice into it, and back to the choice', async ({ server, visit }) => {
  const dana = await server.person();
  const { page, open, press, heading, follow, at } = await visit(dana);
  await open('/');
  await heading('Welcome to Headland');
  await follow('Look around a sample company first');
  await bar(page).waitFor();
  await at('/dashboard');
  await press('Leave');
  await press('Keep it for now');
  await heading('Welcome to Headland');
  // While it is kept, one’s own may be begun.
  await follow(/Create New Organization/);
  await heading(/./);
  await open('/onboarding/sample');
  await bar(page).waitFor();
  await press('Leave');
  await press('Leave and remove');
  await heading('Welcome to Headland');
  expect(await organizationsOf(dana)).toEqual([]);
});

test('what was tried without a connection goes with it, and without one it says that it cannot be opened', async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom');
  await settle(boss);
  const { page, open, press, toast, context } = await visit(boss);
  await open('/dashboard');
  await page.getByRole('button', { name: 'Open the sample company' }).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await press('Open the sample company');
  await toast(/Could not open the sample company/);
  await context.setOffline(false);
  await press('Open the sample company');
  await bar(page).waitFor();
  await context.setOffline(true);
  await press('Leave');
  await press('Leave and remove');
  await toast(/Could not remove the sample company/);
  await context.setOffline(false);
  await press('Leave and remove');
  await page.getByRole('list', { name: 'First steps' }).waitFor();
});
