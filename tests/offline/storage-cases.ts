import { expect } from 'vitest';
import type { Storage, Tx } from '#client/offline/engine/ports.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { SHAPES, type StoreName } from '#client/offline/storage/stores.ts';

const STRICT = { durability: 'strict' } as const;
const EVERY = Object.keys(SHAPES) as StoreName[];

const job = (id: number, organizationId = 1, more: Record<string, unknown> = {}) => ({ id, organizationId, version: 1, ...more });
const entry = (id: number, date: string, organizationId = 1) => job(id, organizationId, { date, jobId: 7 });
// What the store does with an item depends on its keys only.
const item = (id: string, userId: number, status: string, seq: number, marks: readonly string[] = []) =>
  ({ id, userId, status, seq, marks }) as unknown as SyncItem;

const idsOf = (rows: readonly { readonly id: unknown }[]) => rows.map(({ id }) => id);

/** A storage, and shorter ways to its transactions. */
const accessTo = (storage: Storage) => ({
  storage,
  write: <T>(stores: readonly StoreName[], work: (tx: Tx) => Promise<T>) => storage.write(stores, work, STRICT),
  read: <T>(stores: readonly StoreName[], work: (tx: Tx) => Promise<T>) => storage.read(stores, work),
});

const CASES: readonly (readonly [name: string, check: (access: ReturnType<typeof accessTo>) => Promise<void>])[] = [
  [
    'every store exists and is empty',
    async ({ read }) => {
      const counts = await read(EVERY, (tx) => Promise.all(EVERY.map((store) => tx.count(store, {}))));
      expect(counts).toEqual(EVERY.map(() => 0));
      expect(EVERY).toEqual(expect.arrayContaining([...RECORD_STORES]));
    },
  ],
  [
    'a row is found by its key, replaced by the next one, and removed',
    async ({ read, write }) => {
      const result = await write(['jobs', 'meta'], async (tx) => {
        await tx.put('jobs', job(3, 1, { name: 'Wheat' }));
        await tx.put('jobs', job(3, 1, { name: 'Barley' }));
        await tx.put('meta', { key: 'seq', value: { deep: [1, null] } });
        return tx.get('jobs', 3);
      });
      expect(result).toEqual(job(3, 1, { name: 'Barley' }));
      expect(await read(['meta'], (tx) => tx.get('meta', 'seq'))).toEqual({ key: 'seq', value: { deep: [1, null] } });
      await write(['jobs'], (tx) => tx.remove('jobs', 3));
      await write(['jobs'], (tx) => tx.remove('jobs', 3));
      expect(await read(['jobs'], (tx) => tx.get('jobs', 3))).toBeUndefined();
    },
  ],
  [
    'of many rows those with the keys are removed, whatever lies between them and whether they are there or not',
    async ({ read, write }) => {
      const left = async (store: 'jobs' | 'syncQueue', put: (tx: Tx) => Promise<unknown>, keys: readonly (number | string)[]) => {
        await write([store], async (tx) => {
          await put(tx);
          await tx.removeAll(store, keys);
        });
        const ids = idsOf(await read([store], (tx) => tx.list(store, {})));
        await write([store], (tx) => tx.removeAll(store, ids as (number | string)[]));
        expect(await read([store], (tx) => tx.count(store, {}))).toBe(0);
        return ids;
      };
      const jobs = (tx: Tx) => tx.putAll('jobs', [job(1), job(2), job(5), job(12), job(30)]);
      expect(await left('jobs', jobs, [12, 2, 5])).toEqual([1, 30]);
      expect(await left('jobs', jobs, [1, 2, 5, 12, 30])).toEqual([]);
      expect(await left('jobs', jobs, [2, 12])).toEqual([1, 5, 30]);
      // As many rows as keys between them, but others.
      expect(await left('jobs', jobs, [2, 4, 12])).toEqual([1, 5, 30]);
      expect(await left('jobs', jobs, [2, 5, 13])).toEqual([1, 12, 30]);
      expect(await left('jobs', jobs, [5])).toEqual([1, 2, 12, 30]);
      expect(await left('jobs', jobs, [])).toEqual([1, 2, 5, 12, 30]);
      expect(await left('jobs', jobs, [5, 5])).toEqual([1, 2, 12, 30]);
      const items = (tx: Tx) =>
        tx.putAll('syncQueue', [item('10-b', 1, 'pending', 1), item('10-a', 1, 'pending', 2), item('9', 1, 'pending', 3)]);
      expect(await left('syncQueue', items, ['10-b', '10-a'])).toEqual(['9']);
      expect(await left('syncQueue', items, ['10-a', '9'])).toEqual(['10-b']);
    },
  ],
  [
    'rows come in the order of their keys, between two keys that are both included, up to a limit, from either end',
    async ({ read, write }) => {
      await write(['jobs'], async (tx) => {
        for (const id of [40, 5, 1_764_000_000_000, 7, 300]) {
          await tx.put('jobs', job(id));
        }
      });
      const ids = (query: Parameters<Tx['list']>[1]) => read(['jobs'], async (tx) => idsOf(await tx.list('jobs', query)));
      expect(await ids({})).toEqual([5, 7, 40, 300, 1_764_000_000_000]);
      expect(await ids({ backwards: true })).toEqual([1_764_000_000_000, 300, 40, 7, 5]);
      expect(await ids({ from: 7, to: 300 })).toEqual([7, 40, 300]);
      expect(await ids({ from: 7, to: 300, backwards: true })).toEqual([300, 40, 7]);
      expect(await ids({ from: 8 })).toEqual([40, 300, 1_764_000_000_000]);
      expect(await ids({ to: 8 })).toEqual([5, 7]);
      expect(await ids({ limit: 2 })).toEqual([5, 7]);
      expect(await ids({ limit: 2, backwards: true })).toEqual([1_764_000_000_000, 300]);
      expect(await ids({ from: 6, limit: 1 })).toEqual([7]);
      expect(await ids({ limit: 0 })).toEqual([]);
      expect(await ids({ limit: 0, backwards: true })).toEqual([]);
      expect(await ids({ from: 8, to: 6 })).toEqual([]);
      expect(await ids({ from: 8, to: 6, backwards: true })).toEqual([]);
      expect(await read(['jobs'], (tx) => tx.count('jobs', { from: 7, to: 300 }))).toBe(3);
      expect(await read(['jobs'], (tx) => tx.count('jobs', { from: 8, to: 6 }))).toBe(0);
    },
  ],
  [
    'a composite index orders by its parts and leaves out rows that lack one',
    async ({ read, write }) => {
      await write(['jobEntries'], async (tx) => {
        await tx.put('jobEntries', entry(1, '2026-07-02'));
        await tx.put('jobEntries', entry(2, '2026-07-01'));
        await tx.put('jobEntries', entry(10, '2026-07-01'));
        await tx.put('jobEntries', entry(3, '2026-07-03', 2));
        await tx.put('jobEntries', job(4));
      });
      const ids = (query: Parameters<Tx['list']>[1]) =>
        read(['jobEntries'], async (tx) => idsOf(await tx.list('jobEntries', { index: 'byDate', ...query })));
      expect(await ids({ from: [1], to: [2] })).toEqual([2, 10, 1]);
      expect(await ids({ from: [1], to: [1, []], backwards: true } as never)).toEqual([1, 10, 2]);
      expect(await ids({ from: [1, '2026-07-01', 3], to: [1, '2026-07-02'] })).toEqual([10]);
      expect(await ids({ from: [1, '2026-07-01'], to: [1, '2026-07-01', 2] })).toEqual([2]);
      expect(await ids({})).toEqual([2, 10, 1, 3]);
      expect(await read(['jobEntries'], (tx) => tx.count('jobEntries', { index: 'byDate', from: [2], to: [3] }))).toBe(1);
      expect(await read(['jobEntries'], (tx) => tx.count('jobEntries', { index: 'organizationId', from: 1, to: 1 }))).toBe(4);
    },
  ],
  [
    'an index of several entries per row finds it under each, once, and follows its changes',
    async ({ read, write }) => {
      await write(['syncQueue'], async (tx) => {
        await tx.put('syncQueue', item('a', 1, 'pending', 1, ['jobs:1', 'jobs:2', 'jobs:1']));
        await tx.put('syncQueue', item('b', 1, 'pending', 2, ['jobs:2']));
        await tx.put('syncQueue', item('c', 1, 'pending', 3, []));
      });
      const under = (mark: string) =>
        read(['syncQueue'], async (tx) => idsOf(await tx.list('syncQueue', { index: 'marks', from: mark, to: mark })));
      expect(await under('jobs:1')).toEqual(['a']);
      expect(await under('jobs:2')).toEqual(['a', 'b']);
      expect(await read(['syncQueue'], (tx) => tx.count('syncQueue', { index: 'marks', from: 'jobs:', to: 'jobs:\uffff' }))).toBe(3);
      await write(['syncQueue'], (tx) => tx.put('syncQueue', item('a', 1, 'pending', 1, ['jobs:3'])));
      expect(await under('jobs:1')).toEqual([]);
      expect(await under('jobs:3')).toEqual(['a']);
    },
  ],
  [
    'rows with the same key of an index come in the order of their own keys',
    async ({ read, write }) => {
      await write(['jobs'], async (tx) => {
        for (const id of [9, 4, 6]) {
          await tx.put('jobs', job(id, 1, { status: 'active' }));
        }
      });
      const active = { index: 'status', from: 'active', to: 'active' };
      expect(await read(['jobs'], async (tx) => idsOf(await tx.list('jobs', active)))).toEqual([4, 6, 9]);
      expect(await read(['jobs'], async (tx) => idsOf(await tx.list('jobs', { ...active, backwards: true, limit: 2 })))).toEqual([9, 6]);
    },
  ],
  [
    'the order of turns: user, status, number',
    async ({ read, write }) => {
      await write(['syncQueue'], async (tx) => {
        await tx.put('syncQueue', item('z', 1, 'pending', 2));
        await tx.put('syncQueue', item('y', 1, 'pending', 10));
        await tx.put('syncQueue', item('x', 1, 'attention', 1));
        await tx.put('syncQueue', item('w', 2, 'pending', 3));
      });
      const pending = { index: 'byTurn', from: [1, 'pending', 0], to: [1, 'pending', Number.MAX_SAFE_INTEGER] };
      expect(await read(['syncQueue'], async (tx) => idsOf(await tx.list('syncQueue', pending)))).toEqual(['z', 'y']);
    },
  ],
  [
    'bytes come back as they were',
    async ({ read, write }) => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251).buffer;
      const blob = { sha256: 'f'.repeat(64), userId: 1, orgId: 1, bytes, type: 'image/jpeg', fileName: 'a.jpg', addedAt: 5 };
      await write(['blobs'], (tx) => tx.put('blobs', blob));
      const kept = await read(['blobs'], (tx) => tx.get('blobs', blob.sha256));
      expect(kept?.bytes).toBeInstanceOf(ArrayBuffer);
      // Not `Buffer`: this also runs in browsers.
      expect([...new Uint8Array(kept?.bytes ?? new ArrayBuffer(0))].join()).toBe([...new Uint8Array(bytes)].join());
    },
  ],
  [
    'what a transaction wrote is read in it, over several stores',
    async ({ write }) => {
      const seen = await write(['jobs', 'syncQueue', 'meta'], async (tx) => {
        await tx.put('jobs', job(1));
        await tx.put('syncQueue', item('a', 1, 'pending', 1, ['jobs:1']));
        await tx.remove('jobs', 1);
        return [await tx.count('jobs', {}), await tx.count('syncQueue', { index: 'byUser', from: [1, 0], to: [1, 9] })];
      });
      expect(seen).toEqual([0, 1]);
    },
  ],
  [
    'a repeated query in a transaction sees what it wrote in between',
    async ({ write }) => {
      const ask = async (tx: Tx) => [
        await tx.get('meta', 'n'),
        await tx.list('meta', { from: 'a', to: 'z' }),
        await tx.count('meta', { limit: 5 }),
      ];
      const seen = await write(['jobs', 'meta'], async (tx) => {
        const answers = [await ask(tx), await ask(tx)];
        await tx.put('meta', { key: 'n', value: 1 });
        answers.push(await ask(tx), await ask(tx));
        await tx.remove('meta', 'n');
        await tx.put('jobs', job(1));
        return [...answers, await ask(tx)];
      });
      const [none, row] = [
        [undefined, [], 0],
        [{ key: 'n', value: 1 }, [{ key: 'n', value: 1 }], 1],
      ];
      expect(seen).toEqual([none, none, row, row, none]);
    },
  ],
  [
    'work that throws keeps nothing, and rejects with what it threw',
    async ({ read, write }) => {
      await write(['jobs'], (tx) => tx.put('jobs', job(1, 1, { name: 'before' })));
      const thrown = new Error('changed my mind');
      const failing = write(['jobs', 'syncQueue'], async (tx) => {
        await tx.put('jobs', job(1, 1, { name: 'after' }));
        await tx.put('jobs', job(2));
        await tx.put('syncQueue', item('a', 1, 'pending', 1));
        throw thrown;
      });
      await expect(failing).rejects.toBe(thrown);
      expect(await read(['jobs'], (tx) => tx.list('jobs', {}))).toEqual([job(1, 1, { name: 'before' })]);
      expect(await read(['syncQueue'], (tx) => tx.count('syncQueue', {}))).toBe(0);
    },
  ],
  [
    'a call that fails keeps nothing',
    async ({ read, write }) => {
      const failing = write(['jobs', 'syncQueue'], async (tx) => {
        await tx.put('jobs', job(1));
        await tx.put('syncQueue', { seq: 1 } as unknown as SyncItem);
      });
      await expect(failing).rejects.toMatchObject({ name: 'DataError' });
      expect(await read(['jobs'], (tx) => tx.count('jobs', {}))).toBe(0);
    },
  ],
  [
    'only the named stores can be used, and a read transaction cannot write',
    async ({ read }) => {
      await expect(read(['jobs'], (tx) => tx.get('meta', 'seq'))).rejects.toMatchObject({ name: 'NotFoundError' });
      await expect(read(['jobs'], (tx) => tx.put('jobs', job(1)))).rejects.toMatchObject({ name: 'ReadOnlyError' });
      await expect(read(['jobs'], (tx) => tx.list('jobs', { index: 'planted' }))).rejects.toMatchObject({ name: 'NotFoundError' });
    },
  ],
  [
    'a transaction that has ended can no longer be used',
    async ({ read, write }) => {
      const kept = await write(['jobs'], async (tx) => tx);
      await expect(kept.put('jobs', job(1))).rejects.toBeInstanceOf(Error);
      expect(await read(['jobs'], (tx) => tx.count('jobs', {}))).toBe(0);
    },
  ],
  [
    'transactions that write the same store come one after another: no count is lost',
    async ({ read, write }) => {
      const increment = () =>
        write(['meta'], async (tx) => {
          const row = await tx.get('meta', 'n');
          await tx.put('meta', { key: 'n', value: Number(row?.value ?? 0) + 1 });
        });
      await Promise.all(Array.from({ length: 25 }, increment));
      expect(await read(['meta'], (tx) => tx.get('meta', 'n'))).toEqual({ key: 'n', value: 25 });
    },
  ],
];

/** What every `Storage` does alike, in the browser and in the simulation: a name, and a check that rejects unless the empty storage does it. */
export const STORAGE_CASES = CASES.map(([name, check]) => [name, (storage: Storage) => check(accessTo(storage))] as const);
