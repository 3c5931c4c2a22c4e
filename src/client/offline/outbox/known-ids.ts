import { isTempId } from '#client/offline/storage/item.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';

/** Whether this device has made a record that others refer to. Most never did: one query instead of one for each id. */
export const hasMadeIds = async (tx: Tx): Promise<boolean> => (await tx.count('idMap', { limit: 1 })) > 0;

/** The id under which this device keeps a record's changes: its temporary one if it was made here. */
export const canonicalId = async (tx: Tx, store: RecordStore, id: number): Promise<number> => {
  if (isTempId(id)) {
    return id;
  }
  const [made] = await tx.list('idMap', { index: 'byReal', from: [store, id], to: [store, id], limit: 1 });
  return made?.tempId ?? id;
};

/** The server's id if it is known here, otherwise the temporary one. */
export const knownId = async (tx: Tx, id: number): Promise<number> => (isTempId(id) ? ((await tx.get('idMap', id))?.id ?? id) : id);

/** Real ids by temporary id, as far as they are known. */
export const knownIds = async (tx: Tx, tempIds: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const mappings = await Promise.all(tempIds.map((tempId) => tx.get('idMap', tempId)));
  return new Map(mappings.flatMap((mapping) => (mapping ? [[mapping.tempId, mapping.id]] : [])));
};
