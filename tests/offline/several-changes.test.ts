import { expect, test } from 'vitest';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { MissingRecord } from '#client/offline/outbox/require-made.ts';
import { write, type WriteIntent } from '#client/offline/outbox/write.ts';
import { writeEvery } from '#client/offline/outbox/write-every.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { deviceCore, limitedMemory } from './device-core.ts';

// Changes of one press: all are kept, or none is.

const USER = 1;
const ORG = 1;

/** A device with three customers that were made on it, whose storage can be made to fail. */
const openDevice = async () => {
  const state = { putsLeft: Number.POSITIVE_INFINITY };
  const { db, storage, everything } = limitedMemory(state);
  const core = deviceCore({ storage, userId: () => USER });
  const ids: number[] = [];
  for (const businessName of ['Pine Ridge', 'Mill Farm', 'Creek Bottom']) {
    ids.push((await write(core, { operation: 'create', store: 'customers', orgId: ORG, data: { businessName } })).id);
  }
  const moved = (address: string): WriteIntent[] =>
    ids.map((id) => ({ operation: 'update', store: 'customers', orgId: ORG, id, data: { address } }));
  return {
    core,
    state,
    moved,
    addresses: () => rowsOf(db, 'customers').map((row) => row['address'] ?? null),
    queue: (): SyncItem[] => rowsOf(db, 'syncQueue').sort((one, other) => one.seq - other.seq),
    everything,
  };
};

test('several changes are kept in their order, as if each had been made alone', async () => {
  const { core, moved, addresses, queue } = await openDevice();
  const written = await writeEvery(core, moved('Long Lane'));
  expect(written?.map(({ row }) => row?.['address'])).toEqual(['Long Lane', 'Long Lane', 'Long Lane']);
  expect(addresses()).toEqual(['Long Lane', 'Long Lane', 'Long Lane']);
  expect(queue().map(({ data }) => data?.['address'])).toEqual(['Long Lane', 'Long Lane', 'Long Lane']);
});

test('wherever the storage fails, none of them is kept', async () => {
  const whole = await openDevice();
  whole.state.putsLeft = 1000;
  await writeEvery(whole.core, whole.moved('Long Lane'));
  const puts = 1000 - whole.state.putsLeft;
  expect(puts).toBeGreaterThan(5);
  for (let left = 0; left < puts; left += 1) {
    const { core, state, moved, everything } = await openDevice();
    const before = everything();
    state.putsLeft = left;
    await expect(writeEvery(core, moved('Long Lane'))).rejects.toThrow('The disk is full.');
    expect(everything()).toBe(before);
  }
});

test('if one of the records is not here, none of the others changes', async () => {
  const { core, moved, everything } = await openDevice();
  const before = everything();
  const stranger: WriteIntent = { operation: 'update', store: 'customers', orgId: ORG, id: 4711, data: { address: 'Elsewhere' } };
  await expect(writeEvery(core, [...moved('Long Lane'), stranger])).rejects.toThrow(MissingRecord);
  expect(everything()).toBe(before);
});

test('nothing at all is nothing to keep', async () => {
  const { core, everything } = await openDevice();
  const before = everything();
  expect(await writeEvery(core, [])).toEqual([]);
  expect(everything()).toBe(before);
});
