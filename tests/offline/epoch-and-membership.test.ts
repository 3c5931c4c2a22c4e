import { expect, test, vi } from 'vitest';
import { createEngine } from '#client/offline/engine/engine.ts';
import { askOrganizations } from '#client/offline/engine/memberships.ts';
import type { Answer, Storage, WireRequest } from '#client/offline/engine/ports.ts';
import { keepChange, resolveChange } from '#client/offline/local/own-changes.ts';
import type { BatchedAnswer } from '#shared/domain/batch.ts';
import { writesIn } from '../sim/batches.ts';
import { memoryDatabase, memoryStorage, peek, rowsOf } from '../sim/memory-storage.ts';
import { removePlain, setLevel, updateCustomer } from '../sim/model-records.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer, OFFICE } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

const USER = 1;
const ORG = 1;
const DAY = 86_400_000;

/** A device that has read everything, at a server with backups. `deliver` handles every request. */
const openDevice = async () => {
  const state = { now: Date.UTC(2025, 5, 14, 6) };
  const server = new ModelServer(() => state.now);
  furnishServer(server);
  server.sessions.set('token', USER);
  const db = memoryDatabase();
  const way = { deliver: async (request: WireRequest): Promise<Answer> => server.handle(request, 'token') };
  const storage: { -readonly [K in keyof Storage]: Storage[K] } = memoryStorage(db);
  const patched: Storage = { read: storage.read, write: (...all) => storage.write(...all) };
  const engine = createEngine(
    onlinePorts(
      patched,
      () => state.now,
      (request) => way.deliver(request),
    ),
  );
  await engine.signedIn(USER);
  await engine.pull(ORG);
  const make = (businessName: string) =>
    keepChange(engine, { operation: 'create', store: 'customers', orgId: ORG, data: { businessName, address: null } });
  const waiting = () => rowsOf(db, 'syncQueue').map(({ status, reason }) => reason ?? status);
  const names = () => [...server.orgOf(ORG).tables.customers.values()].map(({ row }) => row['businessName']);
  const employee = [...server.orgOf(ORG).tables.employees.values()].find(({ row }) => row['userId'] === USER)?.row.id ?? 0;
  const setRole = (level: 'basic' | 'manager' | null): void => setLevel(server.office(ORG, OFFICE), USER, employee, level);
  return { state, server, db, storage, way, engine, make, waiting, names, setRole };
};

test('a former member learns of a restored backup from what they send, and then why it is refused', async () => {
  const { server, engine, make, waiting, setRole } = await openDevice();
  server.restore(server.backUp());
  setRole(null);
  await make('Mill Farm');

  expect(await engine.drain()).toMatchObject({ stopped: 'new-epoch' });
  expect(await engine.drain()).toMatchObject({ stopped: null, refused: 1 });
  expect(waiting()).toEqual(['no-access']);
});

test('what a restored backup lost is offered again, however late the device learns of it', async () => {
  const { state, server, engine, make, waiting, names } = await openDevice();
  const backup = server.backUp();
  await make('Mill Farm');
  expect(await engine.drain()).toMatchObject({ sent: 1 });
  server.restore(backup);
  expect(names()).not.toContain('Mill Farm');

  state.now += 100 * DAY;
  await engine.pull(ORG);
  expect(waiting()).toEqual(['pending']);
  expect(await engine.drain()).toMatchObject({ sent: 1, stopped: null });
  expect(names()).toContain('Mill Farm');
});

test('a very late answer that has only the id of a record that is gone shows nothing', async () => {
  const { server, db, way, engine, make } = await openDevice();
  const first = await make('Mill Farm');
  await engine.drain();
  const made = rowsOf(db, 'sent')[0]?.recordId ?? 0;
  removePlain(server.office(ORG, OFFICE), 'customers', made);
  await engine.pull(ORG);
  server.restore(server.backUp());
  await make('Hill Farm');
  expect(await engine.drain()).toMatchObject({ stopped: 'new-epoch' });

  const { deliver } = way;
  way.deliver = async (request) => {
    const answer = await deliver(request);
    if (answer.kind === 'none' || !writesIn(request)) {
      return answer;
    }
    const { answers } = answer.json as { answers: readonly BatchedAnswer[] };
    return { ...answer, json: { answers: answers.map((one) => (one.key === first.itemId ? { ...one, body: { id: made } } : one)) } };
  };
  expect(await engine.drain()).toMatchObject({ sent: 2, stopped: null });
  await engine.pull(ORG);
  expect(peek(db, 'customers', made)).toBeUndefined();
});

test.each(['refused', 'lost'])(
  'a deletion whose request was %s while a pull learned of the restore deletes the record that is made anew',
  async (fate) => {
    const { server, db, way, engine, make, waiting } = await openDevice();
    const backup = server.backUp();
    await make('Mill Farm');
    await engine.drain();
    const made = rowsOf(db, 'sent')[0]?.recordId ?? 0;
    await keepChange(engine, { operation: 'remove', store: 'customers', orgId: ORG, id: made });
    const { deliver } = way;
    way.deliver = async (request) => {
      if (!writesIn(request)) {
        return deliver(request);
      }
      way.deliver = deliver;
      server.restore(backup);
      await engine.pull(ORG);
      return fate === 'lost' ? { kind: 'none' } : deliver(request);
    };
    // Refused; what the restore lost; all that was left.
    await engine.drain();
    await engine.drain();
    await engine.drain();
    expect(waiting()).toEqual([]);
    await engine.pull(ORG);
    expect(rowsOf(db, 'customers').map(({ businessName }) => businessName)).not.toContain('Mill Farm');
  },
);

test('a change sent again for a record that the backup lost names it by its new id', async () => {
  const { server, db, way, engine } = await openDevice();
  const backup = server.backUp();
  const [customer] = rowsOf(db, 'customers');
  const job = await keepChange(engine, {
    operation: 'create',
    store: 'jobs',
    orgId: ORG,
    data: { name: 'Silage', customerId: customer?.id, status: 'open' },
  });
  await engine.drain();
  const serviceTypeId = rowsOf(db, 'serviceTypes')[0]?.id;
  await keepChange(engine, {
    operation: 'create',
    store: 'jobEntries',
    orgId: ORG,
    jobId: job.id,
    data: { serviceTypeId, date: '2025-06-14' },
  });
  const { deliver } = way;
  way.deliver = async () => ({ kind: 'none' });
  expect(await engine.drain()).toMatchObject({ stopped: 'no-answer' });
  way.deliver = deliver;
  server.restore(backup);

  expect(await engine.drain()).toMatchObject({ stopped: 'new-epoch' });
  expect(await engine.drain()).toMatchObject({ sent: 2, refused: 0, stopped: null });
});

test('deciding a conflict from before the restore overwrites nothing that was written since under the same version', async () => {
  const { server, db, engine, make, waiting } = await openDevice();
  await make('Mill Farm');
  await engine.drain();
  const id = rowsOf(db, 'customers').find((row) => row['businessName'] === 'Mill Farm')?.id ?? 0;
  const backup = server.backUp();
  const setAddress = (address: string) => updateCustomer(server.office(ORG, OFFICE), id, { address });
  setAddress('Long Lane');
  const { itemId } = await keepChange(engine, {
    operation: 'update',
    store: 'customers',
    orgId: ORG,
    id,
    data: { address: 'High Street' },
  });
  await engine.drain();
  expect(waiting()).toEqual(['conflict']);
  server.restore(backup);
  setAddress('Station Road');

  await engine.pull(ORG);
  await resolveChange(engine, itemId ?? '', new Set(['address']));
  await engine.drain();

  expect(server.orgOf(ORG).tables.customers.get(id)?.row['address']).toBe('Station Road');
  expect(waiting()).toEqual(['conflict']);
});

/** A change takes effect, the backup is restored, and before the answer arrives something else happens. */
const confirmLate = async (during: (device: Awaited<ReturnType<typeof openDevice>>) => Promise<unknown>) => {
  const device = await openDevice();
  const { server, way, engine, make } = device;
  const backup = server.backUp();
  await make('Mill Farm');
  const { deliver } = way;
  way.deliver = async (request) => {
    const answer = await deliver(request);
    way.deliver = deliver;
    server.restore(backup);
    await during(device);
    return answer;
  };
  return { ...device, report: await engine.drain() };
};

test('what was confirmed before the restore waits again if the answer arrives after everything was offered again', async () => {
  const { db, report, engine, waiting, names } = await confirmLate((device) => device.engine.pull(ORG));
  expect(report).toMatchObject({ sent: 0, stopped: 'new-epoch' });
  expect([waiting(), rowsOf(db, 'sent'), peek(db, 'meta', `epoch:${USER}`)?.value]).toEqual([['pending'], [], '2']);

  expect(await engine.drain()).toMatchObject({ sent: 1, stopped: null });
  expect(names().filter((name) => name === 'Mill Farm')).toEqual(['Mill Farm']);
});

test('and also if everything is offered again between the answer and its consequences', async () => {
  const { db, engine, make, server, storage, waiting, names } = await openDevice();
  const backup = server.backUp();
  await make('Mill Farm');
  const { write } = storage;
  storage.write = async (stores, work, options) => {
    const isAnswered = stores.includes('sent') && names().includes('Mill Farm');
    if (isAnswered) {
      storage.write = write;
      server.restore(backup);
      await engine.pull(ORG);
    }
    return write(stores, work, options);
  };
  expect(await engine.drain()).toMatchObject({ sent: 0, stopped: 'new-epoch' });
  expect([waiting(), rowsOf(db, 'sent'), peek(db, 'meta', `epoch:${USER}`)?.value]).toEqual([['pending'], [], '2']);
  expect(await engine.drain()).toMatchObject({ sent: 1, stopped: null });
  expect(names()).toContain('Mill Farm');
});

test('a refusal from before the restored backup does not count, although its user belongs to the organization again', async () => {
  const { server, db, way, engine, waiting, setRole } = await openDevice();
  const backup = server.backUp();
  const { id } = rowsOf(db, 'customers').find(({ organizationId }) => organizationId === ORG) ?? { id: 0 };
  await keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id, data: { address: 'Mill Road' } });
  setRole(null);
  const { deliver } = way;
  way.deliver = async (request) => {
    const answer = await deliver(request);
    way.deliver = deliver;
    server.restore(backup);
    return answer;
  };
  expect(await engine.drain()).toMatchObject({ refused: 0, stopped: 'new-epoch' });
  expect(waiting()).toEqual(['pending']);
  expect(await engine.drain()).toMatchObject({ sent: 1, stopped: null });
  expect(peek(db, 'customers', id)).toMatchObject({ address: 'Mill Road' });
});

test('the reason for missing access is what the server says of that user, even if the same question about the next change gets no answer', async () => {
  const { db, way, engine, make, waiting, setRole } = await openDevice();
  await make('Mill Farm');
  setRole('basic');
  expect(await engine.drain()).toMatchObject({ refused: 1, stopped: null });
  const { deliver } = way;
  way.deliver = async (request) => (request.path === '/api/organizations' ? { kind: 'none' } : deliver(request));
  await make('Hill Farm');
  expect(await engine.drain()).toMatchObject({ refused: 0, stopped: 'no-answer' });
  expect(waiting().toSorted()).toEqual(['no-access', 'pending']);
  // As a member in this role, not as a stranger for whom nothing else need be tried.
  expect(rowsOf(db, 'syncQueue').flatMap(({ lastError }) => lastError?.role ?? [])).toEqual(['basic']);
});

test('screens read again when the list of organizations has changed or the server was out of reach, and not at every start', async () => {
  const { engine, setRole } = await openDevice();
  await engine.readOrganizations();
  const post = vi.spyOn(engine.core.bus, 'post');
  const told = () => post.mock.calls.splice(0).map(([{ kind }]) => kind);
  await engine.readOrganizations();
  expect(told()).toEqual(['session']);
  setRole('basic');
  await engine.readOrganizations();
  expect(told()).toEqual(['rows', 'session']);
  await engine.readOrganizations();
  expect(told()).toEqual(['session']);
  await askOrganizations(engine.core, USER, true);
  expect(told()).toEqual(['rows', 'session']);
  setRole(null);
  await engine.readOrganizations();
  expect(told()).toEqual(['rows', 'session']);
});
