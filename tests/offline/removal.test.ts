import { expect, test } from 'vitest';
import { discardChanges, editChange, keepChange, resolveChange } from '#client/offline/local/own-changes.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { updateEntry } from '../sim/model-entries.ts';
import { updateCustomer } from '../sim/model-records.ts';
import { OFFICE } from '../sim/scene.ts';
import { modelDevice } from './model-device.ts';

const USER = 1;
const ORG = 1;

/** A device that has read everything, with a customer to delete; `office` changes it on the server. */
const openDevice = async () => {
  const now = (): number => Date.UTC(2025, 5, 14, 6);
  const { server, db, engine } = modelDevice(now);
  await engine.signedIn(USER);
  await engine.pull(ORG);
  const [customer] = rowsOf(db, 'customers');
  const id = customer?.id ?? 0;
  const change = (data: object) => keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id, data: { ...data } });
  return {
    engine,
    server,
    entry: rowsOf(db, 'jobEntries')[0]?.id ?? 0,
    change,
    was: customer?.['address'] ?? null,
    remove: () => keepChange(engine, { operation: 'remove', store: 'customers', orgId: ORG, id }),
    office: (body: object) => updateCustomer(server.office(ORG, OFFICE), id, { ...body }),
    queue: () => rowsOf(db, 'syncQueue'),
    isDeleted: () => server.orgOf(ORG).tables.customers.get(id)?.isDeleted,
    /** The row is from an app that did not know the field. */
    forget: (field: string) => {
      const row = Object.entries(rowsOf(db, 'jobEntries')[0] ?? {}).filter(([name]) => name !== field);
      db.tables.jobEntries.set(Number(rowsOf(db, 'jobEntries')[0]?.id), Object.fromEntries(row) as never);
    },
    drop: async (field: string) => {
      const [item] = rowsOf(db, 'syncQueue');
      db.tables.syncQueue.set(item?.id ?? '', { ...item, [field]: null } as never);
    },
  };
};

test('what someone else has changed since is not deleted before its user has been asked', async () => {
  const { engine, remove, office, queue, isDeleted, was } = await openDevice();
  const { itemId } = await remove();
  office({ address: 'by the office' });
  expect(await engine.drain()).toMatchObject({ sent: 0 });
  expect(queue()).toMatchObject([
    { reason: 'conflict', conflict: { fields: [{ field: 'address', base: was, mine: null, theirs: 'by the office' }], merged: [] } },
  ]);
  expect(isDeleted()).toBe(false);

  await resolveChange(engine, itemId ?? '', new Set());
  expect(await engine.drain()).toMatchObject({ sent: 1 });
  expect([queue(), isDeleted()]).toEqual([[], true]);
});

test('and stays, if its user would rather keep it', async () => {
  const { engine, remove, office, queue, isDeleted } = await openDevice();
  const { itemId } = await remove();
  office({ address: 'by the office' });
  await engine.drain();
  await discardChanges(engine, [itemId ?? '']);
  expect(await engine.drain()).toMatchObject({ sent: 0 });
  expect([queue(), isDeleted()]).toEqual([[], false]);
});

test('changed again before the answer, it is asked about again', async () => {
  const { engine, remove, office, queue, isDeleted } = await openDevice();
  const { itemId } = await remove();
  office({ address: 'by the office' });
  await engine.drain();
  office({ phoneNumber: '555 0100' });
  await resolveChange(engine, itemId ?? '', new Set());
  await engine.drain();
  expect(queue()).toMatchObject([{ conflict: { fields: [{ field: 'phoneNumber', theirs: '555 0100' }] } }]);
  expect(isDeleted()).toBe(false);
});

test('a newer version with the same content is deleted, and so is what its user has changed before', async () => {
  const { engine, change, remove, office, isDeleted, was } = await openDevice();
  await change({ phoneNumber: '555 0142' });
  await remove();
  office({ address: 'for a moment' });
  office({ address: was });
  await engine.drain();
  await engine.drain();
  expect(isDeleted()).toBe(true);
});

test('an earlier change that is edited on the Sync screen is not a change by someone else', async () => {
  const { engine, change, remove, office, queue } = await openDevice();
  const { itemId } = await change({ phoneNumber: '555 0142' });
  await remove();
  await editChange(engine, itemId ?? '', { phoneNumber: '555 0143' });
  office({ address: 'by the office' });
  await engine.drain();
  expect(queue().map(({ conflict }) => conflict?.fields.map(({ field }) => field))).toEqual([['address']]);
});

test('a deletion that an older app left is carried out as it was meant then', async () => {
  const { engine, remove, office, drop, isDeleted } = await openDevice();
  await remove();
  await drop('base');
  office({ address: 'by the office' });
  await engine.drain();
  await engine.drain();
  expect(isDeleted()).toBe(true);
});

test('a row from before a field came does not show as changed what nobody has filled in', async () => {
  const { engine, server, entry, queue, forget } = await openDevice();
  const about = { store: 'jobEntries', orgId: ORG, id: entry } as const;
  forget('spans');
  const { itemId } = await keepChange(engine, { ...about, operation: 'remove' });
  updateEntry(server.office(ORG, OFFICE), entry, { notes: 'by the office' });
  await engine.drain();
  expect(queue().map(({ conflict }) => conflict?.fields)).toMatchObject([[{ field: 'notes', theirs: 'by the office' }]]);

  await discardChanges(engine, [itemId ?? '']);
  forget('spans');
  const span = { from: '2025-06-12T07:00:00Z', to: '2025-06-12T08:00:00Z' };
  await keepChange(engine, { ...about, operation: 'update', data: { spans: [span] } });
  updateEntry(server.office(ORG, OFFICE), entry, { loads: 3 });
  await engine.drain();
  await engine.drain();
  expect(queue()).toEqual([]);
  expect(server.orgOf(ORG).tables.jobEntries.get(entry)?.row).toMatchObject({ spans: [span], loads: 3 });
});

test('of custom fields it names the one that was changed', async () => {
  const { engine, server, entry, queue } = await openDevice();
  const about = { store: 'jobEntries', orgId: ORG, id: entry } as const;
  await keepChange(engine, { ...about, operation: 'update', data: { customFieldValues: { Bales: 3, Rows: 8 } } });
  await engine.drain();
  await keepChange(engine, { ...about, operation: 'remove' });
  updateEntry(server.office(ORG, OFFICE), entry, { customFieldValues: { Bales: 4, Rows: 8 } });
  await engine.drain();
  expect(queue().map(({ conflict }) => conflict?.fields)).toMatchObject([[{ field: 'customFieldValues.Bales', base: 3, theirs: 4 }]]);
});
