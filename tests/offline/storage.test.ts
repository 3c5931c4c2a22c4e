import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { BrokenDatabase, chooseDatabase, NewerDatabase, openStorage } from '#client/offline/browser/idb-storage.ts';
import type { Storage, Tx } from '#client/offline/engine/ports.ts';
import { DATABASE_VERSION } from '#client/offline/storage/stores.ts';

const methodOf = <T, K extends keyof T>(prototype: T, name: K): T[K] => prototype[name];
const put = methodOf(IDBObjectStore.prototype, 'put');
let opened = 0;
const newName = () => `test-${(opened += 1)}`;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const STRICT = { durability: 'strict' } as const;
const job = (id: number) => ({ id, organizationId: 1, version: 1 });
type Work = (tx: Tx) => Promise<void>;
const putJob =
  (id: number): Work =>
  (tx) =>
    tx.put('jobs', job(id));
const jobs = async (storage: Storage): Promise<number[]> => (await storage.read(['jobs'], (tx) => tx.list('jobs', {}))).map(({ id }) => id);

/** Passes the connections and transactions that the browser opens, as they are opened. */
const watch = () => {
  const transactions: IDBTransaction[] = [];
  const connections: IDBDatabase[] = [];
  const begin = methodOf(IDBDatabase.prototype, 'transaction');
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function begun(this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    transactions.push(transaction);
    connections.push(this);
    return transaction;
  });
  return { transactions, connections, spy };
};

/** The transaction is lost in the next call of `put`, as when the browser ends the connection. */
const losePut = (times: number): void => {
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put');
  for (let n = 0; n < times; n += 1) {
    spy.mockImplementationOnce(function lost(this: IDBObjectStore, ...args) {
      const request = put.apply(this, args);
      this.transaction.abort();
      return request;
    });
  }
};

/** Work after whose end the browser fails to commit. */
const failAtCommit =
  (transactions: readonly IDBTransaction[], error: DOMException | null): Work =>
  async (tx) => {
    await tx.put('jobs', job(2));
    // Calls are served in their order: with this one the first has succeeded.
    await tx.get('jobs', 2);
    const transaction = transactions.at(-1);
    // The work is over and the browser has not begun to commit: a turn of promises is enough for the one and too short for the other.
    const turns = Array.from({ length: 20 });
    void turns
      .reduce<Promise<void>>((before) => before.then(() => undefined), Promise.resolve())
      .then(() => {
        Object.defineProperty(transaction, 'error', { value: error });
        transaction?.abort();
      });
  };

test('a write says how durable it has to be, a read does not wait for the disk', async () => {
  const storage = await openStorage({ name: newName() });
  const { spy } = watch();
  await storage.write(['jobs', 'meta'], putJob(1), STRICT);
  await storage.write(['jobs'], putJob(2), { durability: 'relaxed' });
  await jobs(storage);
  expect(spy.mock.calls).toEqual([
    [['jobs', 'meta'], 'readwrite', { durability: 'strict' }],
    [['jobs'], 'readwrite', { durability: 'relaxed' }],
    [['jobs'], 'readonly', { durability: 'default' }],
  ]);
});

test('a full disk is reported by its name, in a call or at the end, and nothing is kept', async () => {
  const storage = await openStorage({ name: newName() });
  await storage.write(['jobs'], putJob(1), STRICT);
  const full = new DOMException('The disk is full.', 'QuotaExceededError');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw full;
  });
  const inCall = storage.write(
    ['jobs', 'meta'],
    async (tx) => {
      await tx.remove('jobs', 1);
      await tx.put('meta', { key: 'a', value: 1 });
    },
    STRICT,
  );
  await expect(inCall).rejects.toBe(full);
  const { transactions } = watch();
  const work = vi.fn<Work>(failAtCommit(transactions, full));
  await expect(storage.write(['jobs'], work, STRICT)).rejects.toBe(full);
  expect(work).toHaveBeenCalledOnce();
  expect(await jobs(storage)).toEqual([1]);
});

test('Firefox aborts all calls over a full disk: the reason is reported, not the calls', async () => {
  const storage = await openStorage({ name: newName() });
  const full = new DOMException('The disk is full.', 'QuotaExceededError');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function aborted(this: IDBObjectStore, ...args) {
    const request = put.apply(this, args);
    Object.defineProperty(this.transaction, 'error', { value: full });
    this.transaction.abort();
    return request;
  });
  const work = vi.fn<Work>(putJob(1));
  await expect(storage.write(['jobs'], work, STRICT)).rejects.toBe(full);
  expect(work).toHaveBeenCalledOnce();
});

test('a failed call fails the transaction even if the work goes on', async () => {
  const storage = await openStorage({ name: newName() });
  const write = storage.write(
    ['jobs'],
    async (tx) => {
      await tx.put('jobs', job(1));
      await tx.put('jobs', { version: 1, organizationId: 1, id: [] } as never).catch(() => undefined);
      await tx.put('jobs', { version: 1, organizationId: 1, id: true } as never).catch(() => undefined);
    },
    STRICT,
  );
  await expect(write).rejects.toMatchObject({ name: 'DataError' });
  expect(await jobs(storage)).toEqual([]);
});

test('after the browser closed the connection, the next write opens it again', async () => {
  const storage = await openStorage({ name: newName() });
  const { connections } = watch();
  await storage.write(['jobs'], putJob(1), STRICT);
  forceCloseDatabase(connections[0] as never);
  await storage.write(['jobs'], putJob(2), STRICT);
  expect(connections[1]).not.toBe(connections[0]);
  // Closed without an event, as WebKit does.
  connections[1]?.close();
  expect(await jobs(storage)).toEqual([1, 2]);
});

test('what the browser cut off before its end is repeated, and only once', async () => {
  const storage = await openStorage({ name: newName() });
  losePut(1);
  const work = vi.fn<Work>(putJob(1));
  await storage.write(['jobs'], work, STRICT);
  expect(work).toHaveBeenCalledTimes(2);
  expect(await jobs(storage)).toEqual([1]);
  losePut(2);
  await expect(storage.write(['jobs'], putJob(2), STRICT)).rejects.toMatchObject({ name: 'AbortError' });
  vi.restoreAllMocks();
  expect(await jobs(storage)).toEqual([1]);
});

test("WebKit's words for a lost connection are understood", async () => {
  const storage = await openStorage({ name: newName() });
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError');
  });
  await storage.write(['jobs'], putJob(1), STRICT);
  expect(await jobs(storage)).toEqual([1]);
});

test('a row that cannot be kept undoes the whole transaction, though no call is awaited', async () => {
  const storage = await openStorage({ name: newName() });
  await storage.write(['jobs'], putJob(1), STRICT);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function refused(this: IDBObjectStore, row: unknown) {
    return this.add(row);
  });
  const work = async (tx: Parameters<Work>[0]): Promise<void> => {
    await tx.put('jobs', job(1));
    await tx.put('jobs', job(2));
  };
  await expect(storage.write(['jobs'], work, STRICT)).rejects.toMatchObject({ name: 'ConstraintError' });
  expect(await jobs(storage)).toEqual([1]);
});

test('what may have been kept is not repeated', async () => {
  const storage = await openStorage({ name: newName() });
  const { transactions } = watch();
  const work = vi.fn<Work>(failAtCommit(transactions, new DOMException('Connection to Indexed Database server lost.', 'UnknownError')));
  await expect(storage.write(['jobs'], work, STRICT)).rejects.toMatchObject({ name: 'UnknownError' });
  const silent = vi.fn<Work>(failAtCommit(transactions, null));
  await expect(storage.write(['jobs'], silent, STRICT)).rejects.toMatchObject({ said: { messageCode: 'storageAborted' } });
  expect([work.mock.calls.length, silent.mock.calls.length]).toEqual([1, 1]);
});

test('an error of the work is no lost connection, whatever it is called', async () => {
  const storage = await openStorage({ name: newName() });
  const thrown = new DOMException('Stopped.', 'AbortError');
  const work = vi.fn<Work>(async (tx) => {
    await tx.put('jobs', job(1));
    throw thrown;
  });
  await expect(storage.write(['jobs'], work, STRICT)).rejects.toBe(thrown);
  expect(work).toHaveBeenCalledOnce();
  expect(await jobs(storage)).toEqual([]);
});

const openRaw = (name: string, version: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.name)));
  });

test('a newer app gets the database at once; this one is notified, and none of its starts opens the database any longer', async () => {
  const name = newName();
  const onVersionChange = vi.fn<() => void>();
  const storage = await openStorage({ name, onVersionChange });
  const newer = await openRaw(name, DATABASE_VERSION + 1);
  expect(onVersionChange).toHaveBeenCalledOnce();
  expect(await jobs(storage)).toEqual([]);
  await expect(openStorage({ name })).rejects.toBeInstanceOf(NewerDatabase);
  newer.close();
});

/** The browser fails to open this many times. */
const failOpening = async (times: number, error: DOMException): Promise<{ readonly tries: () => number }> => {
  const tooNew = newName();
  (await openRaw(tooNew, DATABASE_VERSION + 1)).close();
  const open = methodOf(IDBFactory.prototype, 'open');
  const spy = vi.spyOn(IDBFactory.prototype, 'open');
  for (let n = 0; n < times; n += 1) {
    spy.mockImplementationOnce(function failed(this: IDBFactory) {
      const request = open.call(this, tooNew, DATABASE_VERSION);
      // Its own error is set on it later.
      request.addEventListener('error', () => Object.defineProperty(request, 'error', { value: error }));
      return request;
    });
  }
  return { tries: () => spy.mock.calls.length };
};

test('a database that cannot be opened is reported and left alone; another can be chosen, and is used from then on', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const before = await openStorage();
  expect(before.name).toBe('headland');
  await before.write(['jobs'], putJob(1), STRICT);
  await before.close();
  const unknown = new DOMException('Internal error opening backing store', 'UnknownError');
  const remove = vi.spyOn(IDBFactory.prototype, 'deleteDatabase');
  const opening = await failOpening(3, unknown);
  const failure = await openStorage().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BrokenDatabase);
  expect((failure as BrokenDatabase).cause).toBe(unknown);
  expect([opening.tries(), remove.mock.calls.length]).toEqual([3, 0]);
  chooseDatabase('headland-2');
  const fresh = await openStorage();
  expect([fresh.name, await jobs(fresh)]).toEqual(['headland-2', []]);
  expect(await jobs(await openStorage({ name: 'headland' }))).toEqual([1]);
});

test('a database that opens at the third try is not broken, and a full disk is not a broken database', async () => {
  await failOpening(2, new DOMException('Connection to Indexed Database server lost.', 'UnknownError'));
  expect(await jobs(await openStorage({ name: newName() }))).toEqual([]);
  vi.restoreAllMocks();
  const opening = await failOpening(1, new DOMException('Full.', 'QuotaExceededError'));
  await expect(openStorage({ name: newName() })).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(opening.tries()).toBe(1);
});

test('a connection that cannot be opened again is retried by the next call', async () => {
  const storage = await openStorage({ name: newName() });
  await storage.write(['jobs'], putJob(1), STRICT);
  await storage.close();
  await failOpening(3, new DOMException('Connection to Indexed Database server lost.', 'UnknownError'));
  await expect(jobs(storage)).rejects.toBeInstanceOf(BrokenDatabase);
  expect(await jobs(storage)).toEqual([1]);
});
