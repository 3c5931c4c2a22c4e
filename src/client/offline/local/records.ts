import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { itemsAbout } from '#client/offline/outbox/marks.ts';
import { canonicalId, knownIds } from '#client/offline/outbox/known-ids.ts';
import { isTempId } from '#client/offline/storage/item.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';

/** Whether the organization's records are on this device. */
export const isFilled = (engine: Engine, orgId: number): Promise<boolean> =>
  coreOf(engine).storage.read(['meta'], async (tx) => (await getMeta(tx, `cursor:${orgId}`)) !== undefined);

/** All records of an organization that are on this device, by id. */
export const listRecords = (engine: Engine, store: RecordStore, orgId: number): Promise<readonly LocalRow[]> =>
  coreOf(engine).storage.read([store], (tx) => tx.list(store, { index: 'organizationId', from: orgId, to: orgId }));

/** Organizations on this device. */
export const listOrganizations = (engine: Engine): Promise<readonly LocalRow[]> =>
  coreOf(engine).storage.read(['organizations'], (tx) => tx.list('organizations', {}));

/** Records of any organization whose ids are larger than `after`, by id; fewer than `limit` only at the end. */
export const pageOfRecords = (engine: Engine, store: RecordStore, after: number, limit: number): Promise<readonly LocalRow[]> =>
  coreOf(engine).storage.read([store], (tx) => tx.list(store, { from: after + 1, limit }));

/** The record with this id, or with the real id of this temporary one. */
const findIn = async (tx: Tx, store: RecordStore, id: number): Promise<LocalRow | undefined> => {
  const row = await tx.get(store, id);
  const mapping = row || !isTempId(id) ? undefined : await tx.get('idMap', id);
  return row ?? (mapping && tx.get(store, mapping.id));
};

/** The record with this id, or with the real id of this temporary one; undefined if it is not on this device. */
export const findRecord = (engine: Engine, store: RecordStore, id: number): Promise<LocalRow | undefined> =>
  coreOf(engine).storage.read([store, 'idMap'], (tx) => findIn(tx, store, id));

/** A record by its store and its id, which may be temporary. */
export type RecordName = readonly [store: RecordStore, id: number];

/** Records by `recordKey` of the store and id that were asked for, in one transaction; without those that are not on this device. */
export const findRecords = async (engine: Engine, names: readonly RecordName[]): Promise<ReadonlyMap<string, LocalRow>> => {
  const wanted = new Map(names.map((name) => [recordKey(...name), name]));
  const found = new Map<string, LocalRow>();
  const stores = new Set([...wanted.values()].map(([store]) => store));
  const find = async (tx: Tx, key: string, name: RecordName): Promise<void> => {
    const row = await findIn(tx, ...name);
    if (row) {
      found.set(key, row);
    }
  };
  if (stores.size > 0) {
    await coreOf(engine).storage.read([...stores, 'idMap'], (tx) => Promise.all([...wanted].map(([key, name]) => find(tx, key, name))));
  }
  return found;
};

/**
 * Keeps what the server answered on this device, under the user's waiting changes; does nothing while nobody is signed in. Its code comes
 * when there is something to keep: what a start shows is here already.
 */
export const keepRecords = async (engine: Engine, store: RecordStore, orgId: number, rows: readonly LocalRow[]): Promise<void> => {
  const core = coreOf(engine);
  const userId = core.session.userId();
  if (userId !== null) {
    const { keepRows } = await import('#client/offline/view/server-rows.ts');
    await keepRows(core, userId, store, orgId, rows);
  }
};

/** Whether the user has deleted the record on this device, which the server may not know yet. */
export const isRemovedHere = async (engine: Engine, store: RecordStore, id: number): Promise<boolean> => {
  const { session, storage } = coreOf(engine);
  const userId = session.userId();
  return (
    userId !== null &&
    storage.read(['syncQueue', 'idMap'], async (tx) =>
      (await itemsAbout(tx, userId, store, await canonicalId(tx, store, id))).some(({ operation }) => operation === 'remove'),
    )
  );
};

/** The record of a change, waiting or sent, as it is on this device now. */
export const recordOfChange = (engine: Engine, store: RecordStore, itemId: string): Promise<LocalRow | undefined> =>
  coreOf(engine).storage.read([store, 'syncQueue', 'sent', 'idMap'], async (tx) => {
    const target = (await tx.get('syncQueue', itemId))?.target ?? (await tx.get('sent', itemId))?.item.target;
    return target === undefined ? undefined : tx.get(store, (await tx.get('idMap', target))?.id ?? target);
  });

/** Real ids by temporary id, as far as this device knows them; all of them if none are named. */
export const realIds = (engine: Engine, tempIds?: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  coreOf(engine).storage.read(['idMap'], async (tx) =>
    tempIds ? knownIds(tx, tempIds) : new Map((await tx.list('idMap', {})).map(({ tempId, id }) => [tempId, id])),
  );
