import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { readStore } from '../support/offline-device.ts';
import { NOW, test, WIDE } from './desk-fixtures.ts';
import { started } from './fixtures.ts';

// What looks like a slip is said before it is saved: once, with the number that was meant, and it is right in one tap (decision 0064).

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

/** How an entry is logged again, the labels of the form, and each hint. */
const LANGUAGES = {
  'en-US': {
    again: 'Log again Hauling',
    fields: ['Hours', 'Fuel', 'Loads'],
    tooLong: '25 hrs in one entry.',
    slip: 'Fuel is 10 times the usual.',
    twice: 'The same work may be logged twice.',
    future: 'The date is 2 days ahead.',
    right: 'It is right',
    take: 'Change to 40.0',
  },
  'de-DE': {
    again: 'Erneut erfassen Hauling',
    fields: ['Stunden', 'Kraftstoff', 'Fuhren'],
    tooLong: '25 Std. in einem Eintrag.',
    slip: 'Kraftstoff: 10-mal so viel wie üblich.',
    twice: 'Dieselbe Arbeit ist vielleicht doppelt erfasst.',
    future: 'Das Datum liegt 2 Tage in der Zukunft.',
    right: 'Das stimmt so',
    take: 'Auf 40,0 ändern',
  },
  'es-MX': {
    again: 'Repetir registro Hauling',
    fields: ['Horas', 'Combustible', 'Viajes'],
    tooLong: '25 h en un solo registro.',
    slip: 'Combustible: 10 veces lo habitual.',
    twice: 'El mismo trabajo puede estar anotado dos veces.',
    future: 'La fecha es dentro de 2 días.',
    right: 'Es correcto',
    take: 'Cambiar a 40.0',
  },
} as const;
type Locale = keyof typeof LANGUAGES;

/** The form for the same again, Hauling with Truck 7, on a computer. */
const formOn = async (page: Page, locale: Locale) => {
  const { again, fields } = LANGUAGES[locale];
  const [hours, fuel, loads] = fields;
  const dialog = page.getByRole('dialog');
  const box = (label: string) => dialog.getByRole('textbox', { name: label });
  await page.getByRole('button', { name: again }).first().click();
  await box(hours).waitFor();
  const fill = async (values: { readonly hours?: string; readonly fuel?: string; readonly loads?: string; readonly date?: string }) => {
    for (const [label, value] of [
      [hours, values.hours],
      [fuel, values.fuel],
      [loads, values.loads],
    ] as const) {
      if (value !== undefined) {
        await box(label).fill(locale === 'de-DE' ? value.replace('.', ',') : value);
      }
    }
    if (values.date !== undefined) {
      await dialog.locator('input[type=date]').fill(values.date);
    }
  };
  const hints = dialog.getByRole('status').filter({ has: page.getByRole('button') });
  /** What is said, once the form has rested. */
  const said = async (): Promise<string[]> => {
    await page.waitForFunction(() => document.querySelector('dialog [role=status][tabindex]') !== null);
    return dialog.locator('[role=status][tabindex] b').allInnerTexts();
  };
  return { dialog, fill, hints, said };
};

test.for(['en-US', 'de-DE', 'es-MX'] as const)('each slip is hinted at once, in %s', async (locale, { visit, work, ben, boss }) => {
  expect(work.week.slip.fuel).toBe(380);
  const words = LANGUAGES[locale];
  const { page, open } = await visit(ben, locale, 'block', { viewport: WIDE });
  await page.clock.setFixedTime(NOW);
  await open('/job-entries');
  const isFilled = async () => (await readStore(page, 'meta')).some(({ key }) => key === `cursor:${boss.orgId}`);
  await expect.poll(isFilled, { timeout: 25_000 }).toBe(true);
  const { fill, said } = await formOn(page, locale);
  const expectSaid = (...texts: string[]) => expect.poll(said, { timeout: 5000 }).toEqual(texts);
  await fill({ hours: '9.5', fuel: '40', loads: '23', date: '2026-06-18' });
  await expectSaid();
  await fill({ hours: '25', fuel: '', loads: '' });
  await expectSaid(words.tooLong);
  await fill({ hours: '9.5', fuel: '400', loads: '23' });
  await expectSaid(words.slip);
  await page.getByRole('button', { name: words.take }).click();
  await expectSaid();
  await fill({ hours: '6', fuel: '25', loads: '', date: '2026-06-17' });
  await expectSaid(words.twice);
  await fill({ hours: '9.5', fuel: '40', loads: '23', date: '2026-06-20' });
  await expectSaid(words.future);
  await page.getByRole('button', { name: words.right }).click();
  await expectSaid();
});

test('it is right: said with the entry, and the office is not asked again', async ({ visit, work, ben, boss }) => {
  const { page, open, toast } = await visit(ben, 'en-US', 'block', { viewport: WIDE });
  await page.clock.setFixedTime(NOW);
  await open('/job-entries');
  const isFilled = async () => (await readStore(page, 'meta')).some(({ key }) => key === `cursor:${boss.orgId}`);
  await expect.poll(isFilled, { timeout: 25_000 }).toBe(true);
  const { dialog, fill, said, hints } = await formOn(page, 'en-US');
  await fill({ hours: '9.5', fuel: '400', loads: '23', date: '2026-06-18' });
  await expect.poll(said).toEqual([LANGUAGES['en-US'].slip]);
  await expectAccessible(page);
  await looksGood(page, 'saving-hints');
  await page.setViewportSize(WIDE);
  await hints.getByRole('button', { name: 'It is right' }).click();
  await expect.poll(said).toEqual([]);
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await dialog.getByRole('button', { name: 'Submit Entry' }).click();
  await toast('Job entry created successfully');
  const [entry] = await boss.ok(contract.jobEntries.list, { params: boss, query: { from: '2026-06-18', to: '2026-06-18' } });
  expect(entry).toMatchObject({ fuel: 400, hintsAccepted: ['decimalSlip:fuel:400'], jobId: work.jobs.silage });
  expect(await boss.ok(contract.jobEntries.hints, { params: { id: entry?.id ?? 0 } })).toEqual([]);
});

test('on a phone a hint comes above the keys, which stay where they are', async ({ visit, work, ben, boss }) => {
  expect(work.week.slip.fuel).toBe(380);
  const { page, open } = await visit(ben, 'en-US', 'block', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.clock.setFixedTime(NOW);
  await open('/job-entries');
  const isFilled = async () => (await readStore(page, 'meta')).some(({ key }) => key === `cursor:${boss.orgId}`);
  await expect.poll(isFilled, { timeout: 25_000 }).toBe(true);
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .tap();
  await page.getByRole('menuitem', { name: 'Log again' }).tap();
  const dialog = page.getByRole('dialog', { name: 'New Job Entry' });
  await dialog.getByRole('textbox', { name: 'Hours' }).fill('25');
  const key = dialog.getByRole('button', { name: '5', exact: true });
  await key.waitFor();
  const top = async () => Math.round((await key.boundingBox())?.y ?? 0);
  const before = await top();
  const right = dialog.getByRole('button', { name: 'It is right' });
  await right.waitFor();
  await expect.poll(top).toBe(before);
  await right.tap();
  await right.waitFor({ state: 'detached' });
  await expect.poll(top).toBe(before);
});
