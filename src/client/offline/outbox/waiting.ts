import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { about, withKey } from './marks.ts';
import { withStatus } from './count-waiting.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { SentRow } from '#client/offline/storage/stores.ts';

/** A waiting change and the earlier ones that it waits for. */
export interface WaitingItem {
  readonly item: SyncItem;
  readonly after: readonly SyncItem[];
}

type FirstWith = (key: string) => Promise<SyncItem | undefined>;

/** The first of a user's changes with a dependency key: many follow the same one, such as the state of their job. */
const firstWith = (tx: Tx, userId: number): FirstWith => {
  const known = new Map<string, Promise<SyncItem | undefined>>();
  const find = async (key: string): Promise<SyncItem | undefined> => (await tx.list('syncQueue', { ...withKey(userId, key), limit: 1 }))[0];
  return (key) => {
    const first = known.get(key) ?? find(key);
    known.set(key, first);
    return first;
  };
};

const parentsOf = async (tx: Tx, item: SyncItem, first: FirstWith): Promise<SyncItem[]> => {
  const unmade = await Promise.all(item.uses.map(async (tempId) => ((await tx.get('idMap', tempId)) ? [] : [tempId])));
  // The create is the first change of the record, in whichever store it is.
  const makers = unmade.flat().flatMap((tempId) => RECORD_STORES.map((store) => about(store, tempId)));
  const own = item.operation === 'create' ? about(item.store, item.target) : undefined;
  const found = await Promise.all([...makers, ...item.waitsFor.filter((key) => key !== own)].map(first));
  const parents = found.flatMap((each) => (each && each.seq < item.seq ? [each] : []));
  return [...new Map(parents.map((each) => [each.id, each])).values()];
};

/** A user's waiting changes in their order, a page at a time; `after` is the `seq` of the last one on the previous page. */
export const listWaiting = (core: Core, userId: number, after: number, limit: number): Promise<WaitingItem[]> =>
  core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    const items = await tx.list('syncQueue', { index: 'byUser', from: [userId, after + 1], to: [userId, Infinity], limit });
    const first = firstWith(tx, userId);
    return Promise.all(items.map(async (item) => ({ item, after: await parentsOf(tx, item, first) })));
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
