import { expect, test } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { dependentChanges, discardChanges, editChange, keepChange, moveChange } from '#client/offline/local/own-changes.ts';
import { engineWithout } from '../sim/bundle.ts';
import { memoryDatabase, memoryStorage, peek, rowsOf } from '../sim/memory-storage.ts';
import { removePlain, updateCustomer } from '../sim/model-records.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

const USER = 1;
const ORG = 1;
const NONE: Answer = { kind: 'none' };

/** A device that has read everything and made a customer whose answer was lost: the server has it, the device does not know. */
const loseAnswer = async (create = createEngine) => {
  const server = new ModelServer(() => Date.UTC(2025, 5, 14, 6));
  furnishServer(server);
  server.sessions.set('token', USER);
  const backup = { early: server.backUp() };
  const db = memoryDatabase();
  const way = {
    isLosing: true,
    change: async (answer: Answer, _request: WireRequest): Promise<Answer> => answer,
  };
  const send = async (request: WireRequest): Promise<Answer> => {
    const answer = server.handle(request, 'token');
    return way.isLosing && request.method !== 'GET' ? NONE : way.change(answer, request);
  };
  const engine = create(onlinePorts(memoryStorage(db), () => server.now(), send));
  await engine.signedIn(USER);
  await engine.pull(ORG);
  const data = { businessName: 'Mill Farm', address: 'Mill Road' };
  const written = await keepChange(engine, { operation: 'create', store: 'customers', orgId: ORG, data });
  await engine.drain();
  const stored = () => [...server.orgOf(ORG).tables.customers.values()].filter(({ row }) => row['businessName'] === 'Mill Farm');
  const id = stored()[0]?.row.id ?? 0;
  const office = (values: object): void => void updateCustomer(server.office(ORG, OFFICE), id, { ...values });
  const shown = () =>
    rowsOf(db, 'customers')
      .filter((row) => row['businessName'] === 'Mill Farm')
      .map((row) => [row.id, row['address'], row['phoneNumber'], row.sync]);
  const change = (fields: object) =>
    keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id: shown()[0]?.[0] as number, data: { ...fields } });
  const settle = async () => {
    way.isLosing = false;
    await engine.drain();
    await engine.pull(ORG);
  };
  const waiting = () => rowsOf(db, 'syncQueue').map(({ operation, reason, status }) => `${operation} ${reason ?? status}`);
  return { server, backup, db, way, engine, written, id, stored, office, shown, change, settle, waiting };
};

test('what a pull brings before its answer is shown once, and its create still waits for the answer', async () => {
  const { engine, written, id, stored, shown, settle, waiting } = await loseAnswer();
  expect(shown()).toEqual([[written.id, 'Mill Road', null, 'waiting']]);
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(shown()).toEqual([[id, 'Mill Road', null, 'waiting']]);
  expect(waiting()).toEqual(['create pending']);
  await settle();
  expect(shown()).toEqual([[id, 'Mill Road', null, undefined]]);
  expect([waiting(), stored().length]).toEqual([[], 1]);
});

test('without the protection, and at a server that does not report who created what, it is shown twice until the answer comes', async () => {
  const unprotected = await loseAnswer(await engineWithout('known-by-key'));
  const untold = await loseAnswer();
  untold.way.change = async (answer) => {
    if (answer.kind !== 'answer' || typeof answer.json !== 'object' || answer.json === null || !('made' in answer.json)) {
      return answer;
    }
    const { made: _made, ...json } = answer.json;
    return { ...answer, json };
  };
  for (const { engine, id, shown, settle } of [unprotected, untold]) {
    expect(await engine.pull(ORG)).toBe('up-to-date');
    expect(shown()).toHaveLength(2);
    await settle();
    expect(shown()).toEqual([[id, 'Mill Road', null, undefined]]);
  }
});

test('what others have changed in it since is shown, and counts as seen by its next change', async () => {
  const { engine, id, stored, office, shown, change, settle, waiting } = await loseAnswer();
  office({ address: 'Hill Road' });
  await engine.pull(ORG);
  expect(shown()).toEqual([[id, 'Hill Road', null, 'waiting']]);
  await change({ address: 'Long Lane' });
  expect(shown()).toEqual([[id, 'Long Lane', null, 'waiting']]);
  await settle();
  expect(waiting()).toEqual([]);
  expect(stored().map(({ row }) => row['address'])).toEqual(['Long Lane']);
});

test('what others have changed in it is not overwritten by a change that was made before the pull', async () => {
  const { engine, id, stored, office, shown, change, settle, waiting } = await loseAnswer();
  await change({ address: 'Long Lane', phoneNumber: '11' });
  office({ address: 'Hill Road' });
  await engine.pull(ORG);
  expect(shown()).toEqual([[id, 'Long Lane', '11', 'waiting']]);
  await settle();
  expect(waiting()).toEqual(['update conflict']);
  expect(stored().map(({ row }) => row['address'])).toEqual(['Hill Road']);
});

test('its content, edited while it waits, is shown over what the server has, and follows', async () => {
  const { engine, db, id, stored, office, shown, settle, waiting } = await loseAnswer();
  const [create] = rowsOf(db, 'syncQueue');
  await editChange(engine, create?.id ?? '', { address: 'Long Lane' });
  office({ phoneNumber: '22' });
  await engine.pull(ORG);
  expect(shown()).toEqual([[id, 'Long Lane', '22', 'waiting']]);
  await settle();
  expect(waiting()).toEqual([]);
  expect(stored().map(({ row }) => [row['address'], row['phoneNumber']])).toEqual([['Long Lane', '22']]);
});

test('if its create is discarded after the pull, the record stays, and changes based on it are compared with those of others', async () => {
  const { engine, db, id, stored, office, shown, change, settle, waiting } = await loseAnswer();
  await change({ phoneNumber: '11' });
  await engine.pull(ORG);
  office({ phoneNumber: '22' });
  const create = rowsOf(db, 'syncQueue').find(({ operation }) => operation === 'create');
  expect(await dependentChanges(engine, create?.id ?? '')).toEqual([]);
  await discardChanges(engine, [create?.id ?? '']);
  expect(shown()).toEqual([[id, 'Mill Road', '11', 'waiting']]);
  await settle();
  expect(waiting()).toEqual(['update conflict']);
  expect(stored().map(({ row }) => row['phoneNumber'])).toEqual(['22']);
});

test('if its create is discarded after an edit, changes based on the edit are compared as well', async () => {
  const { engine, db, office, change, settle, waiting } = await loseAnswer();
  const [create] = rowsOf(db, 'syncQueue');
  office({ phoneNumber: '22' });
  await editChange(engine, create?.id ?? '', { phoneNumber: '11' });
  await engine.pull(ORG);
  await change({ phoneNumber: '33' });
  await discardChanges(engine, [create?.id ?? '']);
  await settle();
  expect(waiting()).toEqual(['update conflict']);
});

test('a copy that is filled again recognizes it, too', async () => {
  const { engine, id, shown, settle, stored } = await loseAnswer();
  await engine.signedOut();
  await engine.signedIn(USER);
  expect(shown()).toHaveLength(1);
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(shown()).toEqual([[id, 'Mill Road', null, 'waiting']]);
  await settle();
  expect([shown(), stored().length]).toEqual([[[id, 'Mill Road', null, undefined]], 1]);
});

test('if others delete it, it disappears from the screen with its answer at the latest', async () => {
  const { server, engine, id, shown, settle, waiting } = await loseAnswer();
  await engine.pull(ORG);
  removePlain(server.office(ORG, OFFICE), 'customers', id);
  await engine.pull(ORG);
  expect(shown()).toEqual([]);
  await settle();
  expect([shown(), waiting()]).toEqual([[], []]);
});

test('if others delete it after it was edited here, it disappears from the screen, and the user who edited it is asked', async () => {
  const { server, db, engine, id, shown, settle, waiting } = await loseAnswer();
  await engine.pull(ORG);
  await editChange(engine, rowsOf(db, 'syncQueue')[0]?.id ?? '', { address: 'Long Lane' });
  removePlain(server.office(ORG, OFFICE), 'customers', id);
  await engine.pull(ORG);
  expect(shown()).toEqual([]);
  await settle();
  expect([shown(), waiting()]).toEqual([[], ['update deleted']]);
});

test('a change of the record is not merged into a refused create that has taken effect', async () => {
  const { way, db, engine, office, settle, waiting, stored } = await loseAnswer();
  office({ address: 'Hill Road' });
  await engine.pull(ORG);
  const [create] = rowsOf(db, 'syncQueue');
  await editChange(engine, create?.id ?? '', { businessName: '' });
  way.isLosing = false;
  await engine.drain();
  expect(waiting()).toEqual(['create rejected']);
  await keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id: create?.target ?? 0, data: { phoneNumber: '33' } });
  expect(waiting()).toEqual(['create rejected', 'update pending']);
  await editChange(engine, create?.id ?? '', { businessName: 'Mill Farm' });
  await settle();
  expect(waiting()).toEqual([]);
  expect(stored().map(({ row }) => [row['address'], row['phoneNumber']])).toEqual([['Hill Road', '33']]);
});

test('another user’s key does not identify a waiting record', async () => {
  const { server, db, way, engine, written, id, shown } = await loseAnswer();
  const [create] = rowsOf(db, 'syncQueue');
  await engine.signedOut();
  server.sessions.set('token', 2);
  way.change = async (answer) =>
    answer.kind === 'answer' && typeof answer.json === 'object' && answer.json !== null && 'made' in answer.json
      ? { ...answer, json: { ...answer.json, made: [{ collection: 'customers', id, key: create?.id }] } }
      : answer;
  const send = async (request: WireRequest) => way.change(server.handle(request, 'token'), request);
  const other = createEngine(onlinePorts(memoryStorage(db), () => server.now(), send, 2));
  await other.signedIn(2);
  await other.pull(ORG);
  expect(shown()).toEqual([[id, 'Mill Road', null, undefined]]);
  expect(peek(db, 'idMap', written.id)).toBeUndefined();
});

test('what refers to it by its temporary id shows its real one after the pull', async () => {
  const { server, db, engine, id, written } = await loseAnswer();
  const job = await keepChange(engine, { operation: 'create', store: 'jobs', orgId: ORG, data: { name: 'South', customerId: written.id } });
  expect(peek(db, 'jobs', job.id)).toMatchObject({ customerId: written.id });
  await engine.pull(ORG);
  expect(peek(db, 'jobs', job.id)).toMatchObject({ customerId: id });
  expect(server.orgOf(ORG).tables.jobs.size).toBe(2);
});

test('an entry that was moved to another job while it waits is shown there', async () => {
  const { server, db, engine, settle, waiting } = await loseAnswer();
  const [one, other] = rowsOf(db, 'jobs').filter(({ organizationId }) => organizationId === ORG);
  const [service] = rowsOf(db, 'serviceTypes');
  const data = { serviceTypeId: service?.id, date: '2025-06-14', notes: 'wet' };
  await keepChange(engine, { operation: 'create', store: 'jobEntries', orgId: ORG, jobId: one?.id ?? 0, data });
  await engine.drain();
  const entry = rowsOf(db, 'syncQueue').find(({ store }) => store === 'jobEntries');
  await moveChange(engine, entry?.id ?? '', other?.id ?? 0);
  await engine.pull(ORG);
  const shownEntries = () => rowsOf(db, 'jobEntries').filter(({ notes }) => notes === 'wet');
  expect(shownEntries().map(({ jobId, version }) => [jobId, version])).toEqual([[other?.id, 1]]);
  await settle();
  expect([waiting(), shownEntries().map(({ jobId }) => jobId)]).toEqual([[], [other?.id]]);
  expect([...server.orgOf(ORG).tables.jobEntries.values()].filter(({ row }) => row['notes'] === 'wet')).toHaveLength(1);
});

test('a list that was on its way when a backup was restored maps nothing to an id from before the restore', async () => {
  const { server, backup, way, engine, written, shown, settle, stored } = await loseAnswer();
  await engine.signedOut();
  await engine.signedIn(USER);
  const heard: unknown[] = [];
  way.change = async (answer, { path }) => {
    if (path.includes('/customers?') && server.epoch === 1) {
      server.restore(backup.early);
      // Another tab learns of it first.
      await engine.drain();
      way.isLosing = false;
      heard.push((await engine.drain()).stopped);
      way.isLosing = true;
    }
    return answer;
  };
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(heard).toEqual(['new-epoch']);
  expect(shown()).toEqual([[written.id, 'Mill Road', null, 'waiting']]);
  await settle();
  expect(shown()).toEqual([[stored()[0]?.row.id, 'Mill Road', null, undefined]]);
});

test.each(['lost', 'kept'] as const)('a restored backup that has it %s brings it once', async (what) => {
  const { server, backup, db, way, engine, written, id, stored, shown, settle, waiting } = await loseAnswer();
  const later = server.backUp();
  await engine.pull(ORG);
  expect(shown()).toEqual([[id, 'Mill Road', null, 'waiting']]);
  server.restore(what === 'lost' ? backup.early : later);
  way.change = async (answer, { path }) => (path.includes('/customers?') ? NONE : answer);
  expect(await engine.pull(ORG)).toBe('no-answer');
  expect(shown()).toEqual([[written.id, 'Mill Road', null, 'waiting']]);
  way.change = async (answer) => answer;
  expect(await engine.pull(ORG)).toBe('up-to-date');
  expect(shown()).toEqual([[what === 'lost' ? written.id : id, 'Mill Road', null, 'waiting']]);
  expect(waiting()).toEqual(['create pending']);
  await settle();
  expect(stored()).toHaveLength(1);
  expect(shown()).toEqual([[stored()[0]?.row.id, 'Mill Road', null, undefined]]);
  expect([waiting(), rowsOf(db, 'shadows')]).toEqual([[], []]);
});

test('someone else on the device sees the plain record, and their change of it is their own', async () => {
  const { server, db, engine, id, shown } = await loseAnswer();
  await engine.pull(ORG);
  expect(peek(db, 'idMap', rowsOf(db, 'syncQueue')[0]?.target ?? 0)).toMatchObject({ id });
  await engine.signedOut();
  server.sessions.set('token', 2);
  const other = createEngine(
    onlinePorts(
      memoryStorage(db),
      () => server.now(),
      async (request) => server.handle(request, 'token'),
      2,
    ),
  );
  await other.signedIn(2);
  await other.pull(ORG);
  expect(shown()).toEqual([[id, 'Mill Road', null, undefined]]);
});
