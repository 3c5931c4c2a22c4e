import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOST_WRITES } from '#shared/domain/most-writes.ts';
import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { addressOf } from '#client/offline/storage/paths.ts';
import type { MetaRow, LocalRow } from '#client/offline/storage/stores.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { requestOf } from '#client/offline/outbox/batch.ts';
import { addItem } from '#client/offline/outbox/queue.ts';
import { applied } from '#client/offline/view/apply-pending.ts';
import type { Stage } from './stage.ts';

/** Rows that go to the page at once. */
const BATCH = 1_000;
const COUNTS = 30;

const none = (): never => {
  throw new Error('Nothing but writing goes on here.');
};

/** A transaction that keeps what `addItem` puts, and the numbers that it continues from. */
const recording = (counters: MetaRow | undefined) => {
  let numbers = counters;
  const items: SyncItem[] = [];
  const tx: Tx = {
    get: async (store) => (store === 'meta' ? (numbers as never) : undefined),
    list: async () => [],
    count: async () => 0,
    put: async (store, row) => {
      if (store === 'meta') {
        numbers = row as MetaRow;
      } else {
        items.push(row as SyncItem);
      }
    },
    putAll: none,
    remove: none,
    removeAll: none,
  };
  return { tx, items, numbers: () => numbers };
};

/** An entry every ten seconds, the last of them now. */
const ENTRY_MS = 10_000;

const coreOf = (userId: number, now: () => number): Core => ({
  clock: { now, sleep: none },
  random: { uuid: () => randomUUID(), fraction: () => 0.5 },
  storage: { read: none, write: none },
  net: { send: none },
  locks: { run: none },
  bus: { post: none, listen: none },
  session: { userId: () => userId },
  isOnline: () => false,
  userAgent: 'bench',
});

/** Entries as the engine keeps them while they wait, with the rows that screens show. */
const waitingEntries = async (stage: Stage, count: number, counters: MetaRow | undefined) => {
  const { userId, orgId, jobId, customerId, serviceTypeId } = stage;
  const { tx, items, numbers } = recording(counters);
  const until = Date.now();
  for (let number = 0; number < count; number += 1) {
    const at = until - (count - number) * ENTRY_MS;
    const day = String(1 + (number % 28)).padStart(2, '0');
    const data = { serviceTypeId, date: `2025-06-${day}`, totalHours: 1 + (number % 9), notes: `backlog ${number}` };
    const draft = {
      operation: 'create',
      store: 'jobEntries',
      orgId,
      userId,
      target: null,
      jobId,
      data,
      base: null,
      baseVersion: null,
    } as const;
    const core = coreOf(userId, () => at);
    await addItem(core, tx, draft);
  }
  const rows = items.map((item): LocalRow => ({ ...(applied(null, item, item.data) as LocalRow), jobId, customerId, sync: 'waiting' }));
  return { items, rows, counters: numbers() };
};

/** Fills the phone's queue while the app is closed; returns what waits in it. */
const fillQueue = async (stage: Stage, count: number): Promise<readonly SyncItem[]> => {
  await stage.page.goto(`${stage.origin}/api/health`);
  const meta = await stage.ask<MetaRow[]>(`bench.rows('meta')`);
  const { items, rows, counters } = await waitingEntries(
    stage,
    count,
    meta.find(({ key }) => key === 'counters'),
  );
  for (const [store, all] of [
    ['syncQueue', items],
    ['jobEntries', rows],
    ['meta', [counters]],
  ] as const) {
    for (let at = 0; at < all.length; at += BATCH) {
      await stage.ask(`bench.put('${store}', ${JSON.stringify(all.slice(at, at + BATCH))})`);
    }
  }
  return items;
};

/** How one backlog left. */
export interface Drained {
  readonly seconds: number;
  readonly requests: number;
  /** The longest task of the page, by the clock, in milliseconds; 0: none took 50 ms. */
  readonly longest: number;
  readonly over100: number;
  /** Processor time of the page's main thread, in milliseconds. */
  readonly busyMs: number;
}

const POLL_MS = 100;

/** That many changes wait; then the network comes back while the page shows a screen. From there to the last of them gone. */
export const measureDrain = async (stage: Stage, items: number, path: string, slower: number): Promise<Drained> => {
  const waiting = `bench.waiting(${stage.userId})`;
  await stage.slowDown(1);
  await stage.setOffline(false);
  await fillQueue(stage, items);
  await stage.setOffline(true);
  await stage.open(path);
  await sleep(3_000);
  await stage.slowDown(slower);
  let requests = 0;
  const count = (request: { url(): string }): void => {
    requests += request.url().includes('/api/') && !request.url().endsWith('/api/live') ? 1 : 0;
  };
  stage.page.on('request', count);
  const began = await stage.ask<number>('bench.now()');
  const [clock, before] = [performance.now(), await stage.busy()];
  await stage.setOffline(false);
  // The browser does not tell a page of the end of an emulated outage that it was opened in.
  await stage.ask(`dispatchEvent(new Event('online'))`);
  while ((await stage.ask<{ all: number }>(waiting)).all > 0) {
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - clock) / 1000;
  const busyMs = (await stage.busy()) - before;
  stage.page.off('request', count);
  const tasks = await stage.ask<number[]>(`bench.tasksSince(${began})`);
  return { seconds, requests, longest: Math.max(0, ...tasks), over100: tasks.filter((ms) => ms > 100).length, busyMs };
};

/**
 * How many seconds a page takes that does nothing but send that many changes in the app's own requests, and keep the answers: no screen, no
 * order, no other tab, nothing that could be cut or come twice.
 */
export const measureBareDrain = async (stage: Stage, count: number): Promise<number> => {
  await stage.slowDown(1);
  await stage.setOffline(false);
  const items = await fillQueue(stage, count);
  const frozen = items.map((item): SyncItem => ({
    ...item,
    frozen: { path: addressOf(item), body: JSON.stringify(item.data), baseVersion: null },
  }));
  const batches = Array.from({ length: Math.ceil(count / MOST_WRITES) }, (_, place) => {
    const own = frozen.slice(place * MOST_WRITES, (place + 1) * MOST_WRITES);
    return { ...requestOf(own, undefined), ids: own.map(({ id }) => id) };
  });
  return (await stage.ask<number>(`bench.sendBare(${JSON.stringify(batches)})`)) / 1000;
};

/** How long it takes to read the number of waiting changes, in milliseconds. */
export const measureCount = async (stage: Stage, items: number): Promise<number[]> => {
  await stage.setOffline(false);
  await fillQueue(stage, items);
  await stage.setOffline(true);
  await stage.open('/job-entries');
  await sleep(3_000);
  const counts: number[] = [];
  for (let round = 0; round < COUNTS; round += 1) {
    counts.push((await stage.ask<{ ms: number }>(`bench.waiting(${stage.userId})`)).ms);
  }
  return counts;
};
