import { deviceMessage } from '#shared/messages/device.ts';
import { SaidError } from '#shared/messages/said-error.ts';
import type { Answers, Asked } from '#client/offline/browser/answers.ts';
import { answerOf } from '#client/offline/browser/idb-answers.ts';
import type { KeyPart, Query, Tx } from '#client/offline/engine/ports.ts';
import type { StoreName, Stores } from '#client/offline/storage/stores.ts';

/** Rows that are put without a pause. */
const STRIDE = 25;

type Mode = 'readonly' | 'readwrite';
type Source = IDBObjectStore | IDBIndex;

/** The connection was lost under a transaction of which nothing can have been kept: it may be repeated on a new connection. */
export class ConnectionLost extends SaidError {
  override readonly name = 'ConnectionLost';
}

/** The transaction was given up from here, and nothing of it was kept. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

const nameOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined);

/** Whether the failure means that the connection is gone. WebKit throws UnknownError, the others abort. */
const saysLost = (error: unknown): boolean => ['AbortError', 'InvalidStateError', 'UnknownError'].includes(String(nameOf(error)));

const rangeOf = ({ from, to }: Query): IDBKeyRange | null => {
  if (from === undefined) {
    return to === undefined ? null : IDBKeyRange.upperBound(to);
  }
  return to === undefined ? IDBKeyRange.lowerBound(from) : IDBKeyRange.bound(from, to);
};

/** IndexedDB rejects a range that ends before it begins, and takes a limit of 0 for no limit. */
const isEmpty = ({ from, to, limit }: Query): boolean =>
  limit === 0 || (from !== undefined && to !== undefined && indexedDB.cmp(from, to) > 0);

/** Not in every browser yet, nor in our types: https://developer.mozilla.org/docs/Web/API/IDBObjectStore/getAllRecords */
interface GetAllOptions {
  readonly query: IDBKeyRange | null;
  readonly count?: number;
  readonly direction: 'prev';
}

const listBackwards = async (source: Source, query: Query): Promise<unknown[]> => {
  if ('getAllRecords' in source) {
    // A cursor calls back for each row, which keeps a phone busy longer than drawing them does.
    const { getAll } = source as unknown as { readonly getAll: (options: GetAllOptions) => IDBRequest<unknown[]> };
    const count = query.limit === undefined ? {} : { count: query.limit };
    return answerOf(getAll.call(source, { query: rangeOf(query), ...count, direction: 'prev' }));
  }
  const rows: unknown[] = [];
  const request = source.openCursor(rangeOf(query), 'prev');
  let cursor = await answerOf(request);
  while (cursor) {
    rows.push(cursor.value);
    if (rows.length === query.limit) {
      break;
    }
    // The same request answers again.
    cursor.continue();
    cursor = await answerOf(request);
  }
  return rows;
};

/**
 * The range from the first of the keys to the last, if the store has exactly these rows there: a call for each of a hundred takes ten times
 * as long as one for all.
 */
const rangeOfExactly = async (source: IDBObjectStore, keys: readonly IDBValidKey[]): Promise<IDBKeyRange | null> => {
  const sorted = keys.toSorted((one, other) => indexedDB.cmp(one, other));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return null;
  }
  const range = IDBKeyRange.bound(first, last);
  const found = await answerOf(source.getAllKeys(range, sorted.length + 1));
  return indexedDB.cmp(found, sorted) === 0 ? range : null;
};

/** The calls of one transaction. The first that fails is passed to `fail`, so that the work cannot go on as if it had not failed. */
const callsOf = (transaction: IDBTransaction, fail: (cause: unknown) => void): Tx => {
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      fail(error);
      throw error;
    }
  };
  // Calls are served in order, and one that fails ends the transaction, so there is no need to wait for each: on a phone that takes as
  // long as reading.
  const follow = (written: IDBRequest): void => {
    written.addEventListener('error', () => fail(written.error));
  };
  /**
   * Without a listener for each call: if one fails, the transaction ends, and says why. In strides, so that a screen can be drawn between
   * them.
   */
  const each = <T>(values: readonly T[], store: StoreName, call: (source: IDBObjectStore, value: T) => IDBRequest): Promise<void> =>
    guard(async () => {
      const source = transaction.objectStore(store);
      for (let at = 0; at < values.length; at += STRIDE) {
        const requests = values.slice(at, at + STRIDE).map((value) => call(source, value));
        const [last] = requests.slice(-1);
        await (last && at + STRIDE < values.length ? answerOf(last) : undefined);
      }
    });
  const sourceOf = (name: StoreName, { index }: Query): Source => {
    const store = transaction.objectStore(name);
    return index === undefined ? store : store.index(index);
  };
  return {
    get: (store, key) => guard(() => answerOf(transaction.objectStore(store).get(key as IDBValidKey))),
    list: <S extends StoreName>(store: S, query: Query) =>
      guard(async () => {
        if (isEmpty(query)) {
          return [];
        }
        const source = sourceOf(store, query);
        const rows = query.backwards === true ? listBackwards(source, query) : answerOf(source.getAll(rangeOf(query), query.limit));
        return (await rows) as Stores[S][];
      }),
    count: (store, query) =>
      guard(async () => (isEmpty({ ...query, limit: 1 }) ? 0 : answerOf(sourceOf(store, query).count(rangeOf(query) ?? undefined)))),
    put: (store, row) => guard(async () => follow(transaction.objectStore(store).put(row))),
    putAll: (store, rows) => each(rows, store, (source, row) => source.put(row)),
    removeAll: (store, keys) =>
      guard(async () => {
        const source = transaction.objectStore(store);
        const range = await rangeOfExactly(source, keys as readonly IDBValidKey[]);
        await (range ? answerOf(source.delete(range)) : each(keys, store, (_source, key) => source.delete(key as IDBValidKey)));
      }),
    remove: (store: StoreName, key: KeyPart) => guard(async () => follow(transaction.objectStore(store).delete(key as IDBValidKey))),
  };
};

/** Aborts a transaction that may have ended already. Returns false if it had, or if the browser is committing it. */
export const abort = (transaction: Pick<IDBTransaction, 'abort'>): boolean => {
  try {
    transaction.abort();
    return true;
  } catch (error) {
    if (nameOf(error) !== 'InvalidStateError') {
      throw error;
    }
    return false;
  }
};

/** How it ended: kept, or not and why (null if the browser does not say). */
const endOf = (transaction: IDBTransaction): Promise<{ isKept: boolean; cause: DOMException | null }> =>
  new Promise((resolve) => {
    transaction.addEventListener('complete', () => resolve({ isKept: true, cause: null }));
    transaction.addEventListener('abort', () => resolve({ isKept: false, cause: transaction.error }));
  });

const begin = (db: IDBDatabase, stores: readonly StoreName[], mode: Mode, durability: IDBTransactionDurability): IDBTransaction => {
  try {
    return db.transaction([...stores], mode, { durability });
  } catch (error) {
    throw nameOf(error) === 'InvalidStateError' ? new ConnectionLost(deviceMessage('storageClosed'), { cause: error }) : error;
  }
};

/** The most telling error: a call on an aborted transaction says only that it was aborted, while the transaction knows why. */
const reasonOf = (failed: unknown, cause: DOMException | null): unknown => (nameOf(failed) === 'AbortError' ? (cause ?? failed) : failed);

/** Does the work in the transaction and resolves once it is complete. */
const finish = async <T>(transaction: IDBTransaction, work: (tx: Tx) => Promise<T>, asked: Asked): Promise<T> => {
  const end = endOf(transaction).finally(asked.end);
  let failed: { readonly cause: unknown } | undefined;
  const fail = (cause: unknown): void => {
    failed ??= { cause };
    abort(transaction);
  };
  const done = await work(callsOf(transaction, fail)).then(
    (value) => ({ value }),
    (error: unknown) => {
      abort(transaction);
      return { error };
    },
  );
  const { isKept, cause } = await end;
  if (!isKept && asked.isGivenUp()) {
    throw new GivenUp();
  }
  if ('error' in done && done.error !== failed?.cause) {
    // An error of the work's own is no sign of a lost connection, whatever its name.
    throw done.error;
  }
  if (failed) {
    const reason = reasonOf(failed.cause, cause);
    throw !isKept && saysLost(reason) ? new ConnectionLost(deviceMessage('storageLost'), { cause: reason }) : reason;
  }
  if (!isKept) {
    // All calls had succeeded: the browser failed while committing, and may have kept them. Never repeat it unasked.
    throw cause ?? new SaidError(deviceMessage('storageAborted'));
  }
  return (done as { value: T }).value;
};

/**
 * Runs the work in one transaction and resolves once it is complete. Rejects with what went wrong, and then nothing is kept; rejects with
 * `ConnectionLost` or `GivenUp` (by `answers`) only if certainly nothing can have been kept.
 */
export const transact = <T>(
  db: IDBDatabase,
  stores: readonly StoreName[],
  mode: Mode,
  durability: IDBTransactionDurability,
  work: (tx: Tx) => Promise<T>,
  answers: Answers,
): Promise<T> => {
  const transaction = begin(db, stores, mode, durability);
  const asked = answers.ask(() => abort(transaction), mode === 'readwrite');
  // Answers to calls do not bubble, but pass here in the capture phase.
  transaction.addEventListener('success', asked.sign, true);
  const abandoned = asked.abandoned.then(() => {
    throw new GivenUp();
  });
  return Promise.race([finish(transaction, work, asked), abandoned]);
};
