import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStorage } from '#client/offline/browser/idb-storage.ts';
import { DATABASE_VERSION, type StoreName } from '#client/offline/storage/stores.ts';
import { memoryStorage } from '../sim/memory-storage.ts';
import { STORAGE_CASES } from './storage-cases.ts';

// The same battery for every kind of storage, and how lists are read.

let opened = 0;
const newName = () => `kinds-${(opened += 1)}`;

const NEW = 'getAllRecords';
const sources = [IDBObjectStore.prototype, IDBIndex.prototype].map((prototype) => ({
  prototype,
  known: Object.getOwnPropertyDescriptor(prototype, NEW),
}));
/** Until the end of the test the browser is one of those that do not have it yet. */
const forgetGetAllRecords = (): void => sources.forEach(({ prototype }) => Reflect.deleteProperty(prototype, NEW));

afterEach(() => {
  for (const { prototype, known = {} } of sources) {
    Object.defineProperty(prototype, NEW, known);
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('IndexedDB', () => {
  test.each(STORAGE_CASES)('%s', async (_, check) => check(await openStorage({ name: newName() })));
});
describe('IndexedDB of a browser that cannot read backwards at once', () => {
  beforeEach(forgetGetAllRecords);
  test.each(STORAGE_CASES)('%s', async (_, check) => check(await openStorage({ name: newName() })));
});
describe('memory', () => {
  test.each(STORAGE_CASES)('%s', async (_, check) => check(memoryStorage()));
});

test('lists are read at once, backwards as well where the browser can', async () => {
  const storage = await openStorage({ name: newName() });
  await storage.write(['jobs'], (tx) => tx.put('jobs', { id: 1, organizationId: 1, version: 1 }), { durability: 'strict' });
  const cursor = vi.spyOn(IDBObjectStore.prototype, 'openCursor');
  const all = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await storage.read(['jobs'], (tx) => tx.list('jobs', { from: 1, limit: 5 }));
  expect([cursor.mock.calls.length, all.mock.calls[0]?.[1]]).toEqual([0, 5]);
  await storage.read(['jobs'], (tx) => tx.list('jobs', { backwards: true, limit: 5 }));
  expect([cursor.mock.calls.length, all.mock.calls[1]]).toEqual([0, [{ query: null, count: 5, direction: 'prev' }]]);
  forgetGetAllRecords();
  await storage.read(['jobs'], (tx) => tx.list('jobs', { backwards: true, limit: 5 }));
  expect([cursor.mock.calls.length, all.mock.calls.length]).toEqual([1, 2]);
});

const openRaw = (name: string, version: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.name)));
  });

test.each<StoreName>(['customers', 'jobs', 'jobEntries'])('%s numbers its own rows, as specified', async (store) => {
  const name = newName();
  await openStorage({ name });
  const db = await openRaw(name, DATABASE_VERSION);
  expect([db.transaction(store).objectStore(store).autoIncrement, db.transaction(store).objectStore(store).keyPath]).toEqual([true, 'id']);
  db.close();
});
