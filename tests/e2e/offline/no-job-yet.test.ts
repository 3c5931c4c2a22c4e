import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, PHONE } from '../../support/browser.ts';
import { EVERY_LOOK, looksGood } from '../../support/looks.ts';
import { type Company, type OfflineApp, startOfflineApp } from '../../support/offline-app.ts';
import { type Device, PATIENCE } from '../../support/offline-device.ts';

// Nobody is stuck without a job: a driver logs all the same, and the office says in one step which job it was (specification 5.40).

vi.setConfig({ testTimeout: 120_000 });

let app: OfflineApp;
let company: Company;
let blueHill = 0;

beforeAll(async () => {
  app = await startOfflineApp();
  company = await app.company();
  const made = await company.boss.ok(contract.customers.create, { params: company, body: { businessName: 'Blue Hill' } });
  blueHill = made.id;
});
afterAll(() => app?.close());

const sit = async (level: 'basic' | 'advanced', viewport: typeof PHONE): Promise<Device> =>
  app.device(await app.test.member(company.boss, level), { viewport });

const jobsOfBlueHill = () => company.boss.ok(contract.customers.jobs, { params: { id: blueHill }, query: {} });
const entriesOf = (id: number) => company.boss.ok(contract.jobEntries.ofJob, { params: { id }, query: {} });

/** Logs at the customer who has no job; returns the toast's title. */
const logWithoutJob = async (device: Device, notes: string, look?: (page: Page) => Promise<void>): Promise<string> => {
  await device.open('/dashboard');
  await device.press(/New Job Entry/);
  const entry = device.dialog('New Job Entry');
  await entry.getByLabel('Customer').selectOption({ label: 'Blue Hill' });
  const job = entry.getByRole('combobox', { name: 'Job', exact: true });
  // Who may make no job need not choose: there is nothing else.
  await expect.poll(() => job.locator('option:checked').textContent()).toBe('No job yet');
  await entry.getByText('The office will assign it to a job.').waitFor();
  await entry.getByLabel('Service').selectOption({ index: 1 });
  await entry.getByLabel('Notes').fill(notes);
  await look?.(device.page);
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  const said = device.page.getByRole('region', { name: /Notifications/ }).getByText(/^(Success|Saved Offline)$/);
  await said.waitFor(PATIENCE);
  return (await said.textContent()) ?? '';
};

const ask = (device: Device) => device.page.getByRole('list', { name: 'Entries without a job' }).getByText(/needs? a job$/);
const answer = async (device: Device): Promise<void> => {
  await device.page.getByRole('button', { name: 'Which job was this?' }).click();
};

test('drivers log without a network and without a job; the office puts the work on jobs, in one step each', async () => {
  const [driver, other] = [await sit('basic', PHONE), await sit('basic', PHONE)];
  await driver.offline();
  await other.offline();
  const looked = (page: Page) => looksGood(page, 'no-job-entry-dialog', EVERY_LOOK.slice(0, 2));
  expect(await logWithoutJob(driver, 'mowed the long meadow', looked)).toBe('Saved Offline');
  expect(await logWithoutJob(other, 'raked behind him')).toBe('Saved Offline');

  // It is there at once, and can be changed while it waits.
  await driver.open('/job-entries');
  await driver.page.getByText('Blue Hill, No job yet').first().waitFor();
  await driver.page
    .getByRole('button', { name: /^Planting/ })
    .first()
    .click();
  await driver.press('Edit Entry');
  await driver.dialog('Edit Job Entry').getByLabel('Notes').fill('mowed both meadows');
  await driver.press('Update Entry');
  await driver.dialog('Edit Job Entry').waitFor({ state: 'detached' });
  expect(await driver.queue()).toMatchObject([
    { operation: 'create', jobId: null, data: { customerId: blueHill, notes: 'mowed both meadows' } },
  ]);

  await driver.online();
  await other.online();
  await Promise.all([driver.look(), other.look()]);
  await Promise.all([driver.allSent(), other.allSent()]);
  const [waiting, ...more] = await jobsOfBlueHill();
  expect([waiting?.isPlaceholder, more]).toEqual([true, []]);
  expect((await entriesOf(waiting?.id ?? 0)).map(({ notes }) => notes).sort()).toEqual(['mowed both meadows', 'raked behind him']);

  // The office sees the question where it begins its day.
  const { id: north } = await company.boss.ok(contract.jobs.create, {
    params: company,
    body: { name: 'North meadow', customerId: blueHill },
  });
  const office = await sit('advanced', DESKTOP);
  await office.open('/dashboard');
  await expect.poll(() => ask(office).allTextContents(), PATIENCE).toEqual(['2 entries need a job']);
  await looksGood(office.page, 'no-job-overview');
  await answer(office);
  const question = office.dialog('Which job was this?');
  // Their only job is chosen.
  await expect.poll(() => question.getByRole('radio', { name: 'North meadow' }).isChecked()).toBe(true);
  await looksGood(office.page, 'no-job-question');
  await question.getByRole('button', { name: 'Move to this job' }).click();
  await question.waitFor({ state: 'detached', timeout: PATIENCE.timeout });
  await expect.poll(async () => (await entriesOf(north)).length, PATIENCE).toBe(2);
  await ask(office).waitFor({ state: 'detached', timeout: PATIENCE.timeout });
  expect((await jobsOfBlueHill()).map(({ id }) => id)).toEqual([north]);

  // Another day, another one: asked on the Jobs screen, answered without a network with a job that did not exist.
  await company.boss.ok(contract.jobs.update, { params: { id: north }, body: { status: 'completed' } });
  await driver.open('/dashboard');
  await expect.poll(async () => (await driver.rows('jobs')).find(({ id }) => id === north)?.['status'], PATIENCE).toBe('completed');
  expect(await logWithoutJob(driver, 'baled')).toBe('Success');
  await office.open('/jobs');
  await expect.poll(() => ask(office).allTextContents(), PATIENCE).toEqual(['1 entry needs a job']);
  await office.page.getByRole('table').getByText('No job yet').first().waitFor();
  await looksGood(office.page, 'no-job-jobs');
  await office.offline();
  await answer(office);
  await question.getByLabel('Job Name').fill('South meadow');
  await question.getByRole('button', { name: 'Create the job' }).click();
  await question.waitFor({ state: 'detached', timeout: PATIENCE.timeout });
  await office.online();
  await office.look();
  await office.allSent();
  const south = (await jobsOfBlueHill()).find(({ name }) => name === 'South meadow');
  expect((await entriesOf(south?.id ?? 0)).map(({ notes }) => notes)).toEqual(['baled']);
  expect((await jobsOfBlueHill()).some(({ isPlaceholder }) => isPlaceholder)).toBe(false);
  await Promise.all([driver.close(), other.close(), office.close()]);
});

test('it is one entry among others in every language', { tags: ['proof'] }, async () => {
  await company.boss.ok(contract.jobEntries.createAtCustomer, {
    params: company,
    body: { customerId: blueHill, serviceTypeId: company.serviceTypeId, date: '2026-05-04' },
  });
  const said = { de: ['Noch kein Auftrag', 'Welcher Auftrag war das?'], es: ['Aún sin trabajo', '¿Qué trabajo era?'] } as const;
  for (const [language, [none, question]] of Object.entries(said)) {
    const device = await app.device(await app.test.member(company.boss, 'manager'), { viewport: PHONE, locale: language });
    await device.open('/jobs');
    await device.page.getByText(none).first().waitFor(PATIENCE);
    await device.page.getByRole('button', { name: question }).click();
    await device.dialog(question).waitFor();
    await looksGood(device.page, `no-job-question-${language}`);
    await device.close();
  }
});
