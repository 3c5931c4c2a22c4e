import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { EVERY_LOOK, looksGood, shoot, turnTo } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { PATIENCE, readStore } from '../support/offline-device.ts';
import { started, test as base } from './fixtures.ts';
import { letThingsWait, NOTHING_WAITS, OFFICE, OFFICE_OF_THE_DESIGN, pastFirstSteps, sendOut, tellOffice } from './office-season.ts';

// What waits for the office, on the overview of those who check entries (specification 1.36).

const DAY_MS = 86_400_000;
let daysBack = 0;

const test = base
  .extend('settings', { scope: 'file' }, { now: () => new Date(Date.now() - daysBack * DAY_MS) })
  .extend('waiting', { scope: 'file' }, ({ server }) => letThingsWait(server, settle, (days) => (daysBack = days)));

test.beforeAll(started);

const todo = (page: Page): Locator => page.getByRole('list', { name: 'To do in the office' });
const rows = (page: Page): Locator => todo(page).getByRole('link');
const card = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

/** The counts by their words. */
const countsOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await rows(page).evaluateAll((links) =>
      links.map((link) => [
        link.querySelector('span > span > span')?.textContent?.trim() ?? '',
        link.querySelector('b')?.textContent ?? '',
      ]),
    ),
  );

/** How often the page asks for the office. */
const countAsked = (page: Page): { readonly asked: () => number } => {
  let count = 0;
  page.on('request', (request) => {
    count += OFFICE.test(new URL(request.url()).pathname) ? 1 : 0;
  });
  return { asked: () => count };
};

test('the counts are those of the lists behind them, and each row leads to its list', { timeout: 90_000 }, async ({ waiting, visit }) => {
  const { boss, orgId } = waiting;
  const params = { orgId };
  const entries = async (query: object): Promise<string> =>
    String(
      (await boss.ok(contract.jobEntries.list, { params, query: { checked: 'false', billed: 'false', limit: '100', ...query } })).length,
    );
  // Hints are found soon after an entry was written.
  await expect.poll(() => entries({ hints: 'true' }), PATIENCE).toBe('1');
  const { page, open, at } = await visit(boss);
  await open('/dashboard');
  await todo(page).waitFor();
  const records = await boss.ok(contract.billingRecords.list, { params });
  const unbilled = await boss.ok(contract.unbilledJobs.list, { params });
  const devices = await boss.ok(contract.devices.list, { params });
  const overdue = records.filter(({ state }) => state === 'overdue');
  expect(await countsOf(page)).toEqual({
    'entries to check': await entries({}),
    'entry missing something': await entries({ missing: 'true' }),
    'entry with a hint': await entries({ hints: 'true' }),
    'completed jobs not billed': String(unbilled.length),
    'bills overdue': String(overdue.length),
    'question from a driver': '1',
    'phone with unsent work': String(devices.filter(({ pending }) => pending > 0).length),
  });
  expect([overdue.length, unbilled.length]).toEqual([3, 2]);
  // 8 and 9 hours at 95 are not billed; of the bills of 4, 5, 6 and 7 hours the last is not due.
  await rows(page).filter({ hasText: 'completed jobs not billed' }).getByText('$1,615.00').waitFor();
  await rows(page).filter({ hasText: 'bills overdue' }).getByText('$1,425.00').waitFor();
  await rows(page).filter({ hasText: 'unsent' }).getByText('6 waiting').waitFor();
  const money = card(page, 'Money');
  expect(await money.getByRole('link').allTextContents()).toEqual([
    'Billing',
    'Work not billed yet $1,615.00',
    'Open bills $2,090.00',
    'Of these overdue $1,425.00',
  ]);
  expect(
    await money
      .getByRole('listitem')
      .filter({ hasText: /day|due/ })
      .allTextContents(),
  ).toEqual(['Of these overdue $1,425.00', 'Not due $665.00', '1 to 30 days $570.00', '31 to 60 days $475.00', 'Over 60 days $380.00']);
  await looksGood(page, 'office', EVERY_LOOK);

  const addresses = [
    '/job-entries/desk?checked=no&billed=no',
    '/job-entries/desk?missing=1&checked=no&billed=no',
    '/job-entries/desk?hints=1&checked=no&billed=no',
    '/organization/billing?tab=unbilled',
    '/organization/billing?tab=overdue',
    '/jobs?status=open',
    '/sync',
  ];
  expect(await rows(page).evaluateAll((links) => links.map((link) => link.getAttribute('aria-keyshortcuts')))).toEqual(
    addresses.map((_, index) => String(index + 1)),
  );
  for (const [index, address] of addresses.entries()) {
    await rows(page).nth(index).click();
    await at(address);
    await page.goBack();
    await todo(page).waitFor();
    await page.keyboard.press(String(index + 1));
    await at(address);
    await page.goBack();
    await todo(page).waitFor();
  }
  for (const [key, address] of [
    ['e', '/job-entries'],
    ['b', '/organization/billing'],
    ['j', '/jobs'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await at(address);
    await open('/dashboard');
    await todo(page).waitFor();
  }
});

test('no key acts inside a field or a dialog, without its G, or where single keys are switched off', async ({ waiting, visit }) => {
  const { page, open, press } = await visit(waiting.boss);
  await open('/dashboard');
  await todo(page).waitFor();
  await page.keyboard.press('e');
  await page.keyboard.press('8');
  await page.keyboard.press('Control+1');
  await press(/^New Job Entry/);
  const entry = page.getByRole('dialog', { name: 'New Job Entry' });
  await entry.getByLabel('Customer').waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('searchbox'));
  await search.pressSequentially('g e 1');
  expect(await search.inputValue()).toBe('g e 1');
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.evaluate(() => localStorage.setItem('desk-keys-off', '1'));
  await open('/dashboard');
  await todo(page).waitFor();
  await page.keyboard.press('1');
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('drivers and advanced people have neither the cards nor an amount, and do not ask for them', async ({ server, waiting, visit }) => {
  for (const level of ['basic', 'advanced'] as const) {
    const { page, open } = await visit(await server.member(waiting.boss, level));
    const { asked } = countAsked(page);
    await open('/dashboard');
    await page.getByRole('heading', { level: 2, name: 'Quick Actions' }).waitFor();
    await page.getByRole('link', { name: 'View All' }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const title of ['To do in the office', 'Money', 'Out today']) {
      expect([level, title, await card(page, title).count()]).toEqual([level, title, 0]);
    }
    expect(await page.getByRole('main').getByText('$').count()).toBe(0);
    expect(asked()).toBe(0);
  }
  const { page, open } = await visit(await server.member(waiting.boss, 'manager'));
  await open('/dashboard');
  await todo(page).waitFor();
});

test('in each language it looks as it was designed, at any width', { timeout: 120_000 }, async ({ company, visit }) => {
  await pastFirstSteps(company);
  await sendOut(company);
  for (const [locale, amount] of [
    ['en-US', '$412,388.20'],
    ['de-DE', '412.388,20 $'],
    ['es-ES', '412.388,20 US$'],
  ] as const) {
    const { page, open } = await visit(company.boss, locale);
    await tellOffice(page, () => OFFICE_OF_THE_DESIGN);
    await open('/dashboard');
    await page.getByText(amount).first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const width of [320, 390, 820, 1024, 1440]) {
      await turnTo(page, { viewport: { width, height: 900 }, colorScheme: 'light' });
      await expectNoSidewaysScroll(page);
      await shoot(page, `office-${locale}-${width}`);
    }
    await looksGood(page, `office-${locale}`);
  }
});

test('more than fits is said to be more, and stays in its place', async ({ company, visit }) => {
  await pastFirstSteps(company);
  const { page, open } = await visit(company.boss);
  const { unchecked, unbilled } = OFFICE_OF_THE_DESIGN;
  await tellOffice(page, () => ({
    ...OFFICE_OF_THE_DESIGN,
    unchecked: { ...unchecked, count: 1000 },
    unbilled: unbilled && { ...unbilled, jobs: 200, isMore: true },
  }));
  await open('/dashboard');
  await todo(page).waitFor();
  expect(await countsOf(page)).toMatchObject({ 'entries to check': '999+', 'completed jobs not billed': '200+' });
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const edges = await rows(page).evaluateAll((links) =>
      links.map((link) => {
        const [number, words] = [link.querySelector('b'), link.querySelector('span')];
        const text = document.createRange();
        text.selectNodeContents(number ?? link);
        const { left, right } = text.getBoundingClientRect();
        return {
          right: Math.round(right),
          isFree: left >= link.getBoundingClientRect().left && right < (words?.getBoundingClientRect().left ?? 0),
        };
      }),
    );
    expect(
      edges.every(({ isFree }) => isFree),
      `${width}`,
    ).toBe(true);
    const ends = edges.map(({ right }) => right);
    expect(Math.max(...ends) - Math.min(...ends), `${width}`).toBeLessThan(1);
  }
});

test('what is done turns grey for this visit, then it is gone; at last all is done', async ({ company, visit }) => {
  await pastFirstSteps(company);
  const { page, open, follow } = await visit(company.boss);
  let office = { ...NOTHING_WAITS, unchecked: OFFICE_OF_THE_DESIGN.unchecked, missing: OFFICE_OF_THE_DESIGN.missing };
  await tellOffice(page, () => office);
  await open('/dashboard');
  await expect.poll(() => countsOf(page)).toEqual({ 'entries to check': '214', 'entries missing something': '9' });
  office = { ...office, missing: NOTHING_WAITS.missing };
  const comeBack = async (): Promise<void> => {
    await follow('Completed Jobs');
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).first().click();
  };
  await comeBack();
  await expect.poll(() => countsOf(page)).toEqual({ 'entries to check': '214', 'entries missing something': '0' });
  await looksGood(page, 'office-grey');
  await open('/dashboard');
  await expect.poll(() => countsOf(page)).toEqual({ 'entries to check': '214' });
  office = NOTHING_WAITS;
  await comeBack();
  await page.getByText('All done. 0 entries to check.').waitFor();
  expect(await todo(page).count()).toBe(0);
  await looksGood(page, 'office-done');
});

test('a company without anything has no more than that below its first steps', async ({ ownerAt, visit }) => {
  const { page, open } = await visit(await ownerAt('completed'));
  await open('/dashboard');
  await page.getByText('All done. 0 entries to check.').waitFor();
  await page.getByText('Nothing logged today yet.').waitFor();
  expect(await card(page, 'Money').count()).toBe(0);
  await page.getByRole('list', { name: 'First steps' }).waitFor();
  await looksGood(page, 'office-empty');
});

test('who is out today: waiting work is striped, and all of them are one step away', async ({ company, deviceOf }) => {
  await pastFirstSteps(company);
  await sendOut(company);
  const device = await deviceOf(company.boss);
  const { page } = device;
  await device.open('/dashboard');
  const out = page.getByRole('list', { name: 'Out today' });
  // In the order of their names, with as many decimals as the finest of the hours has.
  await expect
    .poll(() => out.getByRole('listitem').allTextContents())
    .toEqual([
      'Ben Carver Truck 7, North Quarter silage 3.00 hrs',
      'Cal Nyberg Baler 2, North Quarter silage 4.25 hrs',
      'Karl Meyer Combine 2, North Quarter silage 7.50 hrs',
      'Luis Ortega Chopper 12, North Quarter silage 6.00 hrs',
    ]);
  await page.getByText('5 people, 26.75 hrs').waitFor();
  await card(page, 'Out today').getByRole('link', { name: 'Show all 5' }).click();
  await page.waitForURL('**/job-entries/desk?when=today&group=operator');
});

test('work that is still on this device only is striped', async ({ company, device }) => {
  await pastFirstSteps(company);
  await device.offline();
  expect(await device.log({ notes: 'the far end', hours: '2.5' })).toBe('Saved Offline');
  await device.open('/dashboard');
  const entry = device.page.getByRole('list', { name: 'Out today' }).getByRole('listitem');
  await expect.poll(() => entry.allTextContents(), PATIENCE).toEqual(['Without an operator West 80 rye cover 2.5 hrs Waiting']);
  await shoot(device.page, 'office-waiting');
});

test('without a connection it shows what it was told last, and since when', async ({ company, deviceOf }) => {
  await pastFirstSteps(company);
  await sendOut(company);
  const device = await deviceOf(company.boss);
  const { page } = device;
  await tellOffice(page, () => OFFICE_OF_THE_DESIGN);
  await device.open('/dashboard');
  await todo(page).waitFor();
  expect(await page.getByText(/^as of/).count()).toBe(0);
  await page.unroute(OFFICE);
  await device.offline();
  await page.reload();
  await expect.poll(async () => (await countsOf(page))['entries to check'], PATIENCE).toBe('214');
  await expect.poll(() => page.getByText(/^as of \d+:\d\d [AP]M$/).count(), PATIENCE).toBe(2);
  const colour = (text: string): Promise<string> =>
    page
      .getByText(text, { exact: true })
      .last()
      .evaluate((element) => getComputedStyle(element).color);
  // Money is grey.
  await expect.poll(() => colour('$96,512.75')).not.toBe(await colour('Cal Nyberg'));
  await looksGood(page, 'office-offline', EVERY_LOOK);
  await tellOffice(page, () => ({ ...OFFICE_OF_THE_DESIGN, unchecked: { count: 3, thisWeek: 3, oldest: null } }));
  await device.online();
  await expect.poll(async () => (await countsOf(page))['entries to check'], PATIENCE).toBe('3');
  await expect.poll(() => page.getByText(/^as of/).count(), PATIENCE).toBe(0);
});

test('with the rights, what was kept goes from the device', async ({ company, server, deviceOf }) => {
  const manager = await server.member(company.boss, 'manager');
  const device = await deviceOf(manager);
  const { page } = device;
  const kept = async (): Promise<string[]> =>
    (await readStore(page, 'meta')).flatMap(({ key }) => (/^money:\d+:office$/.test(key) ? [key] : []));
  await device.open('/dashboard');
  await page.getByRole('heading', { level: 2, name: 'To do in the office' }).waitFor();
  await expect.poll(kept, PATIENCE).toHaveLength(1);
  await company.boss.ok(contract.employees.update, { params: { id: manager.employeeId }, body: { accessLevel: 'advanced' } });
  await page.getByRole('heading', { level: 2, name: 'To do in the office' }).waitFor({ state: 'detached', ...PATIENCE });
  await expect.poll(kept, PATIENCE).toEqual([]);
});

test(
  'it follows what others do, and asks no more often than every ten seconds',
  { timeout: 90_000 },
  async ({ company, app, deviceOf }) => {
    await pastFirstSteps(company);
    const device = await deviceOf(company.boss);
    const { page } = device;
    const { asked } = countAsked(page);
    await device.open('/dashboard');
    await page.getByText('All done. 0 entries to check.').waitFor();
    expect(asked()).toBe(1);
    for (const note of ['one', 'two', 'three', 'four', 'five']) {
      await app.log(company, note);
      await page
        .getByText(/created job entry/)
        .first()
        .waitFor();
    }
    await expect.poll(() => countsOf(page), PATIENCE).toEqual({ 'entries to check': '5' });
    expect(asked()).toBe(2);
  },
);

/** A part of a `LayoutShift` entry, which TypeScript does not know. */
interface Moved {
  readonly node: Node | null;
  readonly previousRect: DOMRect;
  readonly currentRect: DOMRect;
}

/** Notes what is shown and moves. */
const watchMoves = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    // No landing screen before the app, which would be seen to grow while the page is read.
    sessionStorage.setItem('greeting', 'login');
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources') as readonly Moved[]) {
          // The top bar says whether there is a connection.
          if (document.querySelector('main')?.contains(node)) {
            moved.push(`${node?.textContent ?? ''}: from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
          }
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
};
const movesOf = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'moved') as string[]);

test('nothing moves when it comes: not on a first visit, and from then on it has the room that it takes', async ({ company, visit }) => {
  await pastFirstSteps(company);
  await sendOut(company);
  const { unchecked, unbilled, bills } = OFFICE_OF_THE_DESIGN;
  for (const width of [390, 820, 1440]) {
    const { page, open } = await visit(company.boss);
    await page.setViewportSize({ width, height: 900 });
    await tellOffice(page, () => ({ ...NOTHING_WAITS, unchecked, unbilled, bills }));
    await watchMoves(page);
    // Each part comes by itself: this one last.
    await page.route(/quick-actions-/, async (route) => {
      await todo(page).waitFor();
      await route.continue();
    });
    const room = async (): Promise<number> => {
      await open('/dashboard');
      await todo(page).waitFor();
      await page.waitForLoadState('networkidle');
      expect([width, await movesOf(page)]).toEqual([width, []]);
      const whole = card(page, 'To do in the office');
      return whole.evaluate(
        (section) => section.getBoundingClientRect().bottom - (section.querySelector('ul')?.getBoundingClientRect().bottom ?? 0),
      );
    };
    expect(await room()).toBeGreaterThan(50);
    expect(await room()).toBeLessThan(2);
  }
});
