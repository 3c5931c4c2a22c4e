import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { hasEarlier, withKey } from './marks.ts';
import { withStatus } from './count-waiting.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { SentRow } from '#client/offline/storage/stores.ts';

/** A waiting change and the earlier ones that it waits for. */
export interface WaitingItem {
  readonly item: SyncItem;
  readonly after: readonly SyncItem[];
}

const parentsOf = async (tx: Tx, item: SyncItem): Promise<SyncItem[]> => {
  const found = new Map<string, SyncItem>();
  const add = async (key: string): Promise<void> => {
    const [first] = await tx.list('syncQueue', { ...withKey(item.userId, key, item.seq), limit: 1 });
    if (first) {
      found.set(first.id, first);
    }
  };
  for (const tempId of item.uses) {
    if (!(await tx.get('idMap', tempId))) {
      // The create is the first change of the record, in whichever store it is.
      for (const store of RECORD_STORES) {
        await add(`rec:${store}:${tempId}`);
      }
    }
  }
  for (const key of item.waitsFor) {
    if (await hasEarlier(tx, item, key)) {
      await add(key);
    }
  }
  return [...found.values()];
};

/** A user's waiting changes in their order, a page at a time; `after` is the `seq` of the last one on the previous page. */
export const listWaiting = (core: Core, userId: number, after: number, limit: number): Promise<WaitingItem[]> =>
  core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    const items = await tx.list('syncQueue', { index: 'byUser', from: [userId, after + 1], to: [userId, Infinity], limit });
    const result: WaitingItem[] = [];
    for (const item of items) {
      result.push({ item, after: await parentsOf(tx, item) });
    }
    return result;
  });

/** A user's changes that need a decision, in their order. */
export const listAttention = (core: Core, userId: number): Promise<readonly SyncItem[]> =>
  core.storage.read(['syncQueue'], (tx) => tx.list('syncQueue', withStatus(userId, 'attention')));

/** What a user recently sent from this device, newest first. */
export const listSent = (core: Core, userId: number, limit: number): Promise<readonly SentRow[]> =>
  core.storage.read(['sent'], (tx) =>
    tx.list('sent', { index: 'byTime', from: [userId, 0], to: [userId, Infinity], limit, backwards: true }),
  );

export const countSentSince = (core: Core, userId: number, since: number): Promise<number> =>
  core.storage.read(['sent'], (tx) => tx.count('sent', { index: 'byTime', from: [userId, since], to: [userId, Infinity] }));
