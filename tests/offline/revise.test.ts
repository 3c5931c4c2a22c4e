import { expect, test } from 'vitest';
import type { Core } from '#client/offline/core.ts';
import type { SyncItem } from '#client/offline/item.ts';
import { edit } from '#client/offline/revise.ts';
import { keepRows } from '#client/offline/server-rows.ts';
import { finish } from '#client/offline/settle.ts';
import type { LocalRow } from '#client/offline/stores.ts';
import { write } from '#client/offline/write.ts';
import { deviceCore } from './device-core.ts';

const USER = 1;
const ORG = 1;

const rowOf = (id: number, version: number, fields: object): LocalRow => ({ id, organizationId: ORG, version, ...fields });

const opened = async (): Promise<Core> => {
  const core = deviceCore();
  await core.storage.write(['meta'], (tx) => tx.put('meta', { key: 'viewOf', value: USER }), { durability: 'relaxed' });
  return core;
};

const queueOf = async (core: Core): Promise<SyncItem[]> =>
  (await core.storage.read(['syncQueue'], (tx) => tx.list('syncQueue', {}))).sort((a, b) => a.seq - b.seq);

const jobs = (core: Core): Promise<LocalRow[]> => core.storage.read(['jobs'], (tx) => tx.list('jobs', {}));

test('a change that is edited stands on what its form showed, though the record was pulled meanwhile', async () => {
  const core = await opened();
  const seen = rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' });
  await keepRows(core, USER, 'customers', ORG, [seen]);
  const { itemId } = await write(core, { operation: 'update', store: 'customers', orgId: ORG, id: 5, data: { phoneNumber: '22' }, seen });
  await keepRows(core, USER, 'customers', ORG, [rowOf(5, 2, { address: 'Long Lane', phoneNumber: '11' })]);

  await edit(core, itemId ?? '', { address: 'High Street' }, { seen });

  expect(await queueOf(core)).toMatchObject([
    { data: { phoneNumber: '22', address: 'High Street' }, base: { phoneNumber: '11', address: 'Mill Lane' }, baseVersion: 1 },
  ]);
});

test('what a later change of the same user set is no ground for an earlier one that is edited', async () => {
  const core = await opened();
  await keepRows(core, USER, 'customers', ORG, [rowOf(5, 1, { address: 'Mill Lane', phoneNumber: '11' })]);
  const change = { operation: 'update', store: 'customers', orgId: ORG, id: 5 } as const;
  const { itemId } = await write(core, { ...change, data: { phoneNumber: '22' } });
  await write(core, { ...change, data: { address: 'Long Lane' } });

  await edit(core, itemId ?? '', { address: 'High Street' });

  expect(await queueOf(core)).toMatchObject([{ base: { address: 'Mill Lane' } }, { base: { address: 'Mill Lane' } }]);
});

test('changes under the real id of a record that was made here take their place when its answer comes', async () => {
  const core = await opened();
  const made = { name: 'Hay', customerId: 3, status: 'open' };
  const { id: tempId } = await write(core, { operation: 'create', store: 'jobs', orgId: ORG, data: made });
  // The answer was lost; a pull brings the job, which now stands there twice.
  await keepRows(core, USER, 'jobs', ORG, [rowOf(9, 1, made)]);
  await write(core, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: tempId, data: { notes: 'first field' } });
  await write(core, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: 9, data: { notes: 'second field' } });
  await write(core, { operation: 'update', store: 'jobs', orgId: ORG, id: 9, data: { status: 'completed' } });

  const [create] = await queueOf(core);
  await finish(core, create as SyncItem, { row: rowOf(9, 1, made), isReplayed: true, seq: 4 }, undefined);

  const [first, second, closing] = await queueOf(core);
  expect([first?.jobId, second?.jobId, closing?.target]).toEqual([tempId, tempId, tempId]);
  expect(second?.marks.some((mark) => mark.includes(`in:jobs:${tempId}#`))).toBe(true);
  expect(closing?.waitsFor).toContain(`in:jobs:${tempId}`);
  expect(await jobs(core)).toMatchObject([{ id: 9, status: 'completed', sync: 'waiting' }]);
});
