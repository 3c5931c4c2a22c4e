import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openPage } from '../../support/browser.ts';
import { looksGood } from '../../support/looks.ts';
import { type Company, givePassword, PASSWORD, signInAgain } from '../../support/offline-app.ts';
import { type Device, giveSession, PATIENCE, readStore } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';

// Whichever way a person leaves, nothing of the office stays on the device; what they have not sent does, for them alone.

vi.setConfig({ testTimeout: 90_000 });

const PRICE = '7319.37';
const SENT = 'sent before';
const WAITS = 'waits for its person';

/** All that the browser keeps for the app, but for the app's own files and what waits to be sent. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const request = <T>(asked: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error ?? new Error('It cannot be read.')));
      });
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), window.name, history.state, document.title];
    for (const name of await caches.keys()) {
      found.push((await (await caches.open(name)).keys()).map(({ url }) => url).filter((url) => url.includes('/api/')));
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await request(indexedDB.open(name));
      for (const store of [...db.objectStoreNames].filter((each) => each !== 'syncQueue')) {
        found.push(await request(db.transaction(store).objectStore(store).getAll()));
      }
      db.close();
    }
    return JSON.stringify(found);
  });

/** The device holds a price and what was logged before. */
const expectCopy = ({ page }: Device) =>
  expect
    .poll(async () => {
      const all = await kept(page);
      return [PRICE, SENT].filter((each) => !all.includes(each));
    }, PATIENCE)
    .toEqual([]);
const expectNothingOf = async (company: Company, page: Page): Promise<void> => {
  const secrets = [PRICE, SENT, 'Secret rate', company.customer, company.job, company.boss.email];
  await expect
    .poll(async () => {
      const all = await kept(page);
      return secrets.filter((secret) => all.includes(secret));
    }, PATIENCE)
    .toEqual([]);
};
const saveOn = async (device: Device): Promise<void> => {
  await device.open('/dashboard');
  expect(await device.log({ notes: WAITS })).toBe('Saved Offline');
};
const expectSent = (notes: readonly string[]): void => {
  expect(notes).toEqual([SENT, WAITS]);
};
const expectNoContent = ({ status }: { readonly status: number }): void => {
  expect(status).toBe(204);
};

const test = base
  /** A company whose owner has a password, with a secret price and an entry. */
  .extend('company', async ({ app, server }) => {
    const company = await app.company();
    const { boss, orgId, serviceTypeId } = company;
    await givePassword(server, boss);
    await app.log(company, SENT);
    const lines = [{ basis: 'hour' as const, prices: [{ upTo: null, price: PRICE }] }];
    await boss.ok(contract.rates.create, { params: { orgId }, body: { serviceTypeId, name: 'Secret rate', lines } });
    return company;
  })
  /** Its owner's device, with the secret price on it. */
  .extend('device', async ({ deviceOf, company }) => {
    const device = await deviceOf(company.boss);
    await device.open('/organization/billing?tab=rates');
    await device.page.getByText('Secret rate').first().waitFor();
    await expectCopy(device);
    return device;
  })
  .extend(
    'expectNothing',
    ({ device, company }) =>
      (page = device.page) =>
        expectNothingOf(company, page),
  )
  /** Saves an entry that does not get through. */
  .extend('saveOffline', ({ proxy, device }) => async (): Promise<void> => {
    proxy.on('POST', /\/entries$/, { kind: 'drop' });
    await saveOn(device);
  })
  .extend(
    'waiting',
    ({ device }) =>
      async (page = device.page) =>
        (await readStore(page, 'syncQueue')).map(({ data }) => data?.['notes']),
  )
  .extend('signIn', ({ device, app, company }) => async (): Promise<void> => {
    const { page } = device;
    await page.goto(`${app.url}/api/login`);
    await page.getByLabel('Email').fill(company.boss.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await device.press('Sign in');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  })
  .extend('expectItGoesOut', ({ proxy, signIn, device, app, company }) => async (): Promise<void> => {
    proxy.calm();
    await signIn();
    await device.allSent();
    expectSent((await app.entries(company.orgId)).map(({ notes }) => notes));
  })
  .extend('endElsewhere', ({ server, company }) => async (): Promise<void> => {
    const { cookie } = await signInAgain(server, company.boss);
    expectNoContent(await server.nobody.send('POST', '/api/account/sessions/end-others', undefined, { cookie }));
  });

const landing = (page: Page) => page.getByRole('link', { name: 'Sign in with the identity provider' });
const ended = (page: Page) => page.getByRole('heading', { name: 'You are signed out on this device' });
test.beforeAll(started);

test('by the address: the page that follows has nothing of it, and what waits goes out after the next sign-in', async ({
  saveOffline,
  device,
  expectNothing,
  waiting,
  expectItGoesOut,
}) => {
  await saveOffline();
  await device.open('/api/logout');
  await landing(device.page).waitFor();
  await expectNothing();
  expect(await waiting()).toEqual([WAITS]);
  await expectItGoesOut();
});

test(
  'by the address, and the line is gone right after: the app starts without it, and shows and keeps nothing',
  { tags: ['proof'] },
  async ({ saveOffline, device, app, company, expectNothing, expectItGoesOut }) => {
    await saveOffline();
    const { context, page } = device;
    await page.goto('about:blank');
    expect((await context.request.get(`${app.url}/api/logout`, { maxRedirects: 0 })).status()).toBe(302);
    await device.offline();
    await device.open('/jobs');
    await page.getByText('Try again').first().waitFor();
    expect(await page.getByText(company.job).count()).toBe(0);
    await expectNothing();
    await device.online();
    await expectItGoesOut();
  },
);

test(
  'by the address in one window: the other one shows nothing any more',
  { tags: ['proof'] },
  async ({ device, app, company, expectNothing }) => {
    const other = await openPage(device.context);
    await other.page.goto(`${app.url}/customers`);
    await other.page.getByText(company.customer).first().waitFor();
    await device.open('/api/logout');
    await ended(other.page).waitFor(PATIENCE);
    expect(await other.page.getByText(company.customer).count()).toBe(0);
    await expectNothing(other.page);
  },
);

test('signed out from elsewhere while it is open: it forgets at once, says so, and the waiting work goes out after the next sign-in', async ({
  saveOffline,
  endElsewhere,
  device,
  expectNothing,
  waiting,
  company,
  expectItGoesOut,
}) => {
  await saveOffline();
  await endElsewhere();
  await ended(device.page).waitFor(PATIENCE);
  await device.page.getByText('1 unsent change stays on this device for you.').waitFor();
  await looksGood(device.page, 'ended-elsewhere');
  await expectNothing();
  expect(await waiting()).toEqual([WAITS]);
  await device.offline();
  await device.open('/customers');
  await device.page.getByText('Try again').first().waitFor();
  expect(await device.page.getByText(company.customer).count()).toBe(0);
  await device.online();
  await expectItGoesOut();
});

test(
  'signed out from elsewhere while it is closed: the next start forgets',
  { tags: ['proof'] },
  async ({ device, endElsewhere, expectNothing }) => {
    await device.page.goto('about:blank');
    await endElsewhere();
    await device.open('/customers');
    await landing(device.page).or(ended(device.page)).first().waitFor();
    await expectNothing();
  },
);

test(
  'signed out from elsewhere, and somebody else signs in: they see and send nothing of it',
  { tags: ['proof'] },
  async ({ saveOffline, server, company, endElsewhere, device, app, proxy, waiting }) => {
    await saveOffline();
    const second = await server.member(company.boss, 'basic');
    await endElsewhere();
    await ended(device.page).waitFor(PATIENCE);
    await giveSession(device.context, app.url, second);
    proxy.calm();
    await device.open('/sync');
    await device.page.getByText('Nothing to send on this device.').waitFor();
    expect(await device.page.getByText(WAITS).count()).toBe(0);
    expect(await kept(device.page)).not.toContain(PRICE);
    expect(await waiting()).toEqual([WAITS]);
  },
);

test(
  'a session that only ran out leaves the driver what they need, and their work goes out when they sign in again',
  { tags: ['proof'] },
  async ({ saveOffline, server, company, device, expectItGoesOut }) => {
    await saveOffline();
    await server.db.query({ text: `update sessions set expires_at = '2001-01-01' where user_id = $1`, values: [company.boss.userId] });
    await device.look();
    await device.page.getByRole('alert').filter({ hasText: 'Sign in to send 1 change' }).waitFor(PATIENCE);
    expect(await kept(device.page)).toContain(company.customer);
    await expectItGoesOut();
  },
);

test('a former member keeps nothing of that organization, and sees their waiting work with its reason', async ({
  server,
  company,
  proxy,
  deviceOf,
}) => {
  const worker = await server.member(company.boss, 'manager');
  const device = await deviceOf(worker);
  await device.open('/organization/billing?tab=rates');
  await device.page.getByText('Secret rate').first().waitFor();
  proxy.on('POST', /\/entries$/, { kind: 'drop' });
  await saveOn(device);
  await company.boss.ok(contract.employees.update, { params: { id: worker.employeeId }, body: { isUser: false } });
  proxy.calm();
  expect(await device.parked(1)).toMatchObject([{ reason: 'no-access' }]);
  await expect
    .poll(async () => (await kept(device.page)).match(/7319\.37|Secret rate|sent before|rye cover|Ostrander/g), PATIENCE)
    .toBeNull();
  await device.open('/sync');
  await device.card('You are no longer allowed to do this in').waitFor();
});

test('a person who may no longer see money keeps no price', { tags: ['proof'] }, async ({ server, company, deviceOf }) => {
  const worker = await server.member(company.boss, 'manager');
  const device = await deviceOf(worker);
  await device.open('/organization/billing?tab=rates');
  await device.page.getByText('Secret rate').first().waitFor();
  await expect.poll(() => kept(device.page), PATIENCE).toContain(PRICE);
  await company.boss.ok(contract.employees.update, { params: { id: worker.employeeId }, body: { accessLevel: 'basic' } });
  await device.look();
  await expect.poll(() => kept(device.page), PATIENCE).not.toContain(PRICE);
  expect(await kept(device.page)).toContain(company.customer);
});

test(
  'a page that was put away is hidden until it is known whose device this is',
  { tags: ['proof'] },
  async ({ device, company, app, expectNothing }) => {
    const { page } = device;
    await device.open('/customers');
    await page.getByText(company.customer).first().waitFor();
    const tell = (type: string) =>
      page.evaluate((name) => void window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    const isHidden = () => page.evaluate(() => getComputedStyle(document.documentElement).visibility === 'hidden');
    await tell('pagehide');
    expect(await isHidden()).toBe(true);
    await device.context.request.get(`${app.url}/api/logout`, { maxRedirects: 0 });
    await page.evaluate((customer) => {
      const shown: boolean[] = [];
      Object.assign(window, { shown });
      const look = () => {
        shown.push(
          getComputedStyle(document.documentElement).visibility !== 'hidden' && (document.body.textContent ?? '').includes(customer),
        );
        requestAnimationFrame(look);
      };
      look();
    }, company.customer);
    await tell('pageshow');
    await ended(page).waitFor();
    expect(await page.evaluate(() => (window as unknown as { shown: boolean[] }).shown.includes(true))).toBe(false);
    await expect.poll(isHidden).toBe(false);
    await expectNothing();
  },
);
