import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { DARK_PHONE, LIGHT_DESK, looksGood } from '../support/looks.ts';
import { count, MANY, test, unexpected } from './jobs-fixtures.ts';

// Lists that are too long to be drawn whole; begins on the list of jobs.

const rows = (page: Page) => page.locator('[data-index]');
const drawnRows = (page: Page): Promise<number> => rows(page).count();
const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-index]')]
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 120 && top < window.innerHeight - 80;
      })
      .map((row) => row.textContent),
  );

test.beforeAll(({ big }) => big.page.bringToFront());

test('of a long list only what is near the view is drawn, wherever the user scrolls, and nothing moves', async ({ big }) => {
  const { page } = big;
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    await rows(page).first().waitFor();
    expect(await drawnRows(page)).toBeLessThan(60);
    await page.evaluate(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        const found = list.getEntries() as unknown as readonly { value: number; hadRecentInput: boolean }[];
        Object.assign(window, {
          moved: found.reduce((sum, { value }) => sum + value, (window as unknown as { moved: number }).moved),
        });
      }).observe({ type: 'layout-shift' });
    });
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await page.mouse.move(viewport.width / 2, viewport.height / 2);
    for (let turn = 0; turn < 8; turn += 1) {
      await page.mouse.wheel(0, 700);
      await page.waitForTimeout(30);
      expect(await drawnRows(page)).toBeLessThan(60);
    }
    await expect.poll(async () => (await visibleTexts(page)).length).toBeGreaterThan(4);
    const here = await visibleTexts(page);
    expect(new Set(here).size).toBe(here.length);
    expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.01);
    // The end, as the End key finds it: the oldest job, at the height that the whole list has.
    await page.keyboard.press('End');
    await expect.poll(async () => (await visibleTexts(page)).at(-1)).toContain('Field 1');
    const end = await height();
    expect(end).toBeGreaterThan(MANY.jobs * 50);
    await page.keyboard.press('Home');
    await expect.poll(async () => (await visibleTexts(page))[0]).toContain(`Field ${MANY.jobs}`);
    await looksGood(page, 'jobs-long', [viewport === PHONE ? DARK_PHONE : LIGHT_DESK]);
  }
  await page.setViewportSize(DESKTOP);
});

test('a long list tells assistive technology how long it is, and which rows these are', async ({ big }) => {
  const { page } = big;
  await count(page, `${MANY.jobs} jobs`);
  const table = page.getByRole('table', { name: 'Active Jobs' });
  expect(await table.getAttribute('aria-rowcount')).toBe(String(MANY.jobs + 1));
  expect(await table.getByRole('row').first().getAttribute('aria-rowindex')).toBe('1');
  expect(await page.getByRole('row', { name: `Field ${MANY.jobs} ` }).getAttribute('aria-rowindex')).toBe('2');
  await page.setViewportSize(PHONE);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Field ${MANY.jobs - 2}`, exact: true }) });
  expect([await card.getAttribute('aria-posinset'), await card.getAttribute('aria-setsize')]).toEqual(['3', String(MANY.jobs)]);
  await page.setViewportSize(DESKTOP);
});

test('Tab goes through a long list row by row, is never hidden, and goes on where it was', async ({ big }) => {
  const { page } = big;
  await page.evaluate(() => window.scrollTo(0, 0));
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const box = element?.getBoundingClientRect();
      const at = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return {
        row: Number(element?.closest('[data-index]')?.getAttribute('data-index')),
        isSeen: element?.contains(at ?? null) === true,
      };
    });
  await page.getByRole('link', { name: `Field ${MANY.jobs}`, exact: true }).focus();
  // Each row has its link, two buttons and a menu.
  for (let press = 0; press < 4 * 45; press += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await focused()).toEqual({ row: 45, isSeen: true });
  // Scrolling away does not lose the place.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(async () => (await visibleTexts(page)).at(-1)).toContain('Field 1');
  expect((await focused()).row).toBe(45);
  expect(await drawnRows(page)).toBeLessThan(60);
  for (let press = 0; press < 4; press += 1) {
    await page.keyboard.press('Tab');
  }
  await expect.poll(focused).toEqual({ row: 46, isSeen: true });
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Shift+Tab');
  }
  await expect.poll(focused).toEqual({ row: 44, isSeen: true });
});

test('typing redraws no row that was there, and never the whole list', async ({ big }) => {
  const { page } = big;
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    // Each row formats one date, so this counts drawn rows.
    const drawn = { count: 0 };
    Object.assign(window, { drawn });
    const format = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format');
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      configurable: true,
      get(this: Intl.DateTimeFormat) {
        drawn.count += 1;
        return format?.get?.call(this) as unknown;
      },
    });
  });
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: { count: number } }).drawn.count);
  await page.waitForTimeout(200);
  const before = await drawn();
  const box = page.getByRole('searchbox');
  await box.focus();
  // Every job is called so: the list stays as it is.
  await page.keyboard.type('field', { delay: 30 });
  await page.waitForTimeout(200);
  expect((await drawn()) - before).toBe(0);
  await page.keyboard.type(' 39', { delay: 30 });
  await count(page, `14 of ${MANY.jobs} jobs`);
  // Rows that were not drawn before: the fourteen of the second figure at most, and what lies near the view at the first.
  expect((await drawn()) - before).toBeLessThan(60);
  await box.fill('');
  await count(page, `${MANY.jobs} jobs`);
});

test('the columns of a long list stay as wide as they are, and the whole list is printed', async ({ big }) => {
  const { page } = big;
  const widths = () =>
    page.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().width)));
  await page.evaluate(() => window.scrollTo(0, 0));
  const before = await widths();
  await page.evaluate(() => window.scrollTo(0, 18_000));
  await expect.poll(async () => (await visibleTexts(page))[0]).toContain('Far Away Land and Cattle Company');
  expect(await widths()).toEqual(before);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await drawnRows(page)).toBe(MANY.jobs);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => drawnRows(page)).toBeLessThan(60);
});

test('more entries are read on scrolling, from this device and then from the server, and a search reads none twice', async ({ big }) => {
  const { page, go } = big;
  await page.evaluate(() => {
    // How many rows of entries were asked of the device's storage, by whatever call.
    const read = { rows: 0 };
    Object.assign(window, { read });
    const success = (request: IDBRequest, of: { name: string }) => {
      request.addEventListener('success', () => {
        read.rows += of.name === 'jobEntries' || of.name === 'byDate' ? [request.result as unknown].flat().length : 0;
      });
      return request;
    };
    for (const proto of [IDBObjectStore.prototype, IDBIndex.prototype]) {
      for (const name of ['get', 'getAll', 'openCursor'] as const) {
        const plain = proto[name] as (...args: unknown[]) => IDBRequest;
        Object.assign(proto, {
          [name](this: IDBObjectStore, ...args: unknown[]) {
            return success(plain.apply(this, args), this);
          },
        });
      }
    }
  });
  const read = () => page.evaluate(() => (window as unknown as { read: { rows: number } }).read.rows);
  await go('/job-entries');
  await rows(page).first().waitFor();
  await count(page, '50+ entries');
  expect(await read()).toBeLessThan(200);
  const box = page.getByRole('searchbox');
  await box.fill('z');
  await count(page, '6+ entries');
  // The device's entries once, however few are found.
  expect(await read()).toBeLessThan(3_400);
  // And none of them again for the next letters, unless records have changed since.
  const readFor = async (text: string): Promise<number> => {
    const before = await read();
    await box.fill(text);
    await page.getByText(/^(6\+|7) entries$/).waitFor();
    return (await read()) - before;
  };
  await expect.poll(async () => Math.max(await readFor('zep'), await readFor('zepp'))).toBeLessThan(100);
  // What is older than this device keeps, the server finds.
  await count(page, '7 entries');
  await box.fill('');
  await count(page, '50+ entries');
  await box.blur();
  const goOn = async (): Promise<number> => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    return Number.parseInt((await page.getByText(/^[\d,]+\+ entries$/).textContent()) ?? '', 10);
  };
  await expect.poll(goOn, { interval: 50 }).toBeGreaterThan(400);
  expect(await drawnRows(page)).toBeLessThan(60);
});

test('nothing went wrong on any page', ({ big }) => {
  expect(unexpected(big)).toEqual([]);
});
