import type { EngineEvent, Ports, Tx } from './ports.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/storage/record-stores.ts';
import type { StoreName } from '#client/offline/storage/stores.ts';

/** What every part of the engine works with. */
export type Core = Ports;

/** All stores that a change of records touches, in one list, so that no transaction forgets one. */
export const CHANGE_STORES: readonly StoreName[] = [...RECORD_STORES, 'syncQueue', 'shadows', 'idMap', 'blobs', 'sent', 'meta'];

type Work<T> = (tx: Tx) => Promise<T>;

/** A transaction over records and queue: all or nothing, and kept even if the power fails right after. */
export const writeDurably = <T>(core: Core, work: Work<T>): Promise<T> => core.storage.write(CHANGE_STORES, work, { durability: 'strict' });

/** A transaction over waiting changes that touches no record. Just as durable, but screens that read records need not wait for it. */
export const writeQueue = <T>(core: Core, work: Work<T>): Promise<T> =>
  core.storage.write(['syncQueue', 'idMap', 'blobs'], work, { durability: 'strict' });

/** A transaction over what can be fetched again. */
export const writeLightly = <T>(core: Core, work: Work<T>): Promise<T> =>
  core.storage.write(CHANGE_STORES, work, { durability: 'relaxed' });

export const notify = (core: Core, ...events: EngineEvent[]): void => {
  for (const event of events) {
    core.bus.post(event);
  }
};

export const rowsChanged = (store: RecordStore, orgId: number, ids?: readonly number[]): EngineEvent => ({
  kind: 'rows',
  store,
  orgId,
  ...(ids ? { ids } : {}),
});
export const QUEUE_CHANGED: EngineEvent = { kind: 'queue' };
