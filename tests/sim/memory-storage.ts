import type { KeyPart, Query, Storage, Tx } from '#client/offline/engine/ports.ts';
import { SHAPES, type StoreName, type Stores } from '#client/offline/storage/stores.ts';

type Row = Stores[StoreName];
type Key = string | number | readonly Key[];
type Fields = Readonly<Record<string, unknown>>;

const rank = (key: Key): number => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);

/** The order of IndexedDB: numbers before texts before lists. */
export const compareKeys = (left: Key, right: Key): number => {
  if (typeof left === 'number' && typeof right === 'number') {
    return left - right;
  }
  if (typeof left === 'string' && typeof right === 'string') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === 'object' && typeof right === 'object') {
    for (let at = 0; at < left.length && at < right.length; at += 1) {
      const order = compareKeys(left[at] as Key, right[at] as Key);
      if (order !== 0) {
        return order;
      }
    }
    return left.length - right.length;
  }
  return rank(left) - rank(right);
};

const isKey = (value: unknown): value is Key =>
  typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)) || (Array.isArray(value) && value.every(isKey));

const freezeDeep = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !(value instanceof ArrayBuffer) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) {
      freezeDeep(part);
    }
  }
  return value;
};

type Table = Map<string | number, Row>;

/** One database of one device; any number of tabs may open it. */
export interface MemoryDatabase {
  readonly tables: Readonly<Record<StoreName, Table>>;
  /** Rows are copied and frozen when they are kept, so that code that goes on using one is caught; otherwise they are only shared. */
  readonly isStrict: boolean;
}

export const memoryDatabase = (isStrict = true): MemoryDatabase => ({
  tables: Object.fromEntries(Object.keys(SHAPES).map((name) => [name, new Map()])) as unknown as MemoryDatabase['tables'],
  isStrict,
});

/** Puts all rows of another database in. */
export const copyInto = (db: MemoryDatabase, from: MemoryDatabase): void => {
  for (const name of Object.keys(SHAPES) as StoreName[]) {
    for (const [key, row] of from.tables[name]) {
      db.tables[name].set(key, row);
    }
  }
};

/** What a transaction did to one row. */
export interface RowChange {
  readonly store: StoreName;
  readonly key: string | number;
  readonly before: Row | undefined;
}

export interface OpenTransaction {
  readonly tx: Tx;
  readonly changes: readonly RowChange[];
  /** No call works any longer. */
  readonly close: () => void;
  /** Undoes everything and closes. */
  readonly rollBack: () => void;
}

const refuse = (name: string, message: string): DOMException => new DOMException(message, name);

const within = (key: Key, { from, to }: Query): boolean =>
  (from === undefined || compareKeys(key, from) >= 0) && (to === undefined || compareKeys(key, to) <= 0);

interface Found {
  readonly key: Key;
  readonly own: string | number;
  readonly row: Row;
}

type Look = (row: Row, found: (key: Key) => void) => void;

/** Returns the keys under which an index has the row: none if the row lacks a part of the key. */
const lookAt = (path: string | readonly string[], isMulti: boolean): Look => {
  if (typeof path !== 'string') {
    return (row, found) => {
      const parts = path.map((part) => (row as unknown as Fields)[part]);
      if (isKey(parts)) {
        found(parts);
      }
    };
  }
  return (row, found) => {
    const value = (row as unknown as Fields)[path];
    if (isMulti && Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const key: unknown = value[at];
        if (isKey(key) && value.indexOf(key) === at) {
          found(key);
        }
      }
    } else if (isKey(value)) {
      found(value);
    }
  };
};

const LOOKS = new Map(
  Object.entries(SHAPES).map(([store, { indexes }]) => [
    store,
    new Map(Object.entries(indexes).map(([name, { path, multiEntry }]) => [name, lookAt(path, multiEntry ?? false)])),
  ]),
);

const visit = (table: Table, store: StoreName, query: Query, see: (key: Key, own: string | number, row: Row) => void): void => {
  if (query.index === undefined) {
    for (const [own, row] of table) {
      if (within(own, query)) {
        see(own, own, row);
      }
    }
    return;
  }
  const look = LOOKS.get(store)?.get(query.index);
  if (!look) {
    throw refuse('NotFoundError', `${store} has no index ${query.index}`);
  }
  for (const [own, row] of table) {
    look(row, (key) => {
      if (within(key, query)) {
        see(key, own, row);
      }
    });
  }
};

const listIn = (table: Table, store: StoreName, query: Query): Row[] => {
  if (table.size === 0 && (query.index === undefined || LOOKS.get(store)?.has(query.index))) {
    return [];
  }
  const found: Found[] = [];
  visit(table, store, query, (key, own, row) => found.push({ key, own, row }));
  if (found.length > 1) {
    const turn = query.backwards === true ? -1 : 1;
    found.sort((left, right) => turn * (compareKeys(left.key, right.key) || compareKeys(left.own, right.own)));
  }
  const rows = query.limit === undefined || query.limit >= found.length ? found : found.slice(0, query.limit);
  return rows.map(({ row }) => row);
};

const countIn = (table: Table, store: StoreName, query: Query): number => {
  if (table.size === 0) {
    return 0;
  }
  let count = 0;
  visit(table, store, query, () => {
    count += 1;
  });
  return count;
};

/** Begins a transaction at once. The caller makes sure that no other writing transaction is open on the database. */
export const begin = (db: MemoryDatabase, stores: readonly StoreName[], mode: 'read' | 'write'): OpenTransaction => {
  const changes: RowChange[] = [];
  let isOpen = true;
  const tableOf = (store: StoreName): Table => {
    if (!isOpen) {
      throw refuse('TransactionInactiveError', 'The transaction has ended.');
    }
    if (!stores.includes(store)) {
      throw refuse('NotFoundError', `${store} is not among the stores of the transaction.`);
    }
    return db.tables[store];
  };
  const tableToWrite = (store: StoreName): Table => {
    if (mode === 'read') {
      throw refuse('ReadOnlyError', 'A transaction that reads cannot write.');
    }
    return tableOf(store);
  };
  const put = (store: StoreName, row: Row): void => {
    const table = tableToWrite(store);
    const key = (row as unknown as Fields)[SHAPES[store].key];
    if (!isKey(key) || typeof key === 'object') {
      throw refuse('DataError', `A row of ${store} without its key ${SHAPES[store].key}.`);
    }
    changes.push({ store, key, before: table.get(key) });
    table.set(key, db.isStrict ? freezeDeep(structuredClone(row)) : row);
  };
  const remove = (store: StoreName, key: KeyPart): void => {
    const table = tableToWrite(store);
    const before = table.get(key as string | number);
    if (before !== undefined) {
      changes.push({ store, key: key as string | number, before });
      table.delete(key as string | number);
    }
  };
  const tx: Tx = {
    // `Stores` says which row a store holds; a map of all of them cannot.
    get: async (store, key) => tableOf(store).get(key as string | number) as never,
    list: async (store, query) => listIn(tableOf(store), store, query) as never,
    count: async (store, query) => countIn(tableOf(store), store, query),
    put: async (store, row) => put(store, row),
    putAll: async (store, rows) => rows.forEach((row) => put(store, row)),
    remove: async (store, key) => remove(store, key),
    removeAll: async (store, keys) => keys.forEach((key) => remove(store, key)),
  };
  return {
    tx,
    changes,
    close: () => {
      isOpen = false;
    },
    rollBack: () => {
      isOpen = false;
      for (const { store, key, before } of changes.toReversed()) {
        if (before === undefined) {
          db.tables[store].delete(key);
        } else {
          db.tables[store].set(key, before);
        }
      }
    },
  };
};

/** `Storage` in memory: transactions of one database run one after another, each whole or not at all. */
export const memoryStorage = (db: MemoryDatabase = memoryDatabase()): Storage => {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
  const run = <T>(stores: readonly StoreName[], mode: 'read' | 'write', work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const open = begin(db, stores, mode);
      try {
        const result = await work(open.tx);
        open.close();
        return result;
      } catch (error) {
        open.rollBack();
        throw error;
      }
    });
  return {
    read: (stores, work) => run(stores, 'read', work),
    write: (stores, work) => run(stores, 'write', work),
  };
};

/** Looks a key up outside any transaction, for the checks. */
export const peek = <S extends StoreName>(db: MemoryDatabase, store: S, key: KeyPart): Stores[S] | undefined =>
  db.tables[store].get(key as string | number) as Stores[S] | undefined;

/** All rows of a store outside any transaction, in no particular order. */
export const rowsOf = <S extends StoreName>(db: MemoryDatabase, store: S): Stores[S][] => [...db.tables[store].values()] as Stores[S][];

/** What an open transaction did to a store, which nobody else sees yet. */
type Unseen = { readonly transaction: { readonly changes: readonly RowChange[] } } | null;

/** All rows of a store as a screen sees them, in no particular order. */
export const shownRows = <S extends StoreName>(db: MemoryDatabase, open: Unseen, store: S): Stores[S][] => {
  const changes = open?.transaction.changes.filter((change) => change.store === store) ?? [];
  if (changes.length === 0) {
    return rowsOf(db, store);
  }
  const rows = new Map(db.tables[store]);
  for (const { key, before } of changes.toReversed()) {
    if (before === undefined) {
      rows.delete(key);
    } else {
      rows.set(key, before);
    }
  }
  return [...rows.values()] as Stores[S][];
};
