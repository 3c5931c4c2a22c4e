import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, expectAccessible, PHONE } from '../support/browser.ts';
import { EVERY_LOOK, looksGood, shoot } from '../support/looks.ts';
import { pngBytes } from '../api/world.ts';
import { type Field, openField, PATIENTLY } from './sync-field.ts';

// The Sync screen through a day in the field without network, while the office goes on with the same records.

// Axe reads every look of every state.
vi.setConfig({ testTimeout: 120_000 });

let field: Field;

beforeAll(async () => {
  field = await openField();
});
afterAll(async () => {
  await field?.close();
});

const NEW_JOB = 'Job: West 80 rye cover';
const NEW_ENTRY = 'Entry: Hauling, Truck 7, Sep 18';
const CHANGED_ENTRY = 'Change to entry Hauling, Truck 7, Sep 17';
const CHANGED_CUSTOMER = 'Change to customer Bar T Cattle';

test('what is done offline waits on the screen, each with what it goes after', async () => {
  const { page } = field;
  // Customers are changed online; a form that was opened then still keeps what is typed.
  await field.go('/customers');
  await page.getByRole('button', { name: 'Edit Bar T Cattle' }).click();
  await field.dialog('Edit Customer').getByLabel('Phone Number').fill('555 0142');
  await field.offline();
  await field.dialog('Edit Customer').getByRole('button', { name: 'Update Customer' }).click();
  await field.toast('Saved Offline', /Customer updated locally/);
  await field.go('/jobs?status=open');
  await page
    .getByRole('button', { name: /^Add|^New Job$|^Create/ })
    .first()
    .click();
  const newJob = page.getByRole('dialog');
  await newJob.getByLabel('Customer').selectOption({ label: 'Lindqvist Farms' });
  await newJob.getByLabel('Job Name').fill('West 80 rye cover');
  await newJob.getByRole('button', { name: 'Create Job' }).click();
  await field.toast('Saved Offline', /Job created locally/);
  await field.logEntry('West 80 rye cover', '4');
  await field.logEntry('Home place wheat', '11.5', pngBytes('ticket 4471'));
  await field.go('/job-entries');
  await page.getByRole('button', { name: /^Edit Hauling, Sep 17/ }).click();
  const edit = field.dialog('Edit Job Entry');
  await edit.getByRole('textbox', { name: 'Hours' }).fill('9.5');
  await edit.getByLabel('Notes').fill('Two loads went to the east pit.');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await field.toast('Saved Offline', /Job entry updated locally/);

  await field.says(/^Offline( Mode)?, 5 waiting$/);
  await field.indicator().click();
  await page.getByText(/all 5 changes are on this device/).waitFor();
  await field.row(NEW_ENTRY).first().getByText('Waiting for job West 80 rye cover').waitFor();
  await field
    .row(NEW_ENTRY)
    .last()
    .getByText(/^Home place wheat. 11.5 hrs, 1 photo. Created/)
    .waitFor();
  await field
    .row(NEW_JOB)
    .getByText(/^Lindqvist Farms. Created/)
    .waitFor();
  await field
    .row(CHANGED_ENTRY)
    .getByText(/^North Quarter silage. Hours: 9.5 hrs, Notes: Two loads went to the east pit. Created/)
    .waitFor();
  await field.row(CHANGED_CUSTOMER).waitFor();
  await looksGood(field.page, 'sync-waiting', EVERY_LOOK);
  await page.setViewportSize(PHONE);
  await page
    .getByRole('navigation', { name: 'Quick' })
    .getByRole('link', { name: /Sync 5 not sent yet/ })
    .waitFor();
  await page.setViewportSize(DESKTOP);
});

test('everything unsent can be saved as a file, without a network', async () => {
  const { page } = field;
  const save = async (item: string): Promise<Download> => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a file' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    return coming;
  };
  const csv = await readFile(await (await save('A table (CSV)')).path(), 'utf8');
  expect(csv.split('\r\n')[0]).toBe('\uFEFFCreated at,Kind,Change,Organization,Status,Values');
  expect(csv).toContain(
    `"Job, new",${NEW_JOB},Halvorsen Custom,waiting,Name: West 80 rye cover; Customer: Lindqvist Farms; Status: Active`,
  );
  const file = await save('Everything, with photos (JSON)');
  expect(file.suggestedFilename()).toMatch(/^headland-unsent-\d{4}-\d\d-\d\d\.json$/);
  const json = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    changes: { title: string }[];
    files: Record<string, { fileName: string; dataUrl: string }>;
  };
  expect(json.changes.map(({ title }) => title)).toEqual([CHANGED_CUSTOMER, NEW_JOB, NEW_ENTRY, NEW_ENTRY, CHANGED_ENTRY]);
  expect(Object.values(json.files).map(({ fileName, dataUrl }) => [fileName, dataUrl.slice(0, 11)])).toEqual([
    ['ticket.png', 'data:image/'],
  ]);
});

test('details tell everything of a change, and discarding names what goes along', async () => {
  const { page } = field;
  const choose = async (item: string): Promise<void> => {
    await field
      .row(NEW_JOB)
      .getByRole('button', { name: /Actions/ })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Details');
  await field.dialog(NEW_JOB).getByText('Lindqvist Farms').waitFor();
  await expectAccessible(page);
  await shoot(field.page, 'sync-details');
  await page.keyboard.press('Escape');
  await choose('Discard');
  const question = field.dialog('Discard this?');
  await question.getByText('1 entry will be discarded with it.').waitFor();
  await question.getByText(NEW_ENTRY).waitFor();
  await expectAccessible(page);
  await shoot(field.page, 'sync-discard');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await field.row(NEW_JOB).waitFor();
});

test('back online what can go goes, and the rest needs attention, with why', async () => {
  const { page, luis, ids } = field;
  const body = { totalHours: 10, fuel: 26, notes: '2 loads to east pit, ticket 4471.' };
  await luis.ok(contract.jobEntries.update, { params: { id: ids.entry }, body });
  await luis.ok(contract.jobs.update, { params: { id: ids.wheat }, body: { status: 'completed' } });
  await luis.ok(contract.customers.remove, { params: { id: ids.gone } });
  await field.online();
  await field.toast("You're back online", '5 pending changes to be synchronized.');
  await field.says('Online, 3 need attention');
  await field
    .card(NEW_ENTRY)
    .getByText(/Job Home place wheat is completed/)
    .waitFor();
  const conflict = field.card(CHANGED_ENTRY);
  await conflict.getByText('North Quarter silage. Changed here and in the office.').waitFor();
  expect(await conflict.getByRole('radio').count()).toBe(4);
  expect(await conflict.getByRole('radio', { checked: true }).count()).toBe(0);
  await conflict.getByRole('group', { name: 'Hours' }).getByText('10 hrs').waitFor();
  expect(await conflict.getByText(/Luis Ortega/).count()).toBe(2);
  await field
    .card(CHANGED_CUSTOMER)
    .getByText(/was deleted in the office/)
    .waitFor();
  await field.section('Recently sent').getByText(NEW_JOB).waitFor();
  await looksGood(field.page, 'sync-attention', EVERY_LOOK);
  await page.setViewportSize(PHONE);
  await page
    .getByRole('navigation', { name: 'Quick' })
    .getByRole('link', { name: /3 need attention/ })
    .waitFor();
  await page.setViewportSize(DESKTOP);
});

test('a conflict is decided field by field with the keyboard', async () => {
  const { page, dana, ids } = field;
  const conflict = field.card(CHANGED_ENTRY);
  expect(await conflict.getByRole('button', { name: 'Choose one of each first' }).isDisabled()).toBe(true);
  await conflict.getByRole('group', { name: 'Hours' }).getByRole('radio').first().focus();
  for (const key of ['Space', 'Tab', 'Space', 'ArrowRight']) {
    await page.keyboard.press(key);
  }
  await shoot(field.page, 'sync-chosen');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep these and send');
  await page.keyboard.press('Enter');
  await conflict.waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      const { totalHours, fuel, notes } = await dana.ok(contract.jobEntries.get, { params: { id: ids.entry } });
      return { totalHours, fuel, notes };
    }, PATIENTLY)
    .toEqual({ totalHours: 9.5, fuel: 26, notes: '2 loads to east pit, ticket 4471.' });
});

test('an entry of a closed job is corrected, and moves to another open job', async () => {
  const { page, ids } = field;
  const closed = field.card(NEW_ENTRY);
  await closed.getByRole('button', { name: 'Edit and send again' }).click();
  const edit = field.dialog('Edit Job Entry');
  expect(await edit.getByRole('textbox', { name: 'Hours' }).inputValue()).toBe('11.5');
  await edit.getByRole('textbox', { name: 'Hours' }).fill('12');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await field.toast('Kept on this device', 'It will be sent again automatically.');
  await closed.getByRole('button', { name: 'Move to another job' }).click();
  const move = field.dialog('Move to another job');
  await move.getByRole('button', { name: 'Move and send' }).click();
  await move.getByText('Please select a job').waitFor();
  await expectAccessible(page);
  await shoot(field.page, 'sync-move');
  await move.getByRole('combobox', { name: 'Job' }).selectOption({ label: 'West 80 hay, Lindqvist Farms' });
  await move.getByRole('button', { name: 'Move and send' }).click();
  await closed.waitFor({ state: 'detached' });
  await expect.poll(() => field.hoursOf(ids.hay), PATIENTLY).toEqual([12]);
  const [moved] = await field.luis.ok(contract.jobEntries.ofJob, { params: { id: ids.hay } });
  expect(moved?.photos).toHaveLength(1);
});

test('a record that the office deleted is made again', async () => {
  const { dana } = field;
  await field.card(CHANGED_CUSTOMER).getByRole('button', { name: 'Create it again' }).click();
  await field.says('Online');
  const customers = await dana.ok(contract.customers.list, { params: { orgId: dana.orgId } });
  expect(customers.map(({ businessName, phoneNumber }) => [businessName, phoneNumber])).toContainEqual(['Bar T Cattle', '555 0142']);
  await field.section('Needs attention').waitFor({ state: 'detached' });
});

test('what is discarded is gone, here and for the office', async () => {
  const { page, ids } = field;
  await field.offline();
  await field.logEntry('West 80 hay', '7');
  await field.go('/sync');
  await field
    .row(NEW_ENTRY)
    .getByRole('button', { name: /Actions/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Discard' }).click();
  await field.dialog('Discard this?').getByRole('button', { name: 'Discard' }).click();
  await field.says(/^Offline( Mode)?$/);
  await field.online();
  await field.says('Online');
  expect(await field.hoursOf(ids.hay)).toEqual([12]);
});

test('nothing went wrong on any page', () => {
  expect(field.unexpected()).toEqual([]);
});
