import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TabLocks } from '#client/offline/browser/web-locks.ts';
import { PLAIN, realBrowser } from './platform-browser.ts';
import type { Platform } from './platform-page.ts';

// What the offline engine gets from a real browser: other tabs, locks, live events, a promise to keep things.

declare const platform: Platform;
const { context, open, openStill } = realBrowser();

const heard = (page: Page): Promise<string[]> => page.evaluate(() => platform.heard);

test('what one tab posts all tabs hear, itself too, until they stop listening', async () => {
  const [one, two] = [await open(), await open()];
  for (const page of [one, two]) {
    await page.evaluate(() => {
      const bus = platform.tabBus();
      const stop = bus.listen(({ kind }) => platform.heard.push(kind));
      Object.assign(platform.kept, { bus, stop });
    });
  }
  const post = (page: Page, kind: 'queue' | 'session') =>
    page.evaluate((said) => (platform.kept['bus'] as ReturnType<Platform['tabBus']>).post({ kind: said }), kind);
  await post(one, 'queue');
  await expect.poll(() => heard(two)).toEqual(['queue']);
  expect(await heard(one)).toEqual(['queue']);
  await two.evaluate(() => (platform.kept['stop'] as () => void)());
  await post(two, 'session');
  await expect.poll(() => heard(one)).toEqual(['queue', 'session']);
  expect(await heard(two)).toEqual(['queue']);
});

/** The tab asks for the lock, notes what happens, and holds it until `finish`. */
const takeLock = (page: Page, label: string): Promise<void> =>
  page.evaluate((name) => {
    const locks = (platform.kept['locks'] ??= platform.tabLocks()) as TabLocks;
    const done = new Promise<string>((resolve) => {
      platform.kept[`finish ${name}`] = () => resolve(`${name} result`);
    });
    void locks
      .run('sync:1', async (stolen) => {
        platform.heard.push(`${name} begins`);
        stolen.addEventListener('abort', () => platform.heard.push(`${name} robbed`));
        return done;
      })
      .then((result) => platform.heard.push(result));
  }, label);
const finish = (page: Page, label: string): Promise<void> =>
  page.evaluate((name) => (platform.kept[`finish ${name}`] as () => void)(), label);

test('one tab works at a time, the next when it has ended', async () => {
  const [one, two] = [await open(), await open()];
  await takeLock(one, 'a');
  await expect.poll(() => heard(one)).toEqual(['a begins']);
  const pending = () => two.evaluate(async () => (await navigator.locks.query()).pending?.length);
  await takeLock(two, 'b');
  await expect.poll(pending).toBe(1);
  await takeLock(one, 'c');
  await expect.poll(pending).toBe(2);
  expect(await heard(two)).toEqual([]);
  await finish(one, 'a');
  await expect.poll(() => heard(two)).toEqual(['b begins']);
  expect(await heard(one)).toEqual(['a begins', 'a result']);
  // A tab that is closed lets go.
  await two.close();
  await expect.poll(() => heard(one)).toEqual(['a begins', 'a result', 'c begins']);
});

test('work that fails gives the lock back, and its caller hears why', async () => {
  const page = await open();
  const outcome = await page.evaluate(async () => {
    const { run } = platform.tabLocks();
    const failure = await run('sync:1', () => Promise.reject(new Error('no'))).catch((error: Error) => error.message);
    return [failure, await run('sync:1', async () => 'yes')];
  });
  expect(outcome).toEqual(['no', 'yes']);
});

test('a holder that signs keeps the lock; after 90 seconds without a sign it is robbed, told so, and ends as it likes', async () => {
  const [one, two] = [await open(), await openStill()];
  await two.evaluate(() => {
    // Opened before the waiter's own channel: what it hears here, that has heard or is about to.
    new BroadcastChannel('headland-lock:sync:1').addEventListener('message', () => platform.heard.push('sign'));
  });
  await takeLock(one, 'a');
  await expect.poll(() => heard(two)).toEqual(['sign']);
  await takeLock(two, 'b');
  await two.clock.runFor(85_000);
  await one.evaluate(() => (platform.kept['locks'] as TabLocks).sign());
  await expect.poll(() => heard(two)).toEqual(['sign', 'sign']);
  await two.clock.runFor(80_000);
  expect(await heard(two)).toEqual(['sign', 'sign']);
  expect(await heard(one)).toEqual(['a begins']);
  await two.clock.runFor(10_000);
  await expect.poll(() => heard(two)).toContain('b begins');
  await expect.poll(() => heard(one)).toEqual(['a begins', 'a robbed']);
  await finish(one, 'a');
  await finish(two, 'b');
  await expect.poll(() => heard(one)).toEqual(['a begins', 'a robbed', 'a result']);
  await expect.poll(() => heard(two)).toContain('b result');
});

test('without TLS there are no locks, no SHA-256 and no UUIDs of the browser; the engine gets its own', async () => {
  const page = await open(PLAIN);
  const found = await page.evaluate(async () => {
    const { run } = platform.tabLocks();
    const order: string[] = [];
    const slow = run('x', async () => {
      order.push('begin');
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('end');
      throw new Error('no');
    }).catch(() => order.push('failed'));
    await Promise.all([slow, run('x', async () => order.push('next'))]);
    return {
      missing: [typeof navigator.locks, typeof crypto.subtle, typeof crypto.randomUUID],
      order,
      hash: await platform.sha256Hex(new TextEncoder().encode('abc').buffer),
      uuid: platform.deviceRandom.uuid(),
      persistence: await platform.askForPersistence(),
    };
  });
  expect(found).toMatchObject({ missing: ['undefined', 'undefined', 'undefined'], persistence: 'unknown' });
  expect(found.order.filter((step) => step !== 'failed')).toEqual(['begin', 'end', 'next']);
  expect(found.hash).toBe(createHash('sha256').update('abc').digest('hex'));
  expect(found.uuid).toMatch(/^[0-9a-f-]{36}$/);
});

test('the browser says whether it will keep what is stored', async () => {
  const page = await open();
  const asked = await page.evaluate(async () => ({ answer: await platform.askForPersistence(), state: await platform.storageState() }));
  expect(['persisted', 'refused']).toContain(asked.answer);
  expect(asked.state.persisted).toBe(asked.answer === 'persisted');
  expect(asked.state.quota).toBeGreaterThan(0);
});

const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    platform.listenLive({
      onSeq: ({ organizationId, seq }) => platform.heard.push(`${organizationId}:${seq}`),
      onOpen: () => platform.heard.push('open'),
      onClosed: () => platform.heard.push('closed'),
      onSignedOut: () => platform.heard.push('signed out'),
    });
  });

test('live events arrive, and a stream that ends is opened again by the browser', async () => {
  const page = await open();
  await context().route(/\/api\/live$/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 10\nevent: seq\ndata: {"organizationId":1,"seq":42}\n\n' }),
  );
  await listen(page);
  await expect.poll(async () => (await heard(page)).slice(0, 5)).toEqual(['open', '1:42', 'closed', 'open', '1:42']);
});

test('nobody signed in: one look at the reason, and no further try', async () => {
  const page = await openStill();
  const asked: string[] = [];
  await context().route(/\/api\/live$/, (route) => {
    asked.push(route.request().method());
    return route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{}' });
  });
  await listen(page);
  await expect.poll(() => asked).toEqual(['GET', 'HEAD']);
  await page.clock.runFor(3_600_000);
  expect(asked).toEqual(['GET', 'HEAD']);
});
