import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { SHAPES } from '#client/offline/storage/stores.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { type Company, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import type { Device } from '../support/offline-device.ts';

// The device's database does not answer because another page blocks it: the app says so, and nothing is lost or duplicated.

vi.setConfig({ testTimeout: 120_000 });

const TITLE = "This device's storage is not responding";

let app: OfflineApp;
let company: Company;
let device: Device;
let page: Page;
let other: Page;

beforeAll(async () => {
  app = await startOfflineApp();
});
afterAll(() => app?.close());

beforeEach(async () => {
  company = await app.company();
  device = await app.device(company.boss);
  ({ page } = device);
  other = await device.context.newPage();
  await other.goto(`${app.url}/api/health`);
  await page.bringToFront();
  return () => device.close();
});

/** Another page of the same address takes all stores and is never without a request, until it is set free. */
const hold = (): Promise<void> =>
  other.evaluate(
    (stores) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('headland');
        opening.addEventListener('success', () => {
          const db = opening.result;
          const store = db.transaction(stores, 'readwrite').objectStore('meta');
          const ask = (): void =>
            store.count().addEventListener('success', () => {
              resolve();
              if (Reflect.get(window, 'isFree') === true) {
                db.close();
              } else {
                ask();
              }
            });
          ask();
        });
      }),
    Object.keys(SHAPES),
  );
const free = (): Promise<void> => other.evaluate(() => void Object.assign(window, { isFree: true }));
const silence = () => page.getByRole('dialog', { name: TITLE });
/** What the page counts passes faster than the clock on the wall. */
const pass = (seconds: number): Promise<void> => page.clock.runFor(seconds * 1000);
const customers = async (): Promise<string[]> => {
  const params = { orgId: company.orgId };
  return (await company.boss.ok(contract.customers.list, { params, query: {} })).map(({ businessName }) => businessName);
};

test('a save that is not answered is given up and says so; pressed again later it is saved once', async () => {
  await page.clock.install();
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = page.getByRole('dialog').filter({ hasText: 'Business Name' });
  await form.getByLabel('Business Name').fill('Ames Grain');
  await hold();
  await form.getByRole('button', { name: 'Create Customer' }).click();
  await pass(6);
  await silence().waitFor();
  await expectAccessible(page);
  // The save may have begun to wait a moment after the press; and what says that it was given up is a toast, which goes by itself.
  const givenUp = page.getByText('so nothing was saved. Please try again.').first();
  await expect
    .poll(async () => {
      await pass(1);
      return givenUp.isVisible();
    })
    .toBe(true);
  await free();
  await silence().waitFor({ state: 'detached' });
  expect(await customers()).toEqual([company.customer]);
  expect(await form.getByLabel('Business Name').inputValue()).toBe('Ames Grain');
  await form.getByRole('button', { name: 'Create Customer' }).click();
  await expect.poll(customers).toEqual(['Ames Grain', company.customer]);
  await device.allSent();
  expect(await customers()).toEqual(['Ames Grain', company.customer]);
});

test('a start that is not answered says so, with ways out; it goes on by itself when the storage answers', async () => {
  await device.offline();
  expect(await device.log({ notes: 'waits' })).toBe('Saved Offline');
  await hold();
  await page.clock.install();
  await page.reload();
  await page
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .waitFor();
  await pass(6);
  await silence().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await silence().getByRole('button', { name: 'Save unsent changes as a file' }).click();
  await silence().getByText('Reading...').waitFor();
  await pass(6);
  await silence().getByText('The storage did not respond to this either').waitFor();
  // A new connection first; then a reload; then what else can be done.
  await silence().getByRole('button', { name: 'Try again' }).click();
  await silence().waitFor({ state: 'detached' });
  await pass(6);
  await silence().getByRole('button', { name: 'Try again' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .waitFor();
  await pass(6);
  await silence().getByText('Close all Headland tabs').waitFor();
  await free();
  await silence().waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect((await device.queue()).map(({ data }) => data?.['notes'])).toEqual(['waits']);
  await device.online();
  await device.allSent();
  expect(await app.entries(company.orgId)).toMatchObject([{ notes: 'waits' }]);
});

test('what waits goes into a file over a new connection, where only the old one has no answer', async () => {
  await device.offline();
  expect(await device.log({ notes: 'for the file' })).toBe('Saved Offline');
  await page.clock.install();
  // Nothing that this page asks of its connection from now on has an end; a connection that is made later is sound.
  await page.evaluate(() => {
    const begin = Reflect.get(IDBDatabase.prototype, 'transaction');
    const opened = new WeakSet<IDBDatabase>();
    const open = Reflect.get(IDBFactory.prototype, 'open');
    IDBFactory.prototype.open = function opening(this: IDBFactory, ...args) {
      const request = open.apply(this, args);
      request.addEventListener('success', () => opened.add(request.result));
      return request;
    };
    IDBDatabase.prototype.transaction = function begun(this: IDBDatabase, stores, ...rest) {
      const transaction = begin.call(this, stores, ...rest);
      for (const type of opened.has(this) ? [] : ['success', 'complete', 'abort']) {
        transaction.addEventListener(type, (event) => event.stopImmediatePropagation(), true);
      }
      return transaction;
    };
  });
  // It counts what waits every five seconds.
  await pass(12);
  await silence().waitFor();
  const downloading = page.waitForEvent('download');
  await silence().getByRole('button', { name: 'Save unsent changes as a file' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^headland-unsent-.*\.json$/);
  await silence().getByText('The file is saved.').waitFor();
  await silence().getByRole('button', { name: 'Try again' }).click();
  await silence().waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByText(company.customer).first().waitFor();
});
