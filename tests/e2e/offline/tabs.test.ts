import { expect, vi } from 'vitest';
import { gate } from '../../support/faults-proxy.ts';
import { deviceOn, openDevice, PATIENCE } from '../../support/offline-device.ts';
import { cacheNames, lookForUpdate, versionOf, publishApp } from '../../support/published-app.ts';
import { startOfflineApp } from '../../support/offline-app.ts';
import { started, test as base } from '../fixtures.ts';

// More than one tab, tabs that close or hang, and new versions of the app, all in the middle of sending.

vi.setConfig({ testTimeout: 180_000 });

const ENTRIES = /\/entries$/;
const test = base
  /** What each test begins with. */
  .extend('version', { scope: 'file' }, 'first')
  .extend('published', { scope: 'file' }, async ({ version }, { onCleanup }) => {
    const published = await publishApp();
    await published.publish(version);
    onCleanup(() => published.close());
    return published;
  })
  .extend('app', { scope: 'file' }, async ({ published }, { onCleanup }) => {
    const app = await startOfflineApp(published);
    onCleanup(() => app.close());
    return app;
  })
  .extend('company', async ({ app, published, version }) => {
    await published.publish(version);
    return app.company();
  })
  .extend(
    'posts',
    ({ proxy, company }) =>
      () =>
        proxy.seen('POST', new RegExp(`^/api/jobs/${company.jobId}/entries$`)),
  )
  /** Logs this many entries without a network. */
  .extend('logOffline', ({ device }) => async (count: number): Promise<string[]> => {
    await device.offline();
    const names = Array.from({ length: count }, (_, index) => `entry ${index}`);
    for (const name of names) {
      await device.log({ notes: name });
    }
    return names;
  });

test.beforeAll(started);

test('16 Two tabs replay at once: each change is sent by one of them, and both show that nothing waits', async ({
  device,
  app,
  company,
  logOffline,
  notes,
  posts,
}) => {
  const second = await openDevice(device.context, app.url, company.boss);
  await device.page.bringToFront();
  const names = await logOffline(6);
  await second.indicator().filter({ hasText: '6 waiting' }).waitFor();
  await device.online();
  await device.allSent();
  expect((await notes()).toSorted()).toEqual(names);
  expect(posts().map(({ key }) => key)).toHaveLength(6);
  expect(new Set(posts().map(({ key }) => key)).size).toBe(6);
  for (const shown of [device, second]) {
    await shown
      .indicator()
      .filter({ hasText: /^Online$/ })
      .waitFor();
  }
  expect(second.problems).toEqual([]);
});

test('17 Tab closed in mid-sync: what was under way goes on in the next one, under the same key', async ({
  logOffline,
  proxy,
  device,
  notes,
  app,
  posts,
}) => {
  const names = await logOffline(2);
  const { until, open } = gate();
  proxy.on('POST', ENTRIES, { kind: 'hold-answer', until });
  await device.online();
  // Both are on their way at once: either may be first.
  await expect.poll(async () => (await notes()).toSorted(), PATIENCE).toEqual(names);
  expect((await device.queue()).map(({ status }) => status)).toEqual(['sending', 'sending']);
  const page = await device.context.newPage();
  await device.page.close();
  open();
  proxy.calm();
  const again = deviceOn(device.context, page, [], app.url);
  await again.open('/dashboard');
  await again.allSent();
  expect((await notes()).toSorted()).toEqual(names);
  expect(new Set(posts().map(({ key }) => key)).size).toBe(2);
  expect((await again.rows('sent')).map(({ isReplayed }) => isReplayed)).toEqual([true, true]);
});

test(
  '18 The tab that sends hangs: another takes over after 90 s without a sign, and nothing is doubled when the first goes on',
  { tags: ['proof'] },
  async ({ logOffline, proxy, device, app, notes, posts }) => {
    const names = await logOffline(2);
    const { until, open } = gate();
    proxy.on('POST', ENTRIES, { kind: 'hold', until }, { times: 2 });
    await device.online();
    await expect.poll(async () => (await device.queue()).map(({ status }) => status), PATIENCE).toEqual(['sending', 'sending']);
    const page = await device.context.newPage();
    await page.clock.install();
    const second = deviceOn(device.context, page, [], app.url);
    await second.open('/dashboard');
    const waitsForLock = async (): Promise<boolean> =>
      (await page.evaluate(() => navigator.locks.query())).pending?.some(({ name }) => name?.startsWith('headland-sync')) ?? false;
    await expect.poll(waitsForLock, PATIENCE).toBe(true);
    expect((await notes()).toSorted()).toEqual([]);
    // Only this tab's time runs on.
    await page.clock.runFor(100_000);
    await second.allSent();
    expect((await notes()).toSorted()).toEqual(names);
    open();
    await expect.poll(() => posts().flatMap(({ statuses }) => statuses), PATIENCE).toEqual([201, 201, 201, 201]);
    await device
      .indicator()
      .filter({ hasText: /^Online$/ })
      .waitFor();
    expect(await second.queue()).toEqual([]);
    expect((await notes()).toSorted()).toEqual(names);
    expect(new Set(posts().map(({ key }) => key)).size).toBe(2);
  },
);

test('19 Worker update in mid-sync: offered only when nothing is on its way, and what waits goes on in the new version', async ({
  device,
  logOffline,
  proxy,
  published,
  notes,
}) => {
  const notice = device.page.getByRole('status').getByText('A new version is ready');
  const isWaiting = () => device.page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  const { until, open } = gate();
  const names = await logOffline(2);
  // The requests wait as long as this machine takes to fetch the new version: a timeout would end what is on its way.
  await device.page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  proxy.on('POST', ENTRIES, { kind: 'hold-answer', until }, { times: 2 });
  await device.online();
  await expect.poll(async () => (await device.queue()).map(({ status }) => status), PATIENCE).toEqual(['sending', 'sending']);
  await published.publish('second');
  await lookForUpdate(device.page);
  await expect.poll(isWaiting, PATIENCE).toBe(true);
  expect(await notice.count()).toBe(0);
  expect(await versionOf(device.page)).toBe('first');
  open();
  await device.allSent();
  await notice.waitFor();
  proxy.on('POST', ENTRIES, { kind: 'drop' });
  expect(await device.log({ notes: 'over the update' })).toBe('Saved Offline');
  await device.press('Update now');
  await expect.poll(() => versionOf(device.page), PATIENCE).toBe('second');
  expect(await device.queue()).toMatchObject([{ data: { notes: 'over the update' } }]);
  proxy.calm();
  await device.open('/dashboard');
  await device.allSent();
  expect((await notes()).toSorted()).toEqual([...names, 'over the update']);
  // The worker keeps files only: no answer of the API is in any cache.
  const kept = await device.page.evaluate(async () => {
    const lists = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect((await cacheNames(device.page)).length).toBeGreaterThan(0);
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
});
