import type { Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, expectNoSidewaysScroll, openPage } from '../support/browser.ts';
import { controlled, openProfile, PATIENCE, type Profile, type PublishedApp, publishApp, settledOwner } from '../support/published-app.ts';
import type { Person } from '../support/test-app.ts';

// Notices in a real browser: when they are offered, what the worker does with them, and the number on the icon.

vi.setConfig({ testTimeout: 90_000 });

type Member = Person & { readonly orgId: number };

let app: PublishedApp;
let owner: Member;
let driver: Member;
let jobId = 0;
let serviceTypeId = 0;
let profile: Profile;
let page: Page;
let problems: string[];

const newDriver = async (): Promise<Member> => app.test.member(owner, 'employee');

beforeAll(async () => {
  app = await publishApp();
  owner = await settledOwner(app);
  const params = { orgId: owner.orgId };
  ({ id: serviceTypeId } = await owner.ok(contract.serviceTypes.create, { params, body: { name: 'Hauling' } }));
  const farm = await owner.ok(contract.customers.create, { params, body: { businessName: 'Lindqvist Farms' } });
  ({ id: jobId } = await owner.ok(contract.jobs.create, { params, body: { name: 'West 80', customerId: farm.id } }));
});
afterAll(() => app.close());

/**
 * A browser as its maker ships it, but for two things that a test cannot have: its maker's service, in whose place something answers with an
 * address and keys, and an icon, whose numbers are noted.
 */
const likeShipped = (): void => {
  const noted = { badges: [] as number[] };
  Object.assign(window, { noted });
  Object.assign(navigator, { setAppBadge: async (count: number) => void noted.badges.push(count) });
  const point = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  let subscribed: object | null = null;
  PushManager.prototype.subscribe = async (options) => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    const key = atob((options as { applicationServerKey: string }).applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
    subscribed = {
      options: { applicationServerKey: Uint8Array.from(key, (character) => character.codePointAt(0) ?? 0).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: point, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
      unsubscribe: async () => {
        subscribed = null;
        return true;
      },
    };
    return subscribed as PushSubscription;
  };
  PushManager.prototype.getSubscription = async () => subscribed as PushSubscription | null;
};

beforeEach(async () => {
  driver = await newDriver();
  profile = await openProfile(app, driver);
  await profile.context.addInitScript(likeShipped);
  ({ page, problems } = await openPage(profile.context));
});
afterEach(() => profile.close());

/** What went wrong on the page, but for what the browser itself writes of calls that do not get through, or that are refused. */
const unexpected = () => problems.filter((problem) => !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(problem));

const badges = () => page.evaluate(() => (window as unknown as { noted: { badges: number[] } }).noted.badges);
const lastBadge = async () => (await badges()).at(-1);
const offer = () => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Get notifications?' }) });
const isTold = async () => (await driver.ok(contract.notices.get, {})).isOn;

/** An entry of the driver with a question of the office: whether it was 4 loads, or so many. */
const asked = async (loads = 6): Promise<number> => {
  const { id } = await driver.ok(contract.jobEntries.create, { params: { id: jobId }, body: { date: '2026-06-14', serviceTypeId } });
  await owner.ok(contract.entryQuestions.ask, {
    params: { id },
    body: { text: 'How many loads?', choices: { measure: 'loads', values: [4, loads] } },
  });
  return id;
};

const start = async (path = '/dashboard'): Promise<void> => {
  await page.goto(`${app.url}${path}`);
  await page.locator('#main h1').waitFor();
  await controlled(page);
};

const workerOf = async (): Promise<Worker> => profile.context.serviceWorkers()[0] ?? profile.context.waitForEvent('serviceworker');

/** Has the browser deliver a message of its maker's service to the worker. */
const deliver = async (told: object): Promise<void> => {
  const session = await profile.context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(app.url));
      if (own) {
        resolve(own.registrationId);
      }
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId: await found, data: JSON.stringify(told) });
  await session.detach();
};

const shown = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Taps the notification, as far as a worker can tell. */
const tap = async (): Promise<void> => {
  const worker = await workerOf();
  await worker.evaluate(async () => {
    const { registration, NotificationEvent } = self as unknown as {
      readonly registration: ServiceWorkerRegistration;
      readonly NotificationEvent: new (type: string, options: object) => Event;
    };
    const [notification] = await registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
};

test('nothing is asked until the office has asked; a yes turns them on, and the number on the icon is that of open questions', async () => {
  await profile.context.grantPermissions(['notifications'], { origin: app.url });
  // As before anybody was asked.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('permission') ?? 'default' });
    Notification.requestPermission = async () => {
      sessionStorage.setItem('permission', 'granted');
      return 'granted';
    };
  });
  await start();
  await expect.poll(lastBadge, PATIENCE).toBe(0);
  expect(await offer().count()).toBe(0);

  const id = await asked();
  await offer().waitFor();
  await expect.poll(lastBadge, PATIENCE).toBe(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await offer().getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(isTold, PATIENCE).toBe(true);
  await expect.poll(() => offer().count()).toBe(0);

  await driver.ok(contract.jobEntries.update, { params: { id }, body: { answer: 'Six' } });
  await expect.poll(lastBadge, PATIENCE).toBe(0);
  // After another sign-in in this browser, the server is told again by itself.
  await driver.ok(contract.notices.unsubscribe, {});
  await start();
  await expect.poll(isTold, PATIENCE).toBe(true);
  expect(unexpected()).toEqual([]);
});

test('“Not now” is heard for a month', async () => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  await asked();
  await start();
  await offer().getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => offer().count()).toBe(0);
  await start();
  await expect.poll(lastBadge, PATIENCE).toBe(1);
  expect(await offer().count()).toBe(0);
  const daysLater = (days: number) =>
    page.evaluate((ms) => {
      const kept = JSON.parse(localStorage.getItem('notices') ?? '{}') as { declinedAt: number };
      localStorage.setItem('notices', JSON.stringify({ ...kept, declinedAt: kept.declinedAt - ms }));
    }, days * 86_400_000);
  await daysLater(31);
  await start();
  await offer().waitFor();
  expect(unexpected()).toEqual([]);
});

test('the worker shows what it is sent and puts the number on the icon; a tap opens the entry without a reload', async () => {
  await profile.context.grantPermissions(['notifications'], { origin: app.url });
  const id = await asked();
  await start();
  await expect.poll(lastBadge, PATIENCE).toBe(1);
  const worker = await workerOf();
  await worker.evaluate(() => {
    const noted: number[] = [];
    Object.assign(self, { noted });
    Object.assign(navigator, { setAppBadge: async (count: number) => void noted.push(count) });
  });
  await deliver({
    title: 'Question from Dana',
    body: 'Hauling, Sun, Jun 14',
    path: `/dashboard?organization=${owner.orgId}&entry=${id}`,
    tag: `entry-${owner.orgId}-${id}`,
    open: 3,
  });
  await expect
    .poll(shown, PATIENCE)
    .toEqual([{ title: 'Question from Dana', body: 'Hauling, Sun, Jun 14', tag: `entry-${owner.orgId}-${id}` }]);
  await expect.poll(() => worker.evaluate(() => (self as unknown as { noted: number[] }).noted), PATIENCE).toEqual([3]);

  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await tap();
  await page.getByRole('dialog').getByText('How many loads?').waitFor();
  expect(await shown()).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { isSame?: boolean }).isSame)).toBe(true);
  expect(unexpected()).toEqual([]);
});

test('a notice that starts the app leads to its entry, in the organization that it is of', async () => {
  const other = await settledOwner(app);
  const id = await asked();
  await owner.ok(contract.organizations.update, { params: { orgId: owner.orgId }, body: { name: 'Halvorsen Custom' } });
  await other.ok(contract.employees.create, {
    params: { orgId: other.orgId },
    body: { firstName: 'Luis', lastName: 'Ortega', email: driver.email, accessLevel: 'employee', isUser: true },
  });
  await start();
  await page.evaluate((orgId) => localStorage.setItem('selectedOrganizationId', String(orgId)), other.orgId);
  await page.goto(`${app.url}/dashboard?organization=${owner.orgId}&entry=${id}`);
  await page.getByRole('dialog').getByText('How many loads?').waitFor();
  expect(unexpected()).toEqual([]);
});

test('a change that is refused while nobody looks is told by the device itself', async () => {
  await profile.context.grantPermissions(['notifications'], { origin: app.url });
  await driver.ok(contract.notices.update, { body: { kinds: ['refused'], quiet: null } });
  await start('/organization/account');
  await page.getByRole('button', { name: 'Turn on', exact: true }).first().click();
  await page.getByText('This device shows notifications.').waitFor();
  const [seen, unseen] = [await asked(6), await asked(8)];
  await start();
  /** The driver answers offline about an entry that the office deletes meanwhile. */
  const refuse = async (id: number, answer: string, state: 'visible' | 'hidden') => {
    await page.evaluate((as) => Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => as }), state);
    await page.getByRole('button', { name: answer }).waitFor();
    await profile.context.setOffline(true);
    await page.getByRole('button', { name: answer }).click();
    await expect.poll(lastBadge).toBe(1);
    await owner.ok(contract.jobEntries.remove, { params: { id } });
    await profile.context.setOffline(false);
  };
  // Whoever looks sees it in the app.
  await refuse(seen, '6 loads', 'visible');
  await expect.poll(lastBadge, PATIENCE).toBe(2);
  expect(await shown()).toEqual([]);
  await refuse(unseen, '8 loads', 'hidden');
  await expect
    .poll(shown, PATIENCE)
    .toEqual([{ title: 'A change was not accepted', body: 'It stays on this device until you decide what to do.', tag: 'refused' }]);
  expect(await lastBadge()).toBe(2);
  expect(unexpected()).toEqual([]);
});

test('the account’s card: which, quiet hours, this device, and why a browser cannot', async () => {
  await profile.context.grantPermissions(['notifications'], { origin: app.url });
  await start('/organization/account');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Notifications', exact: true }) });
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect.poll(isTold, PATIENCE).toBe(true);
  await card.getByText('This device shows notifications.').waitFor();
  await card.getByRole('checkbox', { name: 'An entry that was sent back' }).uncheck();
  await card.getByLabel('From', { exact: true }).fill('21:30');
  const settings = async () => (await driver.ok(contract.notices.get, {})).settings;
  await expect.poll(settings, PATIENCE).toEqual({ kinds: ['question', 'refused'], quiet: { from: '21:30', to: '06:00' } });
  await card.getByRole('checkbox', { name: 'Quiet hours' }).uncheck();
  await expect.poll(settings, PATIENCE).toEqual({ kinds: ['question', 'refused'], quiet: null });
  await card.getByRole('checkbox', { name: 'Quiet hours' }).check();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await expect.poll(isTold, PATIENCE).toBe(false);

  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await start('/organization/account');
  await card.getByText('Notifications are blocked in this browser.').waitFor();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await start('/organization/account');
  await card.getByText("This browser can't show notifications.").waitFor();
  expect(unexpected()).toEqual([]);
});

test('who signs out takes along what is shown, and what is still on its way', async () => {
  await profile.context.grantPermissions(['notifications'], { origin: app.url });
  await start();
  await page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: 'AAAA' });
  });
  await deliver({ title: 'Question from the office', body: 'Hauling', path: '/dashboard', tag: 'entry-1', open: 1 });
  await expect.poll(shown, PATIENCE).toHaveLength(1);
  const subscription = () => page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription());
  expect(await subscription()).not.toBeNull();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect.poll(shown, PATIENCE).toEqual([]);
  await expect.poll(subscription, PATIENCE).toBeNull();
  expect(unexpected()).toEqual([]);
});
