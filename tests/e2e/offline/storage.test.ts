import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll, expect, vi } from 'vitest';
import { DATABASE_VERSION } from '#client/offline/storage/stores.ts';
import { contract } from '#shared/contract.ts';
import { pngBytes } from '../../api/world.ts';
import { openPage } from '../../support/browser.ts';
import { ourRefusal } from '../../support/faults-proxy.ts';
import { deviceOn, giveSession, openDevice, PATIENCE, writeStore } from '../../support/offline-device.ts';
import { createProfile, type KeptProfile } from '../../support/profile.ts';
import { started, test as base } from '../fixtures.ts';

// What a device stores: old formats, too little room, the loss of everything, and changes that lay there for very long.

vi.setConfig({ testTimeout: 90_000 });

const folder = await mkdtemp(join(tmpdir(), 'headland-storage-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const ENTRIES = /\/entries$/;
const DAY_MS = 86_400_000;
const NEWER_DATABASE = DATABASE_VERSION + 1;

const test = base
  /** A newer app in another tab takes the database over; the version that it then has. */
  .extend('growDatabase', ({ device, app }) => async (): Promise<number> => {
    const other = await device.context.newPage();
    await other.goto(`${app.url}/api/health`);
    return other.evaluate(
      (version) =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('headland', version);
          opening.addEventListener('success', () => resolve(opening.result.version));
          opening.addEventListener('error', () => reject(opening.error ?? new Error('It cannot be opened.')));
        }),
      NEWER_DATABASE,
    );
  });

test.beforeAll(started);

test('20 Items of the first form wait when the new app starts: they are sent; those of a newer one are left alone', async ({
  company,
  device,
  notes,
  proxy,
}) => {
  const { orgId, jobId, serviceTypeId } = company;
  await device.offline();
  await device.log({ notes: "today's form" });
  const [item] = await device.queue();
  const timestamp = Date.now() - DAY_MS;
  const old = {
    id: `${timestamp}-abc123`,
    timestamp,
    endpoint: `/api/jobs/${jobId}/entries`,
    method: 'POST',
    data: { organizationId: orgId, serviceTypeId, date: '2026-05-04', notes: 'first form' },
    retryCount: 2,
  };
  const customer = {
    id: `${timestamp + 1}-def456`,
    timestamp: timestamp + 1,
    endpoint: `/api/organizations/${orgId}/customers`,
    method: 'POST',
    data: { businessName: 'Old Form Farms' },
    retryCount: 0,
  };
  const newer = { ...item, id: 'of a newer app', v: 99, seq: 1_000, target: timestamp + 2, marks: [], wave: { of: 'the future' } };
  await writeStore(device.page, 'syncQueue', [old, customer, newer]);
  await device.page.reload();
  await device.online();
  await expect.poll(async () => (await notes()).toSorted(), PATIENCE).toEqual(['first form', "today's form"]);
  await expect.poll(async () => (await device.queue()).map(({ id }) => id), PATIENCE).toEqual(['of a newer app']);
  expect((await device.queue())[0]).toEqual(newer);
  expect(proxy.seen('POST', /./).filter(({ key }) => key === newer.id)).toEqual([]);
  const customers = await company.boss.ok(contract.customers.list, { params: { orgId }, query: {} });
  expect(customers.map(({ businessName }) => businessName)).toContain('Old Form Farms');
});

test(
  '20 A tab with an older app lets go of the database when a newer one needs it, and says what to do',
  { tags: ['proof'] },
  async ({ growDatabase, device }) => {
    expect(await growDatabase()).toBe(NEWER_DATABASE);
    await device.page.getByRole('heading', { name: 'This page is older than the app on this device' }).waitFor();
  },
);

test('20 A tab with an older app keeps what is on its form, leaves sending to the newer one, and says so', async ({
  device,
  company,
  growDatabase,
  notes,
}) => {
  await device.press(/New Job Entry/);
  const entry = device.dialog('New Job Entry');
  await entry.getByLabel('Customer').selectOption({ label: company.customer });
  await entry.getByLabel('Service').selectOption({ label: company.service });
  await entry.getByLabel('Notes').fill('on the form of an older app');
  expect(await growDatabase()).toBe(NEWER_DATABASE);
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await expect
    .poll(async () => (await device.queue()).map(({ data }) => data?.['notes']), PATIENCE)
    .toEqual(['on the form of an older app']);
  await device.page.getByRole('heading', { name: 'This page is older than the app on this device' }).waitFor();
  expect(await notes()).toEqual([]);
  expect((await device.queue()).map(({ status, attempt }) => [status, attempt])).toEqual([['pending', 0]]);
});

test('22 Quota exceeded: nothing is called saved, the form stays filled, and works once there is room', async ({ app, company }) => {
  const context = await app.browser.newContext({ locale: 'en-US' });
  const cdp = await context.newCDPSession(await context.newPage());
  const giveRoom = (quotaSize?: number) =>
    cdp.send('Storage.overrideQuotaForOrigin', { origin: app.url, ...(quotaSize === undefined ? {} : { quotaSize }) });
  await giveRoom(15_000_000);
  const full = await openDevice(context, app.url, company.boss);
  await full.offline();
  await full.press(/New Job Entry/);
  const entry = full.dialog('New Job Entry');
  await entry.getByLabel('Customer').selectOption({ label: company.customer });
  await entry.getByLabel('Service').selectOption({ label: company.service });
  await entry.getByLabel('Notes').fill('no room');
  await entry.getByLabel('Keep photos in full size').check();
  const paths = ['one.png', 'two.png'].map((name) => join(folder, name));
  for (const path of paths) {
    await writeFile(path, Buffer.concat([pngBytes(path), randomBytes(10_000_000)]));
  }
  // Chromium does not tell the room that there is; others do.
  await full.page.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ usage: 0, quota: 15_000_000 });
  });
  await entry.locator('input[type=file]').setInputFiles(paths);
  await entry.getByText(/^Not enough space on this device: 20 MB needed, 15 MB free/).waitFor();
  await entry.getByText('0 of 3').waitFor();
  await full.page.evaluate(() => Reflect.deleteProperty(navigator.storage, 'estimate'));
  await entry.locator('input[type=file]').setInputFiles(paths);
  await entry.getByText('2 of 3').waitFor();
  expect(await entry.getByText('Not enough space on this device').count()).toBe(0);
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await full.page.getByText(/^Failed to store job entry locally: This device is out of space/).waitFor(PATIENCE);
  expect(await entry.getByLabel('Notes').inputValue()).toBe('no room');
  for (const store of ['syncQueue', 'jobEntries', 'blobs'] as const) {
    expect([store, await full.rows(store)]).toEqual([store, []]);
  }
  await giveRoom();
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await entry.waitFor({ state: 'detached' });
  expect(await full.queue()).toHaveLength(1);
  await full.online();
  await full.allSent();
  expect(await app.entries(company.orgId)).toMatchObject([{ notes: 'no room', photos: [expect.any(String), expect.any(String)] }]);
  await full.close();
});

test('26 Storage wiped by the system: the office knows what was on it, and the device does not pretend that all is well', async ({
  proxy,
  device,
  company,
  app,
}) => {
  proxy.on('POST', ENTRIES, { kind: 'answer', answer: ourRefusal(429, 'too_many_requests', { 'retry-after': '3600' }) });
  await device.offline();
  await device.log({ notes: 'one' });
  await device.log({ notes: 'two' });
  await device.online();
  const devices = async () => (await company.boss.ok(contract.devices.list, { params: company.boss })).map(({ pending }) => pending);
  await expect.poll(devices, PATIENCE).toEqual([2]);
  // The system wipes what is not open: an open app would start again by itself.
  await device.page.goto('about:blank');
  const cdp = await device.context.newCDPSession(device.page);
  await cdp.send('Storage.clearDataForOrigin', { origin: app.url, storageTypes: 'indexeddb,local_storage,service_workers,cache_storage' });
  await device.open('/sync');
  await device.page.getByText(/had 2 unsent changes .* They are not on this device\./).waitFor();
  await device.press('Sync now');
  await device.page.getByText('Nothing to send from this device').waitFor();
  expect(await device.page.getByText('Already synced').count()).toBe(0);
  await expect.poll(async () => (await devices()).toSorted(), PATIENCE).toEqual([0, 2]);
});

/** Closes the browser of a device on a profile, and returns the folder of its database. */
const databaseIn = async (profile: KeptProfile, context: BrowserContext): Promise<string> => {
  await context.close();
  const stores = join(profile.folder, 'Default', 'IndexedDB');
  return join(stores, (await readdir(stores)).find((name) => name.endsWith('.leveldb')) ?? '');
};

test('27 A database that cannot be opened: said aloud, left as it is, and another one only by choice', async ({ app, company }) => {
  const profile = await createProfile();
  try {
    const first = await openDevice(await profile.start(), app.url, company.boss);
    const place = await databaseIn(profile, first.context);
    await rm(place, { recursive: true });
    // A file where the folder has to be: nothing of the browser's own mends that.
    await writeFile(place, 'not a database');
    const context = await profile.start();
    await giveSession(context, app.url, company.boss);
    const { page } = await openPage(context);
    const second = deviceOn(context, page, [], app.url);
    const problem = page.getByRole('heading', { name: "This device's storage can't be opened" });
    await second.open('/dashboard');
    await problem.waitFor();
    await second.press('Try again');
    await problem.waitFor();
    expect(await readFile(place, 'utf8')).toBe('not a database');
    expect(await page.evaluate(() => localStorage.getItem('headlandDatabase'))).toBeNull();
    await second.press('Continue with new storage');
    await page.waitForFunction(() => localStorage.getItem('headlandDatabase')?.startsWith('headland-'));
  } finally {
    await profile.remove();
  }
});

test(
  '27 A damaged database that the browser throws away by itself: what was in it is known to the office, and said',
  { tags: ['proof'] },
  async ({ proxy, app, company }) => {
    const profile = await createProfile();
    try {
      proxy.on('POST', ENTRIES, { kind: 'answer', answer: ourRefusal(429, 'too_many_requests', { 'retry-after': '3600' }) });
      const first = await openDevice(await profile.start(), app.url, company.boss);
      await first.offline();
      await first.log({ notes: 'never sent' });
      await first.online();
      const devices = async () => (await company.boss.ok(contract.devices.list, { params: company.boss })).map(({ pending }) => pending);
      await expect.poll(devices, PATIENCE).toContain(1);
      const place = await databaseIn(profile, first.context);
      for (const name of (await readdir(place)).filter((file) => file.startsWith('MANIFEST'))) {
        await writeFile(join(place, name), Buffer.alloc(2_000, 7));
      }
      const second = await openDevice(await profile.start(), app.url, company.boss);
      expect(await second.queue()).toEqual([]);
      await second.open('/sync');
      // The device itself remembers, too: the office may not have heard of it.
      await second.page.getByText("1 unsent change was lost with this device's storage").waitFor();
      await second.page.reload();
      await second.press('Got it');
      await expect.poll(() => second.page.getByText("went with this device's storage").count(), PATIENCE).toBe(0);
      await second.page
        .getByText(/^Storage emptied .*: 1 unsent change lost\..* Please re-enter what is missing\.$/)
        .first()
        .waitFor();
    } finally {
      await profile.remove();
    }
  },
);

test(
  '37 Offline for months: shown before it is sent; and a key whose answer is long forgotten still brings no second row',
  { tags: ['proof'] },
  async ({ device, notes, proxy, server, company }) => {
    const now = Date.now();
    await device.offline();
    await device.page.clock.setFixedTime(now - 200 * DAY_MS);
    await device.log({ notes: 'of last season', date: '2026-03-04' });
    await device.page.clock.setFixedTime(now);
    await device.online();
    expect(await device.parked(1)).toMatchObject([{ reason: 'old' }]);
    expect(await notes()).toEqual([]);
    await device.open('/sync');
    proxy.on('POST', ENTRIES, { kind: 'lose-answer' });
    await device.card('more than 180 days ago').getByRole('button', { name: 'Send it' }).click();
    await expect.poll(notes, PATIENCE).toEqual(['of last season']);
    await server.db.query({ text: 'update sync_ops set answer = null where organization_id = $1', values: [company.orgId] });
    proxy.calm();
    await device.look();
    await device.allSent();
    expect(await notes()).toEqual(['of last season']);
  },
);
