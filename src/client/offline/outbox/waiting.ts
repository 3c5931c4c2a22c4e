import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { hasEarlier, marksOf, ofNextOrganization, ofOrganization } from './dependencies.ts';
import type { Query, Tx } from '#client/offline/engine/ports.ts';
import type { SentRow } from '#client/offline/storage/stores.ts';

/** How many changes of a user are on this device. */
export interface Counts {
  /** All that did not take effect yet, those that need attention among them. */
  readonly pending: number;
  readonly attention: number;
}

const withStatus = (userId: number, status: SyncItem['status']): Query => ({
  index: 'byTurn',
  from: [userId, status, 0],
  to: [userId, status, Infinity],
});

const all = (userId: number): Query => ({ index: 'byUser', from: [userId, 0], to: [userId, Infinity] });

/** Counted by index: the same cost for three changes and for ten thousand. */
export const countWaiting = (core: Core, userId: number): Promise<Counts> =>
  core.storage.read(['syncQueue'], async (tx) => ({
    pending: await tx.count('syncQueue', all(userId)),
    attention: await tx.count('syncQueue', withStatus(userId, 'attention')),
  }));

/** How many changes of a user wait for each organization, of those for which any does. */
export const countByOrganization = async (tx: Tx, userId: number): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  for (let orgId: number | undefined; ;) {
    const [next] = await tx.list('syncQueue', ofNextOrganization(userId, orgId));
    if (!next) {
      return counts;
    }
    orgId = next.orgId;
    counts.set(orgId, await tx.count('syncQueue', marksOf(userId, ofOrganization(orgId))));
  }
};

/** What one organization's office is told of this device. */
export const countFor = (core: Core, userId: number, orgId: number): Promise<Counts & { readonly oldestAt: number | null }> =>
  core.storage.read(['syncQueue'], async (tx) => {
    const own = marksOf(userId, ofOrganization(orgId));
    const pending = await tx.count('syncQueue', own);
    const [oldest] = pending === 0 ? [] : await tx.list('syncQueue', { ...own, limit: 1 });
    const parked = await tx.list('syncQueue', withStatus(userId, 'attention'));
    return { pending, attention: parked.filter((item) => item.orgId === orgId).length, oldestAt: oldest?.timestamp ?? null };
  });

/** A waiting change and the earlier ones that it goes after. */
export interface WaitingItem {
  readonly item: SyncItem;
  readonly after: readonly SyncItem[];
}

const parentsOf = async (tx: Tx, item: SyncItem): Promise<SyncItem[]> => {
  const found = new Map<string, SyncItem>();
  const add = async (what: string): Promise<void> => {
    const [first] = await tx.list('syncQueue', { ...marksOf(item.userId, what, item.seq), limit: 1 });
    if (first) {
      found.set(first.id, first);
    }
  };
  for (const tempId of item.uses) {
    if (!(await tx.get('idMap', tempId))) {
      // The create is the first change about the record, in whichever store it is.
      for (const store of RECORD_STORES) {
        await add(`rec:${store}:${tempId}`);
      }
    }
  }
  for (const what of item.waitsFor) {
    if (await hasEarlier(tx, item, what)) {
      await add(what);
    }
  }
  return [...found.values()];
};

/** A user's waiting changes in their order, a page at a time; `after` is the `seq` of the last one of the page before. */
export const listWaiting = (core: Core, userId: number, after: number, limit: number): Promise<WaitingItem[]> =>
  core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    const items = await tx.list('syncQueue', { index: 'byUser', from: [userId, after + 1], to: [userId, Infinity], limit });
    const result: WaitingItem[] = [];
    for (const item of items) {
      result.push({ item, after: await parentsOf(tx, item) });
    }
    return result;
  });

/** A user's changes that need him, in their order. */
export const listAttention = (core: Core, userId: number): Promise<readonly SyncItem[]> =>
  core.storage.read(['syncQueue'], (tx) => tx.list('syncQueue', withStatus(userId, 'attention')));

/** What a user sent from this device lately, newest first. */
export const listSent = (core: Core, userId: number, limit: number): Promise<readonly SentRow[]> =>
  core.storage.read(['sent'], (tx) =>
    tx.list('sent', { index: 'byTime', from: [userId, 0], to: [userId, Infinity], limit, backwards: true }),
  );

export const countSentSince = (core: Core, userId: number, since: number): Promise<number> =>
  core.storage.read(['sent'], (tx) => tx.count('sent', { index: 'byTime', from: [userId, since], to: [userId, Infinity] }));
