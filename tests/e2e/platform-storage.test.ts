import { readlinkSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OpenedStorage } from '#client/offline/browser/idb-storage.ts';
import { TODAYS_PLAN } from '#client/offline/browser/upgrade.ts';
import { grownPlan, kindsSince, keptDevice, makeDatabase } from '../support/kept-device.ts';
import { removeFolder } from '../support/program.ts';
import { realBrowser, SAFE } from './platform-browser.ts';
import type { Platform } from './platform-page.ts';

// The device's database in a real browser: two tabs, a newer app, a full disk, lost connections, a kill.

declare const platform: Platform;
const { context, open, openProfile } = realBrowser();

const heard = (page: Page): Promise<string[]> => page.evaluate(() => platform.heard);
const openIn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    platform.kept['storage'] = await platform.openStorage({ onVersionChange: () => platform.heard.push('version change') });
  });
const putJob = (page: Page, id: number): Promise<string> =>
  page.evaluate(
    (job) =>
      (platform.kept['storage'] as OpenedStorage)
        .write(['jobs'], (tx) => tx.put('jobs', { id: job, organizationId: 1, version: 1 }), { durability: 'strict' })
        .then(
          () => 'kept',
          (error: Error) => error.name,
        ),
    id,
  );
const jobsOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const rows = await (platform.kept['storage'] as OpenedStorage).read(['jobs'], (tx) => tx.list('jobs', {}));
    return rows.map(({ id }) => id);
  });

test('two tabs share what is kept; a newer app in one turns the other out, politely, and gets what is on its form yet', async () => {
  const [one, two] = [await open(), await open()];
  await openIn(one);
  await openIn(two);
  expect(await putJob(one, 7)).toBe('kept');
  expect(await jobsOf(two)).toEqual([7]);
  await two.evaluate(() => (platform.kept['storage'] as OpenedStorage).close());
  await two.evaluate(
    (version) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('headland', version);
        request.addEventListener('success', resolve);
        request.addEventListener('error', reject);
      }).then(() => undefined),
    TODAYS_PLAN.version + 1,
  );
  expect(await heard(one)).toEqual(['version change']);
  expect(await putJob(one, 8)).toBe('kept');
  await expect(openIn(await open())).rejects.toThrow('NewerDatabase');
});

test('an app that needs more takes over what an app of commit 1d13528 has kept, while a tab with that one is open', async () => {
  const [old, young] = [await open(), await open()];
  const device = keptDevice();
  await young.evaluate(`(${makeDatabase.toString()})('headland', ${JSON.stringify(device)})`);
  await openIn(old);
  const before = await jobsOf(old);
  const kept = await young.evaluate(async (plan) => {
    const storage = await platform.openStorage({ plan });
    platform.kept['storage'] = storage;
    return storage.read(['syncQueue', 'blobs', 'shadows', 'meta'], async (tx) => ({
      queue: (await tx.list('syncQueue', {})).length,
      photos: (await tx.list('blobs', {})).map(({ bytes }) => bytes.byteLength > 0),
      shadows: (await tx.list('shadows', {})).length,
      lacks: (await tx.get('meta', 'lacks:1'))?.value,
      draft: (await tx.list('meta', { from: 'draft:', to: 'draft:~' })).length,
    }));
  }, grownPlan());
  expect(kept).toEqual({ queue: 3, photos: [true], shadows: 1, lacks: [...kindsSince(device), 'parcels'], draft: 1 });
  expect(await heard(old)).toEqual(['version change']);
  expect(await putJob(old, 99)).toBe('kept');
  expect(await jobsOf(young)).toEqual([...before, 99].toSorted((left, right) => left - right));
});

test('a full device refuses a photo as a whole, by name; and takes it when there is room again', async () => {
  const page = await open();
  await openIn(page);
  const keepPhoto = () =>
    page.evaluate(() => {
      const row = { sha256: 'a', userId: 1, orgId: 1, type: 'image/jpeg', fileName: 'a.jpg', addedAt: 1 };
      // Chance cannot be pressed together.
      const bytes = new Uint8Array(8 * 1024 * 1024);
      for (let at = 0; at < bytes.length; at += 65_536) {
        crypto.getRandomValues(bytes.subarray(at, at + 65_536));
      }
      return (platform.kept['storage'] as OpenedStorage)
        .write(
          ['jobs', 'blobs'],
          async (tx) => {
            await tx.put('jobs', { id: 1, organizationId: 1, version: 1 });
            await tx.put('blobs', { ...row, bytes: bytes.buffer });
          },
          { durability: 'strict' },
        )
        .then(
          () => 'kept',
          (error: Error) => error.name,
        );
    });
  const devtools = await context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: SAFE, quotaSize: 1024 * 1024 });
  expect(await keepPhoto()).toBe('QuotaExceededError');
  expect(await jobsOf(page)).toEqual([]);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: SAFE });
  expect(await keepPhoto()).toBe('kept');
  expect(await jobsOf(page)).toEqual([1]);
});

test('a connection that the browser closes is opened again', async () => {
  const page = await open();
  await openIn(page);
  expect(await putJob(page, 1)).toBe('kept');
  const devtools = await context().newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: SAFE, storageTypes: 'indexeddb' });
  expect(await putJob(page, 2)).toBe('kept');
  expect(await jobsOf(page)).toEqual([2]);
});

test('what is acknowledged as kept is there after the browser was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-profile-'));
  try {
    const lived = await openProfile(folder);
    const page = await open(SAFE, lived);
    await openIn(page);
    for (let id = 1; id <= 20; id += 1) {
      expect(await putJob(page, id)).toBe('kept');
    }
    const gone = new Promise((resolve) => lived.once('close', resolve));
    process.kill(Number(readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
    await gone;
    const again = await openProfile(folder);
    const after = await open(SAFE, again);
    await openIn(after);
    expect(await jobsOf(after)).toHaveLength(20);
    await again.close();
  } finally {
    await removeFolder(folder);
  }
});
