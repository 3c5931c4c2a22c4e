import { type Core, rowsChanged, notify, writeDurably, writeLightly } from './core.ts';
import { isTempId, ITEM_VERSION, type SyncItem } from '#client/offline/storage/item.ts';
import { forgetCursors, getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { forgetMoney } from '#client/offline/pull/money.ts';
import type { Tx } from './ports.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/storage/record-stores.ts';
import { upcast } from '#client/offline/storage/upcast.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';

const BATCH = 200;

const emptyStore = async (tx: Tx, store: RecordStore | 'shadows'): Promise<void> => {
  for (const row of await tx.list(store, {})) {
    await tx.remove(store, 'key' in row && typeof row['key'] === 'string' ? row['key'] : row.id);
  }
};

/** Gives the device its id, once. */
const nameDevice = async (core: Core, tx: Tx): Promise<void> => {
  if (!(await getMeta(tx, 'counters'))) {
    await putMeta(tx, 'counters', { seq: 0, lastTempId: 0, deviceId: core.random.uuid() });
  }
};

/**
 * Empties the record stores, as logging out must (specification 2.22), and hands them to the next user if there is one. The queue and its
 * files stay. All in one transaction, since other tabs take a copy without a user for a sign-out.
 */
const handOver = async (core: Core, next: number | null, isStill = (): boolean => true): Promise<void> => {
  await writeDurably(core, async (tx) => {
    // By the time a sleeping tab gets here, someone may have signed in again.
    if (!isStill()) {
      return;
    }
    await forgetCursors(tx);
    await forgetMoney(tx);
    for (const store of [...RECORD_STORES, 'shadows'] as const) {
      await emptyStore(tx, store);
    }
    if (next === null) {
      await tx.remove('meta', 'viewOf');
    } else {
      await nameDevice(core, tx);
      await putMeta(tx, 'viewOf', next);
    }
  });
  notify(core, ...RECORD_STORES.map((store) => rowsChanged(store, 0)), { kind: 'queue' });
};

/** Empties the copy; it belongs to nobody afterwards. */
export const wipe = (core: Core, isStill?: () => boolean): Promise<void> => handOver(core, null, isStill);

/** Brings items of an older app into today's form, in the order in which they were made. */
const bringUpToDate = async (core: Core, userId: number): Promise<void> => {
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
const showWaiting = async (core: Core, userId: number): Promise<void> => {
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

/**
 * Makes this device's copy this user's: another user's copy is emptied, and the user's own waiting changes are applied. Call it at
 * sign-in.
 */
export const switchUser = async (core: Core, userId: number): Promise<void> => {
  // Every start waits for this: both reads run at once, and nothing is written that is already there.
  const [[counters, viewOf]] = await Promise.all([
    core.storage.read(['meta'], (tx) => Promise.all([getMeta(tx, 'counters'), getMeta(tx, 'viewOf')])),
    bringUpToDate(core, userId),
  ]);
  if (viewOf !== userId || counters === undefined) {
    await handOver(core, userId);
    await showWaiting(core, userId);
  }
};
