import { expect, test } from 'vitest';
import type { Core } from '#client/offline/engine/core.ts';
import { neverLeft, type SyncItem, UNDONE_VERSION } from '#client/offline/storage/item.ts';
import { claimBatch } from '#client/offline/outbox/batch.ts';
import { discard, edit, resolve } from '#client/offline/outbox/revise.ts';
import { keepRows } from '#client/offline/view/server-rows.ts';
import type { Outcome } from '#client/offline/outbox/send.ts';
import { settle } from '#client/offline/outbox/settle.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { requeueInFlight } from '#client/offline/outbox/scheduler.ts';
import { write } from '#client/offline/outbox/write.ts';
import { openedCore, queueOf } from './device-core.ts';

const USER = 1;
const ORG = 1;

const rowOf = (id: number, version: number, fields: object): LocalRow => ({ id, organizationId: ORG, version, ...fields });

/** Takes the change as if it were sent now. */
const claim = async (core: Core, id: string): Promise<SyncItem> => {
  const candidates = (tx: Tx) => tx.list('syncQueue', { index: 'byUser', from: [USER, 0], to: [USER, Infinity] });
  const one = async (tx: Tx) => (await candidates(tx)).filter((item) => item.id === id);
  const { items } = await claimBatch(core, one, { isAsked: false, most: 100, foreignOrgIds: new Set() });
  const [item] = items;
  if (!item) {
    throw new Error('The change cannot be sent now.');
  }
  return item;
};

const answer = (core: Core, item: SyncItem, outcome: Outcome): Promise<unknown> =>
  settle(core, [{ item, outcome }], { isAsked: false, othersPass: () => true, waitsForRefused: () => false });
const finish = (core: Core, item: SyncItem, done: Omit<Extract<Outcome, { kind: 'done' }>, 'kind'>) =>
  answer(core, item, { kind: 'done', ...done });
const mergeWith = (core: Core, item: SyncItem, current: LocalRow) => answer(core, item, { kind: 'merge', current });
const KEY_REUSED = { status: 422, code: 'key_reused', message: 'No.', issues: [], role: null };

const jobs = (core: Core): Promise<readonly LocalRow[]> => core.storage.read(['jobs'], (tx) => tx.list('jobs', {}));

test('an edited change is based on what its form showed, though the record was pulled since', async () => {
  const core = await openedCore();
  const seen = rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' });
  await keepRows(core, USER, 'customers', ORG, [seen]);
  const { itemId } = await write(core, { operation: 'update', store: 'customers', orgId: ORG, id: 5, data: { phoneNumber: '22' }, seen });
  await keepRows(core, USER, 'customers', ORG, [rowOf(5, 2, { address: 'Long Lane', phoneNumber: '11' })]);

  await edit(core, itemId ?? '', { address: 'High Street' }, { seen });

  expect(await queueOf(core)).toMatchObject([
    { data: { phoneNumber: '22', address: 'High Street' }, base: { phoneNumber: '11', address: 'Mill Lane' }, baseVersion: 1 },
  ]);
});

test('what a later change of the same user set is not the base of an earlier one that is edited', async () => {
  const core = await openedCore();
  await keepRows(core, USER, 'customers', ORG, [rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' })]);
  const change = { operation: 'update', store: 'customers', orgId: ORG, id: 5 } as const;
  const { itemId } = await write(core, { ...change, data: { phoneNumber: '22' } });
  await write(core, { ...change, data: { address: 'Long Lane' } });

  await edit(core, itemId ?? '', { address: 'High Street' });

  expect(await queueOf(core)).toMatchObject([{ base: { address: 'Mill Lane' } }, { base: { address: 'Mill Lane' } }]);
});

test('and it is compared from where that later change began, though this one has been merged since', async () => {
  const core = await openedCore();
  const seen = rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' });
  await keepRows(core, USER, 'customers', ORG, [seen]);
  const change = { operation: 'update', store: 'customers', orgId: ORG, id: 5 } as const;
  const { itemId } = await write(core, { ...change, data: { phoneNumber: '22' } });
  await write(core, { ...change, data: { address: 'Long Lane' }, seen });
  const sent = await claim(core, itemId ?? '');
  await mergeWith(core, sent, rowOf(5, 2, { address: 'of the office', phoneNumber: '11' }));
  expect(await queueOf(core)).toMatchObject([{ baseVersion: 2 }, { baseVersion: 1 }]);

  await edit(core, itemId ?? '', { address: 'High Street' });

  expect(await queueOf(core)).toMatchObject([{ base: { address: 'Mill Lane' }, baseVersion: 1 }, { baseVersion: 1 }]);
});

test('what is added to a change in flight is based on what its form showed, not on the answer', async () => {
  const core = await openedCore();
  const seen = rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' });
  await keepRows(core, USER, 'customers', ORG, [seen]);
  const { itemId } = await write(core, { operation: 'update', store: 'customers', orgId: ORG, id: 5, data: { phoneNumber: '22' } });
  const sent = await claim(core, itemId ?? '');
  await edit(core, itemId ?? '', { address: 'High Street', phoneNumber: '33' }, { seen });

  const row = rowOf(5, 3, { address: 'of the office', phoneNumber: '22' });
  await finish(core, sent, { row, isReplayed: false, seq: 4 });

  const [rest] = await queueOf(core);
  expect(rest).toMatchObject({ data: { address: 'High Street', phoneNumber: '33' }, base: { address: 'Mill Lane', phoneNumber: '22' } });
  expect(rest?.baseVersion).toBe(UNDONE_VERSION);
});

test('a later change is compared from where it began, though the one before it was edited back to there while in flight', async () => {
  const core = await openedCore();
  const seen = rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' });
  await keepRows(core, USER, 'customers', ORG, [seen]);
  const change = { operation: 'update', store: 'customers', orgId: ORG, id: 5 } as const;
  const { itemId } = await write(core, { ...change, data: { phoneNumber: '22' } });
  const id = itemId ?? '';
  await write(core, { ...change, data: { address: 'Long Lane' }, seen });
  await mergeWith(core, await claim(core, id), rowOf(5, 2, { address: 'of the office', phoneNumber: '11' }));
  const sent = await claim(core, id);
  await edit(core, id, { address: 'High Street' });

  await finish(core, sent, { row: rowOf(5, 3, { address: 'of the office', phoneNumber: '22' }), isReplayed: false, seq: 4 });

  expect(await queueOf(core)).toMatchObject([{ data: { address: 'Long Lane' }, base: { address: 'Mill Lane' }, baseVersion: 1 }]);
});

test('what is added while an earlier answer is being fetched is not forgotten', async () => {
  const core = await openedCore();
  await keepRows(core, USER, 'customers', ORG, [rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11', firstName: null })]);
  const { itemId } = await write(core, { operation: 'update', store: 'customers', orgId: ORG, id: 5, data: { phoneNumber: '22' } });
  const id = itemId ?? '';
  await claim(core, id);
  await requeueInFlight(core, USER);
  await edit(core, id, { address: 'High Street' });
  await answer(core, await claim(core, id), { kind: 'fetch-earlier', error: KEY_REUSED });
  const sent = await claim(core, id);
  await edit(core, id, { firstName: 'Ann' });

  await finish(core, sent, {
    row: rowOf(5, 2, { address: 'Mill Lane', phoneNumber: '22', firstName: null }),
    isReplayed: true,
    seq: 4,
  });

  expect(await queueOf(core)).toMatchObject([{ data: { address: 'High Street', firstName: 'Ann' } }]);
});

test('changes under the real id of a record that was made here take their place when its answer comes', async () => {
  const core = await openedCore();
  const made = { name: 'Hay', customerId: 3, status: 'open' };
  const { id: tempId } = await write(core, { operation: 'create', store: 'jobs', orgId: ORG, data: made });
  // The answer was lost; a pull brings the job, which is now shown twice.
  await keepRows(core, USER, 'jobs', ORG, [rowOf(9, 1, made)]);
  await write(core, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: tempId, data: { notes: 'first field' } });
  await write(core, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: 9, data: { notes: 'second field' } });
  await write(core, { operation: 'update', store: 'jobs', orgId: ORG, id: 9, data: { status: 'completed' } });

  const [create] = await queueOf(core);
  await finish(core, create as SyncItem, { row: rowOf(9, 1, made), isReplayed: true, seq: 4 });

  const [first, second, closing] = await queueOf(core);
  expect([first?.jobId, second?.jobId, closing?.target]).toEqual([tempId, tempId, tempId]);
  expect(second?.marks.some((mark) => mark.includes(`in:jobs:${tempId}#`))).toBe(true);
  expect(closing?.waitsFor).toContain(`in:jobs:${tempId}`);
  expect(await jobs(core)).toMatchObject([{ id: 9, status: 'completed', sync: 'waiting' }]);
});

test('a deletion applies to a record as its user decided, but for what a change between the two sets again', async () => {
  const core = await openedCore();
  await keepRows(core, USER, 'customers', ORG, [rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' })]);
  const about = { store: 'customers', orgId: ORG, id: 5 } as const;
  const first = await write(core, { ...about, operation: 'update', data: { address: 'High Street', phoneNumber: '22' } });
  const sent = await claim(core, first.itemId ?? '');
  await write(core, { ...about, operation: 'update', data: { phoneNumber: '44' } });
  await write(core, { ...about, operation: 'remove' });
  await mergeWith(core, sent, rowOf(5, 2, { address: 'Long Lane', phoneNumber: '33' }));

  await resolve(core, sent.id, new Set());

  const queue = await queueOf(core);
  expect(queue.find(({ operation }) => operation === 'remove')?.base).toMatchObject({ address: 'Long Lane', phoneNumber: '44' });
});

test('a deletion is taken back as long as nothing of it has left, and never once it may have arrived', async () => {
  const core = await openedCore();
  await keepRows(core, USER, 'jobs', ORG, [rowOf(5, 1, { name: 'North' }), rowOf(6, 1, { name: 'South' })]);
  const remove = async (id: number) => (await write(core, { operation: 'remove', store: 'jobs', orgId: ORG, id })).itemId ?? '';
  const [first, second] = [await remove(5), await remove(6)];
  await claim(core, second);
  await requeueInFlight(core, USER);

  expect((await discard(core, [first, second], neverLeft)).map(({ id }) => id)).toEqual([first]);
  expect((await jobs(core)).map(({ id }) => id)).toEqual([5]);
  expect((await queueOf(core)).map(({ id }) => id)).toEqual([second]);
});
