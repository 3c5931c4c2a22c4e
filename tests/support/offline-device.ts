import type { BrowserContext, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { BatchedWrite } from '#shared/domain/batch.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { StoreName, Stores } from '#client/offline/storage/stores.ts';
import { closeToast, openPage } from './browser.ts';
import type { Person } from './test-app.ts';

/** What a busy machine may take for what a user hardly notices; longer than a request that nobody answers (30 s) and its next try. */
export const PATIENCE = { timeout: 75_000, interval: 100 };

/** What a person types into the entry dialog. */
export interface Typed {
  readonly notes: string;
  readonly hours?: string;
  /** Names of further fields of the service, and their values. */
  readonly more?: Readonly<Record<string, string>>;
  readonly date?: string;
  /** With a double click, as impatient people do. */
  readonly twice?: boolean;
  readonly customer?: string;
  readonly job?: string;
  /** Paths of photos, kept in full size. */
  readonly files?: readonly string[];
}

/** A browser with a person using it, and what its database holds. */
export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What went wrong on its pages, except what the browser reports when a connection is lost. */
  readonly problems: string[];
  open(path: string): Promise<void>;
  /** Rows of a store of the page's database. */
  rows<S extends StoreName>(store: S, page?: Page): Promise<Stores[S][]>;
  /** Waiting changes in their order. */
  queue(): Promise<SyncItem[]>;
  offline(): Promise<void>;
  online(): Promise<void>;
  /** Fills in the entry dialog and submits it. Returns the title of the toast that answers. */
  log(typed: Typed): Promise<string>;
  /** The person picks the device up again: what waits is tried at once. */
  look(): Promise<void>;
  /** Waits until nothing waits. */
  allSent(): Promise<void>;
  /** Waits until this many changes need their user. */
  parked(count: number): Promise<SyncItem[]>;
  dialog(name?: string | RegExp): Locator;
  press(name: string | RegExp): Promise<void>;
  /** What the indicator says. */
  indicator(): Locator;
  /** A change that needs its user, on the Sync screen. */
  card(text: string): Locator;
  /** Closes it; throws if anything went wrong on its pages. */
  close(): Promise<void>;
}

// What the browser writes to its console about every request that failed, and every refusal.
const NETWORK = /Failed to load resource|net::ERR_|status of \d{3}|^EventSource's response|violates the following Content Security Policy/;

/** Rows of a store, read alongside the app. */
export const readStore = <S extends StoreName>(page: Page, store: S): Promise<Stores[S][]> =>
  page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(localStorage.getItem('headlandDatabase') ?? 'headland');
        // Not there yet: this read must not be the one that creates it.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('error', () => resolve([]));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const reading = db.transaction(name).objectStore(name).getAll();
          reading.addEventListener('success', () => {
            db.close();
            resolve(reading.result as unknown[]);
          });
          reading.addEventListener('error', () => reject(reading.error ?? new Error('The store cannot be read.')));
        });
      }),
    store,
  ) as Promise<Stores[S][]>;

/** Changes rows of a store alongside the app, as an earlier app or a fault would have left them. */
export const writeStore = (
  page: Page,
  store: StoreName,
  puts: readonly object[],
  removes: readonly (string | number)[] = [],
): Promise<void> =>
  page.evaluate(
    ({ name, rows, keys }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(localStorage.getItem('headlandDatabase') ?? 'headland');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('The database cannot be opened.')));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const tx = db.transaction(name, 'readwrite', { durability: 'strict' });
          for (const key of keys) {
            tx.objectStore(name).delete(key);
          }
          for (const row of rows) {
            tx.objectStore(name).put(row);
          }
          tx.addEventListener('complete', () => {
            db.close();
            resolve();
          });
          tx.addEventListener('abort', () => reject(tx.error ?? new Error('The rows were not kept.')));
        });
      }),
    { name: store, rows: [...puts], keys: [...removes] },
  );

/** Waits until the organization's copy is on the device and the app starts without a network. */
export const settled = async (page: Page, orgId: number): Promise<void> => {
  await expect.poll(async () => (await readStore(page, 'meta')).map(({ key }) => key), PATIENCE).toContain(`cursor:${orgId}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, PATIENCE);
};

/** Gives the browser the person's session at the address. */
export const giveSession = async (context: BrowserContext, url: string, { cookie }: Pick<Person, 'cookie'>): Promise<void> => {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
};

/** The screens of a device, on any page of it. `end` says what becomes of the context when the device is closed. */
export const deviceOn = (
  context: BrowserContext,
  page: Page,
  problems: string[],
  url: string,
  end: () => Promise<void> = () => context.close(),
): Device => {
  const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? undefined : { name });
  const toasts = page.getByRole('region', { name: /Notifications/ });
  const queue = async () => (await readStore(page, 'syncQueue')).sort((a, b) => a.seq - b.seq);
  const wrong = (): string[] => problems.filter((problem) => !NETWORK.test(problem));
  return {
    context,
    page,
    get problems() {
      return wrong();
    },
    close: async () => {
      await end();
      if (wrong().length > 0) {
        throw new Error(wrong().join('\n'));
      }
    },
    open: async (path) => void (await page.goto(`${url}${path}`)),
    rows: (store) => readStore(page, store),
    queue,
    offline: () => context.setOffline(true),
    online: () => context.setOffline(false),
    log: async ({ notes, hours, more = {}, date, twice = false, customer, job, files }) => {
      const newEntry = page.getByRole('button', { name: /New Job Entry/ }).first();
      if (!(await newEntry.isVisible())) {
        await page.getByRole('link', { name: 'Overview' }).click();
      }
      await newEntry.click();
      const entry = dialog('New Job Entry');
      await entry.getByLabel('Customer').selectOption(customer === undefined ? { index: 1 } : { label: customer });
      const jobs = entry.getByRole('combobox', { name: 'Job', exact: true });
      if (job === undefined) {
        await expect.poll(() => jobs.inputValue()).not.toBe('');
      } else {
        await jobs.selectOption({ label: job });
      }
      await entry.getByLabel('Service').selectOption({ index: 1 });
      if (hours !== undefined) {
        await entry.getByRole('textbox', { name: 'Hours' }).fill(hours);
      }
      for (const [label, value] of Object.entries(more)) {
        await entry.getByLabel(label).fill(value);
      }
      if (date !== undefined) {
        await entry.getByLabel('Date').fill(date);
      }
      await entry.getByLabel('Notes').fill(notes);
      if (files) {
        await entry.getByLabel('Keep photos in full size').check();
        await entry.locator('input[type=file]').setInputFiles([...files]);
        await entry.getByText(`${files.length} of 3`).waitFor();
      }
      // Read as soon as it is there: on a busy machine it may be gone again before the dialog is found to be closed.
      const [title] = await Promise.all([
        toasts.getByText(/^(Success|Saved Offline|Needs your attention|Error)$/).textContent(PATIENCE),
        entry.getByRole('button', { name: 'Submit Entry' }).click({ clickCount: twice ? 2 : 1 }),
      ]);
      await entry.waitFor({ state: 'detached', timeout: PATIENCE.timeout });
      await closeToast(page);
      return title ?? '';
    },
    look: () => page.evaluate(() => void window.dispatchEvent(new Event('focus'))),
    allSent: async () => {
      await expect
        .poll(async () => (await queue()).map(({ id, status, reason, lastError }) => ({ id, status, reason, lastError })), PATIENCE)
        .toEqual([]);
    },
    parked: async (count) => {
      await expect.poll(async () => (await queue()).filter(({ status }) => status === 'attention').length, PATIENCE).toBe(count);
      return (await queue()).filter(({ status }) => status === 'attention');
    },
    dialog,
    press: (name) => page.getByRole('button', { name }).first().click(),
    indicator: () => page.getByRole('link', { name: /^(Online|Offline)/ }),
    card: (text) => page.getByRole('article').filter({ hasText: text }),
  };
};

/** Opens the dashboard in the context as the person, and waits until the device could work offline. */
export const openDevice = async (
  context: BrowserContext,
  url: string,
  person: Person & { readonly orgId: number },
  end?: () => Promise<void>,
): Promise<Device> => {
  await giveSession(context, url, person);
  const { page, problems } = await openPage(context);
  const device = deviceOn(context, page, problems, url, end);
  await device.open('/dashboard');
  await settled(page, person.orgId);
  return device;
};

/** Waits until the page sends a write of this kind, and returns its body. */
export const sentBody = async (page: Page, method: string, path: RegExp): Promise<unknown> => {
  const writesIn = (request: Request): readonly BatchedWrite[] =>
    request.url().endsWith('/batches') ? (request.postDataJSON() as { writes: BatchedWrite[] }).writes : [];
  const isOne = (write: BatchedWrite): boolean => write.method === method && path.test(write.path);
  const request = await page.waitForRequest((each) => writesIn(each).some(isOne));
  return writesIn(request).find(isOne)?.body;
};
