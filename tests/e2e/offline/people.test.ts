import { expect, vi } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { type Company, givePassword, type Member, PASSWORD, settle, signInAgain } from '../../support/offline-app.ts';
import { type Device, giveSession, PATIENCE, settled } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';

// More than one person: some change the same records, some share a device, and some lose their access.

vi.setConfig({ testTimeout: 90_000 });

const ENTRIES = /\/entries$/;
/** Changes fields of the company's customer on the screen, in a form that was opened before `meanwhile`, e.g. before the network went. */
const editCustomerOn = async (
  device: Device,
  company: Company,
  fields: Readonly<Record<string, string>>,
  meanwhile?: () => Promise<void>,
): Promise<void> => {
  await device.page.getByRole('link', { name: 'Customers' }).first().click();
  await device.press(`Edit ${company.customer}`);
  const edit = device.dialog();
  await meanwhile?.();
  for (const [label, value] of Object.entries(fields)) {
    await edit.getByLabel(label).fill(value);
  }
  await edit.getByRole('button', { name: 'Update Customer' }).click();
  await edit.waitFor({ state: 'detached' });
};

const test = base
  .extend(
    'entries',
    ({ app, company }) =>
      async () =>
        (await app.entries(company.orgId)).map(({ notes, createdBy }) => ({ notes, createdBy })),
  )
  .extend(
    'customer',
    ({ company }) =>
      () =>
        company.boss.ok(contract.customers.get, { params: { id: company.customerId } }),
  )
  .extend(
    'changeCustomer',
    ({ company }) =>
      (body: { address?: string; phoneNumber?: string }) =>
        company.boss.ok(contract.customers.update, { params: { id: company.customerId }, body }),
  )
  .extend(
    'editCustomer',
    ({ device, company }) =>
      (fields: Readonly<Record<string, string>>, meanwhile?: () => Promise<void>) =>
        editCustomerOn(device, company, fields, meanwhile),
  )
  .extend('signIn', ({ device }) => async ({ email }: { readonly email: string }): Promise<void> => {
    await device.page.getByRole('link', { name: 'Sign in with the identity provider' }).click();
    await device.page.getByLabel('Email').fill(email);
    await device.page.getByLabel('Password').fill(PASSWORD);
    await device.press('Sign in');
    await device.page.getByRole('heading', { name: 'Overview' }).waitFor();
  })
  .extend(
    'member',
    ({ server, company }) =>
      (level: AccessLevel = 'manager'): Promise<Member & { readonly employeeId: number }> =>
        server.member(company.boss, level),
  );

test.beforeAll(started);

test('8 Record edited by another device in other fields: both changes stand', async ({
  editCustomer,
  device,
  changeCustomer,
  customer,
}) => {
  await editCustomer({ 'Phone Number': '555 0142' }, () => device.offline());
  await changeCustomer({ address: '4 Mill Road' });
  await device.online();
  await device.allSent();
  expect(await customer()).toMatchObject({ phoneNumber: '555 0142', address: '4 Mill Road' });
  await device.page.getByText('4 Mill Road').first().waitFor();
  await device.page.getByText('555 0142').first().waitFor();
});

test('9 Same field edited by both: nothing is overwritten or added up, and the person decides with both values in view', async ({
  company,
  device,
  app,
}) => {
  const { boss, jobId, serviceTypeId } = company;
  const body = { serviceTypeId, date: '2026-05-04', totalHours: 5, notes: 'the day' };
  const { id } = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body });
  await device.open(`/jobs/${jobId}/entries`);
  await device.page.getByRole('button', { name: /^View Planting/ }).waitFor();
  await device.offline();
  await device.press(/^Edit Planting/);
  const edit = device.dialog('Edit Job Entry');
  await edit.getByRole('textbox', { name: 'Hours' }).fill('6');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await edit.waitFor({ state: 'detached' });
  await boss.ok(contract.jobEntries.update, { params: { id }, body: { totalHours: 7 } });
  await device.online();
  expect(await device.parked(1)).toMatchObject([{ reason: 'conflict', conflict: { fields: [{ base: 5, mine: 6, theirs: 7 }] } }]);
  expect((await app.entries(company.orgId)).map(({ hours }) => hours)).toEqual([7]);
  await device.open('/sync');
  const card = device.card('Changed here and in the office');
  await card.getByText('7 hrs').waitFor();
  expect(await card.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await card.getByRole('button', { name: 'Choose one of each first' }).isDisabled()).toBe(true);
  await card.getByRole('radio', { name: /On this device/ }).check();
  await card.getByRole('button', { name: 'Keep these and send' }).click();
  await device.allSent();
  expect((await app.entries(company.orgId)).map(({ hours }) => hours)).toEqual([6]);
});

test('10 Record deleted by another while my edit waits: no resurrection by itself, but made again if I say so', async ({
  app,
  company,
  device,
  entries,
}) => {
  const id = await app.log(company, 'to be deleted');
  await device.open(`/jobs/${company.jobId}/entries`);
  await device.page.getByRole('button', { name: /^View Planting/ }).waitFor();
  await device.offline();
  await device.press(/^Edit Planting/);
  const edit = device.dialog('Edit Job Entry');
  await edit.getByLabel('Notes').fill('changed meanwhile');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await edit.waitFor({ state: 'detached' });
  await company.boss.ok(contract.jobEntries.remove, { params: { id } });
  await device.online();
  expect(await device.parked(1)).toMatchObject([{ reason: 'deleted', operation: 'update' }]);
  expect(await entries()).toEqual([]);
  await device.open('/sync');
  await device.card('was deleted in the office').getByRole('button', { name: 'Create it again' }).click();
  await device.allSent();
  expect(await entries()).toEqual([{ notes: 'changed meanwhile', createdBy: company.boss.userId }]);
});

test("13 User A's changes, then B signs in: B neither sees nor sends them, and A finds them again", async ({
  member,
  server,
  company,
  proxy,
  device,
  signIn,
  entries,
}) => {
  const second = await member();
  await givePassword(server, company.boss);
  await givePassword(server, second);
  proxy.on('POST', ENTRIES, { kind: 'drop' });
  expect(await device.log({ notes: "A's work" })).toBe('Saved Offline');
  await device.press('Log out');
  await device.press('Keep them for next time and log out');
  // Until then another try may still go out in A's name.
  await expect.poll(() => proxy.seen('*', /logout/).flatMap(({ statuses }) => statuses), PATIENCE).not.toEqual([]);
  proxy.calm();
  await signIn(second);
  await settled(device.page, company.orgId);
  expect(await device.log({ notes: "B's work" })).toBe('Success');
  await device.open('/sync');
  await device.page.getByText('Nothing to send on this device.').waitFor();
  expect(await device.page.getByText("A's work").count()).toBe(0);
  await device.press('Sync now');
  expect(await entries()).toEqual([{ notes: "B's work", createdBy: second.userId }]);
  await device.press('Log out');
  await signIn(company.boss);
  await device.allSent();
  expect(await entries()).toEqual([
    { notes: "B's work", createdBy: second.userId },
    { notes: "A's work", createdBy: company.boss.userId },
  ]);
});

test(
  "13 Another user's cookie under a running tab: nothing is recorded as theirs",
  { tags: ['proof'] },
  async ({ member, server, company, device, app, entries }) => {
    const second = await member();
    await givePassword(server, company.boss);
    await giveSession(device.context, app.url, second);
    expect(await device.log({ notes: 'under a foreign cookie' })).toBe('Saved Offline');
    await device.page.getByText('Someone else is now signed in on this device').waitFor();
    expect(await entries()).toEqual([]);
    await giveSession(device.context, app.url, await signInAgain(server, company.boss));
    await device.press('Reload');
    await device.allSent();
    expect(await entries()).toEqual([{ notes: 'under a foreign cookie', createdBy: company.boss.userId }]);
  },
);

test('14 Logout with items waiting: their number is named, the copy goes, they stay and are sent after the next sign-in', async ({
  server,
  company,
  proxy,
  device,
  signIn,
  entries,
}) => {
  await givePassword(server, company.boss);
  proxy.on('POST', ENTRIES, { kind: 'drop' });
  await device.log({ notes: 'one' });
  await device.log({ notes: 'two' });
  await device.press('Log out');
  const question = device.dialog("2 changes haven't been sent yet");
  await question.getByRole('button', { name: 'Sync now' }).click();
  await device.page.getByText('Sync failed').waitFor();
  await question.getByRole('button', { name: 'Keep them for next time and log out' }).click();
  await device.page.getByRole('link', { name: 'Sign in with the identity provider' }).waitFor();
  for (const store of ['organizations', 'customers', 'jobs', 'serviceTypes', 'jobEntries', 'shadows'] as const) {
    expect([store, await device.rows(store)]).toEqual([store, []]);
  }
  expect(await device.queue()).toHaveLength(2);
  proxy.calm();
  await signIn(company.boss);
  await device.allSent();
  expect((await entries()).map(({ notes }) => notes).toSorted()).toEqual(['one', 'two']);
});

test('15 Membership revoked: parked for want of access while other organizations go on; given back, it goes by itself', async ({
  member,
  app,
  company,
  entries,
  deviceOf,
}) => {
  const worker = await member('employee');
  const own = await settle({
    ...worker,
    orgId: (await worker.ok(contract.organizations.create, { body: { name: 'Ortega and Sons' } })).id,
  });
  const device = await deviceOf(worker);
  const choose = async (name: string): Promise<void> => {
    await device.page
      .getByRole('banner')
      .getByRole('button')
      .filter({ hasText: /Halvorsen|Ortega and/ })
      .click();
    await device.page.getByRole('menuitem', { name }).or(device.page.getByRole('menuitemradio', { name })).click();
    await device.page.getByRole('banner').getByRole('button', { name }).waitFor();
  };
  await choose('Ortega and Sons');
  await settled(device.page, own.orgId);
  await choose('Halvorsen Custom');
  await settled(device.page, company.orgId);
  await device.offline();
  await device.log({ notes: 'for the old boss' });
  await choose('Ortega and Sons');
  await device.log({ notes: 'for himself' });
  const change = (isUser: boolean) => company.boss.ok(contract.employees.update, { params: { id: worker.employeeId }, body: { isUser } });
  await change(false);
  await device.online();
  expect(await device.parked(1)).toMatchObject([{ orgId: company.orgId, reason: 'no-access' }]);
  await expect.poll(async () => (await app.entries(own.orgId)).map(({ notes }) => notes), PATIENCE).toEqual(['for himself']);
  await device.open('/sync');
  await device.card('You are no longer allowed to do this in').waitFor();
  await change(true);
  await device.press('Sync now');
  await device.allSent();
  expect(await entries()).toEqual([{ notes: 'for the old boss', createdBy: worker.userId }]);
});

test(
  'An organization that is to be deleted: what a member has not sent stays with the reason, and goes when it is kept',
  { tags: ['proof'] },
  async ({ member, company, entries, deviceOf }) => {
    const worker = await member('basic');
    const device = await deviceOf(worker);
    await device.offline();
    await device.log({ notes: 'not lost' });
    const params = { orgId: company.orgId };
    const { name } = await company.boss.ok(contract.organizations.get, { params });
    await company.boss.ok(contract.archives.requestDeletion, { params, body: { name } });
    await device.online();
    expect(await device.parked(1)).toMatchObject([{ store: 'jobEntries', reason: 'no-access' }]);
    await device.open('/dashboard');
    await device.page.getByRole('link', { name: 'See unsent changes' }).click();
    await device.card('You are no longer allowed to do this in').waitFor();
    await company.boss.ok(contract.archives.cancelDeletion, { params });
    await device.open('/dashboard');
    await device.allSent();
    expect(await entries()).toEqual([{ notes: 'not lost', createdBy: worker.userId }]);
  },
);

test(
  '15 Role lowered: parked with the reason, and sent by itself once they may again',
  { tags: ['proof'] },
  async ({ member, company, entries, customer, deviceOf }) => {
    const second = await member();
    const device = await deviceOf(second);
    await editCustomerOn(device, company, { 'Phone Number': '555 0142' }, () => device.offline());
    await device.log({ notes: 'everybody may' });
    const give = (accessLevel: AccessLevel) =>
      company.boss.ok(contract.employees.update, { params: { id: second.employeeId }, body: { accessLevel } });
    await give('employee');
    await device.online();
    expect(await device.parked(1)).toMatchObject([{ store: 'customers', reason: 'no-access', lastError: { role: 'employee' } }]);
    await expect.poll(async () => (await entries()).map(({ notes }) => notes), PATIENCE).toEqual(['everybody may']);
    await give('manager');
    await device.open('/dashboard');
    await device.allSent();
    expect(await customer()).toMatchObject({ phoneNumber: '555 0142' });
  },
);

test(
  '40 Pull arrives while items wait: the own edit never flickers away',
  { tags: ['proof'] },
  async ({ device, proxy, editCustomer, changeCustomer, customer }) => {
    await device.page.getByRole('link', { name: 'Customers' }).first().click();
    proxy.on('PATCH', /\/customers\//, { kind: 'drop' });
    await editCustomer({ 'Phone Number': '555 MINE' });
    await device.page.getByText('555 MINE').waitFor();
    await device.page.evaluate(() => {
      const seen: string[] = [];
      const look = (): void => void seen.push(document.querySelector('main')?.textContent ?? '');
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      Object.assign(window, { seen });
    });
    for (const address of ['1 Mill Road', '2 Mill Road', '3 Mill Road']) {
      await changeCustomer({ address });
      await device.look();
      await device.page.getByText(address).waitFor();
    }
    proxy.calm();
    await device.look();
    await device.allSent();
    await expect.poll(async () => (await device.rows('customers'))[0]?.sync).toBeUndefined();
    const seen = await device.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((text) => text.includes('Ostrander') && !text.includes('555 MINE'))).toEqual([]);
    expect(await customer()).toMatchObject({ phoneNumber: '555 MINE', address: '3 Mill Road' });
  },
);

test(
  '41 Delta pull and a late commit: what takes its number late is missed by nobody',
  { tags: ['proof'] },
  async ({ server, company, app, device, entries }) => {
    let late: Promise<unknown> = Promise.resolve();
    await server.db.transaction(async (tx) => {
      await tx.query({ text: 'select seq from organization_seq where organization_id = $1 for update', values: [company.orgId] });
      // Begun now, committed only after this.
      late = Promise.all(['late one', 'late two', 'late three'].map((notes) => app.log(company, notes)));
      await device.look();
      await tx.query({ text: 'select pg_sleep(0.5)', values: [] });
    });
    await late;
    await Promise.all(Array.from({ length: 12 }, (_, index) => app.log(company, `at once ${index}`)));
    const here = async () => (await device.rows('jobEntries')).map(({ notes }) => String(notes)).toSorted();
    await expect.poll(here, PATIENCE).toEqual((await entries()).map(({ notes }) => notes).toSorted());
    expect(await here()).toHaveLength(15);
  },
);
