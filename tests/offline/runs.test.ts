import { expect, test } from 'vitest';
import { jobEntryInput } from '#shared/domain/job-entry.ts';
import { createEngine } from '#client/offline/engine/engine.ts';
import {
  dependentChanges,
  discardChanges,
  editChange,
  findKept,
  findRecord,
  keepChange,
  keepTogether,
  onRealId,
  realIds,
  recreateRecord,
  resolveChange,
  undecidedChanges,
} from '#client/offline/public.ts';
import type { EngineEvent } from '#client/offline/engine/ports.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { removeEntry } from '../sim/model-entries.ts';
import { updateJob } from '../sim/model-records.ts';
import { removeRun, updateRun } from '../sim/model-runs.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

// A run and its entries on a device: what waits for what, and what becomes of an entry when its run is not made (decision 0076).

const USER = 1;
const ORG = 1;
const JOB = 7;
const KEY = `run:${USER}:${ORG}` as const;
const SPAN = { from: '2025-06-12T07:00:00Z', to: '2025-06-12T08:00:00Z' };

/** A device that has read everything; `office` acts on the server. */
const openDevice = async () => {
  const now = (): number => Date.UTC(2025, 5, 14, 6);
  const server = new ModelServer(now);
  furnishServer(server);
  server.sessions.set('token', USER);
  const db = memoryDatabase();
  const sent: string[] = [];
  const events: EngineEvent[] = [];
  const listeners = new Set<(event: EngineEvent) => void>();
  const ports = onlinePorts(memoryStorage(db), now, async (request) => {
    sent.push(`${request.method} ${request.path} ${typeof request.body === 'string' ? request.body : ''}`);
    return server.handle(request, 'token');
  });
  const bus = {
    post: (event: EngineEvent) => {
      events.push(event);
      listeners.forEach((listener) => listener(event));
    },
    listen: (listener: (event: EngineEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const engine = createEngine({ ...ports, bus });
  await engine.signedIn(USER);
  await engine.pull(ORG);
  // Sent only when a test says so.
  Object.assign(engine, { kickSoon: () => undefined });
  const run = { serviceTypeId: 4, date: '2025-06-12', startedAt: SPAN.from };
  const entry = { serviceTypeId: 4, date: '2025-06-12', spans: [SPAN], loads: 7 };
  const rows = (store: 'runs' | 'jobEntries' | 'daysOff') => rowsOf(db, store).filter((row) => row.organizationId === ORG);
  return {
    engine,
    server,
    sent,
    events,
    rows,
    office: () => server.office(ORG, OFFICE),
    begin: (more: object = {}) => keepChange(engine, { operation: 'create', store: 'runs', orgId: ORG, data: { ...run, ...more } }),
    log: (runId: number, more: object = {}) =>
      keepChange(engine, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: JOB, data: { ...entry, runId, ...more } }),
    own: () => rows('jobEntries').find((row) => row['loads'] === 7),
    remove: (id: number) => keepChange(engine, { operation: 'remove', store: 'runs', orgId: ORG, id }),
    queue: () => rowsOf(db, 'syncQueue').sort((one, other) => one.seq - other.seq),
    onServer: (store: 'runs' | 'jobEntries') => [...server.orgOf(ORG).tables[store].values()].filter(({ isDeleted }) => !isDeleted),
  };
};

test('an entry names its run by its real id once the run is made, and a state may go on naming both by their temporary ones', async () => {
  const { engine, begin, own, queue, sent } = await openDevice();
  const heard: number[] = [];
  onRealId(engine, ({ id }) => heard.push(id));
  const run = await begin();
  const made = await keepTogether(
    engine,
    [
      {
        operation: 'create',
        store: 'jobEntries',
        orgId: ORG,
        jobId: JOB,
        data: { serviceTypeId: 4, date: '2025-06-12', loads: 7, runId: run.id },
      },
    ],
    [{ key: KEY, value: ([entry]) => ({ runId: run.id, entryId: entry?.id }) }],
  );
  expect(queue().map(({ uses }) => uses)).toEqual([[], [run.id]]);
  expect(await engine.drain()).toMatchObject({ sent: 2, refused: 0 });

  const kept = await findKept<{ runId: number; entryId: number }>(engine, KEY);
  expect(kept).toEqual({ runId: run.id, entryId: made?.[0]?.id });
  const real = await realIds(engine, [kept?.runId ?? 0, kept?.entryId ?? 0]);
  expect(own()).toMatchObject({ id: real.get(kept?.entryId ?? 0), runId: real.get(kept?.runId ?? 0), version: 1 });
  expect(heard.toSorted((one, other) => one - other)).toEqual([...real.values()].toSorted((one, other) => one - other));
  expect(await findRecord(engine, 'runs', run.id)).toMatchObject({ serviceTypeId: 4 });

  // The stop is visited again, and another one logged, under the ids that the state has.
  await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id: kept?.entryId ?? 0, data: { spans: [SPAN] } });
  await keepChange(engine, {
    operation: 'create',
    store: 'jobEntries',
    orgId: ORG,
    jobId: JOB,
    data: { serviceTypeId: 4, date: '2025-06-12', loads: 8, runId: run.id },
  });
  expect(await engine.drain()).toMatchObject({ sent: 2, refused: 0 });
  expect(sent.join()).not.toContain(`"runId":${run.id}`);
  expect(own()).toMatchObject({ spans: [SPAN] });
});

test('an entry waits as long as its run is refused, and stays when the run is discarded', async () => {
  const { engine, events, begin, log, own, queue, onServer } = await openDevice();
  const run = await begin({ serviceTypeId: 4711 });
  await log(run.id);
  await engine.drain();
  expect(queue().map(({ status, reason }) => reason ?? status)).toEqual(['rejected', 'pending']);
  expect(own()).toMatchObject({ runId: run.id });

  events.length = 0;
  // Nothing is said to be lost with it.
  expect(await dependentChanges(engine, run.itemId ?? '')).toEqual([]);
  expect(await discardChanges(engine, [run.itemId ?? ''])).toMatchObject([{ store: 'runs' }]);
  expect(events).toContainEqual({ kind: 'rows', store: 'jobEntries', orgId: ORG });
  expect(own()).toMatchObject({ runId: null, spans: [SPAN] });
  expect(await engine.drain()).toMatchObject({ sent: 1, refused: 0 });
  expect(onServer('jobEntries').at(-1)?.row).toMatchObject({ runId: null, spans: [SPAN], loads: 7 });
});

test('or is sent with it, once the run is put right', async () => {
  const { engine, begin, log, own, queue, onServer } = await openDevice();
  const run = await begin({ serviceTypeId: 4711 });
  await log(run.id);
  await engine.drain();
  await editChange(engine, run.itemId ?? '', { serviceTypeId: 4 });
  await engine.drain();
  await engine.drain();
  expect(queue()).toEqual([]);
  expect(own()?.['runId']).toBe(onServer('runs')[0]?.row.id);
});

test('deleting a run that is only on this device keeps its entries', async () => {
  const { events, begin, log, own, remove, rows, queue } = await openDevice();
  const run = await begin();
  await log(run.id);
  events.length = 0;
  await remove(run.id);
  expect(rows('runs')).toEqual([]);
  expect(own()).toMatchObject({ runId: null, sync: 'waiting' });
  expect(queue()).toMatchObject([{ store: 'jobEntries', operation: 'create', uses: [], data: { runId: null } }]);
  expect(events).toContainEqual({ kind: 'rows', store: 'jobEntries', orgId: ORG });
});

test('of a change that puts an entry into the run only that is taken back', async () => {
  const { engine, begin, rows, queue, remove } = await openDevice();
  const [entry] = rows('jobEntries');
  const run = await begin();
  await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id: entry?.id ?? 0, data: { runId: run.id, loads: 3 } });
  await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id: entry?.id ?? 0, data: { runId: null, loads: 4 } });
  await remove(run.id);
  expect(queue().map(({ data, base }) => [data, base])).toEqual([
    [
      { runId: null, loads: 3 },
      { runId: null, loads: null },
    ],
    [
      { runId: null, loads: 4 },
      { runId: null, loads: 3 },
    ],
  ]);
  expect(await engine.drain()).toMatchObject({ refused: 0 });
  await engine.drain();
  expect(queue()).toEqual([]);
});

test('what is logged after the run was discarded elsewhere is kept without it', async () => {
  const { engine, begin, log, own } = await openDevice();
  const run = await begin();
  await discardChanges(engine, [run.itemId ?? '']);
  await log(run.id);
  expect(own()).toMatchObject({ runId: null, spans: [SPAN] });
  await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id: own()?.id ?? 0, data: { runId: run.id, fuel: 3 } });
  expect(own()).toMatchObject({ runId: null, fuel: 3 });
  expect(await engine.drain()).toMatchObject({ sent: 1, refused: 0 });
});

test('an entry goes with its job, even if its run is discarded in the same breath', async () => {
  const { engine, begin, queue, rows } = await openDevice();
  const job = await keepChange(engine, {
    operation: 'create',
    store: 'jobs',
    orgId: ORG,
    data: { name: 'North', customerId: 6, status: 'open' },
  });
  const run = await begin();
  const data = { serviceTypeId: 4, date: '2025-06-12', loads: 7, runId: run.id };
  await keepChange(engine, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: job.id, data });
  await discardChanges(engine, [run.itemId ?? '', job.itemId ?? '']);
  expect(queue()).toEqual([]);
  expect(rows('jobEntries').filter((row) => row['loads'] === 7)).toEqual([]);
});

test('a run is deleted only after the entries that were logged in it before', async () => {
  const { engine, begin, log, own, queue, remove, onServer } = await openDevice();
  const run = await begin();
  await engine.drain();
  await log(run.id, { totalHours: -1 });
  await remove(run.id);
  await engine.drain();
  expect(queue().map(({ operation, status }) => [operation, status])).toEqual([
    ['create', 'attention'],
    ['remove', 'pending'],
  ]);
  const [refused] = await undecidedChanges(engine);
  await editChange(engine, refused?.id ?? '', { totalHours: 1 });
  await engine.drain();
  await engine.drain();
  await engine.pull(ORG);
  expect([queue(), onServer('runs')]).toEqual([[], []]);
  expect(own()).toMatchObject({ runId: null, totalHours: 1 });
});

test('an entry of a run that the office has deleted meanwhile is kept', async () => {
  const { engine, server, begin, log, own, office, rows, queue } = await openDevice();
  const run = await begin();
  await engine.drain();
  await log(run.id);
  const [{ id } = { id: 0 }] = rows('runs');
  removeRun(office(), id);
  expect(server.orgOf(ORG).tables.runs.get(id)?.isDeleted).toBe(true);
  expect(await engine.drain()).toMatchObject({ sent: 1, refused: 0 });
  expect(queue()).toEqual([]);
  expect(own()).toMatchObject({ spans: [SPAN] });
});

test('a share of the fuel that the server gives is no conflict for a change of something else', async () => {
  const { engine, begin, log, own, office, rows, queue } = await openDevice();
  const run = await begin();
  await log(run.id, { totalHours: 2 });
  await engine.drain();
  await engine.pull(ORG);
  const entry = own();
  await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id: entry?.id ?? 0, data: { notes: 'wet' } });
  updateRun(office(), rows('runs')[0]?.id ?? 0, { fuel: 42 });
  await engine.drain();
  await engine.drain();
  expect(queue()).toEqual([]);
  expect(own()).toMatchObject({ notes: 'wet', fuel: 42, version: 3 });
});

test('and is one for fuel that was typed without having seen it', async () => {
  const { engine, begin, log, own, office, rows, queue, onServer } = await openDevice();
  const run = await begin();
  await log(run.id, { totalHours: 2 });
  await engine.drain();
  await engine.pull(ORG);
  const { itemId } = await keepChange(engine, {
    operation: 'update',
    store: 'jobEntries',
    orgId: ORG,
    id: own()?.id ?? 0,
    data: { fuel: 9, notes: 'wet' },
  });
  updateRun(office(), rows('runs')[0]?.id ?? 0, { fuel: 42 });
  await engine.drain();
  expect(queue()).toMatchObject([
    { reason: 'conflict', conflict: { fields: [{ field: 'fuel', base: null, mine: 9, theirs: 42 }], merged: ['notes'] } },
  ]);
  await resolveChange(engine, itemId ?? '', new Set(['fuel']));
  await engine.drain();
  await engine.pull(ORG);
  expect(own()).toMatchObject({ fuel: 9, notes: 'wet' });
  // What somebody typed ends the sharing.
  expect(onServer('runs')[0]?.row).toMatchObject({ shareBy: 'hand' });
});

test.for([
  { sent: 'without its share', change: { notes: 'wet' }, runIs: { fuel: 42, shareBy: 'hours' }, entryIs: { fuel: 42, notes: 'wet' } },
  { sent: 'with the fuel that somebody typed', change: { fuel: 9 }, runIs: { fuel: 42, shareBy: 'hand' }, entryIs: { fuel: 9 } },
])('an entry of a run that the office has deleted is made again $sent', async ({ change, runIs, entryIs }) => {
  const { engine, begin, log, own, office, rows, queue, onServer } = await openDevice();
  const run = await begin({ fuel: 42 });
  await log(run.id, { totalHours: 2 });
  await engine.drain();
  await engine.pull(ORG);
  const entry = own();
  expect(entry).toMatchObject({ fuel: 42 });
  const { itemId } = await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id: entry?.id ?? 0, data: change });
  removeEntry(office(), entry?.id ?? 0);
  await engine.drain();
  expect(queue()).toMatchObject([{ status: 'attention', reason: 'deleted' }]);
  await recreateRecord(engine, itemId ?? '', Object.keys(jobEntryInput.shape));
  await engine.drain();
  await engine.pull(ORG);
  expect(queue()).toEqual([]);
  expect(onServer('runs')[0]?.row).toMatchObject(runIs);
  expect(own()).toMatchObject({ ...entryIs, runId: rows('runs')[0]?.id, totalHours: 2 });
});

test('a share that comes with the answer is on the device at once, and what was changed meanwhile follows', async () => {
  const { engine, begin, log, own, queue } = await openDevice();
  const run = await begin({ fuel: 30 });
  const first = await log(run.id, { totalHours: 2 });
  await engine.drain();
  expect(own()).toMatchObject({ fuel: 30, version: 2 });
  await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id: first.id, data: { totalHours: 3 } });
  await log(run.id, { loads: 9, totalHours: 3 });
  expect(await engine.drain()).toMatchObject({ refused: 0 });
  await engine.drain();
  await engine.pull(ORG);
  expect(queue()).toEqual([]);
  expect(own()).toMatchObject({ fuel: 15, totalHours: 3 });
});

test('days off are kept and sent like any other record', async () => {
  const { engine, rows, office, queue } = await openDevice();
  const employeeId = [...office().org.tables.employees.keys()][0];
  const made = await keepChange(engine, { operation: 'create', store: 'daysOff', orgId: ORG, data: { employeeId, date: '2025-06-13' } });
  await engine.drain();
  expect(rows('daysOff')).toMatchObject([{ employeeId, date: '2025-06-13', version: 1 }]);
  await keepChange(engine, { operation: 'remove', store: 'daysOff', orgId: ORG, id: made.id });
  await engine.drain();
  expect([queue(), rows('daysOff')]).toEqual([[], []]);
});

test('an entry of a run is refused for its job as ever, and moved with its times', async () => {
  const { engine, begin, log, own, office } = await openDevice();
  const run = await begin();
  const { itemId } = await log(run.id);
  updateJob(office(), JOB, { status: 'completed' });
  await engine.drain();
  expect(await undecidedChanges(engine)).toMatchObject([{ id: itemId, reason: 'job-closed' }]);
  await editChange(engine, itemId ?? '', {}, { jobId: 9 });
  await engine.drain();
  const [runId] = (await realIds(engine, [run.id])).values();
  expect(own()).toMatchObject({ jobId: 9, runId, spans: [SPAN] });
});
