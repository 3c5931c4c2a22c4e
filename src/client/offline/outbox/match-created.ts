import type { ChangesPage } from '#shared/domain/changes.ts';
import { QUEUE_CHANGED } from '#client/offline/engine/core.ts';
import { earlierVersion, type SyncItem } from '#client/offline/storage/item.ts';
import { itemsAbout, withKey, using } from './marks.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';
import type { EngineEvent, Tx } from '#client/offline/engine/ports.ts';
import { joinDuplicate } from './queue.ts';
import { knownId } from './known-ids.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';

/** The records that the user created and the keys that created them, as a pull reports them. */
export type Made = ChangesPage['made'];

/** The version of a record that has just been created. */
export const FIRST_VERSION = 1;

/**
 * Rebases later changes of the record that were made from the version that was sent onto the `version` that it produced. A change that was
 * made after a later version had been pulled, and sets the same fields, is rebased as well: in them its user saw this change's value, not
 * what others had put there since.
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

/** Notes the server's id of a record that was made here. */
export const noteMapping = async (tx: Tx, { store, orgId, userId, target }: SyncItem, id: number): Promise<void> => {
  await tx.put('idMap', { tempId: target, store, id, orgId });
  await joinDuplicate(tx, store, id);
  if ((await tx.count('syncQueue', { ...withKey(userId, using(target)), limit: 1 })) > 0) {
    await putMeta(tx, 'spread', [...((await getMeta(tx, 'spread')) ?? []), target]);
  }
};

/**
 * Links records that were made here to the rows that a pull brings before their creates are answered (the answers were lost or are on
 * their way). The key of its create identifies each, so it appears once; the create still waits for its own answer. Call it before the
 * rows are put.
 */
export const linkCreated = async (tx: Tx, userId: number, store: RecordStore, made: Made): Promise<EngineEvent[]> => {
  const events: EngineEvent[] = [];
  for (const { id, key } of made) {
    const item = await tx.get('syncQueue', key);
    if (item?.userId !== userId || item.operation !== 'create' || item.store !== store || (await knownId(tx, item.target)) === id) {
      continue;
    }
    await noteMapping(tx, item, id);
    await moveBase(tx, item, FIRST_VERSION);
    events.push({ kind: 'mapped', made: [{ tempId: item.target, id }] }, QUEUE_CHANGED);
  }
  return events;
};
