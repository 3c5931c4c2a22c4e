import { readFile } from 'node:fs/promises';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { write } from '#client/offline/outbox/write.ts';
import { withEngine } from '../../support/engine-on-page.ts';
import { ourRefusal } from '../../support/faults-proxy.ts';
import { type Company, settle } from '../../support/offline-app.ts';
import { type Device, deviceOn, openDevice, PATIENCE, readStore } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';

// What belongs together and in which order: records made offline, their parents, and later changes of them.

vi.setConfig({ testTimeout: 90_000 });

const ENTRIES = /\/entries$/;
/** Adds a job on the screen of jobs. */
const makeJobOn = async (device: Device, company: Company, name: string): Promise<void> => {
  await device.page
    .getByRole('link', { name: /^(Active )?Jobs/ })
    .first()
    .click();
  await device.press('Add Job');
  const dialog = device.dialog('Add New Job');
  await dialog.getByLabel('Customer').selectOption({ label: company.customer });
  await dialog.getByLabel('Job Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Job' }).click();
  await dialog.waitFor({ state: 'detached' });
};

const test = base
  .extend(
    'entries',
    ({ app, company }) =>
      async () =>
        (await app.entries(company.orgId)).map(({ notes, jobId }) => ({ notes, jobId })),
  )
  .extend(
    'jobs',
    ({ company }) =>
      () =>
        company.boss.ok(contract.jobs.list, { params: { orgId: company.orgId }, query: {} }),
  )
  .extend(
    'addJob',
    ({ company }) =>
      (name: string) =>
        company.boss.ok(contract.jobs.create, { params: { orgId: company.orgId }, body: { name, customerId: company.customerId } }),
  )
  .extend(
    'makeJob',
    ({ device, company }) =>
      (name: string) =>
        makeJobOn(device, company, name),
  )
  /** Changes the notes of the only entry of the job on the screen. */
  .extend('editNotes', ({ device }) => async (notes: string): Promise<void> => {
    await device.press(/^View Planting/);
    await device.press('Edit Entry');
    const edit = device.dialog('Edit Job Entry');
    await edit.getByLabel('Notes').fill(notes);
    await edit.getByRole('button', { name: 'Update Entry' }).click();
    await edit.waitFor({ state: 'detached' });
  });

test.beforeAll(started);

test('3 Job made offline, then entries for it: all arrive under the real job, and no temporary id leaves the device', async ({
  device,
  makeJob,
  company,
  jobs,
  entries,
  proxy,
}) => {
  await device.offline();
  await makeJob('Made in the field');
  await device.page.getByRole('link', { name: 'Made in the field' }).click();
  await device.page.waitForURL(/\/jobs\/\d{13}\/entries$/);
  const tempId = /\d{13}/.exec(device.page.url())?.[0] ?? '';
  await device.press('Add Job Entry');
  for (const notes of ['first', 'second']) {
    const entry = device.dialog('New Job Entry');
    await entry.getByLabel('Service').selectOption({ label: company.service });
    await entry.getByLabel('Notes').fill(notes);
    await entry.getByRole('button', { name: 'Submit Entry' }).click();
    await entry.waitFor({ state: 'detached' });
    await (notes === 'first' ? device.press('Add Job Entry') : undefined);
  }
  await device.online();
  await device.allSent();
  const made = (await jobs()).find(({ name }) => name === 'Made in the field');
  const arrived = (await entries()).toSorted((left, right) => (left.notes < right.notes ? -1 : 1));
  expect(arrived).toEqual(['first', 'second'].map((notes) => ({ notes, jobId: made?.id })));
  await device.page.waitForURL(`**/jobs/${made?.id}/entries`);
  await expect.poll(() => device.page.getByRole('button', { name: /^View Planting/ }).count()).toBe(2);
  // A key that names a write begins with the time, too.
  const said = proxy.seen('*', /./).map(({ path, body }) => `${path} ${body.toString()}`.replaceAll(/madeBy[":]+[^"/]+/g, ''));
  expect(said.filter((words) => words.includes(tempId))).toEqual([]);
});

test(
  '4 Two creates in the same millisecond, clock set back, two tabs: every temporary id is another',
  { tags: ['proof'] },
  async ({ device, app, company }) => {
    const { page } = await openDevice(device.context, app.url, company.boss);
    const still = Date.now();
    await device.offline();
    await device.page.clock.setFixedTime(still);
    await page.clock.setFixedTime(still);
    const other = { ...device, page };
    const add = async (shown: typeof page, name: string): Promise<void> => {
      await shown.getByRole('link', { name: 'Employees' }).first().click();
      await shown.getByRole('button', { name: 'Add Employee' }).first().click();
      await shown.getByRole('dialog').getByLabel('First Name').fill(name);
      await shown.getByRole('dialog').getByLabel('Last Name').fill('Hand');
      await shown.getByRole('dialog').getByRole('button', { name: 'Create Employee' }).click();
      await shown.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await Promise.all([add(device.page, 'One'), add(other.page, 'Two')]);
    await device.page.clock.setFixedTime(still - 3_600_000);
    await add(device.page, 'Three');
    const ids = (await device.queue()).map(({ target }) => target);
    expect(new Set(ids).size).toBe(3);
    expect(Math.min(...ids)).toBe(still);
    await device.online();
    await device.allSent();
    const employees = await company.boss.ok(contract.employees.list, { params: { orgId: company.orgId }, query: {} });
    const hands = employees.filter(({ lastName }) => lastName === 'Hand');
    expect(hands.map(({ firstName }) => firstName).toSorted()).toEqual(['One', 'Three', 'Two']);
  },
);

test('5 Parent create rejected: its entries wait for it by name; mended it takes them along, discarded it asks for them', async ({
  device,
  proxy,
  makeJob,
  jobs,
  entries,
}) => {
  await device.offline();
  for (const name of ['to be mended', 'to be discarded']) {
    proxy.on('POST', /\/jobs$/, { kind: 'answer', answer: ourRefusal(422, 'invalid_input') }, { body: name });
    await makeJob(name);
    await device.log({ notes: `for the job ${name}`, job: name });
  }
  await device.online();
  expect((await device.parked(2)).map(({ store, reason }) => ({ store, reason }))).toEqual([
    { store: 'jobs', reason: 'rejected' },
    { store: 'jobs', reason: 'rejected' },
  ]);
  await device.open('/sync');
  await device.page.getByText('Waiting for job to be mended, which needs attention').waitFor();
  await device.card('to be mended').getByRole('button', { name: 'Edit and send again' }).click();
  const edit = device.dialog('Edit Job');
  await edit.getByLabel('Job Name').fill('mended');
  await edit.getByRole('button', { name: 'Update Job' }).click();
  await expect.poll(async () => (await device.queue()).length, PATIENCE).toBe(2);
  const mended = (await jobs()).find(({ name }) => name === 'mended');
  expect(await entries()).toEqual([{ notes: 'for the job to be mended', jobId: mended?.id }]);
  await device.card('to be discarded').getByRole('button', { name: 'Discard', exact: true }).click();
  const question = device.dialog('Discard this?');
  await question.getByText('1 entry will be discarded with it.').waitFor();
  const download = device.page.waitForEvent('download');
  await question.getByRole('button', { name: 'Save unsent changes as a file first' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain('for the job to be discarded');
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await device.allSent();
  expect(await entries()).toHaveLength(1);
});

test('6 Parent deleted on the server by another: parked, and sent for another job after an edit', async ({
  device,
  addJob,
  company,
  entries,
}) => {
  await device.offline();
  await device.log({ notes: 'orphan' });
  const other = await addJob('East 40');
  await company.boss.ok(contract.jobs.remove, { params: { id: company.jobId } });
  await device.online();
  expect(await device.parked(1)).toMatchObject([{ reason: 'parent-gone' }]);
  await device.open('/sync');
  await device.card('The job was deleted in the office').getByRole('button', { name: 'Edit and send again' }).click();
  const edit = device.dialog('Edit Job Entry');
  await edit.getByRole('combobox', { name: 'Job', exact: true }).selectOption({ label: 'East 40' });
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await device.allSent();
  expect(await entries()).toEqual([{ notes: 'orphan', jobId: other.id }]);
});

test(
  '7 Job closed while the entries waited: none gets in by itself; one moves to another job, one goes after reopening',
  { tags: ['proof'] },
  async ({ addJob, device, company, entries }) => {
    const other = await addJob('East 40');
    await device.offline();
    await device.log({ notes: 'to be moved', job: company.job });
    await device.log({ notes: 'to be kept', job: company.job });
    await company.boss.ok(contract.jobs.update, { params: { id: company.jobId }, body: { status: 'completed' } });
    await device.online();
    expect(await device.parked(2)).toMatchObject([{ reason: 'job-closed' }, { reason: 'job-closed' }]);
    expect(await entries()).toEqual([]);
    await device.open('/sync');
    await device.page.getByRole('article').first().getByRole('button', { name: 'Move to another job' }).click();
    const move = device.dialog('Move to another job');
    await move.getByLabel('Job').selectOption({ label: `East 40, ${company.customer}` });
    await move.getByRole('button', { name: 'Move and send' }).click();
    await expect.poll(entries, PATIENCE).toEqual([{ notes: 'to be moved', jobId: other.id }]);
    await company.boss.ok(contract.jobs.update, { params: { id: company.jobId }, body: { status: 'open' } });
    await device.page.getByRole('article').first().getByRole('button', { name: 'Try again' }).click();
    await device.allSent();
    expect(await entries()).toEqual([
      { notes: 'to be moved', jobId: other.id },
      { notes: 'to be kept', jobId: company.jobId },
    ]);
  },
);

test(
  '25 Clock skew and a far time zone: order by what was done first, the date as it was typed',
  { tags: ['proof'] },
  async ({ app, company, jobs, entries, server, deviceOf }) => {
    const away = await app.device(company.boss);
    await away.context.close();
    const device = await deviceOf(company.boss, { timezoneId: 'Pacific/Kiritimati' });
    await device.offline();
    await device.page.clock.setFixedTime(Date.now() + 40 * 86_400_000);
    await makeJobOn(device, company, 'From the future');
    await device.page.clock.setFixedTime(Date.now() - 40 * 86_400_000);
    await device.log({ notes: 'from the past', job: 'From the future', date: '2026-05-04' });
    await device.online();
    await device.allSent();
    const made = (await jobs()).find(({ name }) => name === 'From the future');
    expect(await entries()).toEqual([{ notes: 'from the past', jobId: made?.id }]);
    const [row] = await server.db.query<{ date: string; age: number }>({
      text: `select date::text as date, abs(extract(epoch from now() - created_at))::float8 as age from job_entries where organization_id = $1`,
      values: [company.orgId],
    });
    expect(row?.date).toBe('2026-05-04');
    expect(row?.age).toBeLessThan(120);
  },
);

test('31 Edit of a record whose create still waits: folded in before the first attempt, a change of its own after it', async ({
  device,
  company,
  editNotes,
  entries,
  proxy,
  addJob,
}) => {
  await device.offline();
  await device.log({ notes: 'never attempted' });
  await device.open(`/jobs/${company.jobId}/entries`);
  await editNotes('folded in');
  expect(await device.queue()).toMatchObject([{ operation: 'create', data: { notes: 'folded in' } }]);
  await device.online();
  await device.allSent();
  expect((await entries()).map(({ notes }) => notes)).toEqual(['folded in']);
  expect(proxy.seen('POST', new RegExp(`/jobs/${company.jobId}/entries$`))).toHaveLength(1);

  const other = await addJob('East 40');
  const heal = proxy.on('POST', ENTRIES, { kind: 'lose-answer' });
  await device.open('/dashboard');
  expect(await device.log({ notes: 'attempted', job: 'East 40' })).toBe('Saved Offline');
  await device.offline();
  heal();
  await device.open(`/jobs/${other.id}/entries`);
  await editNotes('changed after the attempt');
  await device.online();
  await device.allSent();
  expect(await entries()).toEqual([
    { notes: 'folded in', jobId: company.jobId },
    { notes: 'changed after the attempt', jobId: other.id },
  ]);
});

test(
  '32 Delete of a record whose create still waits: nothing is left of either, whether it was attempted or not',
  { tags: ['proof'] },
  async ({ company, device, app, proxy, entries }) => {
    const { boss, orgId } = company;
    await device.offline();
    await device.log({ notes: 'never attempted' });
    // The app is closed before the network comes back.
    const page = await device.context.newPage();
    await device.page.close();
    await device.online();
    const removeWaiting = () =>
      withEngine(page, app.url, boss.userId, async (core) => {
        const [item] = await core.storage.read(['syncQueue'], (tx) => tx.list('syncQueue', {}));
        await write(core, { operation: 'remove', store: 'jobEntries', orgId, id: item?.target ?? 0 });
      });
    await removeWaiting();
    expect(await readStore(page, 'syncQueue')).toEqual([]);
    expect(await readStore(page, 'jobEntries')).toEqual([]);

    const again = deviceOn(device.context, page, device.problems, app.url);
    await again.open('/dashboard');
    proxy.on('POST', ENTRIES, { kind: 'lose-answer' });
    expect(await again.log({ notes: 'attempted' })).toBe('Saved Offline');
    await removeWaiting();
    expect((await again.queue()).map(({ operation }) => operation)).toEqual(['create', 'remove']);
    expect(await entries()).toHaveLength(1);
    proxy.calm();
    await again.open('/dashboard');
    await again.allSent();
    expect(await entries()).toEqual([]);
    expect(proxy.seen('DELETE', /./).flatMap(({ statuses }) => statuses)).toEqual([204]);
  },
);

test(
  '36 Order across organizations: trouble in one holds up nothing in another',
  { tags: ['proof'] },
  async ({ company, device, proxy, app, entries }) => {
    const { boss } = company;
    const second = await settle({ ...boss, orgId: (await boss.ok(contract.organizations.create, { body: { name: 'Second Wind' } })).id });
    await device.open('/dashboard');
    proxy.on('POST', new RegExp(`/jobs/${company.jobId}/entries$`), { kind: 'answer', answer: ourRefusal(500, 'internal') });
    expect(await device.log({ notes: 'in trouble' })).toBe('Saved Offline');
    await device.press('Halvorsen Custom');
    await device.page
      .getByRole('menuitem', { name: 'Second Wind' })
      .or(device.page.getByRole('menuitemcheckbox', { name: 'Second Wind' }))
      .or(device.page.getByRole('menuitemradio', { name: 'Second Wind' }))
      .click();
    await device.page.getByRole('button', { name: 'Second Wind' }).waitFor();
    expect(await device.log({ notes: 'untroubled' })).toBe('Success');
    expect((await app.entries(second.orgId)).map(({ notes }) => notes)).toEqual(['untroubled']);
    // Now and then it is just being tried again.
    await expect.poll(() => device.queue()).toMatchObject([{ orgId: company.orgId, status: 'pending' }]);
    proxy.calm();
    await device.allSent();
    expect((await entries()).map(({ notes }) => notes)).toEqual(['in trouble']);
  },
);
