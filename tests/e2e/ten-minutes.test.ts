import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { PATIENCE, settled } from '../support/offline-device.ts';
import { createTestApp, PASSWORD, type TestApp } from '../support/test-app.ts';
import { workbookOf } from '../support/workbook.ts';

// The owner's first day by the clock: from the landing page to a company of 12 people, 30 machines and 180 customers, and the first entry of
// a driver who was invited, on a phone of their own.

vi.setConfig({ testTimeout: 240_000 });

/** A person's pace. */
const TAP_SECONDS = 2;
const CHARACTER_SECONDS = 0.3;

const PHONE = { width: 390, height: 844 };

let app: TestApp;
let browser: Browser;
let url = '';

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** What people did, all of them together. */
const counted = { taps: 0, characters: 0 };

/** Somebody with a phone that knows nobody yet; everything they do is counted. */
const somebody = async () => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en-US', reducedMotion: 'reduce' });
  const { page, problems } = await openPage(context);
  const tap = async (target: Locator) => {
    counted.taps += 1;
    await target.first().tap();
  };
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    tap(within.getByRole('button', { name, exact: typeof name === 'string' }).locator('visible=true'));
  /** A tap into the field, and every character. */
  const write = async (field: Locator, text: string) => {
    counted.taps += 1;
    counted.characters += text.length;
    await field.first().fill(text);
  };
  const type = (label: string | RegExp, text: string) => write(page.getByLabel(label), text);
  /** A tap opens the list, another one chooses. */
  const choose = async (name: string | RegExp, choice: string, within: Page | Locator = page) => {
    counted.taps += 2;
    await within
      .getByRole('combobox', { name, exact: typeof name === 'string' })
      .first()
      .selectOption(choice);
  };
  const at = (path: RegExp) => page.waitForURL((to) => path.test(to.pathname));
  const register = async (firstName: string, lastName: string, email: string) => {
    await type('First name', firstName);
    await type('Last name', lastName);
    await type('Email', email);
    await type('Password', PASSWORD);
    await button('Create account');
  };
  return { page, problems, tap, button, write, type, choose, at, register };
};
type Somebody = Awaited<ReturnType<typeof somebody>>;

/** A list from its tile to its rows: the tile, the button, the file among those of the phone (two taps), Import, Continue. */
const bring = async ({ page, tap, button }: Somebody, list: string, file: { name: string; buffer: Buffer }, rows: number) => {
  await tap(page.getByRole('link', { name: `Import a file: ${list}` }));
  await page.getByRole('button', { name: 'Choose file' }).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Choose file')]);
  counted.taps += 2;
  await chooser.setFiles({ ...file, mimeType: 'application/octet-stream' });
  await button(`Import ${rows} rows`);
  await page.getByText(`${rows} rows were imported.`).first().waitFor();
  await button('Continue');
  await page.getByRole('heading', { name: 'Bring your lists along' }).waitFor();
};

const CUSTOMERS = `Name;Nr;Street;ZIP;Town;Phone\n${Array.from({ length: 180 }, (_, at) => `Farm ${at + 1};${1000 + at};${at} County Rd;56${100 + at};Sleepy Eye;507-555-0${at}\n`).join('')}`;
const PEOPLE = `Name,Phone\nLuis Ortega,1\n${Array.from({ length: 11 }, (_, at) => `Person ${at} Meyer,507-555-1${at}\n`).join('')}`;

test('ten minutes from the landing page to the first entry of an invited driver, and at most 60 taps', async () => {
  const owner = await somebody();
  await owner.page.goto(url);
  await owner.tap(owner.page.getByRole('link', { name: 'Create a company' }));
  await owner.register('Ruth', 'Amsler', 'ruth@amsler.test');
  await owner.at(/create-organization/);
  await owner.type('Organization Name', 'Amsler Custom Farming');
  await owner.button('Continue');
  await owner.button('Create Organization');
  await owner.at(/country/);
  await owner.button('Looks right');
  await owner.at(/trades/);
  await owner.tap(owner.page.getByRole('checkbox', { name: /^Forage/ }));
  await owner.button('Add 3 services');
  await owner.at(/lists/);
  await bring(owner, 'Customers', { name: 'customers.csv', buffer: Buffer.from(CUSTOMERS) }, 180);
  const machines = [['Machine', 'Unit', 'Serial'], ...Array.from({ length: 30 }, (_, at) => [`Machine ${at + 1}`, `U-${at}`, `S${at}`])];
  await bring(owner, 'Machines', { name: 'machines.xlsx', buffer: await workbookOf({ Fleet: machines }) }, 30);
  await bring(owner, 'People', { name: 'people.csv', buffer: Buffer.from(PEOPLE) }, 12);
  await owner.button('Continue');
  await owner.at(/people/);

  // The driver stands beside the owner and scans the code.
  await owner.button('Invite Luis Ortega');
  const dialog = owner.page.getByRole('dialog');
  const link = dialog.getByLabel('Link', { exact: true });
  const make = dialog.getByRole('button', { name: /^(Create|Make) (the |a )?link$/ });
  await link.or(make).first().waitFor(PATIENCE);
  if ((await link.count()) === 0) {
    await owner.tap(make);
  }
  const address = await link.inputValue();
  const driver = await somebody();
  counted.taps += 1;
  await driver.page.goto(address);
  await driver.tap(driver.page.getByRole('link', { name: 'Sign in to accept' }));
  await driver.button('Create an account');
  await driver.register('Luis', 'Ortega', 'luis@amsler.test');
  await driver.button(/^Accept invitation$/);
  await driver.at(/^\/welcome$/);

  await owner.page.keyboard.press('Escape');
  counted.taps += 1;
  await owner.button('Finish');
  await owner.at(/^\/dashboard$/);

  await driver.tap(driver.page.getByRole('link', { name: 'Go to overview' }));
  await driver.at(/^\/dashboard$/);
  const [company] = await app.db.query<{ id: number }>({ text: `select id from organizations where name like 'Amsler%'`, values: [] });
  const orgId = company?.id ?? 0;
  await settled(driver.page, orgId);
  await driver.button(/^New Job Entry/);
  const entry = driver.page.getByRole('dialog', { name: 'New Job Entry' });
  await driver.choose('Customer', 'Farm 7', entry);
  await driver.choose('Service', 'Chopping', entry);
  await driver.choose(/^Equipment/, 'Machine 3', entry);
  await driver.write(entry.getByRole('textbox', { name: 'Hours', exact: true }), '4.5');
  await driver.write(entry.getByRole('textbox', { name: 'Acres', exact: true }), '38');
  await driver.button('Submit Entry', entry);
  await entry.waitFor({ state: 'detached', timeout: PATIENCE.timeout });

  await expect
    .poll(
      () => app.db.query({ text: 'select total_hours::float8 as hours from job_entries where organization_id = $1', values: [orgId] }),
      PATIENCE,
    )
    .toEqual([{ hours: 4.5 }]);
  const counts = await app.db.query({
    text: `select (select count(*)::int from customers where organization_id = $1) as customers,
                  (select count(*)::int from equipment where organization_id = $1) as machines,
                  (select count(*)::int from employees where organization_id = $1) as people,
                  (select array_agg(first_name) from employees e join job_entries j on j.organization_id = e.organization_id
                    where e.organization_id = $1 and e.id = any(j.operator_ids)) as operators`,
    values: [orgId],
  });
  expect(counts).toEqual([{ customers: 180, machines: 30, people: 13, operators: ['Luis'] }]);
  expect([...owner.problems, ...driver.problems]).toEqual([]);
  const minutes = (counted.taps * TAP_SECONDS + counted.characters * CHARACTER_SECONDS) / 60;
  expect(counted.taps).toBeLessThanOrEqual(60);
  expect(minutes).toBeLessThanOrEqual(10);
});
