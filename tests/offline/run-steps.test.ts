import { expect, test } from 'vitest';
import type { Organization } from '#shared/domain/organization.ts';
import { nextStop, pauseRun } from '#shared/domain/run-state.ts';
import { setEngine } from '#client/data/engine-context.tsx';
import { beginRun, takeStep } from '#client/data/run-steps.ts';
import { createEngine } from '#client/offline/engine/engine.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

// The steps of a run with the real engine, across a sign-out in its middle (decision 0076).

const USER = 1;
const ORG = 1;
const CREW = { serviceTypeId: 4, equipmentIds: [], operatorIds: [], implementId: null };
const DRIVER = { userId: USER, organization: { id: ORG, timeZone: null } as unknown as Organization };

/** A device whose run has been at both of its stops; it gets no answer while `isCut`. */
const openDevice = async () => {
  const state = { now: Date.UTC(2025, 5, 14, 6), isCut: false };
  const server = new ModelServer(() => state.now);
  furnishServer(server);
  server.sessions.set('token', USER);
  const db = memoryDatabase();
  const ports = onlinePorts(
    memoryStorage(db),
    () => state.now,
    async (request) => (state.isCut ? { kind: 'none' } : server.handle(request, 'token')),
  );
  const engine = createEngine(ports);
  Object.assign(engine, { kickSoon: () => undefined });
  setEngine(engine);
  await engine.signedIn(USER);
  await engine.pull(ORG);
  const step = (move: Parameters<typeof takeStep>[1]) => {
    state.now += 600_000;
    return takeStep(DRIVER, move);
  };
  const next = () => step((run) => nextStop(run, new Date(state.now).toISOString()));
  await beginRun(DRIVER, CREW, [
    { customerId: 6, jobId: 7 },
    { customerId: 6, jobId: 9 },
  ]);
  return {
    engine,
    state,
    step,
    next,
    spans: () =>
      rowsOf(db, 'jobEntries')
        .filter((row) => row.organizationId === ORG && row['runId'] !== null)
        .map((row) => [row['jobId'], (row['spans'] as readonly unknown[]).length])
        .toSorted(([one], [other]) => Number(one) - Number(other)),
    leaveAndComeBack: async () => {
      await engine.signedOut();
      await engine.signedIn(USER);
    },
  };
};

test('who signs in again in the middle of a run goes on with its entries, before the device has them all back', async () => {
  const { engine, step, next, spans, leaveAndComeBack, state } = await openDevice();
  await next();
  await next();
  await engine.drain();
  expect(spans()).toEqual([
    [7, 1],
    [9, 1],
  ]);
  await leaveAndComeBack();
  expect(spans()).toEqual([]);
  await step((run) =>
    pauseRun({ ...run, current: 0, since: new Date(state.now - 60_000).toISOString() }, new Date(state.now).toISOString()),
  );
  await engine.drain();
  await engine.pull(ORG);
  // The stop has been visited twice: no second entry.
  expect(spans()).toEqual([
    [7, 2],
    [9, 1],
  ]);
});

test('and without a network is told so, instead of logging a stop once more', async () => {
  const { engine, next, spans, leaveAndComeBack, state } = await openDevice();
  await next();
  await engine.drain();
  await leaveAndComeBack();
  state.isCut = true;
  await expect(next()).rejects.toThrow('hasn’t loaded');
  state.isCut = false;
  await engine.pull(ORG);
  await next();
  expect(spans()).toEqual([
    [7, 1],
    [9, 1],
  ]);
});

test('what has not been sent goes on at once', async () => {
  const { next, spans, leaveAndComeBack, state } = await openDevice();
  await next();
  await leaveAndComeBack();
  state.isCut = true;
  await next();
  expect(spans()).toEqual([
    [7, 1],
    [9, 1],
  ]);
});
