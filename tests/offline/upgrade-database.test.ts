import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { BrokenDatabase, NewerDatabase, openStorage } from '#client/offline/browser/idb-storage.ts';
import { SHAPES, type StoreName } from '#client/offline/storage/stores.ts';
import { grownPlan, kindsSince, keptDevice, makeDatabase } from '../support/kept-device.ts';

// What a device has kept outlives every version of the app: tried with a database of an app of commit 1d13528 and apps that need more.

const kept = keptDevice();
const ORG = kept.company.orgId;
const STORES = Object.keys(SHAPES) as StoreName[];
let opened = 0;
const newName = () => `upgrade-${(opened += 1)}`;

afterEach(() => vi.restoreAllMocks());

const openRaw = (name: string, version?: number): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.name)));
  });

const read = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.name)));
  });

/** All rows of all stores, read without the app. */
const rowsIn = async (name: string): Promise<Record<string, unknown[]>> => {
  const db = await openRaw(name);
  const rows: Record<string, unknown[]> = {};
  for (const store of db.objectStoreNames) {
    rows[store] = await read(db.transaction(store).objectStore(store).getAll());
  }
  db.close();
  return rows;
};

const jobIds = async (storage: Awaited<ReturnType<typeof openStorage>>): Promise<number[]> =>
  (await storage.read(['jobs'], (tx) => tx.list('jobs', {}))).map(({ id }) => id);

const LACKS = `lacks:${ORG}`;
const LATER = kindsSince(kept);
const keyOf = (row: unknown): string => String(Reflect.get(Object(row), 'key'));

/** These rows as an upgrade leaves them: with nothing of the later kinds and of `more`, which the copy is noted to lack. */
const upgraded = (rows: Record<string, unknown[]>, more: readonly string[] = []): Record<string, unknown[]> => {
  const lacking = [...LATER, ...more];
  const note = lacking.length > 0 ? [{ key: LACKS, value: lacking }] : [];
  const meta = [...(rows['meta'] ?? []), ...note].toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  return { ...rows, ...Object.fromEntries(lacking.map((kind) => [kind, []])), meta };
};

test('the stored database has everything that must survive', async () => {
  const name = newName();
  await makeDatabase(name, kept);
  const rows = await rowsIn(name);
  expect(rows['syncQueue']).toHaveLength(3);
  expect(rows['blobs']).toEqual([expect.objectContaining({ bytes: expect.any(ArrayBuffer) as unknown })]);
  expect(rows['shadows']).toHaveLength(1);
  const keys = rows['meta']?.map(keyOf) ?? [];
  expect(keys.filter((key) => key.startsWith('draft:'))).toHaveLength(1);
  expect(keys).toContain(`cursor:${ORG}`);
});

test("today's app takes it over as it is", async () => {
  const name = newName();
  await makeDatabase(name, kept);
  const before = await rowsIn(name);
  // None of its stores may go: a kind that devices kept is kept on.
  expect(STORES).toEqual(expect.arrayContaining(Object.keys(before)));
  await (await openStorage({ name })).close();
  expect(await rowsIn(name)).toEqual(upgraded(before));
});

test('an app that needs more adds it, keeps every row, and notes which kinds the copy lacks', async () => {
  const name = newName();
  await makeDatabase(name, kept);
  const before = await rowsIn(name);
  await (await openStorage({ name, plan: grownPlan() })).close();
  expect(await rowsIn(name)).toEqual({ ...upgraded(before, ['parcels']), drawings: [] });
  const db = await openRaw(name);
  const byCustomer = db.transaction('jobEntries').objectStore('jobEntries').index('byCustomer');
  expect(await read(byCustomer.count(kept.company.customerId))).toBe(2);
  db.close();
});

test('two versions later, and from one that has been upgraded before: nothing is lost, and nothing lacking is forgotten', async () => {
  const name = newName();
  await makeDatabase(name, kept);
  const queue = (await rowsIn(name))['syncQueue'];
  await (await openStorage({ name, plan: grownPlan(2) })).close();
  const later = grownPlan(4);
  const shapes = { ...later.shapes, visits: { key: 'id', indexes: {} } };
  await (await openStorage({ name, plan: { ...later, shapes, kinds: [...later.kinds, 'visits'] } })).close();
  const rows = await rowsIn(name);
  expect(rows['meta']).toContainEqual({ key: LACKS, value: [...LATER, 'parcels', 'visits'] });
  expect(rows['syncQueue']).toEqual(queue);
});

test('a new device lacks nothing', async () => {
  const name = newName();
  await (await openStorage({ name, plan: grownPlan() })).close();
  const rows = await rowsIn(name);
  expect(Object.keys(rows).toSorted()).toEqual([...STORES, 'drawings', 'parcels'].toSorted());
  expect(Object.values(rows).flat()).toEqual([]);
});

test('an upgrade that fails changes nothing, and the previous app goes on', async () => {
  const name = newName();
  await makeDatabase(name, kept);
  const before = await rowsIn(name);
  const plan = grownPlan();
  const broken = { ...plan, shapes: { ...plan.shapes, visits: { key: 'no key path', indexes: {} } } };
  await expect(openStorage({ name, plan: broken })).rejects.toBeInstanceOf(BrokenDatabase);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await expect(openStorage({ name, plan })).rejects.toThrow(/can.t open|disk is full/);
  vi.restoreAllMocks();
  await (await openStorage({ name })).close();
  expect(await rowsIn(name)).toEqual(upgraded(before));
});

test('an old tab next to it lets go; what is still saved on its form is kept for the new app', async () => {
  const name = newName();
  await makeDatabase(name, kept);
  const onVersionChange = vi.fn<() => void>();
  const old = await openStorage({ name, onVersionChange });
  expect(old.isOutdated?.()).toBe(false);
  const young = await openStorage({ name, plan: grownPlan() });
  expect(onVersionChange).toHaveBeenCalledOnce();
  expect(old.isOutdated?.()).toBe(true);
  const job = { id: 1_795_000_000_000, organizationId: ORG, version: 0 };
  await old.write(['jobs'], (tx) => tx.put('jobs', job), { durability: 'strict' });
  expect(await jobIds(young)).toContain(job.id);
  await expect(openStorage({ name })).rejects.toBeInstanceOf(NewerDatabase);
});

test('a database that is deleted under a tab is not a newer one: no empty one is created for a form', async () => {
  const name = newName();
  const storage = await openStorage({ name, plan: grownPlan() });
  const old = await openRaw(name);
  old.addEventListener('versionchange', () => old.close());
  await read(indexedDB.deleteDatabase(name));
  expect(storage.isOutdated?.()).toBe(false);
  const tab = await openStorage({ name });
  await (await openStorage({ name, plan: grownPlan() })).close();
  expect(tab.isOutdated?.()).toBe(true);
  await read(indexedDB.deleteDatabase(name));
  await expect(jobIds(tab)).rejects.toThrow('aborted');
  expect((await indexedDB.databases()).map((db) => db.name)).not.toContain(name);
});
