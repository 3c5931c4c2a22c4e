import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotKept, type OpenedStorage, openStorage } from '#client/offline/browser/idb-storage.ts';
import { followLife } from '#client/offline/browser/page-life.ts';
import type { Storage, Tx } from '#client/offline/engine/ports.ts';

// A page that is put away holds nothing; when it is shown again it continues.

const STRICT = { durability: 'strict' } as const;
let opened = 0;
let name: string;
let page: EventTarget;
let storage: OpenedStorage;

const tell = (type: 'pagehide' | 'pageshow', persisted = true): void =>
  void page.dispatchEvent(Object.assign(new Event(type), { persisted }));
const putJob = (on: Storage, id: number, during: () => void = () => undefined) =>
  on.write(
    ['jobs'],
    async (tx: Tx) => {
      await tx.put('jobs', { id, organizationId: 1, version: 1 });
      await tx.get('jobs', id);
      during();
      await tx.get('jobs', id);
    },
    STRICT,
  );
const jobsOf = async (on: Storage): Promise<number[]> => (await on.read(['jobs'], (tx) => tx.list('jobs', {}))).map(({ id }) => id);

beforeEach(async () => {
  name = `life-${(opened += 1)}`;
  page = new EventTarget();
  storage = await openStorage({ name, life: followLife(page) });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('a save in progress when the page is left is not called saved, and not done later', async () => {
  const saving = putJob(storage, 1, () => tell('pagehide'));
  const refusal = await saving.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NotKept);
  expect(String(refusal)).toContain('The page was left before it was saved');
  tell('pageshow');
  expect(await jobsOf(storage)).toEqual([]);
  await putJob(storage, 2);
  expect(await jobsOf(storage)).toEqual([2]);
});

test('a save that the browser is already committing is saved', async () => {
  const complete = vi.fn<() => void>();
  const begin = Reflect.get(IDBDatabase.prototype, 'transaction');
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function begun(this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    transaction.addEventListener('complete', () => {
      complete();
      tell('pagehide');
    });
    return transaction;
  });
  await putJob(storage, 1);
  expect(complete).toHaveBeenCalledOnce();
  tell('pageshow');
  vi.restoreAllMocks();
  expect(await jobsOf(storage)).toEqual([1]);
});

test('a read in progress, and what is asked for while the page is away, is answered when it is shown again', async () => {
  await putJob(storage, 1);
  const order: string[] = [];
  let times = 0;
  const reading = storage.read(['jobs'], async (tx) => {
    await tx.get('jobs', 1);
    if ((times += 1) === 1) {
      tell('pagehide');
    }
    return tx.count('jobs', {});
  });
  const noted = reading.then((count) => order.push(`read ${count}`));
  await expect.poll(() => times).toBe(1);
  const later = putJob(storage, 2).then(() => order.push('kept'));
  order.push('shown');
  tell('pageshow');
  await Promise.all([noted, later]);
  expect([order[0], order.slice(1).toSorted()]).toEqual(['shown', ['kept', 'read 1']]);
});

test('while the page is away it has no connection', async () => {
  await putJob(storage, 1);
  const close = vi.spyOn(IDBDatabase.prototype, 'close');
  tell('pagehide');
  await expect.poll(() => close.mock.calls.length).toBe(1);
  tell('pageshow');
  expect(await jobsOf(storage)).toEqual([1]);
});

test('a page that ends when it is left is left alone', async () => {
  const saving = putJob(storage, 1, () => tell('pagehide', false));
  await saving;
  expect(await jobsOf(storage)).toEqual([1]);
});
