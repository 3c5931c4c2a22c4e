import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { de, messages as germanMessages } from '#client/locales/de/index.ts';
import { es, messages as spanishMessages } from '#client/locales/es/index.ts';
import { expectNoSidewaysScroll, PHONE } from '../support/browser.ts';
import { shoot } from '../support/looks.ts';
import { allWords } from '../support/left-in-english.ts';
import { patternOf } from '../support/loose-texts.ts';
import { test, type Visitor } from './screens-fixtures.ts';

// Every screen in German and in Spanish: no English is left on it, whether it came from the screen, a rule or the server.

vi.setConfig({ testTimeout: 120_000 });

type Catalogue = Readonly<Record<string, string>>;

let entryDate: string;

test.beforeAll(async ({ screens }) => {
  const { boss, orgId, serviceTypeId, equipmentId, jobId } = screens.full;
  const fields = await boss.ok(contract.customDataFields.list, { params: { orgId } });
  const fuel = await boss.ok(contract.customDataFields.create, { params: { orgId }, body: { name: 'Fuel', fieldType: 'number' } });
  await boss.ok(contract.customDataFields.create, { params: { orgId }, body: { name: 'Protein', fieldType: 'number' } });
  await boss.ok(contract.serviceTypes.update, {
    params: { id: serviceTypeId },
    body: { customDataFieldIds: [...fields, fuel].map(({ id }) => id), linkedEquipmentIds: [equipmentId] },
  });
  entryDate = '2025-05-07';
  await boss.ok(contract.jobEntries.create, {
    params: { id: jobId },
    body: { serviceTypeId, date: entryDate, equipmentIds: [equipmentId], totalHours: 1204.5, fuel: 20, loads: 3, billableHours: 4 },
  });
});

/** Names in the records of the tests: some are the names of services that the set-up offers as well. */
const DATA = new Set(['Planting', 'Headland']);

/** Everything on the page that somebody reads or hears. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement } = node;
      if (parentElement && !parentElement.closest('#landing, script, style, template, dialog:not([open])')) {
        found.push(node.textContent ?? '');
      }
    }
    // A sentence may lie in several pieces.
    document.querySelectorAll('p, button, a, h1, h2, h3, li, th, label').forEach((element) => {
      if (!element.closest('#landing, dialog:not([open])')) {
        found.push(element.textContent ?? '');
      }
    });
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      document.querySelectorAll(`[${name}]`).forEach((element) => {
        if (!element.closest('#landing')) {
          found.push(element.getAttribute(name) ?? '');
        }
      });
    }
    return [...new Set(found.map((text) => text.trim()).filter((text) => /[A-Za-z]/.test(text)))];
  });

/** Finds English words of the catalogue, also with values in them. */
const englishIn = (catalogue: Catalogue): ((words: readonly string[]) => string[]) => {
  const others = Object.entries(catalogue).filter(([text, words]) => text !== words);
  const own = new Set(Object.values(catalogue));
  const plain = new Set(others.map(([text]) => text));
  const patterns = others
    .map(([text]) => text)
    .filter((text) => text.includes('{') && text.replaceAll(/\{\w+\}|[^A-Za-z]/g, '').length >= 10)
    .map(patternOf);
  return (words) =>
    words.filter((text) => !DATA.has(text) && !own.has(text) && (plain.has(text) || patterns.some((pattern) => pattern.test(text))));
};

interface Speaker {
  readonly visitor: Visitor;
  readonly words: Catalogue;
  readonly locale: string;
  readonly name: string;
}

/** Expects that the screen is in the language and not wider than the phone. */
const expectSpoken = async ({ visitor: { page }, words, name }: Speaker, what: string): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('main') && !document.querySelector('main [role=status] .sr-only'));
  await shoot(page, `${name}-${what.replaceAll(/\W+/g, '-')}`);
  expect([what, englishIn(allWords(words, words === de ? germanMessages : spanishMessages))(await wordsOn(page))]).toEqual([what, []]);
  await expectNoSidewaysScroll(page);
};

const LANGUAGES = [
  ['German', 'de', 'de-DE', de],
  ['Spanish', 'es', 'es-ES', es],
] as const;

test.for(LANGUAGES)('every screen speaks %s, as the browser asks for it', async ([_name, language, locale, words], { screens }) => {
  const { boss, orgId, customerId, employeeId, serviceTypeId, equipmentId, jobId } = screens.full;
  const visitor = await screens.visitor(boss, { locale, viewport: PHONE });
  const { page } = visitor;
  const speaker = { visitor, words, locale, name: language };
  await visitor.open('/dashboard');
  await visitor.filled(orgId);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  for (const path of [
    '/dashboard',
    '/jobs?status=open',
    '/jobs?status=all',
    `/jobs/${jobId}/entries`,
    `/jobs/${jobId}/summary`,
    '/job-entries',
    '/customers',
    `/customers/${customerId}`,
    '/employees',
    `/employees/${employeeId}`,
    '/service-types',
    '/implements',
    `/service-types/${serviceTypeId}`,
    '/equipment',
    `/equipment/${equipmentId}`,
    '/organization',
    '/sync',
    '/nowhere',
    '/organization/activity',
    '/organization/service-data-fields',
  ]) {
    await visitor.go(path);
    await expectSpoken(speaker, path);
  }

  await visitor.go('/job-entries');
  // Above the entries of that day.
  const parts = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const day = new Intl.DateTimeFormat(locale, parts).format(new Date(`${entryDate}T12:00:00Z`));
  await page.getByText(day).first().waitFor();
  await page.getByText(new Intl.NumberFormat(locale).format(1204.5)).first().waitFor();

  await page.getByRole('navigation', { name: words.Quick }).getByRole('button', { name: words['New Job Entry'] }).click();
  const dialog = page.getByRole('dialog', { name: words['New Job Entry'] });
  // The only open job chose itself.
  await dialog.getByRole('combobox', { name: words.Job }).selectOption('');
  await dialog.getByRole('button', { name: words['Submit Entry'] }).click();
  await dialog.getByText(words['Please select a job']).waitFor();
  await expectSpoken(speaker, 'empty entry');
  await dialog.getByRole('combobox', { name: words.Job }).selectOption(String(jobId));
  await dialog.getByRole('combobox', { name: words.Service }).selectOption({ index: 1 });
  const hours = dialog.getByRole('textbox', { name: words.Hours, exact: true });
  await hours.fill('1,5');
  expect(await hours.inputValue()).toBe('1,5');
  await dialog.getByRole('button', { name: words['More: {label}'].replace('{label}', words.Hours) }).click();
  expect(await hours.inputValue()).toBe('1,6');
  await expectSpoken(speaker, 'entry');
  await dialog.getByRole('button', { name: words['Submit Entry'] }).click();
  await page.getByText(words['Job entry created successfully']).waitFor();
  expect((await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId } })).map(({ totalHours }) => totalHours)).toContain(1.6);
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

test('rules and refusals are told in the language, and a choice wins over the browser', { tags: ['proof'] }, async ({ screens }) => {
  const { boss, orgId, jobId } = screens.full;
  const visitor = await screens.visitor(boss, { locale: 'de-AT', viewport: PHONE });
  const { page } = visitor;
  const speaker = { visitor, words: de, locale: 'de-AT', name: 'de' };
  await visitor.open('/organization/service-data-fields');
  await visitor.filled(orgId);
  await page.getByRole('button', { name: de['Add Data Field'] }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: de['Create Field'] }).click();
  await dialog.getByText(germanMessages.fieldNameRequired).waitFor();
  await dialog.getByRole('textbox', { name: de.Name, exact: true }).fill('Protein');
  await dialog.getByRole('button', { name: de['Create Field'] }).click();
  await page.getByText(germanMessages.fieldNameTaken.replace('{name}', 'Protein')).first().waitFor();
  await dialog.getByRole('button', { name: de.Cancel }).click();

  await visitor.go('/sync');
  await page.getByRole('heading', { name: de.Sync, level: 1 }).waitFor();
  await page.getByRole('button', { name: de['New Job Entry'] }).click();
  await dialog.getByRole('combobox', { name: de.Customer }).selectOption({ index: 1 });
  await visitor.context.setOffline(true);
  await page.getByText(de["You're offline"], { exact: true }).first().waitFor();
  await dialog.getByRole('combobox', { name: de.Service }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: de['Submit Entry'] }).click();
  await page.getByText(de['{what} created locally and will sync when online'].replace('{what}', de['Job entry'])).waitFor();
  await page.getByRole('region', { name: de.Waiting }).waitFor();
  await expectSpoken(speaker, 'waiting');
  for (const status of ['completed', 'billed'] as const) {
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status } });
  }
  await visitor.context.setOffline(false);
  await page.getByRole('region', { name: de['Needs attention'] }).waitFor();
  await page.getByText(/^Der Auftrag West 80 rye cover ist abgerechnet\./).waitFor();
  await expectSpoken(speaker, 'refused');

  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.reload();
  await page.getByRole('heading', { name: es.Sync, level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
  expect(visitor.problems.filter((problem) => !/status of 409|ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual([]);
  await visitor.context.close();
});
