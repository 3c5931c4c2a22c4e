import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { isDeepStrictEqual } from 'node:util';
import { type OpenedStorage, openStorage } from '#client/offline/browser/idb-storage.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { SHAPES, type StoreName } from '#client/offline/storage/stores.ts';
import { begin, type MemoryDatabase, type OpenTransaction } from '../sim/memory-storage.ts';
import type { SimulatedStorage } from '../sim/world.ts';

const STORES = Object.keys(SHAPES) as StoreName[];
const STRICT = { durability: 'strict' } as const;

class TakenBack extends Error {}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The connection that each database was last used over. */
const connections = new Map<string, IDBDatabase>();
const original: unknown = Reflect.get(IDBDatabase.prototype, 'transaction');
IDBDatabase.prototype.transaction = function noted(this: IDBDatabase, ...args) {
  connections.set(this.name, this);
  return (original as IDBDatabase['transaction']).apply(this, args);
};

let names = 0;

/** One device's rows in IndexedDB, and the same in memory, where the checks of the simulation look: both must always agree. */
class Twin {
  /** Calls that have not been answered, and transactions that have not begun or ended. */
  busy = 0;
  differs: string | null = null;
  private readonly db: MemoryDatabase;
  private readonly name = `twin ${(names += 1)}`;
  private readonly loses: () => boolean;
  private storage: Promise<OpenedStorage> | undefined;
  private open = 0;

  constructor(db: MemoryDatabase, loses: () => boolean) {
    this.db = db;
    this.loses = loses;
  }

  readonly begin = (stores: readonly StoreName[], mode: 'read' | 'write'): OpenTransaction => {
    const memory = begin(this.db, stores, mode);
    const end = { is: 'open' as 'open' | 'kept' | 'taken back' };
    const real = this.start(stores, mode, end);
    const both = async <T>(what: string, ask: (tx: Tx) => Promise<T>): Promise<T> => {
      this.busy += 1;
      try {
        const [mine, expected] = [await ask(await real), await ask(memory.tx)];
        if (!isDeepStrictEqual(mine, expected)) {
          this.differs ??= `${what}: ${JSON.stringify(mine)} instead of ${JSON.stringify(expected)}`;
        }
        return mine;
      } finally {
        this.busy -= 1;
      }
    };
    const tx: Tx = {
      get: (store, key) => both(`get ${store}`, (each) => each.get(store, key)),
      list: (store, query) => both(`list ${store} ${JSON.stringify(query)}`, (each) => each.list(store, query)),
      count: (store, query) => both(`count ${store} ${JSON.stringify(query)}`, (each) => each.count(store, query)),
      put: (store, row) => both(`put ${store}`, (each) => each.put(store, row)),
      putAll: (store, rows) => both(`put ${store}`, (each) => each.putAll(store, rows)),
      remove: (store, key) => both(`remove ${store}`, (each) => each.remove(store, key)),
      removeAll: (store, keys) => both(`remove ${store}`, (each) => each.removeAll(store, keys)),
    };
    return {
      tx,
      changes: memory.changes,
      close: () => {
        end.is = 'kept';
        memory.close();
      },
      rollBack: () => {
        end.is = 'taken back';
        memory.rollBack();
      },
    };
  };

  /** Compares all rows; afterwards nothing of it is left. */
  async close(): Promise<void> {
    if (this.storage) {
      const storage = await this.storage;
      for (const store of STORES) {
        const here = await storage.read([store], (tx) => tx.list(store, {}));
        const keyOf = (row: object) => String(Reflect.get(row, SHAPES[store].key));
        const rows = new Map(here.map((row) => [keyOf(row), row]));
        const expected = new Map([...this.db.tables[store].values()].map((row) => [keyOf(row), row]));
        if (!isDeepStrictEqual(rows, expected)) {
          this.differs ??= `${store} holds ${JSON.stringify([...rows])} instead of ${JSON.stringify([...expected])}`;
        }
      }
      await storage.close();
      connections.delete(this.name);
      indexedDB.deleteDatabase(this.name);
    }
  }

  /** Opened at first use, with what the device held before. */
  private opened(): Promise<OpenedStorage> {
    const fill = async (): Promise<OpenedStorage> => {
      const storage = await openStorage({ name: this.name });
      const before = STORES.map((store) => [store, [...this.db.tables[store].values()]] as const);
      await storage.write(
        STORES,
        async (tx) => {
          for (const [store, rows] of before) {
            await Promise.all(rows.map((row) => tx.put(store, row)));
          }
        },
        STRICT,
      );
      return storage;
    };
    return (this.storage ??= fill());
  }

  /** A transaction that stays open until the world has decided: an IndexedDB transaction ends as soon as no request is pending. */
  private start(stores: readonly StoreName[], mode: 'read' | 'write', end: { readonly is: string }): Promise<Tx> {
    this.busy += 1;
    return new Promise((give, refuse) => {
      const work = async (tx: Tx): Promise<void> => {
        this.busy -= 1;
        give(tx);
        const [any = 'meta'] = stores;
        while (end.is === 'open') {
          await tx.get(any, 0);
        }
        this.busy += 1;
        if (end.is === 'taken back') {
          throw new TakenBack('The world takes it back.');
        }
      };
      const run = async (): Promise<void> => {
        const storage = await this.opened();
        const connection = connections.get(this.name);
        if (connection && this.open === 0 && this.loses()) {
          forceCloseDatabase(connection as never);
        }
        this.open += 1;
        try {
          await (mode === 'read' ? storage.read(stores, work) : storage.write(stores, work, STRICT));
        } catch (error) {
          if (!(error instanceof TakenBack)) {
            throw error;
          }
        } finally {
          this.open -= 1;
          this.busy -= 1;
        }
      };
      run().catch((error: unknown) => {
        this.differs ??= `a transaction failed: ${String(error)}`;
        refuse(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}

/** Devices over IndexedDB; `loses` says whether a connection is gone before its next transaction. */
export const inIndexedDb = (loses: () => boolean): SimulatedStorage & { readonly close: () => Promise<string[]> } => {
  const twins: Twin[] = [];
  return {
    open: (db) => {
      const twin = new Twin(db, loses);
      twins.push(twin);
      return twin.begin;
    },
    settled: async () => {
      // What has been answered may make further requests in the same turn.
      for (let calm = 0; calm < 2;) {
        await tick();
        calm = twins.every(({ busy }) => busy === 0) ? calm + 1 : 0;
      }
    },
    close: async () => {
      for (const twin of twins) {
        await twin.close();
      }
      return twins.flatMap(({ differs }) => differs ?? []);
    },
  };
};
