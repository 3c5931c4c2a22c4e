import type { ChangesPage } from '#shared/domain/changes.ts';
import { QUEUE_CHANGED } from '#client/offline/engine/core.ts';
import { earlierVersion, type SyncItem } from '#client/offline/storage/item.ts';
import { itemsAbout, marksOf, using } from './dependencies.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';
import type { EngineEvent, Tx } from '#client/offline/engine/ports.ts';
import { bringTogether } from './queue.ts';
import { knownId } from './references.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';

/** Which records the user made, by which keys, as a pull tells it. */
export type Made = ChangesPage['made'];

/** The version of a record that has just been made. */
export const FIRST_VERSION = 1;

/**
 * Later changes of the record that were made from the version that was sent go on from the `version` that it made. One that was made when a
 * later version had been pulled already, and sets the same fields, goes on from here as well: its user saw this change's value in them, and
 * not what others had put there since.
 */
export const moveBase = async (tx: Tx, item: SyncItem, version: number): Promise<void> => {
  for (const next of await itemsAbout(tx, item.userId, item.store, item.target)) {
    if (next.seq <= item.seq) {
      continue;
    }
    const isFromSent = next.baseVersion === null || next.baseVersion === item.frozen?.baseVersion;
    const isSame = Object.keys(item.data ?? {}).some((name) => Object.hasOwn(next.data ?? {}, name));
    if (isFromSent || isSame) {
      await tx.put('syncQueue', { ...next, baseVersion: isFromSent ? version : earlierVersion(next.baseVersion ?? 0, version) });
    }
  }
};

/** A record that was made here has this id on the server. */
export const noteMapping = async (tx: Tx, { store, orgId, userId, target }: SyncItem, id: number): Promise<void> => {
  await tx.put('idMap', { tempId: target, store, id, orgId });
  await bringTogether(tx, store, id);
  if ((await tx.count('syncQueue', { ...marksOf(userId, using(target)), limit: 1 })) > 0) {
    await putMeta(tx, 'spread', [...((await getMeta(tx, 'spread')) ?? []), target]);
  }
};

/**
 * The server brings records that were made here before it has answered their creates (the answers were lost, or are on their way): each is
 * known by the key of its create, and stands on the screen once. The create waits on for its own answer. Call it before the rows are put.
 */
export const heedMade = async (tx: Tx, userId: number, store: RecordStore, made: Made): Promise<EngineEvent[]> => {
  const events: EngineEvent[] = [];
  for (const { id, key } of made) {
    const item = await tx.get('syncQueue', key);
    if (item?.userId !== userId || item.operation !== 'create' || item.store !== store || (await knownId(tx, item.target)) === id) {
      continue;
    }
    await noteMapping(tx, item, id);
    await moveBase(tx, item, FIRST_VERSION);
    events.push({ kind: 'mapped', store, tempId: item.target, id }, QUEUE_CHANGED);
  }
  return events;
};
