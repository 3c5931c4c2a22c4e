import { expect, test } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import type { Answer, Storage, Tx, WireRequest } from '#client/offline/engine/ports.ts';
import { editChange, keepChange, waitingChanges } from '#client/offline/local/own-changes.ts';
import { writesIn } from '../sim/batches.ts';
import { memoryDatabase, memoryStorage, rowsOf } from '../sim/memory-storage.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

// What leaves a device together, and what of it one change can hold up.

const ORG = 1;
const NOW = Date.UTC(2025, 5, 14, 6);

/** Notes how much each transaction asks before it ends. */
const counting = (storage: Storage, note: (asked: number) => void): Storage => {
  const watched =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      let asked = 0;
      const get = (target: Tx, name: string): unknown => {
        asked += ['get', 'list', 'count'].includes(name) ? 1 : 0;
        return Reflect.get(target, name);
      };
      const result = await work(new Proxy(tx, { get }));
      note(asked);
      return result;
    };
  return {
    read: (stores, work) => storage.read(stores, watched(work)),
    write: (stores, work, options) => storage.write(stores, watched(work), options),
  };
};

const openDevice = async (note: (asked: number) => void = () => undefined) => {
  const server = new ModelServer(() => NOW);
  furnishServer(server);
  server.sessions.set('token', 1);
  const db = memoryDatabase();
  const sent: WireRequest[] = [];
  const way = { deliver: async (request: WireRequest): Promise<Answer> => server.handle(request, 'token') };
  const engine = createEngine(
    onlinePorts(
      counting(memoryStorage(db), note),
      () => NOW,
      (request) => {
        sent.push(request);
        return way.deliver(request);
      },
    ),
  );
  await engine.signedIn(1);
  await engine.pull(ORG);
  sent.length = 0;
  const log = (notes: string, jobId = 7) =>
    keepChange(engine, {
      operation: 'create',
      store: 'jobEntries',
      orgId: ORG,
      jobId,
      data: { serviceTypeId: 4, date: '2025-06-16', notes, totalHours: 1 },
    });
  const batches = (): number[] => sent.flatMap((request) => writesIn(request)?.length ?? []);
  const queue = () => rowsOf(db, 'syncQueue').toSorted((a, b) => a.seq - b.seq);
  const notes = () => [...server.orgOf(ORG).tables.jobEntries.values()].map(({ row }) => row['notes']);
  return { server, db, way, engine, log, batches, queue, notes };
};

const failure = ({ headers }: WireRequest, status: number, json: object): Answer => ({
  kind: 'answer',
  status,
  headers: { 'idempotency-key': headers['idempotency-key'] ?? '', 'x-server-epoch': '1' },
  json,
  isJson: true,
});

test('a job that was made here and its entries leave in one request', async () => {
  const { server, db, engine, log, batches, queue } = await openDevice();
  const [customer] = rowsOf(db, 'customers');
  const job = await keepChange(engine, {
    operation: 'create',
    store: 'jobs',
    orgId: ORG,
    data: { name: 'Silage', customerId: customer?.id, status: 'open' },
  });
  for (let index = 0; index < 60; index += 1) {
    await log(`entry ${index}`, job.id);
  }
  expect(await engine.drain()).toMatchObject({ sent: 61, refused: 0, stopped: null });
  expect(batches()).toEqual([61]);
  expect(queue()).toEqual([]);
  const { jobs, jobEntries } = server.orgOf(ORG).tables;
  const made = [...jobs.values()].find(({ row }) => row['name'] === 'Silage')?.row.id;
  expect([...jobEntries.values()].filter(({ row }) => row['jobId'] === made)).toHaveLength(60);
});

test('a thousand changes leave in ten requests, in their order', async () => {
  const { engine, log, batches, notes } = await openDevice();
  const before = notes().length;
  const all = Array.from({ length: 1000 }, (_, index) => `entry ${index}`);
  for (const each of all) {
    await log(each);
  }
  expect(await engine.drain()).toMatchObject({ sent: 1000 });
  expect(batches()).toHaveLength(10);
  expect(notes().slice(before).toSorted()).toEqual(all.toSorted());
});

test('a hundred entries are claimed and ended without a look at each', async () => {
  let most = 0;
  const { engine, log, batches } = await openDevice((asked) => (most = Math.max(most, asked)));
  for (let index = 0; index < 100; index += 1) {
    await log(`entry ${index}`);
  }
  most = 0;
  expect(await engine.drain()).toMatchObject({ sent: 100 });
  expect(batches()).toEqual([100]);
  expect(most).toBeLessThan(20);
});

test('what waits is listed without a look at each, and with what it waits for', async () => {
  let most = 0;
  const { engine, log } = await openDevice((asked) => (most = Math.max(most, asked)));
  await keepChange(engine, { operation: 'update', store: 'jobs', orgId: ORG, id: 7, data: { status: 'completed' } });
  for (let index = 0; index < 100; index += 1) {
    await log(`entry ${index}`);
  }
  most = 0;
  const waiting = await waitingChanges(engine, 0, 200);
  expect(waiting.map(({ after }) => after.length)).toEqual([0, ...Array.from({ length: 100 }, () => 1)]);
  expect(most).toBeLessThan(20);
});

test('two changes of one record do not travel together, nor does closing a job with its entries', async () => {
  const { db, engine, log, batches, queue } = await openDevice();
  const [customer] = rowsOf(db, 'customers');
  const { id } = await keepChange(engine, {
    operation: 'create',
    store: 'customers',
    orgId: ORG,
    data: { businessName: 'Mill Farm', address: null },
  });
  await keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id: customer?.id ?? 0, data: { address: 'Mill Road' } });
  await log('before it was closed');
  await keepChange(engine, { operation: 'update', store: 'jobs', orgId: ORG, id: 7, data: { status: 'completed' } });
  await engine.drain();
  expect(batches()).toEqual([3, 1]);
  await keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id, data: { address: 'High Street' } });
  await engine.drain();
  expect(queue()).toEqual([]);
});

test('one change that the server falls over does not hold up the others', async () => {
  const { way, engine, log, queue, notes } = await openDevice();
  const { deliver } = way;
  way.deliver = async (request) =>
    typeof request.body === 'string' && request.body.includes('poison') ? failure(request, 500, { code: 'internal' }) : deliver(request);
  for (let index = 0; index < 120; index += 1) {
    await log(index === 50 ? 'poison' : `fine ${index}`);
  }
  expect(await engine.drain()).toMatchObject({ sent: 119, refused: 1, stopped: null });
  expect(queue()).toMatchObject([{ data: { notes: 'poison' }, status: 'pending', retryCount: 1 }]);
  expect(notes().filter((each) => String(each).startsWith('fine'))).toHaveLength(119);
  way.deliver = deliver;
  expect(await engine.sync()).toMatchObject({ succeeded: 1, failed: 0 });
});

test('a line that carries no large batch carries smaller ones', async () => {
  const { way, engine, log, queue, batches } = await openDevice();
  const { deliver } = way;
  way.deliver = async (request) => ((writesIn(request)?.length ?? 0) > 10 ? { kind: 'none' } : deliver(request));
  for (let index = 0; index < 100; index += 1) {
    await log(`entry ${index}`);
  }
  for (let round = 0; round < 20 && queue().length > 0; round += 1) {
    await engine.drain();
  }
  expect(queue()).toEqual([]);
  expect(batches()[0]).toBe(100);
});

test('a server that does not know the call yet refuses nothing', async () => {
  const { way, engine, log, queue } = await openDevice();
  const { deliver } = way;
  way.deliver = async (request) => (writesIn(request) ? failure(request, 404, { code: 'not_found' }) : deliver(request));
  await log('waits');
  expect(await engine.drain()).toMatchObject({ sent: 0, stopped: 'slow-down' });
  expect(queue()).toMatchObject([{ status: 'pending', retryCount: 0, reason: null }]);
});

test('what depends on a refused change waits for it and is refused nothing itself', async () => {
  const { db, engine, log, queue } = await openDevice();
  const [customer] = rowsOf(db, 'customers');
  const job = await keepChange(engine, {
    operation: 'create',
    store: 'jobs',
    orgId: ORG,
    data: { name: ' ', customerId: customer?.id, status: 'open' },
  });
  await log('inside', job.id);
  await log('beside');
  expect(await engine.drain()).toMatchObject({ sent: 1, refused: 1, stopped: null });
  expect(queue()).toMatchObject([
    { store: 'jobs', status: 'attention', reason: 'rejected' },
    { data: { notes: 'inside' }, status: 'pending', retryCount: 0, reason: null, lastError: null },
  ]);
  await editChange(engine, job.itemId ?? '', { name: 'Silage' });
  expect(await engine.drain()).toMatchObject({ sent: 2 });
  expect(queue()).toEqual([]);
});
