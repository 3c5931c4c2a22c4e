import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../support/looks.ts';
import type { Company } from '../support/offline-app.ts';
import { started, test } from './fixtures.ts';

// Recent Activity on the overview: a line for an act, with the number of records. The activity page shows every item as ever.

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

const logged = async ({ boss, jobId, serviceTypeId }: Company, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let left = count; left > 0; left -= 1) {
    const body = { serviceTypeId, date: '2026-05-04', totalHours: left };
    ids.push((await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body })).id);
  }
  return ids;
};

const check = async ({ boss, orgId }: Company, ids: readonly number[], isChecked: boolean): Promise<void> => {
  const entries = await Promise.all(
    ids.map(async (id) => ({ id, version: (await boss.ok(contract.jobEntries.get, { params: { id } })).version })),
  );
  await boss.ok(contract.entryChecks.set, { params: { orgId }, body: { isChecked, entries } });
};

/** Sentences of the card, newest first. */
const linesOn = (page: Page, title: string): Promise<string[]> =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .locator('li p')
    .allTextContents();

const act = async (company: Company): Promise<void> => {
  const { boss, orgId } = company;
  const ids = await logged(company, 3);
  await check(company, ids, true);
  await check(company, ids, false);
  await check(company, ids.slice(0, 1), true);
  for (const businessName of ['Blue Hill', 'Oak Hill']) {
    await boss.ok(contract.customers.create, { params: { orgId }, body: { businessName } });
  }
};

test('the overview tells each act once, with the number of its records', async ({ company, visit }) => {
  await act(company);
  const { page, open, said } = await visit(company.boss);
  await open('/dashboard');
  await said('Recent Activity');
  await expect
    .poll(() => linesOn(page, 'Recent Activity'))
    .toEqual([
      'Dana Halvorsen created 2 customers',
      expect.stringMatching(/^Dana Halvorsen checked job entry .+, /),
      'Dana Halvorsen marked 3 job entries as unchecked',
      'Dana Halvorsen checked 3 job entries',
      'Dana Halvorsen created 3 job entries',
    ]);
  await looksGood(page, 'activity-acts');
  await open('/organization/activity');
  await said('created customer');
  await expect.poll(() => page.getByText('created job entry').count()).toBe(3);
  expect(await page.getByText('checked 3 job entries').count()).toBe(0);
});

test.for([
  [
    'de-DE',
    'Letzte Aktivität',
    [
      'Dana Halvorsen hat 2 Kunden angelegt',
      'Dana Halvorsen hat 3 Einträge als ungeprüft markiert',
      'Dana Halvorsen hat 3 Einträge geprüft',
    ],
  ],
  [
    'es-ES',
    'Actividad reciente',
    ['Dana Halvorsen creó 2 clientes', 'Dana Halvorsen marcó 3 registros como sin revisar', 'Dana Halvorsen revisó 3 registros'],
  ],
] as const)('so it does in %s', async ([locale, title, sentences], { company, visit }) => {
  await act(company);
  const { page, open } = await visit(company.boss, locale);
  await open('/dashboard');
  await page.getByRole('heading', { name: title }).waitFor();
  await expect.poll(() => linesOn(page, title)).toEqual(expect.arrayContaining([...sentences]));
});
