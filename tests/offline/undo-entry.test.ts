import { expect, test } from 'vitest';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { undoEntry } from '#client/data/undo-entry.ts';
import { keepChange, undecidedChanges } from '#client/offline/public.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { updateEntry } from '../sim/model-entries.ts';
import { OFFICE } from '../sim/scene.ts';
import { modelDevice } from './model-device.ts';

const USER = 1;
const ORG = 1;

/** A device whose user has logged eight loads and corrected them to nine, which the server has. */
const openDevice = async () => {
  const state = { now: Date.UTC(2025, 5, 14, 6) };
  const { server, db, engine } = modelDevice(() => state.now);
  Object.assign(engine, { kickSoon: () => undefined });
  await engine.signedIn(USER);
  await engine.pull(ORG);
  const sync = async () => {
    state.now += 60_000;
    await engine.drain();
    await engine.pull(ORG);
  };
  const ofEntry = { store: 'jobEntries', orgId: ORG } as const;
  const entry = () => rowsOf(db, 'jobEntries').find((row) => row['notes'] === 'of this test') as unknown as JobEntry;
  const data = { serviceTypeId: 4, date: '2025-06-14', loads: 8, notes: 'of this test' };
  await keepChange(engine, { ...ofEntry, operation: 'create', jobId: 7, data });
  await sync();
  const before = entry();
  const body = { loads: 9 };
  const { itemId } = await keepChange(engine, { ...ofEntry, operation: 'update', id: before.id, data: body });
  await sync();
  const after = entry();
  const undo = () => undoEntry(engine, { orgId: ORG, itemId: itemId ?? '', entryId: after.id, changed: { body, before, after } });
  return { engine, entry, server, sync, undo };
};

test('what was sent is taken back by a change, and a second press changes nothing', async () => {
  const { engine, entry, sync, undo } = await openDevice();
  await undo();
  await undo();
  await sync();
  expect(entry()).toMatchObject({ loads: 8 });
  expect(await undecidedChanges(engine)).toEqual([]);
});

test('what somebody else has corrected since is not taken back without a word', async () => {
  const { engine, entry, server, sync, undo } = await openDevice();
  updateEntry(server.office(ORG, OFFICE), entry().id, { loads: 12 });
  await sync();
  await undo();
  await sync();
  expect(await undecidedChanges(engine)).toMatchObject([{ reason: 'conflict' }]);
});
