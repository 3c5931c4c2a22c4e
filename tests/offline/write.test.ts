import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTempId, type SyncItem } from '#client/offline/storage/item.ts';
import type { StoreName } from '#client/offline/storage/stores.ts';
import { ViewEnded } from '#client/offline/engine/own-view.ts';
import { MissingRecord } from '#client/offline/outbox/require-made.ts';
import { write, type WriteIntent } from '#client/offline/outbox/write.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { deviceCore, limitedMemory, STORES } from './device-core.ts';

const USER = 1;
const ORG = 1;

/** A device of a user, whose rows can be inspected, and whose clock and storage do as the test says. */
const openDevice = () => {
  const state = { now: 1_700_000_000_000, putsLeft: Infinity, userId: USER };
  const { db, storage, everything } = limitedMemory(state);
  const core = deviceCore({ storage, now: () => state.now, userId: () => state.userId });
  const queue = (): SyncItem[] => rowsOf(db, 'syncQueue').sort((a, b) => a.seq - b.seq);
  const signIn = (userId: number): void => {
    state.userId = userId;
    db.tables.meta.set('viewOf', { key: 'viewOf', value: userId });
  };
  return { core, state, signIn, queue, everything, rows: (store: StoreName) => rowsOf(db, store) };
};

const customer = (name: string): WriteIntent => ({ operation: 'create', store: 'customers', orgId: ORG, data: { businessName: name } });
const bytes = (size: number): ArrayBuffer => new Uint8Array(size).fill(7).buffer;
const HASH = 'ab'.repeat(32);
const photo = { sha256: HASH, bytes: bytes(9), type: 'image/png', fileName: 'rye.png' };
const entry = (jobId: number): WriteIntent => ({
  operation: 'create',
  store: 'jobEntries',
  orgId: ORG,
  jobId,
  data: { date: '2025-06-14', notes: 'wet', photos: [`blob:${HASH}`] },
  files: [photo],
});

test('places and temporary ids only ever grow, and ids are the time where the clock allows it, however it jumps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1_000_000_000_000, max: 2_000_000_000_000 }), { minLength: 1, maxLength: 15 }),
      async (clock) => {
        const { core, state, queue } = openDevice();
        let latest = 0;
        for (const now of clock) {
          state.now = now;
          const { id } = await write(core, customer('Pine Ridge'));
          expect(isTempId(id)).toBe(true);
          expect(id).toBe(Math.max(now, latest + 1));
          latest = id;
        }
        expect(queue().map(({ seq }) => seq)).toEqual(clock.map((_, place) => place + 1));
        expect(new Set(queue().map(({ id }) => id)).size).toBe(clock.length);
      },
    ),
    { numRuns: 80 },
  );
});

test('changes of a record of which nothing has left yet are merged into its create', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ businessName: fc.string(), address: fc.string() }, { requiredKeys: [] }), { maxLength: 6 }),
      async (changes) => {
        const { core, queue, rows } = openDevice();
        const { id } = await write(core, customer('Pine Ridge'));
        for (const data of changes) {
          await write(core, { operation: 'update', store: 'customers', orgId: ORG, id, data });
        }
        const expected = Object.assign({ businessName: 'Pine Ridge' }, ...changes) as object;
        expect(queue()).toHaveLength(1);
        expect(queue()[0]).toMatchObject({ operation: 'create', target: id });
        // Nothing and empty text are the same to the server, so either may be there.
        const plain = (data: object) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== '' && value !== null));
        expect(plain(queue()[0]?.data ?? {})).toEqual(plain(expected));
        expect(plain(rows('customers')[0] ?? {})).toMatchObject({ ...plain(expected), sync: 'waiting', version: 0 });
      },
    ),
    { numRuns: 80 },
  );
});

test('what was made and deleted before anything of it left leaves nothing behind, nor does anything in it', async () => {
  const { core, queue, rows } = openDevice();
  const { id: customerId } = await write(core, customer('Pine Ridge'));
  const { id: jobId } = await write(core, { operation: 'create', store: 'jobs', orgId: ORG, data: { name: 'North', customerId } });
  await write(core, entry(jobId));
  expect(rows('blobs')).toHaveLength(1);
  expect(queue().map(({ uses }) => uses)).toEqual([[], [customerId], [jobId]]);
  const gone = await write(core, { operation: 'remove', store: 'customers', orgId: ORG, id: customerId });
  expect(gone).toEqual({ itemId: null, id: customerId, row: null });
  const left = (['syncQueue', 'customers', 'jobs', 'jobEntries', 'blobs', 'shadows'] as const).flatMap(rows);
  expect(left).toEqual([]);
});

test('a file stays as long as any change names it', async () => {
  const { core, rows } = openDevice();
  const { id } = await write(core, entry(7));
  const { id: other } = await write(core, entry(7));
  await write(core, { operation: 'remove', store: 'jobEntries', orgId: ORG, id });
  expect(rows('blobs')).toHaveLength(1);
  await write(core, { operation: 'remove', store: 'jobEntries', orgId: ORG, id: other });
  expect(rows('blobs')).toEqual([]);
});

test('a file stays while another user of the same device has it in a waiting change', async () => {
  const { core, rows, signIn } = openDevice();
  const { id } = await write(core, entry(7));
  signIn(2);
  await write(core, entry(7));
  signIn(USER);
  await write(core, { operation: 'remove', store: 'jobEntries', orgId: ORG, id });
  expect(rows('blobs')).toHaveLength(1);
});

// Counters, item, row and file are kept: each of them may be what no longer fits.
test.each([0, 1, 2, 3])('with room for only %i rows nothing is kept, and it can be tried again', async (room) => {
  const { core, state, everything, queue } = openDevice();
  await write(core, customer('Pine Ridge'));
  const before = everything();
  state.putsLeft = room;
  await expect(write(core, entry(7))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(everything()).toBe(before);
  state.putsLeft = 4;
  await write(core, entry(7));
  expect(queue()).toHaveLength(2);
});

test('an edit that changes nothing makes no change', async () => {
  const { core, queue } = openDevice();
  const { id } = await write(core, customer('Pine Ridge'));
  const same = await write(core, {
    operation: 'update',
    store: 'customers',
    orgId: ORG,
    id,
    data: { businessName: 'Pine Ridge', address: '' },
  });
  expect(same.itemId).toBeNull();
  expect(queue()).toHaveLength(1);
});

test('a user who is no longer signed in here writes nothing, and nobody changes what is not here', async () => {
  const { core, state, everything } = openDevice();
  const before = everything();
  await expect(write(core, { operation: 'update', store: 'jobs', orgId: ORG, id: 7, data: { name: 'North' } })).rejects.toThrow(
    MissingRecord,
  );
  await expect(write(core, { operation: 'remove', store: 'jobs', orgId: ORG, id: 7 })).rejects.toThrow(MissingRecord);
  state.userId = 2;
  await expect(write(core, customer('Pine Ridge'))).rejects.toThrow(ViewEnded);
  expect(everything()).toBe(before);
});

test('a new entry asks the device everything in one round, because a phone waits some milliseconds for each', async () => {
  const { core } = openDevice();
  const job = { id: 7, organizationId: ORG, version: 1, customerId: 3 };
  await core.storage.write(['jobs'], (tx) => tx.put('jobs', job), { durability: 'relaxed' });
  let rounds = 0;
  let asked = 0;
  let isOpen = false;
  // Everything that is asked before the first answer comes is one round.
  const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
    rounds += isOpen ? 0 : 1;
    asked += 1;
    isOpen = true;
    await new Promise((resolve) => setImmediate(resolve));
    isOpen = false;
    return ask();
  };
  const counted: typeof core.storage = {
    read: core.storage.read,
    write: (stores, work, options) =>
      core.storage.write(
        stores,
        (tx) =>
          work({
            ...tx,
            get: (store, key) => answered(() => tx.get(store, key)),
            list: (store, query) => answered(() => tx.list(store, query)),
            count: (store, query) => answered(() => tx.count(store, query)),
          }),
        options,
      ),
  };
  const { files: _files, ...withoutPhotos } = entry(7);
  await write({ ...core, storage: counted }, { ...withoutPhotos, data: { date: '2025-06-14', notes: 'wet' }, draft: ['draft'] });
  expect(rounds).toBe(1);
  // Whose copy it is, the counters, the job, and whether any record was made here.
  expect(asked).toBe(4);
});

test('the row of a record that was just made is the one that rewriting it produces', async () => {
  const { core } = openDevice();
  const job = { id: 7, organizationId: ORG, version: 1, customerId: 3 };
  await core.storage.write(['jobs'], (tx) => tx.put('jobs', job), { durability: 'relaxed' });
  const made = await write(core, { operation: 'create', store: 'jobs', orgId: ORG, data: { name: 'Rye', customerId: 3 } });
  for (const jobId of [7, made.id, 8]) {
    const { id, row } = await write(core, entry(jobId));
    const rewritten = await core.storage.write(STORES, (tx) => applyPending(tx, USER, 'jobEntries', id), { durability: 'relaxed' });
    expect(row).toMatchObject({ jobId, sync: 'waiting' });
    expect(rewritten).toEqual(row);
  }
});
