import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { realBrowser } from './platform-browser.ts';
import type { Platform } from './platform-page.ts';

// A page in the back-forward cache holds no lock and waits for none. The events are simulated: browsers cache no page that is being automated.

declare const platform: Platform;
const { open } = realBrowser();

const heard = (page: Page): Promise<string[]> => page.evaluate(() => platform.heard);
const tell = (page: Page, type: 'pagehide' | 'pageshow'): Promise<void> =>
  page.evaluate((name) => void window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
/** The tab asks for the lock and notes what happens; it keeps it until `finish`. */
const take = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const life = platform.followLife(window);
    const work = (stolen: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        platform.heard.push('begins');
        stolen.addEventListener('abort', () => platform.heard.push('robbed'));
        platform.kept['finish'] = resolve;
      });
    void platform
      .tabLocks({ life })
      .run('sync:1', work)
      .then(() => platform.heard.push('ends'));
  });
const finish = (page: Page): Promise<void> => page.evaluate(() => (platform.kept['finish'] as () => void)());
const pending = (page: Page) => page.evaluate(async () => (await navigator.locks.query()).pending?.length);

test('a page that is put away gives its lock back, and takes itself for robbed', async () => {
  const [one, two] = [await open(), await open()];
  await take(one);
  await expect.poll(() => heard(one)).toEqual(['begins']);
  await take(two);
  await expect.poll(() => pending(one)).toBe(1);
  await tell(one, 'pagehide');
  await expect.poll(() => heard(two)).toEqual(['begins']);
  await tell(one, 'pageshow');
  await finish(one);
  await expect.poll(() => heard(one)).toEqual(['begins', 'robbed', 'ends']);
});

test('a page that is put away while it waits takes no lock, and asks again when it is shown', async () => {
  const [one, two] = [await open(), await open()];
  await take(one);
  await expect.poll(() => heard(one)).toEqual(['begins']);
  await take(two);
  await expect.poll(() => pending(one)).toBe(1);
  await tell(two, 'pagehide');
  await expect.poll(() => pending(one)).toBe(0);
  await finish(one);
  await expect.poll(() => heard(one)).toEqual(['begins', 'ends']);
  expect(await heard(two)).toEqual([]);
  await tell(two, 'pageshow');
  await expect.poll(() => heard(two)).toEqual(['begins']);
});
