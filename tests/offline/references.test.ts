import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { blobRef, isTempId } from '#client/offline/storage/item.ts';
import { canonicalData, filesIn, mapFiles, mapIds, tempIdsIn } from '#client/offline/outbox/references.ts';
import { canonicalId, knownId, knownIds } from '#client/offline/outbox/known-ids.ts';
import { memoryStorage } from '../sim/memory-storage.ts';

const FAR = LARGEST_ID + 1;
const id = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: FAR, max: FAR + 40 }));
const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
const file = fc.oneof(hash.map(blobRef), fc.constant('kept.jpg'), fc.constant('blob:short'));

/** Bodies as screens send them. A plain number in a custom field is a measure, and may be as large as any id. */
const body = fc.record(
  {
    customerId: id,
    jobId: id,
    serviceTypeId: fc.option(id),
    equipmentIds: fc.array(id),
    operatorIds: fc.array(id),
    implementId: fc.option(id),
    requiredFieldIds: fc.array(id),
    totalHours: id,
    notes: fc.string(),
    photos: fc.array(file),
    customFieldValues: fc.dictionary(fc.string(), fc.oneof(id, fc.string(), fc.array(id), fc.array(file))),
  },
  { requiredKeys: [] },
);

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : typeof value === 'number' ? [value] : [];

test('temporary ids are found where records are named, and nowhere else', () => {
  fc.assert(
    fc.property(body, (data) => {
      const { totalHours: _, customFieldValues = {}, ...named } = data;
      const lists = Object.values(customFieldValues).filter(Array.isArray);
      const expected = [...Object.values(named), ...lists].flatMap(numbersIn).filter(isTempId);
      expect(tempIdsIn(data).sort()).toEqual([...new Set(expected)].sort());
    }),
    { numRuns: 500 },
  );
});

test('once all real ids are known no temporary one is left, and mapping back gives the same body', () => {
  fc.assert(
    fc.property(body, (data) => {
      const there = mapIds(data, (each) => (isTempId(each) ? each - FAR + 1000 : each));
      expect(tempIdsIn(there)).toEqual([]);
      expect(there.totalHours).toBe(data.totalHours);
      expect(mapIds(there, (each) => (each >= 1000 ? each - 1000 + FAR : each))).toEqual(data);
      expect(mapIds(data, (each) => each)).toEqual(data);
    }),
    { numRuns: 500 },
  );
});

test('once all files have names no hash is left, and nothing else has changed', () => {
  fc.assert(
    fc.property(body, (data) => {
      const hashes = filesIn(data);
      expect(new Set(hashes).size).toBe(hashes.length);
      const named = mapFiles(data, (sha256) => `${sha256}.jpg`);
      expect(filesIn(named)).toEqual([]);
      const text = JSON.stringify(data).replaceAll(/"blob:([0-9a-f]{64})"/g, '"$1.jpg"');
      // A note that looks like a file is a note.
      fc.pre(!/"blob:[0-9a-f]{64}"/.test(JSON.stringify({ ...data, photos: [], customFieldValues: {} })));
      expect(JSON.stringify(named)).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('temporary ids map to the real ones and back, each in its own store', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ store: fc.constantFrom('customers' as const, 'jobs' as const), real: fc.integer({ min: 1, max: 10 }) }), {
        selector: ({ store, real }) => `${store} ${real}`,
      }),
      body,
      async (made, data) => {
        const storage = memoryStorage();
        await storage.write(
          ['idMap'],
          async (tx) => {
            for (const [number, { store, real }] of made.entries()) {
              await tx.put('idMap', { tempId: FAR + 100 + number, store, id: real, orgId: 1 });
            }
          },
          { durability: 'strict' },
        );
        await storage.read(['idMap'], async (tx) => {
          for (const [number, { store, real }] of made.entries()) {
            expect(await canonicalId(tx, store, real)).toBe(FAR + 100 + number);
            expect(await knownId(tx, FAR + 100 + number)).toBe(real);
          }
          const canonical = await canonicalData(tx, data);
          expect(await canonicalData(tx, canonical)).toEqual(canonical);
          for (const store of ['customers', 'jobs'] as const) {
            const before = data[store === 'jobs' ? 'jobId' : 'customerId'];
            const after = canonical[store === 'jobs' ? 'jobId' : 'customerId'];
            const place = made.findIndex((each) => each.store === store && each.real === before);
            expect(after).toBe(place === -1 ? before : FAR + 100 + place);
          }
          const known = await knownIds(tx, tempIdsIn(canonical));
          expect(mapIds(canonical, (each) => known.get(each) ?? each)).toEqual(data);
        });
      },
    ),
    { numRuns: 150 },
  );
});
