import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type EngineApp, giveSession, startEngineApp } from '../../support/engines/app.ts';
import type { Driver } from '../../support/engines/driver.ts';
import { type User, userOf } from '../../support/engines/user.ts';
import { openWebKit } from '../../support/engines/webkit.ts';
import type { Company } from '../../support/offline-app.ts';

// WebKit puts a page that one leaves away as it stands. What that page holds of the database is held for every page after it.

vi.setConfig({ testTimeout: 400_000 });

const LOADS = 25;
const SCREENS: readonly (readonly [path: string, heading: RegExp])[] = [
  ['/dashboard', /Overview/],
  ['/customers', /Customers/],
  ['/job-entries', /Entries/],
  ['/jobs', /Jobs/],
  ['/equipment', /Equipment/],
];

let app: EngineApp;
let driver: Driver;
let user: User;
let company: Company;

beforeAll(async () => {
  [app, driver] = await Promise.all([startEngineApp(), openWebKit()]);
  user = userOf(driver);
});
afterAll(async () => {
  await driver?.close();
  await app?.close();
});
beforeEach(async () => {
  company = await app.company();
  await giveSession(driver, app.url, company.boss);
});

test('25 pages, each left as soon as it shows its heading: every one shows it', { tags: ['proof'] }, async () => {
  for (let load = 0; load < LOADS; load += 1) {
    const [path, heading] = SCREENS[load % SCREENS.length] ?? ['', /^$/];
    await driver.open(`${app.url}${path}`);
    await user.isAt(heading);
  }
  expect(await user.errors()).toEqual([]);
});

test('a page that is shown again goes on as it was left: its form is filled and can be saved, and it hears of others', async () => {
  const { boss, orgId } = company;
  await driver.open(`${app.url}/customers`);
  await user.press('Add Customer');
  await user.fill('Business Name', 'Typed Before I Left');
  await driver.run(() => void Object.assign(window, { isStill: 'the same page' }));
  await driver.open(`${app.url}/api/health`);
  await driver.back();
  expect(await driver.run(() => Reflect.get(window, 'isStill') as unknown)).toBe('the same page');
  expect(await user.value('Business Name')).toBe('Typed Before I Left');
  await user.press('Create Customer');
  await user.reads(/Customer created/);
  const customers = async () =>
    (await boss.ok(contract.customers.list, { params: { orgId }, query: {} })).map(({ businessName }) => businessName);
  // What was under way when the page was left had no answer: until the next look it may be kept on the device first.
  await expect.poll(customers, { timeout: 30_000 }).toEqual([company.customer, 'Typed Before I Left']);
  await boss.ok(contract.customers.create, { params: { orgId }, body: { businessName: 'Made In The Office' } });
  await user.reads(/Made In The Office/);
  expect(await user.errors()).toEqual([]);
});

/** How many kinds of grey there are inside of the control, as it is drawn. */
const shadesIn = async (selector: string): Promise<number> => {
  const box = await driver.run((which) => {
    const { left, top, width, height } = document.querySelector(which)?.getBoundingClientRect() ?? new DOMRect();
    return { left: Math.ceil(left + 8), top: Math.ceil(top + 8), width: Math.floor(width - 16), height: Math.floor(height - 16) };
  }, selector);
  const drawn = await sharp(await driver.picture())
    .extract(box)
    .greyscale()
    .raw()
    .toBuffer();
  return new Set(drawn).size;
};

test('a date that is not chosen looks empty, and not like today', async () => {
  await driver.open(`${app.url}/organization/activity`);
  await user.reads(/What happened/);
  await expect.poll(() => shadesIn('main select')).toBeGreaterThan(1);
  await expect.poll(() => shadesIn('input[type=date]')).toBe(1);
});
