import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { hasEarlier, withKey, ofNextOrganization, ofOrganization } from './dependencies.ts';
import type { Query, Tx } from '#client/offline/engine/ports.ts';
import type { SentRow } from '#client/offline/storage/stores.ts';

/** How many changes of a user are on this device. */
export interface Counts {
  /** All that have not taken effect yet, including those that need attention. */
  readonly pending: number;
  readonly attention: number;
}

const withStatus = (userId: number, status: SyncItem['status']): Query => ({
  index: 'byTurn',
  from: [userId, status, 0],
  to: [userId, status, Infinity],
});

const all = (userId: number): Query => ({ index: 'byUser', from: [userId, 0], to: [userId, Infinity] });

/** Counted by index, so the cost does not grow with the number of changes. */
export const countWaiting = (core: Core, userId: number): Promise<Counts> =>
  core.storage.read(['syncQueue'], async (tx) => ({
    pending: await tx.count('syncQueue', all(userId)),
    attention: await tx.count('syncQueue', withStatus(userId, 'attention')),
  }));

/** How many changes of a user wait for each organization; only organizations with any. */
export const countByOrganization = async (tx: Tx, userId: number): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  for (let orgId: number | undefined; ;) {
    const [next] = await tx.list('syncQueue', ofNextOrganization(userId, orgId));
    if (!next) {
      return counts;
    }
    orgId = next.orgId;
    counts.set(orgId, await tx.count('syncQueue', withKey(userId, ofOrganization(orgId))));
  }
};

/** What one organization's office is told about this device. */
export const countFor = (core: Core, userId: number, orgId: number): Promise<Counts & { readonly oldestAt: number | null }> =>
  core.storage.read(['syncQueue'], async (tx) => {
    const own = withKey(userId, ofOrganization(orgId));
    const pending = await tx.count('syncQueue', own);
    const [oldest] = pending === 0 ? [] : await tx.list('syncQueue', { ...own, limit: 1 });
    const undecided = await tx.list('syncQueue', withStatus(userId, 'attention'));
    return { pending, attention: undecided.filter((item) => item.orgId === orgId).length, oldestAt: oldest?.timestamp ?? null };
  });

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
