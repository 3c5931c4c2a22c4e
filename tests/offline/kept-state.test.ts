import { expect, test } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import type { EngineEvent } from '#client/offline/engine/ports.ts';
import { wipe } from '#client/offline/engine/hand-over.ts';
import { ViewEnded } from '#client/offline/engine/own-view.ts';
import { findKept, keepRow, keepTogether, type LocalRow, type WriteIntent } from '#client/offline/public.ts';
import type { StoreName } from '#client/offline/storage/stores.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { deviceCore, limitedMemory } from './device-core.ts';

// A run's state and the entries that it tells of are kept together (decision 0076).

const USER = 1;
const ORG = 1;
const KEY = `run:${USER}:${ORG}` as const;

interface State {
  readonly runId: number;
  readonly stops: readonly { readonly jobId: number; readonly entryId: number | null }[];
}

const openDevice = () => {
  const state = { putsLeft: Number.POSITIVE_INFINITY };
  const { db, storage, everything } = limitedMemory(state);
  db.tables.jobs.set(7, { id: 7, organizationId: ORG, version: 1, customerId: 3, status: 'open' });
  const events: EngineEvent[] = [];
  const core = {
    ...deviceCore({ storage, userId: () => USER }),
    bus: { post: (event: EngineEvent) => events.push(event), listen: () => () => undefined },
  };
  const engine = createEngine(core);
  // Nothing is sent here.
  Object.assign(engine, { kickSoon: () => undefined });
  return {
    core,
    engine,
    events,
    state,
    rows: (store: StoreName): LocalRow[] => rowsOf(db, store) as unknown as LocalRow[],
    everything,
  };
};

const NEW_RUN: WriteIntent = {
  operation: 'create',
  store: 'runs',
  orgId: ORG,
  data: { date: '2026-06-01', serviceTypeId: 2, startedAt: '2026-06-01T07:00:00Z' },
};

const entryOf = (runId: number): WriteIntent => ({
  operation: 'create',
  store: 'jobEntries',
  orgId: ORG,
  jobId: 7,
  data: { date: '2026-06-01', serviceTypeId: 2, runId, spans: [{ from: '2026-06-01T07:00:00Z', to: '2026-06-01T08:00:00Z' }] },
});

/** Starts a run and logs its first stop, by one press. */
const begin = ({ engine }: Pick<ReturnType<typeof openDevice>, 'engine'>) =>
  keepTogether(
    engine,
    [NEW_RUN, ([run]) => entryOf(run?.id ?? 0)],
    [{ key: KEY, seen: null, value: ([run, entry]) => ({ runId: run?.id, stops: [{ jobId: 7, entryId: entry?.id }] }) }],
  );

test('changes of two kinds and the state that tells of them are kept together', async () => {
  const device = openDevice();
  const written = await begin(device);
  const [run, entry] = written ?? [];
  expect(await findKept<State>(device.engine, KEY)).toEqual({ runId: run?.id, stops: [{ jobId: 7, entryId: entry?.id }] });
  expect(device.rows('jobEntries')).toMatchObject([{ id: entry?.id, runId: run?.id, jobId: 7 }]);
  expect(device.rows('runs')).toMatchObject([{ id: run?.id, serviceTypeId: 2 }]);
  // Screens of both kinds learn of it, and those of the state.
  expect(device.events).toEqual([
    { kind: 'rows', store: 'runs', orgId: ORG, ids: [run?.id] },
    { kind: 'rows', store: 'jobEntries', orgId: ORG, ids: [entry?.id] },
    { kind: 'queue' },
    { kind: 'kept', key: KEY },
  ]);
});

test('wherever the storage fails, neither a change nor the state is kept', async () => {
  const whole = openDevice();
  whole.state.putsLeft = 1000;
  await begin(whole);
  const puts = 1000 - whole.state.putsLeft;
  expect(puts).toBeGreaterThan(5);
  for (let left = 0; left < puts; left += 1) {
    const device = openDevice();
    const before = device.everything();
    device.state.putsLeft = left;
    await expect(begin(device)).rejects.toThrow('The disk is full.');
    expect(device.everything()).toBe(before);
  }
});

test('a second tab that has not seen the stop does not log it again', async () => {
  const device = openDevice();
  await begin(device);
  const [before, posted] = [device.everything(), device.events.length];
  expect(await begin(device)).toBeNull();
  expect(await keepRow(device.engine, KEY, { runId: 1, stops: [] }, null)).toBe(false);
  expect(device.everything()).toBe(before);
  expect(device.events).toHaveLength(posted);
  const seen = await findKept<State>(device.engine, KEY);
  expect(await keepRow(device.engine, KEY, { ...seen, isPaused: true }, seen)).toBe(true);
});

test('a state alone is kept, replaced and removed', async () => {
  const { engine, rows, events } = openDevice();
  expect(await findKept(engine, KEY)).toBeNull();
  await keepRow(engine, KEY, { typed: '4' });
  await keepRow(engine, KEY, { typed: '42' });
  expect(await findKept(engine, KEY)).toEqual({ typed: '42' });
  expect(events).toEqual([
    { kind: 'kept', key: KEY },
    { kind: 'kept', key: KEY },
  ]);
  await keepRow(engine, KEY, null);
  expect(await findKept(engine, KEY)).toBeNull();
  expect(rows('meta')).toHaveLength(1);
});

test("nobody keeps a state that is another person's", async () => {
  const device = openDevice();
  const before = device.everything();
  const key = `run:2:${ORG}` as const;
  await expect(keepTogether(device.engine, [NEW_RUN], [{ key, value: { runId: 1 } }])).rejects.toThrow(ViewEnded);
  await expect(keepRow(device.engine, key, { runId: 1 })).rejects.toThrow(ViewEnded);
  expect(device.everything()).toBe(before);
});

test('it outlives a sign-out like a draft, and a tab whose user has left keeps nothing more', async () => {
  const device = openDevice();
  await begin(device);
  const seen = await findKept(device.engine, KEY);
  await wipe(device.core);
  expect(device.rows('runs')).toEqual([]);
  expect(await findKept(device.engine, KEY)).toEqual(seen);
  await expect(keepRow(device.engine, KEY, { runId: 1, stops: [] })).rejects.toThrow(ViewEnded);
  await expect(keepTogether(device.engine, [NEW_RUN], [{ key: KEY, value: null }])).rejects.toThrow(ViewEnded);
  expect(await findKept(device.engine, KEY)).toEqual(seen);
});
