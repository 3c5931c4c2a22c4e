import { answerOf } from '#client/offline/browser/idb-answers.ts';
import { abort } from '#client/offline/browser/idb-transaction.ts';
import { DATABASE_VERSION, type MetaRow, SHAPES, type StoreShape } from '#client/offline/storage/stores.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { COPY_ROWS, takenOver } from '#client/offline/view/lacking.ts';

/** What a version of the app stores on a device. */
export interface DatabasePlan {
  /** Grows by one with each version of the app that needs another store or index. */
  readonly version: number;
  readonly shapes: Readonly<Record<string, StoreShape>>;
  /** Which of its stores hold records of the server. */
  readonly kinds: readonly string[];
}

export const TODAYS_PLAN: DatabasePlan = { version: DATABASE_VERSION, shapes: SHAPES, kinds: RECORD_STORES };

const addIndexes = (store: IDBObjectStore, { indexes }: StoreShape): void => {
  for (const [index, { path, multiEntry = false }] of Object.entries(indexes)) {
    if (!store.indexNames.contains(index)) {
      store.createIndex(index, typeof path === 'string' ? path : [...path], { multiEntry });
    }
  }
};

/** Notes that this device's copies were brought up to date without the new kinds, so that a pull fetches them again. */
const noteNewKinds = async (transaction: IDBTransaction, kinds: readonly string[]): Promise<void> => {
  const meta = transaction.objectStore('meta');
  // Only these: drafts with their photos are in the same store.
  const rows = await Promise.all(COPY_ROWS.map((name): Promise<MetaRow[]> => answerOf(meta.getAll(IDBKeyRange.bound(name, `${name}~`)))));
  const { puts, removes } = takenOver(rows.flat(), kinds);
  for (const row of puts) {
    await answerOf(meta.put(row));
  }
  for (const key of removes) {
    await answerOf(meta.delete(key));
  }
};

const addWhatIsMissing = async (db: IDBDatabase, transaction: IDBTransaction, { shapes, kinds }: DatabasePlan): Promise<void> => {
  const before = new Set<string>(db.objectStoreNames);
  for (const [name, shape] of Object.entries(shapes)) {
    const { key, autoIncrement = false } = shape;
    const store = before.has(name) ? transaction.objectStore(name) : db.createObjectStore(name, { keyPath: key, autoIncrement });
    addIndexes(store, shape);
  }
  const added = kinds.filter((kind) => !before.has(kind));
  if (before.has('meta') && added.length > 0) {
    await noteNewKinds(transaction, added);
  }
};

/**
 * Upgrades a device's database to the plan, from any earlier version or from nothing. Only adds what is missing: every existing row stays,
 * because it may not have been sent. Call it in the `upgrade` of the opening; if anything fails, all of it is undone and the opening
 * fails.
 */
export const upgradeDatabase = (db: IDBDatabase, transaction: IDBTransaction, plan: DatabasePlan): void => {
  addWhatIsMissing(db, transaction, plan).catch(() => abort(transaction));
};
