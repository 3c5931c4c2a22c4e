import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { MetaRow, LocalRow } from '#client/offline/storage/stores.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { addItem } from '#client/offline/outbox/queue.ts';
import { applied } from '#client/offline/view/apply-pending.ts';
import { percentile } from '#bench/statistics.ts';
import type { Stage } from './stage.ts';

/** Rows that go to the page at once. */
const BATCH = 1_000;
const COUNTS = 30;
const TRACED_MS = 15_000;

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

const coreOf = (userId: number): Core => ({
  clock: { now: () => Date.now(), sleep: none },
  random: { uuid: () => randomUUID(), fraction: () => 0.5 },
  storage: { read: none, write: none },
  net: { send: none },
  locks: { run: none },
  bus: { post: none, listen: none },
  session: { userId: () => userId },
  isOnline: () => false,
  deviceName: 'bench',
});

/** Entries as the engine keeps them while they wait, with the rows that screens show. */
const waitingEntries = async (stage: Stage, count: number, counters: MetaRow | undefined) => {
  const { userId, orgId, jobId, customerId, serviceTypeId } = stage;
  const { tx, items, numbers } = recording(counters);
  for (let number = 0; number < count; number += 1) {
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
    await addItem(coreOf(userId), tx, draft);
  }
  const rows = items.map((item): LocalRow => ({ ...(applied(null, item, item.data) as LocalRow), jobId, customerId, sync: 'waiting' }));
  return { items, rows, counters: numbers() };
};

/** Fills the phone's queue while the app is closed. */
const fillQueue = async (stage: Stage, count: number): Promise<void> => {
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
};

export interface BacklogFigures {
  readonly items: number;
  readonly countP50: number;
  readonly countP95: number;
  readonly aSecond: number;
  /** Wall-clock time of all of it; processor time of the first seconds. */
  readonly longest: number;
  readonly longestOwn: number;
  readonly over200: number;
  /** Processor time of the page's main thread. */
  readonly busyMs: number;
  readonly drainMs: number;
}

/**
 * With that many entries waiting: how long it takes to read their number, how fast they are sent, and how long the page is busy at a time
 * while they are.
 */
export const measureBacklog = async (stage: Stage, items: number, say: (line: string) => void): Promise<BacklogFigures> => {
  const waiting = `bench.waiting(${stage.userId})`;
  await stage.setOffline(false);
  await fillQueue(stage, items);
  await stage.setOffline(true);
  await stage.open('/job-entries');
  await stage.until(`bench.shown('Planting') > 0`);
  await sleep(3_000);
  const counts: number[] = [];
  for (let round = 0; round < COUNTS; round += 1) {
    counts.push((await stage.ask<{ ms: number }>(waiting)).ms);
  }
  const began = await stage.ask<number>('bench.now()');
  const [clock, before] = [performance.now(), await stage.busy()];
  const longestOwn = await stage.tasks(async () => {
    await stage.setOffline(false);
    await sleep(TRACED_MS);
  });
  for (let left = items; left > 0; await sleep(1_000)) {
    const { all } = await stage.ask<{ all: number }>(waiting);
    if (Math.floor(all / 1_000) !== Math.floor(left / 1_000)) {
      say(`  ${all} wait, ${((performance.now() - clock) / 1000).toFixed(0)} s`);
    }
    left = all;
  }
  const drainMs = performance.now() - clock;
  const busyMs = (await stage.busy()) - before;
  const tasks = await stage.ask<number[]>(`bench.tasksSince(${began})`);
  return {
    items,
    countP50: percentile(counts, 0.5),
    countP95: percentile(counts, 0.95),
    aSecond: items / (drainMs / 1000),
    longest: Math.max(0, ...tasks),
    longestOwn: longestOwn[0] ?? 0,
    over200: tasks.filter((duration) => duration > 200).length,
    busyMs,
    drainMs,
  };
};
