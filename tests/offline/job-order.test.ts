import { expect, test } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import { keepChange, retryChange } from '#client/offline/local/own-changes.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { updateJob } from '../sim/model-records.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

const USER = 1;
const ORG = 1;
const OPEN_JOB = 7;
const CLOSED_JOB = 9;

/** A device that has read everything, at a server where the office has completed one of the two jobs. */
const openDevice = async () => {
  const now = (): number => Date.UTC(2025, 5, 14, 6);
  const server = new ModelServer(now);
  furnishServer(server);
  server.sessions.set('token', USER);
  updateJob(server.office(ORG, OFFICE), CLOSED_JOB, { status: 'completed' });
  const db = memoryDatabase();
  const engine = createEngine(onlinePorts(memoryStorage(db), now, async (request) => server.handle(request, 'token')));
  await engine.signedIn(USER);
  await engine.pull(ORG);
  const data = { serviceTypeId: 4, date: '2025-06-16', notes: 'wet', totalHours: 1 };
  const make = (jobId: number) => keepChange(engine, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId, data });
  const reopen = () => keepChange(engine, { operation: 'update', store: 'jobs', orgId: ORG, id: CLOSED_JOB, data: { status: 'open' } });
  return { engine, make, reopen, waiting: () => rowsOf(db, 'syncQueue').map(({ status, reason }) => reason ?? status) };
};

test('an entry that is moved before it leaves comes after what its user did to the other job', async () => {
  const { engine, make, reopen, waiting } = await openDevice();
  const { id } = await make(OPEN_JOB);
  await reopen();
  await keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: ORG, id, data: { jobId: CLOSED_JOB } });

  expect(await engine.drain()).toMatchObject({ sent: 2, refused: 0 });
  expect(waiting()).toEqual([]);
});

test('reopening a job is not blocked by the entry that the job refused', async () => {
  const { engine, make, reopen, waiting } = await openDevice();
  const { itemId } = await make(CLOSED_JOB);
  expect(await engine.drain()).toMatchObject({ refused: 1 });
  expect(waiting()).toEqual(['job-closed']);

  await reopen();
  expect(await engine.drain()).toMatchObject({ sent: 1 });
  await retryChange(engine, itemId ?? '');
  expect(await engine.drain()).toMatchObject({ sent: 1, refused: 0 });
  expect(waiting()).toEqual([]);
});
