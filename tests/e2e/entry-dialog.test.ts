import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { pngBytes } from '../api/world.ts';
import { closeButton, expectAccessible, PHONE } from '../support/browser.ts';
import { LIGHT_PHONE, looksGood, shoot, turnTo } from '../support/looks.ts';
import { gate, ourRefusal } from '../support/faults-proxy.ts';
import { type Member, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import { type Device, PATIENCE } from '../support/offline-device.ts';
import { type Phone, phoneOf } from './entry-phone.ts';
import { makeSeason } from './entry-season.ts';

// The entry dialog on the phone of a returning driver: what they need comes first, and nothing that they write is lost.

let app: OfflineApp;
let dana: Member;
let device: Device;
let page: Page;
let phone: Phone;
let ids: Awaited<ReturnType<typeof makeSeason>>;

beforeAll(async () => {
  app = await startOfflineApp();
  dana = await app.test.owner();
  ids = await makeSeason(dana);
});
afterAll(async () => {
  await device?.close();
  await app?.close();
});

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: pngBytes(name) });

test('a driver opens the app on a phone', async () => {
  device = await app.device(dana, { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  ({ page } = device);
  phone = phoneOf(device);
});

test('a returning driver logs the usual entry in at most 5 taps', async () => {
  await page.evaluate(() => {
    const counter = window as unknown as { taps: number };
    counter.taps = 0;
    window.addEventListener('pointerdown', ({ isTrusted }) => (counter.taps += Number(isTrusted)), true);
  });
  await phone.openNew();
  await shoot(page, 'entry-new');
  await phone.inEntry(/^Same as last Hauling, North Quarter silage, Prairie Ridge Dairy/).tap();
  // What is known is folded up: three-taps.test.ts.
  await phone
    .known(/^Hauling, Truck 7, you/)
    .getByText('North Quarter silage, Prairie Ridge Dairy')
    .waitFor();
  await phone.inEntry('+0.5').tap();
  await phone.inEntry('+0.5').tap();
  await phone.inEntry('Submit Entry').tap();
  await phone.toast('Success', 'Job entry created successfully');
  // The last tap closed the toast, which also goes by itself.
  expect(await page.evaluate(() => (window as unknown as { taps: number }).taps - 1)).toBeLessThanOrEqual(5);
  const [logged] = (await dana.ok(contract.jobEntries.ofJob, { params: { id: ids.silage } })).sort((a, b) => b.id - a.id);
  expect(logged).toMatchObject({
    serviceTypeId: ids.hauling,
    equipmentIds: [ids.truck],
    operatorIds: [ids.me],
    totalHours: 1,
    loads: null,
    notes: null,
  });
});

test('what was logged lately comes first: as chips, and before all others in the list', async () => {
  await phone.openNew();
  const customer = phone.entry().getByLabel('Customer');
  expect(await customer.locator('optgroup').evaluateAll((groups) => groups.map((group) => (group as HTMLOptGroupElement).label))).toEqual([
    'Recently used',
    'All',
  ]);
  const lately = phone.entry().getByRole('group', { name: 'Quick choice' }).first().getByRole('button');
  expect((await lately.allTextContents()).slice(1)).toEqual(['Prairie Ridge Dairy', 'Ostrander Land & Grain']);
  await phone.inEntry('Ostrander Land & Grain').tap();
  expect(await phone.inEntry('Ostrander Land & Grain').getAttribute('aria-pressed')).toBe('true');
  expect(await phone.chosen('Customer')).toBe('Ostrander Land & Grain');
  expect(await phone.job().inputValue()).toBe('');
  await phone.entry().getByRole('button', { name: 'Search all' }).first().tap();
  const search = device.dialog('Choose a customer');
  await search.getByRole('region', { name: 'Recently used' }).waitFor();
  await search.getByRole('searchbox').fill('nobody');
  await search.getByText('Nothing matches your search.').waitFor();
  await search.getByRole('searchbox').fill('TRAND');
  await expectAccessible(page);
  await shoot(page, 'entry-search');
  await search.getByRole('button', { name: 'Ostrander Land & Grain' }).tap();
  await search.waitFor({ state: 'detached' });
  await phone.inEntry('West 80 rye cover').tap();
  await phone.inEntry('Hauling').last().tap();
  await phone.inEntry('Truck 9').tap();
  await phone.inEntry('Yesterday').tap();
  expect(await phone.inEntry('Yesterday').getAttribute('aria-pressed')).toBe('true');
  expect(await phone.chosen('Operator')).toBe('Add an operator');
  expect(await phone.inEntry('Dana Halvorsen (you)').getAttribute('aria-pressed')).toBe('true');
  await phone.inEntry('Last: 1').tap();
  await phone.inEntry('+0.5').tap();
  expect(await phone.hours().inputValue()).toBe('1.5');
  await looksGood(page, 'entry-dialog');
  await turnTo(page, LIGHT_PHONE);
});

test('what is written survives a reload without a word, photos too', async () => {
  await phone.entry().getByLabel('Notes').fill('Gate at the creek is soft.');
  await phone
    .entry()
    .locator('input[type=file]:not([capture])')
    .setInputFiles([photo('ticket.png')]);
  await phone.entry().getByText('1 of 3').waitFor();
  await expect.poll(phone.drafts, PATIENCE).toMatch(/creek is soft.*filesOf/s);
  await page.reload();
  await phone.openNew();
  await phone.entry().getByText('Draft', { exact: true }).waitFor();
  expect(await phone.entry().getByLabel('Notes').inputValue()).toBe('Gate at the creek is soft.');
  expect([await phone.chosen('Customer'), await phone.hours().inputValue()]).toEqual(['Ostrander Land & Grain', '1.5']);
  await phone.entry().getByText('1 of 3').waitFor();
  await shoot(page, 'entry-draft');
});

test('closing asks, and nothing is thrown away by a stray tap', async () => {
  await phone.entry().getByLabel('Notes').fill('Went round by the road.');
  await closeButton(phone.entry()).tap();
  await shoot(page, 'entry-leave');
  await expectAccessible(page);
  await phone.answer('Keep editing');
  await page.keyboard.press('Escape');
  await phone.answer('Keep as draft');
  await phone.toast('Draft saved', 'It is kept on this device. New Job Entry opens it again.');
  await phone.openNew();
  expect(await phone.entry().getByLabel('Notes').inputValue()).toBe('Went round by the road.');
  // Another one is added: the first stays.
  await phone.inEntry('Start another').tap();
  expect(await phone.entry().getByLabel('Customer').inputValue()).toBe('');
  await phone.entry().getByLabel('Customer').selectOption({ label: 'Prairie Ridge Dairy' });
  await phone.entry().getByRole('button', { name: 'Cancel' }).tap();
  await phone.answer('Discard');
  await phone.entry().waitFor({ state: 'detached' });
  await phone.openNew();
  expect(await phone.entry().getByLabel('Notes').inputValue()).toBe('Went round by the road.');
});

test('a saved entry takes its draft along; what the server refuses keeps it', async () => {
  app.proxy.on('POST', /\/entries$/, { kind: 'answer', answer: ourRefusal(409, 'job_not_open') }, { times: 1 });
  await phone.inEntry('Submit Entry').tap();
  await phone.toast('Error', /^Failed to create job entry: It says job_not_open/);
  await expect.poll(phone.drafts, PATIENCE).toMatch(/Went round.*filesOf/s);
  const { until, open } = gate();
  app.proxy.on('POST', /\/entries$/, { kind: 'hold', until }, { times: 1 });
  await phone.inEntry('Submit Entry').tap();
  await phone.inEntry('Submitting...').waitFor();
  open();
  await phone.toast('Success', 'Job entry created successfully');
  await phone.entry().waitFor({ state: 'detached' });
  expect(await phone.drafts()).toBe('[]');
  const made = (await dana.ok(contract.jobEntries.ofJob, { params: { id: ids.rye } })).find(
    ({ notes }) => notes === 'Went round by the road.',
  );
  expect(made?.photos).toHaveLength(1);
});

test('a running timer fills Hours, survives a reload, and never goes below nothing', async () => {
  await phone.openNew();
  await phone.sameAsLast();
  await phone.inEntry('Start timer').tap();
  await phone.inEntry('Stop timer, 0:00').waitFor();
  await expect.poll(phone.drafts, PATIENCE).toContain('draft:');
  const now = Date.now();
  await page.clock.setFixedTime(now + 84 * 60_000);
  await page.reload();
  await page.getByRole('heading', { name: 'Timer: 1:24 h' }).waitFor();
  await expectAccessible(page);
  await shoot(page, 'entry-timer-card');
  await page.getByRole('button', { name: 'Go to the entry' }).tap();
  await phone.inEntry('Stop timer, 1:24').tap();
  expect(await phone.hours().inputValue()).toBe('1.4');
  await phone.inEntry('Start timer').tap();
  await page.clock.setFixedTime(now - 84 * 60_000);
  await phone.inEntry(/^Stop timer/).tap();
  expect(await phone.hours().inputValue()).toBe('1.4');
  await page.clock.setFixedTime(now);
  await device.offline();
  await phone.inEntry('Save as Draft').waitFor();
  await phone.entry().getByText('Kept on this device. It will be sent when you are back online.').waitFor();
  await shoot(page, 'entry-offline');
  await phone.inEntry('Save as Draft').tap();
  await phone.toast('Draft saved', /kept on this device/);
  await device.online();
  await phone.openNew();
  await phone.inEntry('Discard').tap();
  await expect.poll(phone.drafts, PATIENCE).toBe('[]');
  await phone.inEntry('Cancel').tap();
  await phone.entry().waitFor({ state: 'detached' });
});

test('the camera is one tap away; three files of 10 MB and no more', async () => {
  await phone.openNew();
  await phone.sameAsLast();
  const chooser = page.waitForEvent('filechooser');
  await phone.inEntry('Photo').tap();
  const camera = await (
    await chooser
  )
    .element()
    .evaluate((input) => ['capture', 'accept'].map((name) => (input as Element).getAttribute(name)));
  expect(camera).toEqual(['environment', 'image/*']);
  await (await chooser).setFiles([photo('one.png')]);
  await phone.entry().getByText('1 of 3').waitFor();
  await phone.addLarge('film.mp4');
  const alert = device.dialog('Files over 10 MB');
  await alert.getByText('Nothing was added. Too large: film.mp4').waitFor();
  await closeButton(alert).tap();
  await phone.entry().getByText('1 of 3').waitFor();
  await phone.files().setInputFiles([photo('two.png'), photo('three.png'), photo('four.png')]);
  await phone.entry().getByText('3 of 3').waitFor();
  // Said until the next change, and not by dropping it without a word.
  const leftOut = phone.entry().getByRole('alert').getByText('At most 3 files: one was left out.');
  await leftOut.waitFor();
  await phone.entry().getByRole('button', { name: 'Remove three.png' }).click();
  await leftOut.waitFor({ state: 'detached' });
  await phone.files().setInputFiles([photo('three.png')]);
  await phone.entry().getByText('3 of 3').waitFor();
  expect(await phone.inEntry('Remove four.png').count()).toBe(0);
  expect(await phone.inEntry(/^(Take photo|Photo or file)$/).count()).toBe(0);
  await shoot(page, 'entry-files');
});

test('exactly as many machines as the service wants, and a new job in passing', async () => {
  await phone.unfold();
  // The truck chosen for the service before stays chosen.
  await phone.inEntry('Silage train').tap();
  await phone.inEntry('Submit Entry').tap();
  await phone.entry().getByText('Please select exactly 2 equipment items').waitFor();
  await phone.inEntry('Truck 7').first().tap();
  expect(await phone.entry().getByText('Please select exactly 2 equipment items').count()).toBe(0);
  expect(await phone.inEntry('Truck 11').isDisabled()).toBe(true);
  await phone.entry().getByLabel('Customer').selectOption('');
  expect(await phone.job().isDisabled()).toBe(true);
  expect(await phone.chosen('Service')).toBe('Silage train');
  await phone.inEntry('Create New Job').tap();
  const newJob = device.dialog('Create New Job');
  await newJob.getByRole('button', { name: 'Create Job' }).tap();
  await newJob.getByText('Please select a customer first').waitFor();
  await newJob.getByText('Please enter a job name').waitFor();
  await newJob.getByRole('button', { name: 'Cancel' }).tap();
  await phone.entry().getByRole('button', { name: 'Cancel' }).tap();
  await phone.answer('Discard');
});

test('a change of an entry is kept over a reload as well', async () => {
  await device.open(`/jobs/${ids.silage}/entries`);
  await (await phone.openDetail()).getByRole('button', { name: 'Edit Entry' }).tap();
  const edit = device.dialog('Edit Job Entry');
  await edit.getByRole('button', { name: 'Notes' }).tap();
  await edit.getByRole('textbox', { name: 'Notes' }).fill('Two loads to the east pit.');
  await expect.poll(phone.drafts, PATIENCE).toContain('east pit');
  await page.reload();
  await (await phone.openDetail()).getByRole('button', { name: 'Edit Entry' }).tap();
  await edit.getByText('Draft', { exact: true }).waitFor();
  expect(await edit.getByLabel('Notes').inputValue()).toBe('Two loads to the east pit.');
  const { until, open } = gate();
  app.proxy.on('PATCH', /\/job-entries\//, { kind: 'hold', until }, { times: 1 });
  await edit.getByRole('button', { name: 'Update Entry' }).tap();
  await edit.getByRole('button', { name: 'Updating...' }).waitFor();
  open();
  await phone.toast('Success', 'Job entry updated successfully');
  expect(await phone.drafts()).toBe('[]');
});

test('an earlier entry is logged again without what was measured', async () => {
  const detail = await phone.openDetail();
  await shoot(page, 'entry-detail');
  await expectAccessible(page);
  await detail.getByRole('button', { name: 'Log again' }).tap();
  await phone.unfold();
  expect([await phone.chosen('Customer'), await phone.chosen('Service'), await phone.chosen('Equipment')]).toEqual([
    'Prairie Ridge Dairy',
    'Hauling',
    'Truck 7',
  ]);
  expect(await phone.inEntry('Today').getAttribute('aria-pressed')).toBe('true');
  expect([await phone.hours().inputValue(), await phone.entry().getByLabel('Notes').inputValue()]).toEqual(['', '']);
  await phone.hours().fill('2.5');
  await phone.inEntry('Submit Entry').tap();
  await phone.toast('Success', 'Job entry created successfully');
});

test('an entry is deleted after a question', async () => {
  const before = (await dana.ok(contract.jobEntries.ofJob, { params: { id: ids.silage } })).length;
  const detail = await phone.openDetail();
  await detail.getByRole('button', { name: 'Delete entry' }).tap();
  const question = device.dialog('Delete job entry');
  await question.getByText('Are you sure you want to delete this job entry?').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await detail.getByRole('button', { name: 'Delete entry' }).tap();
  await question.getByRole('button', { name: 'Delete entry' }).tap();
  await phone.toast('Success', 'Job entry deleted successfully');
  expect(await dana.ok(contract.jobEntries.ofJob, { params: { id: ids.silage } })).toHaveLength(before - 1);
});
