import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { shoot } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { PATIENCE, readStore } from '../support/offline-device.ts';
import { started, test as base, type Visit } from './fixtures.ts';

// A driver's own day (decision 0080). What counts as own, and which days are missing, is in shared/domain/own-hours and own-week.

vi.setConfig({ testTimeout: 120_000 });

/** A Thursday. */
const NOW = '2026-06-18T15:00:00Z';
const [LAST_WEEK, MONDAY, WEDNESDAY, TODAY] = ['2026-06-11', '2026-06-15', '2026-06-17', '2026-06-18'];

/** Ben hauls; Mia works for the same company. */
const test = base
  .extend('settings', { scope: 'file' }, { now: () => new Date(NOW) })
  .extend('work', { scope: 'file' }, async ({ server }) => {
    const { boss, orgId, customerId } = await settle(await server.owner('Halvorsen Custom'));
    const params = { orgId };
    await boss.ok(contract.organizations.update, { params, body: { payPeriod: 'twoWeeks', payPeriodStart: '2026-06-08' } });
    const fields = await boss.ok(contract.customDataFields.list, { params });
    const ids = (...names: string[]) => fields.filter(({ name }) => names.includes(name)).map(({ id }) => id);
    const hauling = await boss.ok(contract.serviceTypes.create, {
      params,
      body: {
        name: 'Hauling',
        customDataFieldIds: ids('Equipment', 'Operator', 'Hours', 'Loads'),
        requiredFieldIds: ids('Hours', 'Loads'),
      },
    });
    const machine = async (name: string) =>
      (await boss.ok(contract.equipment.create, { params, body: { name, serviceTypeIds: [hauling.id] } })).id;
    const job = async (name: string) => (await boss.ok(contract.jobs.create, { params, body: { name, customerId } })).id;
    const [truck, semi] = [await machine('Truck 7'), await machine('Semi 1')];
    const [silage, lagoon] = [await job('North Quarter silage'), await job('Lagoon 2')];
    const [ben, mia] = [await server.member(boss, 'basic'), await server.member(boss, 'basic')];
    const log = (person: typeof ben, id: number, date: string, more: object) =>
      person.ok(contract.jobEntries.create, {
        params: { id },
        body: { serviceTypeId: hauling.id, date, equipmentIds: [truck], operatorIds: [person.employeeId], ...more },
      });
    await log(ben, silage, LAST_WEEK, { totalHours: 8, loads: 3 });
    await log(ben, silage, MONDAY, { totalHours: 10, loads: 12 });
    await log(ben, lagoon, WEDNESDAY, { totalHours: 2, equipmentIds: [semi] });
    await log(ben, silage, WEDNESDAY, { totalHours: 7.5, loads: 23, operatorIds: [ben.employeeId, mia.employeeId] });
    await log(ben, silage, TODAY, {
      totalHours: 3.5,
      loads: 8,
      spans: [{ from: `${TODAY}T07:10:00Z`, to: `${TODAY}T10:40:00Z` }],
    });
    const shop = await job('Shop of another');
    await log(mia, shop, TODAY, { totalHours: 7.25, loads: 2 });
    return { boss, orgId, ben, mia, silage, shop };
  });

test.beforeAll(started);

const section = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
    .last();

/** Opens a person's phone on a screen, once it has all that it needs offline. */
const open = async (visited: Visit, orgId: number, path = '/dashboard'): Promise<Page> => {
  const { page } = visited;
  await page.clock.setFixedTime(NOW);
  await visited.open(path);
  const isFilled = async () => (await readStore(page, 'meta')).some(({ key }) => key === `cursor:${orgId}`);
  await expect.poll(isFilled, PATIENCE).toBe(true);
  return page;
};

const TOUCH = { viewport: { width: 390, height: 844 }, hasTouch: true };

const heightsBelow = (page: Page, least: number): Promise<string[]> =>
  page
    .getByRole('region', { name: 'My day' })
    .locator('a, button')
    .evaluateAll(
      (all, min) =>
        all.flatMap((each) => {
          const { height, width } = each.getBoundingClientRect();
          return height < min || width < min ? [`${each.textContent}: ${width} × ${height}`] : [];
        }),
      least,
    );

test('the hours of the week are there without a press, and from anywhere with one; nobody else is', async ({ work, visit }) => {
  const visited = await visit(work.ben, 'en-US', 'block', TOUCH);
  const page = await open(visited, work.orgId, '/job-entries');
  await page.getByRole('link', { name: 'Overview' }).tap();
  const week = section(page, 'My week');
  // 10 on Monday, 2 and, with Mia, 7.5 on Wednesday, 3.5 today.
  await week.getByText('23.0 hrs', { exact: true }).waitFor();
  expect(await week.getByRole('list', { name: 'Hours per day' }).getByRole('listitem').locator('.sr-only').allTextContents()).toEqual([
    'Monday, 10.0 hrs',
    'Tuesday, nothing logged',
    'Wednesday, 9.5 hrs',
    'Thursday, 3.5 hrs',
    'Friday, 0.0 hrs',
    'Saturday, 0.0 hrs',
    'Sunday, 0.0 hrs',
  ]);
  await week.getByText('Pay period, Jun 8 – 21').waitFor();
  await week.getByText('31.0 hrs', { exact: true }).waitFor();
  await week.getByRole('button', { name: '1 entry lacks Loads' }).waitFor();
  const today = section(page, 'Today');
  expect(await today.getByRole('list', { name: 'Today' }).getByRole('listitem').count()).toBe(1);
  await today.getByText('8 loads').waitFor();
  await today.getByRole('button', { name: 'Yesterday, 9.5 hrs, 23 loads' }).tap();
  expect(await today.getByRole('list', { name: 'Yesterday' }).getByRole('listitem').count()).toBe(2);
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
  await section(page, 'Recent Activity').getByRole('listitem').first().waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Shop of another');
  expect(await page.title()).toMatch(/^Overview/);
  expect(await page.locator('h1').innerText()).toBe('Overview');
  for (const theme of ['light', 'dark', 'sun']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await expectAccessible(page, theme === 'light' ? {} : { only: ['color-contrast'] });
    await shoot(page, `my-day-390-${theme}`);
  }
  expect(await heightsBelow(page, 48)).toEqual([]);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await shoot(page, `my-day-${width}`);
  }
});

test.for(['de-DE', 'es-MX'])('nothing sticks out in the words of %s', async (locale, { work, visit }) => {
  const page = await open(await visit(work.ben, locale, 'block', TOUCH), work.orgId);
  await page.locator('#usual').waitFor();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await shoot(page, `my-day-${locale}-${width}`);
  }
  expect(await heightsBelow(page, 48)).toEqual([]);
});

test('the usual entry is one press away, the likeliest first; a shortcut of the app opens it, too', async ({ work, visit }) => {
  const visited = await visit(work.ben, 'en-US', 'block', TOUCH);
  const page = await open(visited, work.orgId);
  const usual = page.getByRole('region', { name: 'Log the usual' });
  await usual.getByRole('button').first().waitFor();
  expect(await usual.locator('a, button').evaluateAll((all) => all.map((each) => each.querySelector('b')?.textContent))).toEqual([
    'Hauling, Truck 7',
    'Hauling, Semi 1',
    'Start a run',
  ]);
  const dialog = page.getByRole('dialog', { name: 'New Job Entry' });
  await usual.getByRole('button').first().tap();
  await dialog.getByRole('textbox', { name: 'Hours' }).waitFor();
  expect(await dialog.evaluate((element) => element.innerHTML)).toContain('North Quarter silage');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await visited.open('/dashboard?log=usual');
  await dialog.getByRole('textbox', { name: 'Hours' }).waitFor();
  await visited.at('/dashboard');
});

test('while a run goes on its card is there, and no way to a second one', async ({ work, visit }) => {
  const visited = await visit(work.ben, 'en-US', 'block', TOUCH);
  const page = await open(visited, work.orgId);
  const usual = page.getByRole('region', { name: 'Log the usual' });
  const start = usual.getByRole('link', { name: /^Start a run/ });
  await start.tap();
  const stops = page.getByRole('region', { name: 'Stops' }).getByRole('button');
  // After the search for any customer, one who was worked for lately.
  await stops.nth(1).tap();
  await page.getByRole('button', { name: /^Start at/ }).tap();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await visited.open('/dashboard');
  await usual.getByRole('button').first().waitFor();
  expect(await page.getByRole('link', { name: /Run/ }).count()).toBeGreaterThan(0);
  expect(await start.count()).toBe(0);
});

test('a day without work is marked as off, and that is taken back', async ({ work, visit }) => {
  const page = await open(await visit(work.ben, 'en-US', 'block', TOUCH), work.orgId);
  const week = section(page, 'My week');
  await week.getByText('Nothing logged for Tuesday').waitFor();
  await week.getByRole('button', { name: 'Day off Tuesday' }).tap();
  await week.getByText('Tuesday: day off').waitFor();
  expect(await week.getByText('Nothing logged for Tuesday').count()).toBe(0);
  const listed = () => work.ben.ok(contract.daysOff.list, { params: { orgId: work.orgId } });
  await expect.poll(async () => (await listed()).map(({ date }) => date), PATIENCE).toEqual(['2026-06-16']);
  await week.getByRole('button', { name: 'Undo' }).tap();
  await week.getByText('Nothing logged for Tuesday').waitFor();
  await expect.poll(listed, PATIENCE).toEqual([]);
  // The other way out is the entry of that day.
  await week.getByRole('button', { name: 'Log it Tuesday' }).tap();
  const dialog = page.getByRole('dialog', { name: 'New Job Entry' });
  await expect.poll(() => dialog.evaluate((element) => element.innerHTML), PATIENCE).toContain('Jun 16');
});

test('offline it is the same screen, and what waits is striped and said once', async ({ work, visit }) => {
  const visited = await visit(work.mia, 'en-US', 'block', TOUCH);
  const page = await open(visited, work.orgId);
  await section(page, 'Today').getByText('7.25 hrs').first().waitFor();
  const usual = page.getByRole('region', { name: 'Log the usual' }).getByRole('button').first();
  const dialog = page.getByRole('dialog', { name: 'New Job Entry' });
  // Without a service worker the code of both has to be here before.
  await page.getByRole('link', { name: 'Entries' }).tap();
  await page.getByRole('heading', { name: 'Job Entries', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).tap();
  await usual.tap();
  await dialog.getByRole('textbox', { name: 'Hours' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await visited.context.setOffline(true);
  await usual.tap();
  await dialog.getByRole('textbox', { name: 'Hours' }).fill('1.5');
  await dialog.getByRole('textbox', { name: 'Loads' }).fill('4');
  await dialog.getByRole('button', { name: 'Submit Entry' }).tap();
  await dialog.waitFor({ state: 'detached' });
  const today = section(page, 'Today');
  await today.getByText('Waiting', { exact: true }).waitFor();
  await today.getByText('8.75 hrs', { exact: true }).waitFor();
  const week = section(page, 'My week');
  await week.getByText('Thursday, 8.75 hrs, 1.5 hrs of these waiting').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: '1 entry waiting Safe on this phone. They send themselves.' }).waitFor();
  await page.getByRole('link', { name: 'Entries' }).tap();
  await page.getByRole('link', { name: 'Overview' }).tap();
  await today.getByText('Waiting', { exact: true }).waitFor();
  await shoot(page, 'my-day-offline');
  await visited.context.setOffline(false);
  await today.getByText('Waiting', { exact: true }).waitFor({ state: 'detached', timeout: PATIENCE.timeout });
});

test('what was refused says so first, with the reason, and leads to where it is settled', async ({ work, visit }) => {
  const visited = await visit(work.mia, 'en-US', 'block', TOUCH);
  const page = await open(visited, work.orgId);
  const usual = page.getByRole('region', { name: 'Log the usual' }).getByRole('button').first();
  const dialog = page.getByRole('dialog', { name: 'New Job Entry' });
  await usual.tap();
  await dialog.getByRole('textbox', { name: 'Hours' }).fill('2');
  await dialog.getByRole('textbox', { name: 'Loads' }).fill('1');
  await visited.context.setOffline(true);
  await dialog.getByRole('button', { name: 'Submit Entry' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await work.boss.ok(contract.jobs.update, { params: { id: work.shop }, body: { status: 'completed' } });
  await visited.context.setOffline(false);
  const refused = page.getByRole('link', { name: /^Needs attention: Hauling, Truck 7/ });
  await refused.waitFor(PATIENCE);
  await expectAccessible(page);
  await shoot(page, 'my-day-refused');
  await refused.tap();
  await visited.at('/sync');
});

test('sunlight is one press, and the next brings back what was there; the hand is a setting of the device', async ({ work, visit }) => {
  const visited = await visit(work.ben, 'en-US', 'block', TOUCH);
  const page = await open(visited, work.orgId);
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.reload();
  const sunlight = page.getByRole('button', { name: 'Sunlight' });
  await sunlight.tap();
  expect([await theme(), await sunlight.getAttribute('aria-pressed')]).toEqual(['sun', 'true']);
  await sunlight.tap();
  expect([await theme(), await sunlight.getAttribute('aria-pressed')]).toEqual(['dark', 'false']);
  // Elsewhere it is in the menu.
  await page.getByRole('button', { name: 'Menu' }).tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Sunlight' }).tap();
  expect(await theme()).toBe('sun');
  await menu.getByRole('button', { name: 'Sunlight' }).tap();
  await menu.getByRole('button', { name: 'Close' }).tap();
  const card = page.getByRole('region', { name: 'Log the usual' }).getByRole('button').first();
  const plusIsLeft = (): Promise<boolean> =>
    card.evaluate((button) => {
      const [plus, words] = [button.querySelector(':scope > svg'), button.querySelector('b')];
      return (plus?.getBoundingClientRect().left ?? 0) < (words?.getBoundingClientRect().left ?? 0);
    });
  expect(await plusIsLeft()).toBe(true);
  await visited.open('/organization/account');
  await page.getByRole('radio', { name: 'Left' }).check();
  await visited.open('/dashboard');
  await card.waitFor();
  expect(await plusIsLeft()).toBe(false);
});

test('whoever is of the office and drives as well finds their own work below the office’s', async ({ work, visit }) => {
  const { boss } = work;
  const boss2 = (await boss.ok(contract.organizations.list, {})).find(({ id }) => id === work.orgId);
  const params = { id: work.silage };
  const entry = {
    serviceTypeId:
      (await boss.ok(contract.jobEntries.list, { params: { orgId: work.orgId }, query: { limit: '1' } }))[0]?.serviceTypeId ?? 0,
  };
  await boss.ok(contract.jobEntries.create, {
    params,
    body: { ...entry, date: TODAY, totalHours: 2.5, operatorIds: [boss2?.employeeId ?? 0] },
  });
  const page = await open(await visit(boss), work.orgId);
  await section(page, 'This week').waitFor();
  await section(page, 'My week').getByText('2.5 hrs').first().waitFor();
  expect(await page.getByRole('region', { name: 'Log the usual' }).count()).toBe(0);
});

interface Moved {
  readonly node: Node | null;
}

test('nothing moves when it comes, once the device has shown it', async ({ work, visit }) => {
  for (const width of [390, 1440]) {
    const visited = await visit(work.ben, 'en-US', 'block', { viewport: { width, height: 844 } });
    const { page } = visited;
    await page.addInitScript(() => {
      sessionStorage.setItem('greeting', 'login');
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
          for (const { node } of Reflect.get(shift, 'sources') as readonly Moved[]) {
            if (document.querySelector('main')?.contains(node)) {
              moved.push(node?.textContent ?? '');
            }
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(visited, work.orgId);
    await section(page, 'My week').waitFor();
    await visited.open('/dashboard');
    await section(page, 'My week').waitFor();
    await section(page, 'Recent Activity').getByRole('listitem').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect([width, await page.evaluate(() => Reflect.get(window, 'moved') as string[])]).toEqual([width, []]);
  }
});
