import { type Core, writeDurably, writeLightly } from './core.ts';
import { isTempId, ITEM_VERSION, type SyncItem } from '#client/offline/storage/item.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { upcast } from '#client/offline/storage/upcast.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';

const BATCH = 200;

/** Brings items of an older app into today's form, in the order in which they were made. */
export const bringUpToDate = async (core: Core, userId: number): Promise<void> => {
  const old: SyncItem[] = [];
  let from = '';
  for (let isMore = true; isMore;) {
    const page = await core.storage.read(['syncQueue'], (tx) => tx.list('syncQueue', { from, limit: BATCH }));
    old.push(...page.filter((item: Partial<SyncItem>) => item.v !== ITEM_VERSION));
    // The next possible key.
    from = `${page.at(-1)?.id}\u0000`;
    isMore = page.length === BATCH;
  }
  if (old.length === 0) {
    return;
  }
  await writeDurably(core, async (tx) => {
    const counters = (await getMeta(tx, 'counters')) ?? { seq: 0, lastTempId: 0, deviceId: core.random.uuid() };
    let { seq, lastTempId } = counters;
    for (const item of [...old].sort((a, b) => a.timestamp - b.timestamp)) {
      const now = upcast(item, { userId, deviceId: counters.deviceId, seq: seq + 1 });
      if (now) {
        seq += 1;
        // Whatever the clock says now, their temporary ids are never given out again.
        lastTempId = isTempId(now.target) ? Math.max(lastTempId, now.target) : lastTempId;
        await tx.put('syncQueue', now);
      }
    }
    await putMeta(tx, 'counters', { ...counters, seq, lastTempId });
  });
};

/** Rewrites the rows of every record with waiting changes. */
export const showWaiting = async (core: Core, userId: number): Promise<void> => {
  let after = 0;
  for (let isMore = true; isMore;) {
    isMore = await writeLightly(core, async (tx) => {
      const range = { index: 'byUser', from: [userId, after + 1], to: [userId, Infinity], limit: BATCH } as const;
      const page = await tx.list('syncQueue', range);
      for (const { store, target } of page) {
        await applyPending(tx, userId, store, target);
      }
      after = page.at(-1)?.seq ?? after;
      return page.length === BATCH;
    });
  }
};
