import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PHONE } from '../support/browser.ts';
import { EVERY_LOOK, looksGood } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { started, test as base } from './fixtures.ts';

// Why a line has its amount, as a contractor would say it, and the way from there to the entries (decision 0071).

vi.setConfig({ testTimeout: 90_000 });

const MANY = 11;

/** A completed job with three entries by the acre, and one with many. */
const test = base.extend('explained', { scope: 'file' }, async ({ server }) => {
  const company = await settle(await server.owner('Explained'));
  const { boss, orgId, customerId } = company;
  const params = { orgId };
  const acres = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Acres', fieldType: 'number' } });
  const tillage = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Tillage', customDataFieldIds: [acres.id] } });
  const machine = await boss.ok(contract.equipment.create, { params, body: { name: 'Case 9370', serviceTypeIds: [tillage.id] } });
  const lines = [{ basis: 'acre' as const, fieldId: acres.id, prices: [{ upTo: null, price: '24.50' }] }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId: tillage.id, lines } });
  const job = async (name: string, work: readonly (readonly [string, number])[]) => {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId } });
    for (const [date, Acres] of work) {
      const body = { serviceTypeId: tillage.id, date, equipmentIds: [machine.id], customFieldValues: { Acres } };
      await boss.ok(contract.jobEntries.create, { params: { id }, body });
    }
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'completed' } });
    return id;
  };
  const small = await job('Creek bottom', [
    ['2025-04-03', 80],
    ['2025-04-01', 114],
    ['2025-04-02', 100],
  ]);
  const long = await job(
    'Home place',
    Array.from({ length: MANY }, (_, index) => [`2025-05-${String(index + 1).padStart(2, '0')}`, 10] as const),
  );
  return { ...company, small, long };
});

test.beforeAll(started);

const entries = (page: Page) => page.getByRole('list', { name: /^(Entries|Einträge|Registros)$/ }).getByRole('link');

test('the amount of a draft is one sentence; each of its entries is a link, which leads there and back to the open line', async ({
  explained,
  visit,
}) => {
  const { page, open } = await visit(explained.boss);
  await open(`/organization/billing/jobs/${explained.small}`);
  await page.getByText('$7,203.00', { exact: true }).first().click();
  await page.getByText('294 acres from 3 entries × $24.50 (Tillage, standard) = $7,203.00').waitFor();
  expect(await entries(page).allInnerTexts()).toEqual([
    'Apr 1, 2025, Case 9370, 114 acres',
    'Apr 2, 2025, Case 9370, 100 acres',
    'Apr 3, 2025, Case 9370, 80 acres',
  ]);
  await looksGood(page, 'billing-explained', EVERY_LOOK);
  await entries(page).nth(1).focus();
  await page.keyboard.press('Enter');
  const detail = page.getByRole('dialog');
  await detail.getByText('Apr 2, 2025').waitFor();
  await detail.getByText('Case 9370').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(new RegExp(`/organization/billing/jobs/${explained.small}$`));
  await entries(page).first().waitFor();
});

test('of many entries the first are shown, and all when asked for', async ({ explained, visit }) => {
  const { page, open, press } = await visit(explained.boss, 'en-US', 'block', { viewport: PHONE });
  await open(`/organization/billing/jobs/${explained.long}`);
  await page.getByRole('list', { name: 'Line items' }).getByRole('listitem').first().getByText('$2,695.00').click();
  await page.getByText('110 acres from 11 entries × $24.50 (Tillage, standard) = $2,695.00').waitFor();
  expect(await entries(page).count()).toBe(8);
  await press('Show all 11 entries');
  expect(await entries(page).count()).toBe(MANY);
});

test('a bill that was issued says the same, with its entries as they were billed', async ({ explained, visit }) => {
  await explained.boss.ok(contract.jobs.update, { params: { id: explained.small }, body: { status: 'billed' } });
  const { page, open } = await visit(explained.boss, 'de-DE');
  await open(`/organization/billing/jobs/${explained.small}`);
  await page.waitForURL(/\/organization\/billing\/records\/\d+$/);
  await page.getByText('7.203,00 $', { exact: true }).first().click();
  await page.getByText('294 Acre aus 3 Einträgen × 24,50 $ (Tillage, Standardpreis) = 7.203,00 $').waitFor();
  await entries(page).first().waitFor();
  expect(await entries(page).allInnerTexts()).toEqual([
    '01.04.2025, Case 9370, 114 Acre',
    '02.04.2025, Case 9370, 100 Acre',
    '03.04.2025, Case 9370, 80 Acre',
  ]);
  expect(await entries(page).first().getAttribute('href')).toMatch(new RegExp(`^/job-entries\\?jobId=${explained.small}&entryId=\\d+$`));
});
