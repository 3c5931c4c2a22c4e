import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { de } from '#client/locales/de/index.ts';
import { es } from '#client/locales/es/index.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE } from '../support/browser.ts';
import { shoot } from '../support/looks.ts';
import { type Company, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import { type Device, PATIENCE, writeStore } from '../support/offline-device.ts';
import { oneAtAPush } from '../support/proof-size.ts';

// Numbers as people write them: the server stores what was typed, or the field refuses it and shows the accepted format (decision 0025).

vi.setConfig({ testTimeout: 90_000 });

type Locale = 'en-US' | 'de-DE' | 'es-ES' | 'es-MX';
const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'en-US': {}, 'de-DE': de, 'es-ES': es, 'es-MX': es };

let app: OfflineApp;
let company: Company;
let device: Device;

beforeAll(async () => {
  app = await startOfflineApp();
  company = await app.company();
  const { boss, orgId, serviceTypeId } = company;
  const params = { orgId };
  const more = await Promise.all(
    ['Bushels', 'Fuel'].map((name) => boss.ok(contract.customDataFields.create, { params, body: { name, fieldType: 'number' } })),
  );
  const fields = await boss.ok(contract.customDataFields.list, { params });
  const asked = [...fields.filter(({ name }) => ['Hours', 'Loads', 'Notes'].includes(name)), ...more].map(({ id }) => id);
  await boss.ok(contract.serviceTypes.update, { params: { id: serviceTypeId }, body: { customDataFieldIds: asked } });
});
afterEach(() => device?.close());
afterAll(() => app?.close());

/** Somebody whose browser is set to the locale, with the entry dialog open as far as the numbers. */
const openEntry = async (locale: Locale, options: Parameters<OfflineApp['device']>[1] = {}) => {
  device = await app.device(company.boss, { locale, ...options });
  const say = (text: string): string => WORDS[locale][text] ?? text;
  await device.page
    .getByRole('button', { name: say('New Job Entry') })
    .first()
    .click();
  const entry = device.dialog(say('New Job Entry'));
  await entry.getByLabel(say('Customer')).selectOption({ label: company.customer });
  await entry.getByLabel(say('Service')).selectOption({ label: company.service });
  const number = (name: string): Locator => entry.getByRole('textbox', { name: say(name), exact: true });
  const submit = () => entry.getByRole('button', { name: say('Submit Entry') }).click();
  /** Types it, leaves the field, and returns what the field then shows. */
  const typed = async (name: string, text: string): Promise<string> => {
    await number(name).fill(text);
    expect(await number(name).inputValue()).toBe(text);
    await number(name).blur();
    return number(name).inputValue();
  };
  return { entry, number, submit, typed, say };
};

const newest = async () => {
  const entries = await company.boss.ok(contract.jobEntries.ofJob, { params: { id: company.jobId } });
  return entries.sort((left, right) => right.id - left.id)[0];
};

const GROUPED = [
  ['en-US', { Hours: ['1,250.5', '1,250.5'], Bushels: ['1,250', '1,250'], Fuel: ['7.50', '7.50'], Loads: ['1250', '1,250'] }],
  ['de-DE', { Hours: ['1.250,5', '1.250,5'], Bushels: ['1.250', '1.250'], Fuel: ['7,50', '7,50'], Loads: ['1250', '1.250'] }],
  ['es-ES', { Hours: ['1.250,5', '1250,5'], Bushels: ['1.250', '1250'], Fuel: ['7,50', '7,50'], Loads: ['1250', '1250'] }],
  ['es-MX', { Hours: ['1,250.5', '1,250.5'], Bushels: ['1,250', '1,250'], Fuel: ['7.50', '7.50'], Loads: ['1250', '1,250'] }],
] as const;

test.each(oneAtAPush(GROUPED, 'grouped'))(
  'in %s grouped numbers reach the server as what they are, and are shown so when the field is left',
  async (locale, numbers) => {
    const { entry, typed, submit } = await openEntry(locale);
    for (const [name, [text, shown]] of Object.entries(numbers)) {
      expect([name, await typed(name, text)]).toEqual([name, shown]);
    }
    await submit();
    await entry.waitFor({ state: 'detached' });
    await device.allSent();
    expect(await newest()).toMatchObject({ totalHours: 1250.5, fuel: 7.5, loads: 1250, customFieldValues: { Bushels: 1250 } });
  },
);

const AMBIGUOUS = [
  ['en-US', '12,50', '12.50', '12,50 is ambiguous. Write 12.50.', 'Use 12.50'],
  ['de-DE', '12.5', '12,5', '„12.5“ ist nicht eindeutig. Bitte 12,5 schreiben.', '12,5 übernehmen'],
  ['es-ES', '12.5', '12,5', '«12.5» no es claro. Escriba 12,5.', 'Usar 12,5'],
] as const;

test.each(oneAtAPush(AMBIGUOUS, 'ambiguous'))(
  'in %s %s is refused, with the way to write it and a press that takes it',
  async (locale, text, meant, why, take) => {
    const { entry, number, typed, submit, say } = await openEntry(locale, { viewport: { ...PHONE, width: 390 } });
    expect(await typed('Hours', text)).toBe(text);
    await entry.getByText(why, { exact: true }).waitFor();
    await expectNoSidewaysScroll(device.page);
    await expectAccessible(device.page);
    await submit();
    await expect.poll(() => number('Hours').evaluate((input) => input === document.activeElement)).toBe(true);
    await shoot(device.page, `typed-number-${locale}`);
    // Sentence and button are in view, not below the edge of the phone.
    const box = await entry.getByRole('button', { name: take }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(PHONE.height - 90);
    expect(await device.queue()).toEqual([]);
    await entry.getByRole('button', { name: take }).click();
    await expect.poll(() => number('Hours').inputValue()).toBe(meant);
    await entry.getByText(why, { exact: true }).waitFor({ state: 'detached' });
    // Minus and plus go on from it.
    await entry.getByRole('button', { name: say('More: {label}').replace('{label}', say('Hours')) }).click();
    await submit();
    await entry.waitFor({ state: 'detached' });
    await device.allSent();
    expect(await newest()).toMatchObject({ totalHours: 12.6 });
  },
);

test('below zero is refused where it is typed; what an earlier app queued waits with its reason and can be mended', async () => {
  const { entry, typed, submit, number } = await openEntry('en-US');
  await typed('Bushels', '-5');
  await entry.getByText('Bushels must be zero or more').waitFor();
  await submit();
  expect(await device.queue()).toEqual([]);
  await number('Bushels').fill('7');
  await device.offline();
  await submit();
  await entry.waitFor({ state: 'detached' });
  // As an app queued it that knew no such rule.
  const [item] = await device.queue();
  const row = (await device.rows('jobEntries')).find(({ id }) => id === item?.target);
  const customFieldValues = { Bushels: -5 };
  await writeStore(device.page, 'syncQueue', [{ ...item, data: { ...item?.data, customFieldValues } }]);
  await writeStore(device.page, 'jobEntries', [{ ...row, customFieldValues }]);
  await device.online();
  await device.parked(1);
  await device.open('/sync');
  const card = device.card('Bushels must be zero or more');
  await card.waitFor();
  await card.getByRole('button', { name: 'Edit and send again' }).click();
  const edit = device.dialog('Edit Job Entry');
  const bushels = edit.getByRole('textbox', { name: 'Bushels' });
  await expect.poll(() => bushels.inputValue(), PATIENCE).toBe('-5');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await edit.getByText('Bushels must be zero or more').waitFor();
  await bushels.fill('5');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await device.allSent();
  expect(await newest()).toMatchObject({ customFieldValues: { Bushels: 5 } });
});

test('an option keeps its comma, and a default value is written as people here write numbers', { tags: ['proof'] }, async () => {
  device = await app.device(company.boss, { locale: 'de-DE' });
  const { boss, orgId } = company;
  const fieldNamed = async (name: string) =>
    (await boss.ok(contract.customDataFields.list, { params: { orgId } })).find((each) => each.name === name);
  await device.open('/service-fields');
  await device.press(de['Add Data Field']);
  const add = device.dialog(de['Add Data Field']);
  await add.getByLabel(de.Name).fill('Breite');
  await add.getByLabel(de.Type).selectOption('select');
  await add.getByLabel(de.Options).fill('2,5 m\n3,0 m\nMeier, Hans');
  await add.getByRole('button', { name: de['Create Field'] }).click();
  await add.waitFor({ state: 'detached' });
  await expect.poll(async () => (await fieldNamed('Breite'))?.options, PATIENCE).toEqual(['2,5 m', '3,0 m', 'Meier, Hans']);
  await device.press(de['Add Data Field']);
  await add.getByLabel(de.Name).fill('Feuchte');
  await add.getByLabel(de.Type).selectOption('number');
  await add.getByLabel(de['Default Value']).fill('14,5');
  await add.getByRole('button', { name: de['Create Field'] }).click();
  await add.waitFor({ state: 'detached' });
  await expect.poll(async () => (await fieldNamed('Feuchte'))?.defaultValue, PATIENCE).toBe('14.5');
});
