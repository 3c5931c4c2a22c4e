import { beforeEach, expect, test } from 'vitest';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { routes } from '#shared/routes.ts';
import { setEngine } from '#client/data/engine-context.tsx';
import { writerOf } from '#client/data/use-write.ts';
import { changeEntries } from '#client/data/write-several.ts';
import { type Engine, keepChange, undecidedChanges } from '#client/offline/public.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { updateJob } from '../sim/model-records.ts';
import { OFFICE } from '../sim/scene.ts';
import { modelDevice } from './model-device.ts';

// An entry that its user was told is kept, and a correction that went into it before it was sent: the server refuses both.

const USER = 1;
const ORG = 1;
const REFUSED = 'is completed';

let engine: Engine;
let entry: JobEntry;
/** The entry's job is open again. */
let reopen: () => void;

beforeEach(async () => {
  const state = { now: Date.UTC(2025, 5, 14, 6) };
  const { server, db, engine: made } = modelDevice(() => state.now);
  // Nothing is sent before the correction is there.
  Object.assign(made, { kickSoon: () => undefined });
  engine = made;
  setEngine(engine);
  await made.signedIn(USER);
  await made.pull(ORG);
  const data = { serviceTypeId: 4, date: '2025-06-14', loads: 8, notes: 'the work' };
  await keepChange(engine, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: 7, data });
  entry = rowsOf(db, 'jobEntries').find(({ notes }) => notes === 'the work') as unknown as JobEntry;
  updateJob(server.office(ORG, OFFICE), 7, { status: 'completed' });
  reopen = () => updateJob(server.office(ORG, OFFICE), 7, { status: 'open' });
});

const writer = (hasForm: boolean) => {
  const { write, leave } = writerOf(ORG, routes.jobEntries.update, hasForm);
  const correct = async (body: Parameters<typeof write>[0]['body']) => {
    const writing = write({ params: { id: entry.id }, body });
    await Promise.all([writing.catch(() => undefined), engine.drain()]);
    return writing;
  };
  return { correct, leave };
};

const whole = (more: object) => [{ operation: 'create', status: 'attention', data: { serviceTypeId: 4, notes: 'the work', ...more } }];

test('without a form both stay on the Sync screen', async () => {
  expect(await writer(false).correct({ loads: 9 })).toMatchObject({ state: 'attention' });
  expect(await undecidedChanges(engine)).toMatchObject(whole({ loads: 9 }));
});

test('a form says why, and leaving it discards nothing', async () => {
  const { correct, leave } = writer(true);
  await expect(correct({ loads: 9 })).rejects.toThrow(REFUSED);
  await leave();
  expect(await undecidedChanges(engine)).toMatchObject(whole({ loads: 9 }));
});

test('what the form corrects next goes into the same entry, beside what it does not name', async () => {
  const { correct, leave } = writer(true);
  await expect(correct({ loads: 9 })).rejects.toThrow(REFUSED);
  expect(await correct({ fuel: 40 })).toMatchObject({ state: 'attention' });
  await leave();
  expect(await undecidedChanges(engine)).toMatchObject(whole({ loads: 9, fuel: 40 }));
  reopen();
  expect(await correct({ fuel: 41 })).toMatchObject({ state: 'sent', record: { loads: 9, fuel: 41, notes: 'the work' } });
  expect(await undecidedChanges(engine)).toEqual([]);
});

test('neither does a change of several entries', async () => {
  const { outcome } = await changeEntries(ORG, [{ entry, body: { loads: 9 } }]);
  const [saved] = await Promise.all([outcome, engine.drain()]);
  expect(saved).toMatchObject({ attention: 1, refused: [] });
  expect(await undecidedChanges(engine)).toMatchObject(whole({ loads: 9 }));
});

const form = () => {
  const { write, leave } = writerOf(ORG, routes.jobEntries.create, true);
  const submit = async (more: object) => {
    const writing = write({ params: { id: 7 }, body: { serviceTypeId: 4, date: '2025-06-14', ...more } });
    await Promise.all([writing.catch(() => undefined), engine.drain()]);
    return writing;
  };
  return { submit, leave };
};

test('an entry that its own form was refused goes when that form is left', async () => {
  const { submit, leave } = form();
  await expect(submit({ loads: 5 })).rejects.toThrow(REFUSED);
  await leave();
  expect(await undecidedChanges(engine)).toMatchObject(whole({ loads: 8 }));
});

test('after an attempt that could not even be kept, the form still corrects the same entry', async () => {
  const { submit } = form();
  await expect(submit({ loads: 5 })).rejects.toThrow(REFUSED);
  await expect(submit({ equipmentIds: [4_000_000_000_000] })).rejects.toThrow('4000000000000');
  await submit({ loads: 6 });
  expect((await undecidedChanges(engine)).map(({ data }) => data?.['loads'])).toEqual([8, 6]);
});
