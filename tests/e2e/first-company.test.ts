import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBrowser, openPage } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { deviceOn, PATIENCE, settled } from '../support/offline-device.ts';
import { pdfPages } from '../support/pdf-text.ts';
import { createTestApp, PASSWORD, type TestApp } from '../support/test-app.ts';
import { issueBill } from './billing-field.ts';

// A company's first day, as its people walk through it on their phones: from the landing page to a bill that explains itself.

vi.setConfig({ testTimeout: 240_000 });

const PHONE = { width: 390, height: 844 };
const COMPANY = 'Amsler Custom Farming';

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

/** A phone of somebody whom nobody knows yet. */
const newPhone = async () => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en-US', reducedMotion: 'reduce' });
  const { page, problems } = await openPage(context);
  const device = deviceOn(context, page, problems, url);
  const tap = (name: string | RegExp) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .tap();
  const type = (label: string | RegExp, text: string) => page.getByLabel(label).first().fill(text);
  const at = (path: RegExp) => page.waitForURL((to) => path.test(to.pathname + to.search));
  return { device, page, tap, type, at };
};
type Phone = Awaited<ReturnType<typeof newPhone>>;

const register = async ({ page, tap, type }: Phone, firstName: string, lastName: string, email: string) => {
  await tap('Create an account');
  await type('First name', firstName);
  await type('Last name', lastName);
  await type('Email', email);
  await type('Password', PASSWORD);
  await tap('Create account');
  await page.waitForURL((to) => !to.pathname.startsWith('/sign-in') && !to.pathname.startsWith('/api'));
};

/** Fills in the entry that is open, and submits it; the first machine and operator that are offered do. */
const submit = async (page: Page, { hours, bales }: { readonly hours: string; readonly bales: string }) => {
  const entry = page.getByRole('dialog', { name: 'New Job Entry' });
  await entry.getByRole('combobox', { name: 'Service', exact: true }).selectOption('Baling');
  for (const field of ['Equipment', 'Operator']) {
    const select = entry.getByRole('combobox', { name: new RegExp(`^${field}`) }).first();
    if ((await select.inputValue()) === '') {
      await select.selectOption({ index: 1 });
    }
  }
  await entry.getByRole('textbox', { name: 'Hours', exact: true }).fill(hours);
  await entry.getByRole('textbox', { name: 'Bales' }).fill(bales);
  await entry.getByRole('button', { name: 'Submit Entry' }).tap();
  await entry.waitFor({ state: 'detached', timeout: PATIENCE.timeout });
};

test('from the landing page to a bill: account, wizard, first entry, an invited driver who logs offline, and the paper', async () => {
  const owner = await newPhone();
  await owner.page.goto(url);
  await owner.page.getByRole('link', { name: 'Sign in with the identity provider' }).tap();
  await register(owner, 'Ruth', 'Amsler', 'ruth@amsler.test');

  // The company.
  await owner.page.getByRole('link', { name: /^Create New Organization/ }).tap();
  await owner.type('Organization Name', COMPANY);
  await owner.tap('Continue');
  await owner.page.getByLabel(/^I run machines, too/).check();
  await owner.tap('Create Organization');

  // The wizard: a driver with a link, a service with its units, a machine, two customers.
  await owner.at(/country/);
  await owner.page.getByRole('link', { name: 'Step by step instead' }).tap();
  await owner.at(/step-employees/);
  await owner.type('First Name', 'Luis');
  await owner.type('Last Name', 'Ortega');
  await owner.type(/^Email/, 'luis@amsler.test');
  await owner.page.getByLabel('Equipment Operator').check();
  await owner.tap('Add Employee');
  await owner.tap('Invite Luis');
  await owner.tap('Create link');
  const link = await owner.page.getByRole('dialog', { name: 'Invite Luis Ortega' }).getByLabel('Link', { exact: true }).inputValue();
  await owner.tap('Done');
  await owner.tap('Continue to Service Data Fields');
  await owner.at(/step-service-fields/);
  await owner.tap('Continue to Services');
  await owner.at(/step-services/);
  await owner.tap('Baling');
  await owner.page.getByLabel('Include Bales').waitFor();
  await owner.tap('Add Service');
  await owner.tap('Continue to Equipment');
  await owner.at(/step-equipment/);
  await owner.type(/^Name/, 'Baler 1');
  await owner.tap('Add Equipment');
  await owner.page.getByRole('heading', { name: 'Baler 1' }).waitFor();
  await owner.tap('Continue to Customers');
  await owner.at(/step-customers/);
  for (const customer of ['Ostrander Land & Grain', 'Blue Hill Dairy']) {
    await owner.type('Business Name', customer);
    await owner.tap('Add Customer');
    await expect.poll(() => owner.page.getByRole('list', { name: 'Customers' }).getByText(customer).count(), PATIENCE).toBe(1);
  }
  await owner.tap('Complete Setup & Go to Dashboard');
  await owner.at(/^\/dashboard$/);

  // The first entry, on a job that is made on the way; it asks for hours and bales.
  await owner.tap(/New Job Entry/);
  const entry = owner.page.getByRole('dialog', { name: 'New Job Entry' });
  await entry.getByLabel('Customer').selectOption('Ostrander Land & Grain');
  await entry.getByRole('button', { name: /New Job/ }).tap();
  await owner.type('Job Name', 'Home place hay');
  await owner.tap('Create Job');
  await expect
    .poll(() => entry.getByRole('combobox', { name: 'Job', exact: true }).locator('option:checked').textContent())
    .toContain('Home place hay');
  await submit(owner.page, { hours: '3', bales: '40' });
  await expect.poll(() => owner.page.getByRole('main').getByText('3').count(), PATIENCE).toBeGreaterThan(0);

  // The driver on a phone: joins by the link, loses the network, and has no job at the dairy.
  const driver = await newPhone();
  await driver.page.goto(link);
  await driver.page.getByRole('link', { name: 'Sign in to accept' }).tap();
  await register(driver, 'Luis', 'Ortega', 'luis@amsler.test');
  await driver.tap(/^(Accept invitation|Open Amsler Custom Farming)$/);
  await driver.at(/^\/welcome$/);
  await driver.page.getByRole('link', { name: 'Go to overview' }).click();
  await driver.at(/^\/dashboard$/);
  const me = await app.db.query<{ orgId: number }>({ text: 'select id as "orgId" from organizations where name = $1', values: [COMPANY] });
  const orgId = me[0]?.orgId ?? 0;
  await settled(driver.page, orgId);
  await driver.device.offline();
  await driver.tap(/New Job Entry/);
  await driver.page.getByRole('dialog').getByLabel('Customer').selectOption('Blue Hill Dairy');
  await submit(driver.page, { hours: '2', bales: '25' });
  expect(await driver.device.queue()).toMatchObject([{ store: 'jobEntries', operation: 'create' }]);
  await driver.device.online();
  await driver.device.allSent();

  // The office sees both, and answers which job it was.
  await owner.page.goto(`${url}/dashboard`);
  await owner.page.getByText('1 entry needs a job').waitFor(PATIENCE);
  await looksGood(owner.page, 'first-company-overview');
  await owner.page.setViewportSize(PHONE);
  await owner.tap('Which job was this?');
  await owner.type('Job Name', 'Dairy hay');
  await owner.tap('Create the job');
  await owner.page.getByText('1 entry needs a job').waitFor({ state: 'detached' });
  await owner.page.goto(`${url}/job-entries`);
  for (const job of ['Home place hay', 'Dairy hay']) {
    await owner.page.getByText(job).locator('visible=true').first().waitFor();
  }

  // A price, the work done, the question before the bill, and the paper that says how the amount comes about.
  await owner.page.goto(`${url}/organization/billing?tab=rates`);
  await owner.tap('Add rate');
  const rate = owner.page.getByRole('dialog', { name: 'Add rate' });
  await rate.getByLabel('Service').selectOption('Baling');
  await rate.getByLabel('Price per').selectOption('bale');
  await rate
    .getByRole('textbox', { name: /^Price/ })
    .first()
    .fill('12.50');
  await rate.getByRole('button', { name: 'Save rate' }).tap();
  await rate.waitFor({ state: 'detached' });
  const [dairy] = await app.db.query<{ id: number }>({
    text: 'select id from jobs where organization_id = $1 and name = $2',
    values: [orgId, 'Dairy hay'],
  });
  await owner.page.goto(`${url}/organization/billing/jobs/${dairy?.id}`);
  await owner.page.getByText('$312.50').locator('visible=true').first().waitFor();
  await looksGood(owner.page, 'first-company-draft');
  await owner.page.setViewportSize(PHONE);
  await owner.tap('Mark as Billed');
  await owner.page.getByRole('dialog', { name: 'Issue bill' }).getByText('1 of 1 entries not checked.').waitFor();
  await issueBill(owner.page);
  await owner.page.getByRole('heading', { level: 1, name: /^20\d\d-1$/ }).waitFor();
  const bytes = await owner.page.evaluate(
    async (address) => {
      const answer = await fetch(address);
      return [...new Uint8Array(await answer.arrayBuffer())];
    },
    `/api/organizations/${orgId}/billing-records/${owner.page.url().split('/').at(-1)}/document`,
  );
  const paper = pdfPages(Buffer.from(bytes)).join('\n');
  for (const words of [COMPANY, 'Blue Hill Dairy', 'Baling', '25', '$12.50', '$312.50']) {
    expect(paper).toContain(words);
  }
  expect([...owner.device.problems, ...driver.device.problems]).toEqual([]);
});
