import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeToast, DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { HARVEST, sumOf } from '../support/harvest.ts';
import { type Program, removeFolder, startProgram } from '../support/program.ts';

// The main job, as its user does it: the program with a database of its own, a real browser, and a real day of harvest.

const PASSWORD = 'three words and more';
const OWNER = 'dana@halvorsen.example';
const JOB = 'Home place wheat harvest';
const BY_HAND = 3;

let folder: string;
let program: Program;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-e2e-'));
  program = await startProgram({ DATA_DIR: folder });
  browser = await openBrowser();
  context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', serviceWorkers: 'block' });
  ({ page, problems } = await openPage(context));
});

afterAll(async () => {
  await browser?.close();
  program?.process.kill('SIGKILL');
  await removeFolder(folder);
});

const dialog = (name?: string) => page.getByRole('dialog', name === undefined ? undefined : { name });
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const toasts = () => page.getByRole('region', { name: /Notifications/ });
const toast = (title: string) => toasts().getByText(title, { exact: true }).waitFor();
const open = (path: string) => page.goto(`${program.url}${path}`);

test('a visitor makes an account at the identity provider of the program', async () => {
  await open('/');
  await page.getByRole('link', { name: 'Sign in with the identity provider' }).click();
  await press('Create an account');
  await page.getByLabel('Email').fill(OWNER);
  await page.getByLabel('Password').fill('short');
  await press('Create account');
  await page.getByText('Password must be at least 12 characters').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Create account');
  await page.getByRole('heading', { name: 'Welcome to Headland' }).waitFor();
  await toast('Registration successful');
});

test('the owner creates an organization in two steps', async () => {
  await page.getByRole('link', { name: /Create New Organization/ }).click();
  await press('Continue');
  await page.getByText('Organization name is required').waitFor();
  await page.getByLabel('Organization Name').fill('Halvorsen Custom');
  await press('Continue');
  await page.getByLabel('First Name').fill('Dana');
  await press('Create Organization');
  await page.getByText('Last name is required').waitFor();
  await page.getByLabel('Last Name').fill('Halvorsen');
  await page.getByLabel(/Equipment Operator/).check();
  await press('Create Organization');
  await page.getByRole('heading', { name: 'Where do you work?' }).waitFor();
  // What it works with comes by hand, below.
  await open(`/onboarding/step-customers${new URL(page.url()).search}`);
  await press('Complete Setup & Go to Dashboard');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Halvorsen Custom' }).waitFor();
  await expectAccessible(page);
});

test('the owner adds a customer', async () => {
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByText('No customers found.').waitFor();
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  await dialog().getByRole('button', { name: 'Create Customer' }).click();
  await dialog().getByText('Business name is required').waitFor();
  await dialog().getByLabel('Business Name').fill('Ostrander Land & Grain');
  await dialog().getByLabel('Phone Number').fill('555 0142');
  await dialog().getByRole('button', { name: 'Create Customer' }).click();
  await toast('Customer created');
  await page.getByRole('link', { name: 'Ostrander Land & Grain' }).waitFor();
});

test('the owner adds the data field Fuel to the six standard ones', async () => {
  await open('/organization/service-data-fields');
  await expect.poll(() => page.getByText('System', { exact: true }).count()).toBe(6);
  await page.getByRole('button', { name: /^Add/ }).first().click();
  await dialog().getByLabel('Name').fill('Fuel');
  await dialog().getByLabel('Type').selectOption('number');
  await press('Create Field');
  await toast('Data field created successfully');
});

test('the owner defines a service with all seven fields, some of them required', async () => {
  await open('/service-types');
  await page.getByRole('button', { name: 'Add Service' }).first().click();
  await dialog().getByLabel('Name').fill('Harvesting');
  for (const field of ['Equipment', 'Operator', 'Hours']) {
    await dialog().getByLabel(`Require ${field}`).check();
  }
  for (const field of ['Loads', 'Notes', 'Attachments', 'Fuel']) {
    await dialog().getByLabel(`Include ${field}`).check();
  }
  // Required marks included.
  expect(await dialog().getByLabel('Include Hours').isChecked()).toBe(true);
  await dialog()
    .getByRole('button', { name: /^Create|^Add/ })
    .click();
  await dialog('Assign Equipment to Harvesting').getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('link', { name: 'Harvesting' }).waitFor();
});

test('the owner registers the combine for that service', async () => {
  await open('/equipment');
  await page.getByRole('button', { name: /^Add/ }).first().click();
  await dialog().getByLabel('Name').fill('Combine 1');
  await dialog()
    .getByRole('button', { name: /^Create|^Add/ })
    .click();
  await dialog().getByText('Select at least one service type').waitFor();
  await dialog().getByLabel('Harvesting').check();
  await dialog()
    .getByRole('button', { name: /^Create|^Add/ })
    .click();
  await page.getByRole('link', { name: 'Combine 1' }).waitFor();
});

test('the owner adds a second operator', async () => {
  await open('/employees');
  await page.getByRole('button', { name: 'Add Employee' }).first().click();
  await dialog().getByLabel('First Name').fill('Luis');
  await dialog().getByLabel('Last Name').fill('Ortega');
  await dialog().getByLabel('Equipment Operator').check();
  await dialog()
    .getByRole('button', { name: /^Create|^Add/ })
    .click();
  await page.getByRole('link', { name: 'Luis Ortega' }).waitFor();
});

test('the entry dialog says what is missing, and creates the job in passing', async () => {
  await open('/dashboard');
  await press(/New Job Entry Hours/);
  const entry = dialog('New Job Entry');
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await entry.getByText('Please select a job').waitFor();
  // The only customer, service and machine choose themselves.
  const chosen = (label: string) => entry.getByLabel(label).locator('option:checked').textContent();
  expect([await chosen('Customer'), await chosen('Service'), await chosen('Equipment')]).toEqual([
    'Ostrander Land & Grain',
    'Harvesting',
    'Combine 1',
  ]);
  expect(await entry.getByLabel('Service').isDisabled()).toBe(true);
  await entry.getByRole('button', { name: 'Create New Job' }).click();
  const newJob = dialog('Create New Job');
  await newJob.getByRole('button', { name: 'Create Job' }).click();
  await newJob.getByText('Please enter a job name').waitFor();
  await newJob.getByLabel('Job Name').fill(JOB);
  await newJob.getByRole('button', { name: 'Create Job' }).click();
  await newJob.waitFor({ state: 'detached' });
  await expect.poll(() => entry.getByRole('combobox', { name: 'Job', exact: true }).locator('option:checked').textContent()).toBe(JOB);
  // The operator is the person signed in.
  expect(await entry.getByLabel('Operator').locator('option:checked').textContent()).toBe('Dana Halvorsen (you)');
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await entry.getByText('Hours is required').waitFor();
  await entry.getByRole('textbox', { name: 'Hours' }).fill('ten');
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await entry.getByText('Hours must be a valid number').waitFor();
  await expectAccessible(page);
  await entry.getByRole('button', { name: 'Cancel' }).click();
  await dialog('Discard this entry?').getByRole('button', { name: 'Discard' }).click();
  await entry.waitFor({ state: 'detached' });
});

test.each(HARVEST.slice(0, BY_HAND).map((task, index) => [task.task, task, index === 0 ? PHONE : DESKTOP] as const))(
  'he logs task %s through the dialog',
  async (_name, { date, hours, fuel }, viewport) => {
    await page.setViewportSize(viewport);
    await open('/dashboard');
    await press(/^New Job Entry Hours/);
    const entry = dialog('New Job Entry');
    await entry.getByLabel('Customer').selectOption({ label: 'Ostrander Land & Grain' });
    // The only open job of the customer is chosen by itself.
    expect(await entry.getByRole('combobox', { name: 'Job', exact: true }).locator('option:checked').textContent()).toBe(JOB);
    await entry.getByLabel('Service').selectOption({ label: 'Harvesting' });
    await entry.getByLabel('Date').fill(date);
    await entry.getByLabel('Equipment').selectOption({ label: 'Combine 1' });
    await entry.getByRole('textbox', { name: 'Hours' }).fill(hours);
    await entry.getByRole('textbox', { name: 'Fuel' }).fill(fuel);
    await expectNoSidewaysScroll(page);
    await entry.getByRole('button', { name: 'Submit Entry' }).click();
    await toast('Success');
    await page.getByText('Job entry created successfully').waitFor();
    await page.setViewportSize(DESKTOP);
  },
);

/** The rest of the day comes in through the API, with the session of the browser. */
const logThroughApi = async () => {
  const read = async <T>(path: string) => (await (await context.request.get(`${program.url}${path}`)).json()) as T;
  const [organization] = await read<{ id: number }[]>('/api/organizations');
  const base = `/api/organizations/${organization?.id}`;
  const [job] = await read<{ id: number }[]>(`${base}/jobs`);
  const [service] = await read<{ id: number }[]>(`${base}/service-types`);
  const [combine] = await read<{ id: number }[]>(`${base}/equipment`);
  const luis = (await read<{ id: number; firstName: string }[]>(`${base}/employees`)).find(({ firstName }) => firstName === 'Luis');
  for (const { date, hours, fuel } of HARVEST.slice(BY_HAND)) {
    const data = {
      serviceTypeId: service?.id,
      date,
      equipmentIds: [combine?.id],
      operatorIds: [luis?.id],
      totalHours: Number(hours),
      fuel: Number(fuel),
    };
    const answer = await context.request.post(`${program.url}/api/jobs/${job?.id}/entries`, { data });
    expect(answer.status()).toBe(201);
  }
  return job?.id;
};

const expectSummary = async () => {
  await page.getByText('Total of 19 entries').waitFor();
  const totals = page.getByRole('definition');
  expect(await totals.allTextContents()).toEqual([`${sumOf('hours')} hrs`, `${sumOf('fuel')} gal`]);
  await page.getByText('19 entries', { exact: true }).waitFor();
};

test("the job's summary shows the totals of all 19 as the file adds up", async () => {
  expect(HARVEST).toHaveLength(19);
  const jobId = await logThroughApi();
  await open('/jobs');
  await page.getByRole('link', { name: JOB }).click();
  await page.getByRole('link', { name: 'Job Summary' }).click();
  await page.waitForURL(`**/jobs/${jobId}/summary`);
  await expectSummary();
  await expectAccessible(page);
});

const viewLast = () =>
  page
    .getByRole('button', { name: /^View Harvesting/ })
    .last()
    .click();

test('an entry is read with its history, and changed', async () => {
  await page.getByRole('link', { name: 'Back to entries' }).click();
  await viewLast();
  const detail = dialog('Job Entry');
  await detail.getByText('Dana Halvorsen created job entry').waitFor();
  await detail.getByRole('button', { name: 'Edit Entry' }).click();
  const edit = dialog('Edit Job Entry');
  await edit.getByLabel('Notes').fill('Gate at the creek crossing is soft.');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await page.getByText('Job entry updated successfully').waitFor();
  await closeToast(page);
  await viewLast();
  await detail.getByText('Gate at the creek crossing is soft.').waitFor();
  await page.keyboard.press('Escape');
});

test.each(['SIGTERM', 'SIGKILL'] as const)('everything is still there after %s and a new start', async (signal) => {
  const code = await program.end(signal);
  expect(code).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL');
  const before = new URL(program.url).port;
  program = await startProgram({ DATA_DIR: folder, PORT: before });
  // The session survived as well: nobody has to sign in again.
  await open('/jobs');
  await page.getByRole('link', { name: JOB }).click();
  await page.getByRole('link', { name: 'Job Summary' }).click();
  await expectSummary();
});

test('the owner signs out, signs in again and lands where they wanted to go', async () => {
  await press('Log out');
  await page.getByRole('link', { name: 'Sign in with the identity provider' }).waitFor();
  await open('/customers');
  await page.getByRole('link', { name: 'Sign in with the identity provider' }).click();
  await page.getByLabel('Email').fill(OWNER);
  await page.getByLabel('Password').fill('a wrong password');
  await press('Sign in');
  await page.getByText('Wrong email or password').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await press('Sign in');
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
  await toast('Login successful');
});

test('nothing went wrong on any page', () => {
  // While the program was away the open pages asked it in vain, which the browser writes to its console.
  expect(problems.filter((problem) => !/net::ERR_/.test(problem))).toEqual([]);
});
