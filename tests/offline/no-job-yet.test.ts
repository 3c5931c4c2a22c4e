import { expect, test } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { editChange, keepChange, moveChange } from '#client/offline/local/own-changes.ts';
import type { WriteIntent } from '#client/offline/outbox/write.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { updateEntry } from '../sim/model-entries.ts';
import { createJob } from '../sim/model-records.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

const USER = 1;
const ORG = 1;
const NOW = Date.UTC(2025, 5, 14, 6);

/** A server, and a device that can be cut off before its answers come. */
const open = async () => {
  const server = new ModelServer(() => NOW);
  furnishServer(server);
  server.sessions.set('token', USER);
  const db = memoryDatabase();
  const state = { losesAnswers: false };
  const send = (request: WireRequest): Promise<Answer> => {
    const answer = server.handle(request, 'token');
    return Promise.resolve(state.losesAnswers && request.method !== 'GET' ? { kind: 'none' } : answer);
  };
  const engine = createEngine(onlinePorts(memoryStorage(db), () => NOW, send));
  await engine.signedIn(USER);
  expect(await engine.pull(ORG)).toBe('up-to-date');
  const write = (intent: Omit<WriteIntent, 'orgId'>) => keepChange(engine, { ...intent, orgId: ORG });
  const logAt = (customerId: number, notes: string) =>
    write({
      operation: 'create',
      store: 'jobEntries',
      data: { customerId, awaitsJob: true, serviceTypeId: rowsOf(db, 'serviceTypes')[0]?.id ?? 0, date: '2025-06-14', notes },
    });
  const { tables } = server.orgOf(ORG);
  /** What the server has of this entry, and of its job. */
  const onServer = (notes: string) => {
    const entries = [...tables.jobEntries.values()].filter(({ row, isDeleted }) => !isDeleted && row['notes'] === notes);
    return entries.map(({ row }) => ({ id: row.id, customerId: row['customerId'], job: tables.jobs.get(row['jobId'] as number)?.row }));
  };
  const { id: customerId } = await write({ operation: 'create', store: 'customers', data: { businessName: 'Blue Hill' } });
  return { server, db, engine, state, write, logAt, onServer, customerId };
};

test('an entry goes to the customer who was made on the same device before it', async () => {
  const { db, engine, logAt, onServer, customerId } = await open();
  const { row } = await logAt(customerId, 'mowed');
  expect(row).toMatchObject({ jobId: 0, awaitsJob: true, customerId });
  expect(await engine.drain()).toMatchObject({ sent: 2, stopped: null });
  const [made] = onServer('mowed');
  expect(made?.job).toMatchObject({
    isPlaceholder: true,
    customerId: rowsOf(db, 'customers').find((each) => each['businessName'] === 'Blue Hill')?.id,
  });
  expect(rowsOf(db, 'jobEntries').find(({ id }) => id === made?.id)).toMatchObject({ jobId: made?.job?.id });
});

test('what is decided about it while it waits counts: a job instead, and back again', async () => {
  const { db, engine, write, logAt, onServer, customerId } = await open();
  const job = rowsOf(db, 'jobs')[0];
  const [one, other] = [await logAt(customerId, 'mowed'), await logAt(customerId, 'raked')];
  await write({ operation: 'update', store: 'jobEntries', id: one.id, data: { jobId: job?.id ?? 0 } });
  await write({ operation: 'update', store: 'jobEntries', id: other.id, data: { jobId: job?.id ?? 0 } });
  const back = await write({ operation: 'update', store: 'jobEntries', id: other.id, data: { awaitsJob: true, customerId } });
  expect(back.row).toMatchObject({ jobId: 0, awaitsJob: true, customerId });
  expect(await engine.drain()).toMatchObject({ sent: 3, stopped: null });
  expect(onServer('mowed')).toMatchObject([{ customerId: job?.['customerId'], job: { id: job?.id } }]);
  expect(onServer('raked')).toMatchObject([{ job: { isPlaceholder: true } }]);
});

test.each(['a job', 'none'])('changed to %s after its answer was lost: created once, and put where its user wants it', async (to) => {
  const { db, engine, state, write, logAt, onServer, customerId } = await open();
  await engine.drain();
  const known = rowsOf(db, 'idMap').find(({ tempId }) => tempId === customerId)?.id ?? 0;
  const jobId = rowsOf(db, 'jobs')[0]?.id ?? 0;
  const onJob = () =>
    write({
      operation: 'create',
      store: 'jobEntries',
      jobId,
      data: { serviceTypeId: rowsOf(db, 'serviceTypes')[0]?.id ?? 0, date: '2025-06-14', notes: 'mowed' },
    });
  const { itemId } = await (to === 'a job' ? logAt(known, 'mowed') : onJob());
  state.losesAnswers = true;
  await engine.drain();
  expect(onServer('mowed')).toHaveLength(1);
  state.losesAnswers = false;
  await (to === 'a job'
    ? moveChange(engine, itemId ?? '', jobId)
    : editChange(engine, itemId ?? '', { awaitsJob: true, customerId: known }));
  await engine.drain();
  await engine.drain();
  expect(onServer('mowed')).toMatchObject([to === 'a job' ? { job: { id: jobId } } : { customerId: known, job: { isPlaceholder: true } }]);
  expect(rowsOf(db, 'syncQueue')).toEqual([]);
});

test('the office puts it on a job while its driver changes the notes: both count', async () => {
  const { db, server, engine, write, logAt, onServer, customerId } = await open();
  const { id } = await logAt(customerId, 'mowed');
  await engine.drain();
  const [made] = onServer('mowed');
  const office = server.office(ORG, OFFICE);
  const job = createJob(office, { name: 'North', customerId: made?.customerId });
  await write({
    operation: 'update',
    store: 'jobEntries',
    id: rowsOf(db, 'idMap').find(({ tempId }) => tempId === id)?.id ?? 0,
    data: { notes: 'mowed twice' },
  });
  updateEntry(office, made?.id ?? 0, { jobId: job.id });
  await engine.drain();
  expect(onServer('mowed twice')).toMatchObject([{ job: { id: job.id } }]);
  // And the job that is empty now has been removed, here as well.
  await engine.pull(ORG);
  expect(rowsOf(db, 'jobs').filter((each) => each['isPlaceholder'] === true)).toEqual([]);
  expect(rowsOf(db, 'syncQueue')).toEqual([]);
});
