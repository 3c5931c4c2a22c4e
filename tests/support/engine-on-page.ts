import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Core } from '#client/offline/engine/core.ts';
import { SHAPES, type StoreName } from '#client/offline/storage/stores.ts';
import { write } from '#client/offline/outbox/write.ts';
import { memoryDatabase, memoryStorage } from '../sim/memory-storage.ts';
import type { Company } from './offline-app.ts';
import { readStore, writeStore } from './offline-device.ts';

const STORES = Object.keys(SHAPES) as StoreName[];

/** Rows that are sent to the page at once. */
const BATCH = 2_000;

const none = (): never => {
  throw new Error('Nothing is sent from here.');
};

/** What the engine needs to write; it sends nothing. `now` is the device's clock. */
const coreOn = (storage: Core['storage'], userId: number, now: () => number): Core => ({
  clock: { now, sleep: none },
  random: { uuid: () => randomUUID(), fraction: () => 0.5 },
  storage,
  net: { send: none },
  locks: { run: none },
  bus: { post: () => undefined, listen: () => () => undefined },
  session: { userId: () => userId },
  isOnline: () => false,
  userAgent: 'a test',
});

/**
 * Runs the app's own code on the page's database, as if the app had done it: reads all of it, works on a copy, writes back what changed.
 * The app must not be open then: the page goes to an address of the same origin without it, and stays there.
 */
export const withEngine = async (
  page: Page,
  url: string,
  userId: number,
  work: (core: Core) => Promise<unknown>,
  now: () => number = Date.now,
): Promise<void> => {
  await page.goto(`${url}/api/health`);
  const db = memoryDatabase(false);
  const before = new Map<StoreName, Map<string | number, unknown>>();
  for (const name of STORES) {
    // Bytes of files do not come through; they are not needed here.
    for (const row of name === 'blobs' ? [] : await readStore(page, name)) {
      db.tables[name].set(Reflect.get(row, SHAPES[name].key) as string | number, row);
    }
    before.set(name, new Map(db.tables[name]));
  }
  await work(coreOn(memoryStorage(db), userId, now));
  for (const name of STORES) {
    const known = before.get(name);
    const puts = [...db.tables[name]].filter(([key, row]) => known?.get(key) !== row).map(([, row]) => row);
    const removes = [...(known?.keys() ?? [])].filter((key) => !db.tables[name].has(key));
    await writeStore(page, name, [], removes);
    for (let at = 0; at < puts.length; at += BATCH) {
      await writeStore(page, name, puts.slice(at, at + BATCH));
    }
  }
};

/** Waiting entries of the app's own making, one for each of the notes. */
export const writeEntries = (
  page: Page,
  url: string,
  { boss, orgId, jobId, serviceTypeId }: Company,
  notes: readonly string[],
): Promise<void> =>
  withEngine(page, url, boss.userId, async (core) => {
    for (const text of notes) {
      const data = { serviceTypeId, date: '2026-05-04', totalHours: 1, notes: text };
      await write(core, { operation: 'create', store: 'jobEntries', orgId, jobId, data });
    }
  });
