import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { gate, ourRefusal, type StrangeAnswer } from '../../support/faults-proxy.ts';
import { givePassword, PASSWORD, signInAgain } from '../../support/offline-app.ts';
import { giveSession, PATIENCE } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';
import { oneAtAPush } from '../../support/proof-size.ts';

// What becomes of a change when its answer is lost, comes twice, is a refusal, or is somebody else's.

vi.setConfig({ testTimeout: 90_000 });

const test = base
  .extend(
    'posts',
    ({ proxy, company }) =>
      () =>
        proxy.seen('POST', new RegExp(`^/api/jobs/${company.jobId}/entries$`)),
  )
  /** Adds an employee on the Employees screen. */
  .extend('addEmployee', ({ device }) => async (lastName: string): Promise<void> => {
    await device.page.getByRole('link', { name: 'Employees' }).first().click();
    await device.press('Add Employee');
    await device.dialog().getByLabel('First Name').fill('Spare');
    await device.dialog().getByLabel('Last Name').fill(lastName);
    await device.dialog().getByRole('button', { name: 'Create Employee' }).click();
    await device.dialog().waitFor({ state: 'detached' });
  });

const ENTRIES = /\/entries$/;

test.beforeAll(started);

test('1 Response lost after commit: the same key brings the stored answer', async ({ proxy, device, notes, posts }) => {
  proxy.on('POST', ENTRIES, { kind: 'lose-answer' }, { times: 1 });
  expect(await device.log({ notes: 'lost answer' })).toBe('Saved Offline');
  await device.allSent();
  expect(await notes()).toEqual(['lost answer']);
  expect(posts().map(({ key }) => key)).toEqual([posts()[0]?.key, posts()[0]?.key]);
  expect((await device.rows('sent')).at(-1)).toMatchObject({ isReplayed: true });
});

test(
  '1 Response lost, and the record comes by itself before it is sent again: it stands there once',
  { tags: ['proof'] },
  async ({ proxy, device, app, company, notes }) => {
    proxy.on('POST', ENTRIES, { kind: 'lose-answer' });
    expect(await device.log({ notes: 'came before its answer' })).toBe('Saved Offline');
    const shown = async () => (await device.rows('jobEntries')).filter((row) => row['notes'] === 'came before its answer');
    // Looks for news at once, whenever the server would tell that there are some.
    await device.page.evaluate(() => window.dispatchEvent(new Event('online')));
    const made = async () => (await app.entries(company.orgId)).map(({ id }) => id);
    await expect.poll(async () => (await shown()).map(({ id }) => id), PATIENCE).toEqual(await made());
    expect(await device.rows('syncQueue')).toMatchObject([{ operation: 'create' }]);
    proxy.calm();
    // After many lost answers the next attempt may be a minute away.
    await device.look();
    await device.allSent();
    expect(await notes()).toEqual(['came before its answer']);
    expect((await shown()).map(({ id, sync }) => [id, sync])).toEqual([[(await made())[0], undefined]]);
  },
);

test('2 Retry by proxy or browser, double click, request delivered twice at once: one row', async ({ proxy, device, posts, notes }) => {
  proxy.on('POST', ENTRIES, { kind: 'keep-copy' });
  proxy.on('POST', ENTRIES, { kind: 'twice' }, { times: 1 });
  expect(await device.log({ notes: 'twice at once', twice: true })).toBe('Success');
  expect(await device.log({ notes: 'and once late' })).toBe('Success');
  expect(await proxy.deliverCopies()).toEqual([200]);
  expect(posts().map(({ statuses }) => statuses)).toEqual([
    [201, 201],
    [201, 201],
  ]);
  expect(await notes()).toEqual(['twice at once', 'and once late']);
});

test('11 401 in the middle: everything stays, and goes on after signing in', async ({ server, company, device, proxy, notes, posts }) => {
  await givePassword(server, company.boss);
  expect(await device.log({ notes: 'one' })).toBe('Success');
  await device.offline();
  for (const name of ['two', 'three']) {
    expect(await device.log({ notes: name })).toBe('Saved Offline');
  }
  const { until, open } = gate();
  proxy.on('POST', ENTRIES, { kind: 'hold', until }, { times: 2 });
  await device.online();
  await expect.poll(() => posts().length, PATIENCE).toBe(3);
  await server.db.query({ text: 'delete from sessions where user_id = $1', values: [company.boss.userId] });
  open();
  await device.page.getByText('Sign in to send 2 changes').waitFor();
  expect((await device.queue()).map(({ status, retryCount }) => ({ status, retryCount }))).toEqual([
    { status: 'pending', retryCount: 0 },
    { status: 'pending', retryCount: 0 },
  ]);
  await device.page.getByRole('link', { name: 'Sign in' }).click();
  await device.page.getByLabel('Email').fill(company.boss.email);
  await device.page.getByLabel('Password').fill(PASSWORD);
  await device.press('Sign in');
  await device.page.getByRole('heading', { name: 'Overview' }).waitFor();
  await device.allSent();
  expect((await notes()).toSorted()).toEqual(['one', 'three', 'two']);
  expect(new Set(posts().map(({ key }) => key)).size).toBe(3);
});

test(
  '12 Session rotation between items: the next one goes on with the new session, under the same key',
  { tags: ['proof'] },
  async ({ server, company, device, proxy, notes, app, posts }) => {
    await givePassword(server, company.boss);
    await device.log({ notes: 'before' });
    await device.offline();
    await device.log({ notes: 'after' });
    const { until, open } = gate();
    proxy.on('POST', ENTRIES, { kind: 'hold', until }, { times: 1 });
    await device.online();
    await expect.poll(() => posts().length, PATIENCE).toBe(2);
    await server.db.query({ text: 'delete from sessions where user_id = $1', values: [company.boss.userId] });
    open();
    await device.page.getByText('Sign in to send 1 change').waitFor();
    // They sign in again in another tab.
    await giveSession(device.context, app.url, await signInAgain(server, company.boss));
    await device.page.bringToFront();
    await device.look();
    await device.allSent();
    await device.page.getByText(/^Sign in/).waitFor({ state: 'detached' });
    expect((await notes()).toSorted()).toEqual(['after', 'before']);
    expect(new Set(posts().map(({ key }) => key)).size).toBe(2);
  },
);

test('21 A server that wants a newer app: everything is held until then', { tags: ['proof'] }, async ({ proxy, device, notes }) => {
  proxy.on('POST', ENTRIES, { kind: 'answer', answer: ourRefusal(426, 'upgrade_required') });
  expect(await device.log({ notes: 'too old' })).toBe('Saved Offline');
  await device.page.getByText('Update Headland to send 1 change').waitFor();
  await expect.poll(() => device.queue(), PATIENCE).toMatchObject([{ status: 'pending', retryCount: 0, reason: null }]);
  proxy.calm();
  await device.press('Update now');
  await device.allSent();
  expect(await notes()).toEqual(['too old']);
});

const STRANGERS: readonly (readonly [string, StrangeAnswer])[] = [
  [
    'a page of the hotel',
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Welcome to the hotel</title>' },
  ],
  ['JSON of a stranger', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":1,"status":"ok"}' }],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/welcome' } }],
  ['511', { status: 511, headers: { 'content-type': 'text/html' }, body: 'Network Authentication Required' }],
];

test.for(oneAtAPush(STRANGERS, 'strangers'))(
  '28 Captive portal, %s: nothing counts as sent, and the app goes on',
  async ([name, answer], { proxy, device, company, notes }) => {
    proxy.on('*', /^\//, { kind: 'answer', answer });
    expect(await device.log({ notes: name })).toBe('Saved Offline');
    await device.indicator().filter({ hasText: 'Offline, 1 waiting' }).waitFor();
    await device.open('/jobs');
    await device.page.getByRole('link', { name: company.job }).waitFor();
    await device.indicator().filter({ hasText: '1 waiting' }).waitFor();
    await expect.poll(() => device.queue(), PATIENCE).toMatchObject([{ status: 'pending', retryCount: 0, reason: null }]);
    proxy.calm();
    await device.open('/sync');
    await device.press('Sync now');
    await device.allSent();
    expect(await notes()).toEqual([name]);
  },
);

test('29 5xx for one item only: it is set aside and tried later, and holds up nobody', async ({ device, proxy, notes }) => {
  await device.page.clock.install();
  await device.open('/dashboard');
  await device.offline();
  await device.log({ notes: 'poisoned' });
  await device.log({ notes: 'healthy' });
  proxy.on('POST', ENTRIES, { kind: 'answer', answer: ourRefusal(500, 'internal') }, { body: 'poisoned' });
  await device.online();
  await expect.poll(notes, PATIENCE).toEqual(['healthy']);
  const isSetAside = async (): Promise<boolean> => {
    await device.page.clock.fastForward(400_000);
    return (await device.queue())[0]?.status === 'attention';
  };
  await expect.poll(isSetAside, PATIENCE).toBe(true);
  expect(await device.queue()).toMatchObject([{ reason: 'server-bug', data: { notes: 'poisoned' } }]);
  await device.open('/sync');
  await device.card('The server keeps failing on this change').waitFor();
  proxy.calm();
  await device.page.clock.fastForward(6 * 3_600_000 + 60_000);
  await device.allSent();
  expect((await notes()).toSorted()).toEqual(['healthy', 'poisoned']);
});

test(
  '29 5xx and 429 for all: nothing is given up, and Retry-After is kept',
  { tags: ['proof'] },
  async ({ proxy, device, posts, notes }) => {
    proxy.on('POST', ENTRIES, { kind: 'answer', answer: ourRefusal(429, 'too_many_requests', { 'retry-after': '2' }) }, { times: 1 });
    const began = Date.now();
    expect(await device.log({ notes: 'patience' })).toBe('Success');
    expect(Date.now() - began).toBeGreaterThan(1_900);
    expect(posts()).toHaveLength(2);
    proxy.on('POST', ENTRIES, { kind: 'answer', answer: ourRefusal(503, 'unavailable') });
    expect(await device.log({ notes: 'later' })).toBe('Saved Offline');
    await expect.poll(() => device.queue(), PATIENCE).toMatchObject([{ status: 'pending', retryCount: 0, reason: null }]);
    proxy.calm();
    await device.allSent();
    expect(await notes()).toEqual(['patience', 'later']);
  },
);

test('30 Poison 4xx: parked at the first refusal with its reason, never deleted, and others go', async ({
  company,
  device,
  addEmployee,
}) => {
  const { boss, orgId, serviceTypeId, jobId } = company;
  const params = { orgId };
  const field = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Grade', fieldType: 'text' } });
  const fields = await boss.ok(contract.customDataFields.list, { params, query: {} });
  const wanted = fields.filter(({ name }) => ['Notes', 'Grade'].includes(name)).map(({ id }) => id);
  await boss.ok(contract.serviceTypes.update, { params: { id: serviceTypeId }, body: { customDataFieldIds: wanted } });
  await expect.poll(async () => (await device.rows('serviceTypes')).map((row) => row['customDataFieldIds']), PATIENCE).toEqual([wanted]);
  await device.offline();
  await device.log({ notes: 'poisoned', more: { Grade: 'fair' } });
  await boss.ok(contract.customDataFields.update, { params: { id: field.id }, body: { fieldType: 'number' } });
  await addEmployee('Hand');
  await device.online();
  expect(await device.parked(1)).toMatchObject([{ reason: 'rejected', attempt: 1, data: { notes: 'poisoned' } }]);
  await expect.poll(async () => (await device.queue()).length, PATIENCE).toBe(1);
  const employees = await boss.ok(contract.employees.list, { params, query: {} });
  expect(employees.map(({ lastName }) => lastName)).toContain('Hand');
  await device.open('/sync');
  await device.card('Grade').getByRole('button', { name: 'Edit and send again' }).click();
  const edit = device.dialog('Edit Job Entry');
  await edit.getByRole('textbox', { name: 'Grade' }).fill('2');
  await edit.getByRole('button', { name: 'Update Entry' }).click();
  await device.allSent();
  const rows = await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId } });
  expect(rows).toMatchObject([{ notes: 'poisoned', customFieldValues: { Grade: 2 } }]);
});

test(
  '39 onLine true without internet, or false with it: what the badge says decides nothing',
  { tags: ['proof'] },
  async ({ proxy, device, notes }) => {
    proxy.on('*', /^\/api\//, { kind: 'drop' });
    expect(await device.log({ notes: 'no internet' })).toBe('Saved Offline');
    await device.indicator().filter({ hasText: 'Offline, 1 waiting' }).waitFor();
    await device.open('/sync');
    await device.press('Sync now');
    await device.page.getByText('Sync failed').waitFor();
    await device.offline();
    await device.press('Sync now');
    await device.page.getByText('You are currently offline.').waitFor();
    await device.online();
    proxy.calm();
    await device.press('Sync now');
    await device.allSent();
    await device.page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }));
    await device.open('/dashboard');
    expect(await device.log({ notes: 'false with it' })).toBe('Saved Offline');
    await device.allSent();
    expect(await notes()).toEqual(['no internet', 'false with it']);
  },
);

test(
  '42 Key reused with another body: refused and shown, and no wrong answer taken',
  { tags: ['proof'] },
  async ({ company, device, notes }) => {
    const { boss, jobId, serviceTypeId } = company;
    await device.offline();
    await device.log({ notes: 'the second' });
    const [item] = await device.queue();
    const body = { serviceTypeId, date: '2026-05-04', notes: 'the first' };
    expect((await boss.send('POST', `/api/jobs/${jobId}/entries`, body, { 'idempotency-key': item?.id ?? '' })).status).toBe(201);
    await device.online();
    const [parked] = await device.parked(1);
    expect(parked).toMatchObject({ reason: 'rejected', lastError: { status: 422, code: 'key_reused' }, data: { notes: 'the second' } });
    await device.open('/sync');
    await device.card('This Idempotency-Key was used for another write').waitFor();
    expect(await notes()).toEqual(['the first']);
  },
);
