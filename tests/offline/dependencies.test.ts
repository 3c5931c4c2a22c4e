import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation, SyncItem } from '#client/offline/storage/item.ts';
import { dependencyKeys } from '#client/offline/outbox/dependencies.ts';
import { itemsAbout, about, inside, withKey, ofOrganization, dependencyKeyOf, using } from '#client/offline/outbox/marks.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { memoryStorage } from '../sim/memory-storage.ts';

// Ids that are prefixes of one another, because the keys of the index are texts.
const number = fc.constantFrom(1, 2, 7, 11, 12, 70, 77, 112);

interface Rough {
  readonly operation: Operation;
  readonly store: RecordStore;
  readonly target: number;
  readonly jobId: number | null;
  readonly status: boolean;
  readonly userId: number;
}

const rough: fc.Arbitrary<Rough> = fc.record({
  operation: fc.constantFrom('create', 'update', 'remove'),
  store: fc.constantFrom('customers', 'jobs', 'jobEntries'),
  target: number,
  jobId: fc.option(number),
  status: fc.boolean(),
  userId: fc.constantFrom(1, 11),
});

/** Only those parts of an item that its dependency keys are made from. */
const itemOf = ({ operation, store, target, jobId, status, userId }: Rough, seq: number): SyncItem => {
  const data = store === 'jobs' ? { ...(status ? { status: 'completed' } : {}), customerId: 3 } : {};
  const bare = { id: `item ${seq}`, seq, userId, orgId: 1, operation, store, target, data, base: null, uses: [], blobs: [] };
  const marked = { ...bare, jobId: store === 'jobEntries' ? jobId : null };
  return { ...marked, ...dependencyKeys(marked) } as unknown as SyncItem;
};

const kept = async (items: readonly SyncItem[]) => {
  const storage = memoryStorage();
  await storage.write(
    ['syncQueue'],
    async (tx) => {
      for (const item of items) {
        await tx.put('syncQueue', item);
      }
    },
    { durability: 'strict' },
  );
  return storage;
};

test('a change finds earlier ones with the same dependency key: of the same user, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rough, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 5_000_000 }), async (list, first) => {
      // Places where the number of digits changes.
      const items = list.map((each, place) => itemOf(each, first + place * 997));
      const storage = await kept(items);
      await storage.read(['syncQueue'], async (tx) => {
        for (const item of items) {
          for (const what of new Set([...item.waitsFor, ...item.marks.map(dependencyKeyOf), 'rec:jobs:7', 'in:jobs:7', 'state:jobs:7'])) {
            const others = items.filter(
              ({ userId, marks }) => userId === item.userId && marks.some((mark) => dependencyKeyOf(mark) === what),
            );
            const earlier = others.filter(({ seq }) => seq < item.seq);
            const found = await tx.list('syncQueue', withKey(item.userId, what, item.seq));
            expect(found.map(({ seq }) => seq)).toEqual(earlier.map(({ seq }) => seq));
            expect((await tx.list('syncQueue', withKey(item.userId, what))).length).toBe(others.length);
          }
          const same = items.filter(
            ({ userId, store, target }) => userId === item.userId && store === item.store && target === item.target,
          );
          expect(await itemsAbout(tx, item.userId, item.store, item.target)).toEqual(same);
        }
      });
    }),
    { numRuns: 150 },
  );
});

test('the dependency key is read from an index entry, whatever it contains', () => {
  const made = dependencyKeys({
    ...itemOf({ operation: 'create', store: 'jobs', target: 7, jobId: null, status: false, userId: 1 }, 3),
    uses: [9],
    blobs: ['ab'],
  });
  expect(made.marks.map(dependencyKeyOf)).toEqual([
    about('jobs', 7),
    ofOrganization(1),
    inside('customers', 3),
    'state:jobs:7',
    using(9),
    'blob:ab',
  ]);
});

const waitsOf = (item: Partial<Rough> & Pick<Rough, 'operation' | 'store'>): readonly string[] =>
  itemOf({ target: 7, jobId: null, status: false, userId: 1, ...item }, 1).waitsFor;

test('every change of a record comes after those of the same record', () => {
  fc.assert(
    fc.property(rough, (each) => {
      expect(itemOf(each, 1).waitsFor).toContain(about(each.store, each.target));
    }),
  );
});
test('an entry comes after what opens or closes its job', () => {
  expect(waitsOf({ operation: 'create', store: 'jobEntries', jobId: 5 })).toEqual([about('jobEntries', 7), 'state:jobs:5']);
});
test('closing a job comes after its entries, and renaming it does not', () => {
  expect(waitsOf({ operation: 'update', store: 'jobs', status: true })).toContain(inside('jobs', 7));
  expect(waitsOf({ operation: 'update', store: 'jobs' })).toEqual([about('jobs', 7)]);
});
test('deleting a customer comes after their jobs', () => {
  expect(waitsOf({ operation: 'remove', store: 'customers' })).toContain(inside('customers', 7));
});
test('an entry that moves comes after changes of either job', () => {
  const bare = itemOf({ operation: 'update', store: 'jobEntries', target: 7, jobId: 5, status: false, userId: 1 }, 1);
  const moved = dependencyKeys({ ...bare, data: { jobId: 6 }, base: { jobId: 5 } });
  expect(moved.waitsFor).toEqual([about('jobEntries', 7), 'state:jobs:5', 'state:jobs:6']);
  expect(moved.marks.map(dependencyKeyOf)).toEqual(expect.arrayContaining([inside('jobs', 5), inside('jobs', 6)]));
});
