import type { Core } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { Ports, Storage } from '#client/offline/engine/ports.ts';
import { SHAPES, type StoreName } from '#client/offline/storage/stores.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';

const never = (): never => {
  throw new Error('Nothing is sent here.');
};

interface Parts {
  readonly storage?: Storage;
  readonly userId?: () => number | null;
  readonly now?: () => number;
}

const countedRandom = (): Ports['random'] => {
  let uuids = 0;
  return { uuid: () => `uuid-${(uuids += 1)}`, fraction: () => 0.5 };
};

/** The engine's ports, on a device that is never online. `now` is its clock. */
export const deviceCore = ({ storage = memoryStorage(), userId = () => 1, now = () => 1_700_000_000_000 }: Parts = {}): Core => ({
  clock: { now, sleep: never },
  random: countedRandom(),
  storage,
  net: { send: never },
  locks: { run: never },
  bus: { post: () => undefined, listen: () => () => undefined },
  session: { userId },
  isOnline: () => false,
  userAgent: 'a test',
});

export const STORES = Object.keys(SHAPES) as StoreName[];

/** The memory of a device on which user 1 is signed in. It is full once `room` has no puts left. */
export const limitedMemory = (room: { putsLeft: number }) => {
  const db = memoryDatabase();
  db.tables.meta.set('viewOf', { key: 'viewOf', value: 1 });
  const inner = memoryStorage(db);
  const storage: Storage = {
    read: inner.read,
    write: (stores, work, options) =>
      inner.write(
        stores,
        (tx) =>
          work({
            ...tx,
            put: async (store, row) => {
              room.putsLeft -= 1;
              if (room.putsLeft < 0) {
                throw new DOMException('The disk is full.', 'QuotaExceededError');
              }
              return tx.put(store, row);
            },
          }),
        options,
      ),
  };
  return { db, storage, everything: () => JSON.stringify(STORES.map((store) => rowsOf(db, store))) };
};

/** Like `deviceCore`, with user 1 signed in: what is pulled is theirs. */
export const openedCore = async (): Promise<Core> => {
  const core = deviceCore();
  await core.storage.write(['meta'], (tx) => tx.put('meta', { key: 'viewOf', value: 1 }), { durability: 'relaxed' });
  return core;
};

/** Waiting changes, in their order. */
export const queueOf = async ({ storage }: Core): Promise<SyncItem[]> =>
  [...(await storage.read(['syncQueue'], (tx) => tx.list('syncQueue', {})))].sort((a, b) => a.seq - b.seq);

/**
 * The engine's ports in the only tab of a device that is always online; `send` is its way to the server. Nothing waits for time to pass.
 */
export const onlinePorts = (storage: Storage, now: () => number, send: Ports['net']['send'], userId = 1): Ports => ({
  clock: { now, sleep: () => Promise.resolve() },
  random: countedRandom(),
  storage,
  net: { send },
  locks: { run: (_name, work) => work(new AbortController().signal) },
  bus: { post: () => undefined, listen: () => () => undefined },
  session: { userId: () => userId },
  isOnline: () => true,
  userAgent: 'a test',
});
