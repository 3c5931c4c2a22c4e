import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Organization } from '#shared/domain/organization.ts';
import { currentStop, goTo, LOADS, nextStop, pauseRun, withPhoto, withStop } from '#shared/domain/run-state.ts';
import { setEngine } from '#client/data/engine-context.tsx';
import { beginRun, takeStep } from '#client/data/run-steps.ts';
import { createEngine } from '#client/offline/engine/engine.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { updateEntry } from '../sim/model-entries.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
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
  const step = (move: Parameters<typeof takeStep>[1], options?: Parameters<typeof takeStep>[2]) => {
    state.now += 600_000;
    return takeStep(DRIVER, move, options);
  };
  const next = () => step((run) => nextStop(run, new Date(state.now).toISOString()));
  await beginRun(DRIVER, CREW, [
    { customerId: 6, jobId: 7 },
    { customerId: 6, jobId: 9 },
  ]);
  return {
    engine,
    server,
    db,
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

const synced = async ({ engine }: Pick<Awaited<ReturnType<typeof openDevice>>, 'engine'>): Promise<void> => {
  await engine.drain();
  await engine.pull(ORG);
};

test('what was changed of the entry elsewhere stays, but for what is typed at the stop', async () => {
  const device = await openDevice();
  const { db, next, server, state, step } = device;
  await step((run) => withStop(run, 0, { counts: { [LOADS]: 8 }, notes: 'wet' }));
  await next();
  await step((run) => goTo(run, 0, new Date(state.now).toISOString()));
  await synced(device);
  const entry = rowsOf(db, 'jobEntries').find((row) => row['jobId'] === 7 && row['runId'] !== null);
  updateEntry(server.office(ORG, OFFICE), entry?.id ?? 0, { loads: 9, notes: 'wet, gate open' });
  await synced(device);
  const taken = await next();
  expect(taken?.before.stops[0]).toMatchObject({ counts: { [LOADS]: 9 }, notes: 'wet, gate open' });
  await step((run) => goTo(run, 0, new Date(state.now).toISOString()));
  await step((run) => withStop(run, 0, { counts: { ...currentStop(run).counts, [LOADS]: 12 } }));
  await next();
  await synced(device);
  expect(rowsOf(db, 'jobEntries').find(({ id }) => id === entry?.id)).toMatchObject({ loads: 12, notes: 'wet, gate open' });
  expect(rowsOf(db, 'syncQueue')).toEqual([]);
});

test('a second photo at a stop whose first was sent is sent, too', async () => {
  const device = await openDevice();
  const { db, next, step } = device;
  const photograph = async (words: string) => {
    const bytes = new TextEncoder().encode(words);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const files = [{ sha256, bytes: bytes.buffer, type: 'image/jpeg', fileName: `${words}.jpg` }];
    await step((run) => withPhoto(run, 0, `blob:${sha256}`), { files, also: () => [0] });
    return sha256;
  };
  const first = await photograph('first');
  await synced(device);
  const second = await photograph('second');
  await synced(device);
  // Made ready when the next stop had begun.
  await next();
  const third = await photograph('third');
  await synced(device);
  expect(rowsOf(db, 'syncQueue')).toEqual([]);
  const photos = rowsOf(db, 'jobEntries').map((row) => [row['jobId'], row['photos']] as const);
  expect(new Map(photos).get(7)).toEqual([first, second, third].map((sha256) => `${sha256}.bin`));
});
