import type { Page, Route } from 'playwright-core';
import { expect, vi } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { gate } from '../support/faults-proxy.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { named, type Screens, test as base } from './screens-fixtures.ts';
import { SCREENS } from './screens-table.ts';
import { sampled } from '../support/proof-size.ts';

// On a new device everything that a screen needs is asked for at once, and nothing twice; on one that has everything, only what it cannot have.

// Longer than the patience with each of its steps: then what does not come is named.
vi.setConfig({ testTimeout: 240_000 });

/** What every start asks for, whatever it shows: who it is, what changed, that this device is there, and a while later how the server is. */
const OF_EACH_START = /^(auth\/user|organizations|live|sync\/heartbeat|organizations\/:id\/(changes(\?cursor)?|installation))$/;
/** What fills a new device, a part at a time: only after the changes were asked for, which are held. */
const CHANGES = /\/api\/organizations\/\d+\/changes/;
const SESSION = /\/api\/(auth\/user|organizations|live)$/;

/** Adds up by how much what is shown moves. */
const addUpShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const sum = { shift: 0 };
    Object.assign(window, { sum });
    new PerformanceObserver((entries) => {
      sum.shift += entries.getEntries().reduce((all, entry) => all + (entry as unknown as { value: number }).value, 0);
    }).observe({ type: 'layout-shift', buffered: true });
  });
};
const shiftOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { sum: { shift: number } }).sum.shift);

const isShown = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect
    .poll(
      () =>
        page
          .getByRole('status')
          .filter({ hasText: /^Loading/ })
          .count(),
      PATIENCE,
    )
    .toBe(0);
  // Late requests would have been seen by now: what they waited for is there and drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150))));
};

/** Waits at nothing until it is to be held, and then until it opens. */
const passage = () => {
  let held = gate();
  held.open();
  return {
    hold: () => (held = gate()),
    open: () => held.open(),
    until: () => held.until,
  };
};

/** One browser for all screens: each finds it as new, for what was kept is wiped between them, which costs far less than another browser. */
const openWatched = async ({ visitor, full, url }: Screens) => {
  const one = await visitor(full.boss, { viewport: PHONE });
  const { page, context } = one;
  const answers = passage();
  const filling = passage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = request.url().includes('/api/') ? named(request) : '';
    if (name !== '' && !OF_EACH_START.test(name)) {
      asked.push(name);
    }
  });
  await context.route(/\/api\//, async (route: Route) => {
    const address = route.request().url();
    await (SESSION.test(address) ? undefined : CHANGES.test(address) ? filling.until() : answers.until());
    // The page may have been closed.
    await route.continue().catch(() => undefined);
  });
  await addUpShifts(page);
  const cdp = await context.newCDPSession(page);
  return {
    one,
    page,
    asked,
    answers,
    filling,
    /** Away from the app, in which nothing is heard of any more. */
    leave: async (viewport: typeof PHONE): Promise<void> => {
      await page.goto('about:blank');
      asked.length = 0;
      await page.setViewportSize(viewport);
    },
    wipe: () => cdp.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'indexeddb,local_storage' }),
  };
};

const test = base.extend('watched', { scope: 'file' }, ({ screens }) => openWatched(screens));

test.beforeAll(({ watched }) => watched.page.bringToFront());

const SOME = sampled(
  Object.entries(SCREENS),
  4,
  ([name]) => name,
  () => 'screens',
);

test.for(SOME)('%s asks at once for what it needs, and moves nothing when it comes', async ([, row], { screens, watched }) => {
  const { full } = screens;
  const { one, page, asked, answers, filling, leave, wipe } = watched;
  await leave(PHONE);
  await wipe();
  answers.hold();
  filling.hold();
  await one.open(row.path(full));
  const cold = row.cold.toSorted();
  const seen = (): string[] => (row.isFollowed ? [...new Set(asked)] : asked).toSorted();
  // None of them has been answered: whatever would wait for another one does not come.
  await expect.poll(seen, PATIENCE).toEqual(cold);
  answers.open();
  await isShown(page);
  expect(seen()).toEqual(cold);
  expect(await shiftOf(page)).toBeLessThan(0.01);
  filling.open();
  await one.filled(full.orgId);

  // Away first: what the filled copy lets this page read again is not the next one's.
  await leave(DESKTOP);
  await one.open(row.path(full));
  await isShown(page);
  await expect.poll(seen, PATIENCE).toEqual([...(row.warm ?? [])]);
  expect(await shiftOf(page)).toBeLessThan(0.01);
  expect(one.problems).toEqual([]);
});
