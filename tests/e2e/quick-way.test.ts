import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE } from '../support/browser.ts';
import { looksGood, shoot } from '../support/looks.ts';
import { organizationsOf, started, test } from './fixtures.ts';

// From a new company to its dashboard in four screens: country, trades, lists, people.

vi.setConfig({ testTimeout: 240_000 });

test.beforeAll(started);

/** Whether a narrow phone and large targets hold, besides what every look holds. */
const fits = async (page: Page, name: string) => {
  await looksGood(page, name);
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await shoot(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  const small = await page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>('button, a, select, summary, label:has(input)')]
        .filter((each) => each.getClientRects().length > 0 && each.getBoundingClientRect().height < 43.5)
        .map((each) => `${each.tagName} ${each.textContent}`),
    );
  expect(small).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
};

test('from a name to the dashboard, with a reload in the middle of each step', async ({ server, visit }) => {
  const ruth = await server.person({ firstName: 'Ruth', lastName: 'Amsler' });
  const { page, open, heading, press, type, toast, at, follow } = await visit(ruth, 'en-US', 'block', { timezoneId: 'America/Chicago' });
  await open('/onboarding/create-organization');
  await type('Organization Name', 'Amsler Custom Farming');
  await press('Continue');
  await heading('And who are you?');
  // The account's names are there: one press.
  await press('Create Organization');
  await at(/^\/onboarding\/country\?orgId=\d+$/);
  await heading('Where do you work?');
  const picks = page.getByRole('group', { name: 'Country' }).getByRole('button');
  expect(await picks.allTextContents()).toEqual(['United States', 'Canada', 'United Kingdom', 'Ireland', 'Australia', 'Other']);
  expect(await page.getByRole('button', { name: 'United States' }).getAttribute('aria-pressed')).toBe('true');
  const setUp = page.getByRole('listitem').filter({ hasText: 'Change it' });
  expect((await setUp.allTextContents()).map((text) => text.replace('Change it', ''))).toEqual([
    'LanguageEnglish',
    'UnitsAcres, gallons, tons',
    'CurrencyUS Dollar, $1,234.50',
    'Time zoneCentral Time, Chicago',
    'Tax on billsNone',
    'Season StartJanuary 1',
  ]);
  await fits(page, 'country');
  // Another country changes what nobody has touched.
  await press('Change it: Units');
  await press('Hectares, liters, tonnes');
  await press('Ireland');
  expect((await setUp.allTextContents()).map((text) => text.replace('Change it', ''))).toEqual([
    'LanguageEnglish',
    'UnitsHectares, liters, tonnes',
    'CurrencyEuro, €1,234.50',
    'Time zoneCentral Time, Chicago',
    expect.stringContaining('Tax on billsVAT 23%'),
    'Season StartJanuary 1',
  ]);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await heading('Where do you work?');
  expect(await page.getByRole('button', { name: 'Ireland' }).getAttribute('aria-pressed')).toBe('true');
  await press('United States');
  await press('Change it: Units');
  await press('Acres, gallons, tons');
  await page.getByText('Also for your bills, now or later').click();
  await type('Address', '12 Mill Road');
  await type('IBAN or account number', 'DE89 3704 0044 0532 0130 01');
  await press('Looks right');
  await page.getByText(/^This IBAN has a typing error/).waitFor();
  await fits(page, 'country-bills');
  await type('IBAN or account number', '000123456');
  await press('Looks right');

  await at(/^\/onboarding\/trades\?orgId=\d+$/);
  await heading('What do you do?');
  const [made] = await organizationsOf(ruth);
  expect(made).toMatchObject({
    onboardingStep: 'trades',
    country: 'US',
    language: 'en',
    units: 'us',
    currency: 'USD',
    timeZone: 'America/Chicago',
    taxRate: null,
    address: '12 Mill Road',
    bankAccount: '000123456',
    seasonStartDate: '2000-01-01',
  });
  await fits(page, 'trades-none');
  for (const trade of ['Forage', 'Combining', 'Hay and straw']) {
    await page.getByRole('checkbox', { name: new RegExp(`^${trade}`) }).check();
  }
  await page.getByRole('heading', { name: '9 services' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '9 services' }).waitFor();
  await fits(page, 'trades');
  await press('Edit');
  await page.getByRole('group', { name: 'Mowing' }).getByLabel('Name of the service').fill('Swathing');
  await page.getByRole('group', { name: 'Baling' }).getByLabel('USD per bale').fill('11.5');
  await page.getByRole('group', { name: 'Raking' }).getByRole('checkbox', { name: 'Raking' }).uncheck();
  await press('Add another service');
  await page.getByRole('group', { name: 'New service' }).getByLabel('Name of the service').fill('Fencing');
  for (const name of ['Tractor', 'Silage truck']) {
    await page
      .getByRole('group', { name, exact: true })
      .getByRole('button', { name: `More: ${name}` })
      .click();
  }
  await press('More: Silage truck');
  await page.getByLabel('Name of Silage truck 2').fill('Old Mack');
  await press('More: Baler');
  await fits(page, 'trades-edit');
  await press('Add 9 services');

  await at(/^\/onboarding\/lists\?orgId=\d+$/);
  await heading('Bring your lists along');
  const orgId = made?.id ?? 0;
  const params = { orgId };
  const services = await ruth.ok(contract.serviceTypes.list, { params });
  expect(services.map(({ name }) => name)).toEqual([
    'Baling',
    'Chopping',
    'Combining',
    'Fencing',
    'Grain cart',
    'Grain trucking',
    'Packing',
    'Silage hauling',
    'Swathing',
  ]);
  const fields = await ruth.ok(contract.customDataFields.list, { params });
  const baling = services[0];
  const namesOf = (ids: readonly number[] = []) => ids.map((id) => fields.find((field) => field.id === id)?.name);
  expect(namesOf(baling?.requiredFieldIds)).toEqual(['Equipment', 'Operator', 'Hours', 'Bales']);
  expect(namesOf(baling?.customDataFieldIds)).toEqual(expect.arrayContaining(['Acres', 'Fuel']));
  const idOf = (name: string) => services.find((service) => service.name === name)?.id;
  const machines = await ruth.ok(contract.equipment.list, { params });
  expect(machines.map(({ name, serviceTypeIds }) => [name, serviceTypeIds.toSorted()])).toEqual([
    ['Old Mack', [idOf('Silage hauling')]],
    ['Silage truck 1', [idOf('Silage hauling')]],
    ['Tractor', [idOf('Baling'), idOf('Grain cart'), idOf('Swathing')].toSorted()],
  ]);
  expect((await ruth.ok(contract.implements.list, { params })).map(({ name }) => name)).toEqual(['Baler']);
  const rates = await ruth.ok(contract.rates.list, { params });
  expect(rates.map(({ serviceTypeId, lines }) => [serviceTypeId, lines[0]?.basis, lines[0]?.prices[0]?.price])).toEqual([
    [baling?.id, 'bale', '11.5'],
  ]);
  await fits(page, 'lists');
  // Going back and pressing again makes nothing twice.
  await follow('Trades');
  await heading('What do you do?');
  expect(await page.getByText('There already').count()).toBe(9);
  await press('Continue');
  await heading('Bring your lists along');
  expect(await ruth.ok(contract.serviceTypes.list, { params })).toHaveLength(9);
  expect(await ruth.ok(contract.rates.list, { params })).toHaveLength(1);

  await page.reload();
  await heading('Bring your lists along');
  expect(await page.getByRole('link', { name: 'Import a file: Customers' }).getAttribute('href')).toBe(
    `/onboarding/import?kind=customers&orgId=${orgId}`,
  );
  await page.getByText('Past work').click();
  expect(await page.getByRole('link', { name: 'Import a file: Past work' }).getAttribute('href')).toBe(
    `/onboarding/import?kind=jobEntries&orgId=${orgId}`,
  );
  await follow('Type them in: Customers');
  await heading('Add Customers');
  await type('Business Name', 'Ostrander Land & Grain');
  await press('Add & Continue');
  await heading('Bring your lists along');
  await page.getByLabel('1 there').waitFor();
  await press('Continue');

  await at(/^\/onboarding\/people\?orgId=\d+$/);
  await heading('Who works with you?');
  await type('First Name', 'Luis');
  await type('Last Name', 'Ortega');
  await type('Email', 'luis@amsler.test');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('');
  await type('First Name', 'Dana');
  await type('Last Name', 'Halvorsen');
  await type('Email', 'dana@amsler.test');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('');
  // Somebody without an address is invited with a link that anybody may open.
  await type('First Name', 'Tom');
  await type('Last Name', 'Ray');
  await press('Add and next');
  await page.getByRole('button', { name: 'Invite Tom Ray' }).waitFor();
  await page.reload();
  await heading('Who works with you?');
  await page.getByText('Luis Ortega').waitFor();
  await fits(page, 'people');
  await press('Invite 3 people');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await press('Finish');
  await at('/dashboard');
  await toast('Setup Complete!');
  expect((await organizationsOf(ruth))[0]).toMatchObject({ onboardingCompleted: true });
});

test.for([
  {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    title: 'Wo wird gearbeitet?',
    next: 'Passt so',
    trades: 'Was wird gemacht?',
    lists: 'Listen mitbringen',
    people: 'Wer arbeitet mit?',
    company: {
      country: 'DE',
      language: 'de',
      units: 'metric',
      currency: 'EUR',
      taxName: 'MwSt.',
      taxRate: 1900,
      timeZone: 'Europe/Berlin',
    },
    trade: /^Silage/,
    names: ['Häckseln', 'Abfahren', 'Walzen'],
    all: ['Stunden', 'Hektar'],
  },
  {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    title: '¿Dónde trabaja?',
    next: 'Está bien',
    trades: '¿Qué hace?',
    lists: 'Traiga sus listas',
    people: '¿Quién trabaja con usted?',
    company: {
      country: 'MX',
      language: 'es',
      units: 'metric',
      currency: 'MXN',
      taxName: 'IVA',
      taxRate: 1600,
      timeZone: 'America/Mexico_City',
    },
    trade: /^Forraje/,
    names: ['Picado', 'Acarreo de forraje', 'Compactado'],
    all: ['Horas', 'Hectáreas'],
  },
])(
  'a browser in $locale is asked nothing that it knows',
  async ({ locale, timezoneId, title, next, trades, lists, people, company, trade, names, all }, { ownerAt, visit }) => {
    const owner = await ownerAt('country');
    const { page, open, heading, press } = await visit(owner, locale, 'block', { timezoneId });
    await open('/');
    await heading(title);
    await looksGood(page, `country-${locale}`);
    await press(next);
    await heading(trades);
    expect((await organizationsOf(owner))[0]).toMatchObject(company);
    await page.getByRole('checkbox', { name: trade }).check();
    const table = page.getByRole('table');
    for (const words of [...names, ...all]) {
      await table.getByText(words).first().waitFor();
    }
    await looksGood(page, `trades-${locale}`);
    await page.getByRole('contentinfo').getByRole('button').click();
    await expect
      .poll(async () => (await owner.ok(contract.serviceTypes.list, { params: owner })).map(({ name }) => name).toSorted())
      .toEqual(names.toSorted());
    await expect.poll(async () => (await organizationsOf(owner))[0]?.onboardingStep).toBe('lists');
    await heading(lists);
    await looksGood(page, `lists-${locale}`);
    await page.getByRole('contentinfo').getByRole('button').click();
    await heading(people);
    await looksGood(page, `people-${locale}`);
  },
);

test('another language is the account’s, and the page’s from the next screen on; typed numbers are read as the country writes them', async ({
  ownerAt,
  visit,
}) => {
  const owner = await ownerAt('country');
  const { page, open, heading, press } = await visit(owner, 'en-US', 'block', { timezoneId: 'Europe/Berlin' });
  await open('/');
  await heading('Where do you work?');
  // The clock says Germany; English stays until somebody says otherwise.
  const row = (label: string) => page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) });
  await row('Language').getByText('English').waitFor();
  await row('Tax on bills').getByText('MwSt. 19%').waitFor();
  await press('Change it: Language');
  await press('Deutsch');
  await row('Language').getByText('Your screens change to it when you go on.').waitFor();
  await row('Currency').getByText('1.234,50').waitFor();
  await press('Change it: Tax on bills');
  await page.getByLabel('Tax rate in percent').fill('7.8');
  await press('Done: Tax on bills');
  await press('Looks right');
  await heading('Was wird gemacht?');
  expect((await organizationsOf(owner))[0]).toMatchObject({ country: 'DE', language: 'de', taxName: 'MwSt.', taxRate: 780 });
  expect((await owner.ok(contract.account.get, {})).language).toBe('de');
  await page.getByRole('checkbox', { name: /^Etwas anderes/ }).check();
  const own = page.getByRole('group', { name: 'Neue Leistung' });
  await own.getByLabel('Name der Leistung').fill('Maissaat');
  await page.getByLabel('EUR je Hektar').fill('65,50');
  // Unticked by mistake, and ticked again.
  await page.getByRole('checkbox', { name: /^Etwas anderes/ }).uncheck();
  await page.getByRole('checkbox', { name: /^Etwas anderes/ }).check();
  await press('1 Leistung hinzufügen');
  await heading('Listen mitbringen');
  const rates = await owner.ok(contract.rates.list, { params: owner });
  expect(rates.map(({ lines }) => [lines[0]?.basis, lines[0]?.prices[0]?.price])).toEqual([['hectare', '65.50']]);
});

test('services of one’s own that were unticked come back with another one, which is empty', async ({ ownerAt, visit }) => {
  const owner = await ownerAt('trades');
  const { page, open, heading, press } = await visit(owner);
  await open('/');
  await heading('What do you do?');
  await page.getByRole('checkbox', { name: /^Hay and straw/ }).check();
  const tile = page.getByRole('checkbox', { name: /^Something else/ });
  const valuesOf = (label: string | RegExp) =>
    page.getByLabel(label).evaluateAll((inputs) => inputs.map((each) => (each instanceof HTMLInputElement ? each.value : null)));
  await tile.check();
  await page.getByRole('group', { name: 'New service' }).getByLabel('Name of the service').fill('Fencing');
  await page.getByRole('group', { name: 'Fencing' }).getByLabel('USD per hour').fill('85');
  await press('Add another service');
  await page.getByRole('group', { name: 'New service' }).getByLabel('Name of the service').fill('Ditching');
  await tile.uncheck();
  await expect.poll(() => valuesOf('Name of the service')).toEqual(['Mowing', 'Raking', 'Baling']);
  await press('Add another service');
  await expect.poll(() => valuesOf('Name of the service')).toEqual(['Mowing', 'Raking', 'Baling', 'Fencing', 'Ditching', '']);
  expect(await valuesOf(/^USD per /)).toEqual(['', '', '', '85', '', '']);
  expect(await tile.isChecked()).toBe(true);
  await tile.uncheck();
  await tile.check();
  await expect.poll(() => valuesOf('Name of the service')).toEqual(['Mowing', 'Raking', 'Baling', 'Fencing', 'Ditching', '']);
});

test('by keyboard only, on a phone, with nobody else: four times Enter', async ({ ownerAt, visit }) => {
  const owner = await ownerAt('country');
  const { page, open, heading, at } = await visit(owner, 'en-US', 'block', { timezoneId: 'America/Chicago', viewport: PHONE });
  const focusOn = async (name: string) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent)) === name) {
        return;
      }
    }
    throw new Error(`Not reached: ${name}`);
  };
  await open('/');
  await heading('Where do you work?');
  await focusOn('Change it');
  await page.keyboard.press('Enter');
  // The editor has the focus, and a choice gives it back.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('English');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change it');
  await focusOn('Other');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Choose a country' }).waitFor();
  await page.keyboard.type('Urug');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('button', { name: 'Uruguay' }).getAttribute('aria-pressed')).toBe('true');
  await focusOn('Looks right');
  await page.keyboard.press('Enter');
  await heading('What do you do?');
  await page.keyboard.press('Tab');
  await focusOn('Continue');
  await page.keyboard.press('Enter');
  await heading('Bring your lists along');
  await focusOn('Skip for now');
  await page.keyboard.press('Enter');
  await heading('Who works with you?');
  await expectAccessible(page);
  await focusOn('Finish');
  await page.keyboard.press('Enter');
  await at('/dashboard');
  expect((await organizationsOf(owner))[0]).toMatchObject({ country: 'UY', currency: 'UYU', onboardingCompleted: true });
});

test('the wizard is one link away, and back; bars lead back', async ({ ownerAt, visit }) => {
  const owner = await ownerAt('lists');
  const { open, heading, follow, at } = await visit(owner);
  await open('/');
  await at(`/onboarding/lists?orgId=${owner.orgId}`);
  await follow('Country');
  await heading('Where do you work?');
  await follow('Step by step instead');
  await at(`/onboarding/step-employees?orgId=${owner.orgId}`);
  await follow('Quick setup');
  await at(`/onboarding/country?orgId=${owner.orgId}`);
  expect((await organizationsOf(owner))[0]?.onboardingStep).toBe('lists');
});

test('without a connection the trades wait on the device, and are sent once', async ({ ownerAt, visit, proxy }) => {
  const owner = await ownerAt('trades');
  const { page, context, open, heading, press, toast, at } = await visit(owner, 'en-US', 'allow');
  await open('/');
  await heading('What do you do?');
  await page.getByRole('checkbox', { name: /^Hay and straw/ }).check();
  await press('More: Tractor');
  // Its next screen is there before the line goes.
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await expect.poll(() => page.getByRole('button', { name: 'Add 3 services' }).isEnabled()).toBe(true);
  await context.setOffline(true);
  proxy.on('GET', /^\/api\//, { kind: 'drop' });
  await press('Add 3 services');
  await toast('Saved Offline');
  await at(`/onboarding/lists?orgId=${owner.orgId}`);
  expect(await owner.ok(contract.serviceTypes.list, { params: owner })).toEqual([]);
  proxy.calm();
  await context.setOffline(false);
  await expect
    .poll(async () => (await owner.ok(contract.serviceTypes.list, { params: owner })).map(({ name }) => name), { timeout: 30_000 })
    .toEqual(['Baling', 'Mowing', 'Raking']);
  await expect
    .poll(async () => (await owner.ok(contract.equipment.list, { params: owner })).map(({ serviceTypeIds }) => serviceTypeIds.length), {
      timeout: 30_000,
    })
    .toEqual([3]);
  await expect.poll(async () => (await organizationsOf(owner))[0]?.onboardingStep, { timeout: 30_000 }).toBe('lists');
  await shoot(page, 'trades-sent');
});
