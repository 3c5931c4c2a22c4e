import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { deviceRandom } from '#client/offline/browser/random.ts';
import { openStorage } from '#client/offline/browser/idb-storage.ts';
import { createEngine } from '#client/offline/engine/engine.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { keepChange } from '#client/offline/local/own-changes.ts';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { StandbyError } from '#server/db/epoch/identity.ts';
import { watchEpoch } from '#server/db/epoch/watch.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Member } from './api/world.ts';
import { onlinePorts } from './offline/device-core.ts';
import { findPostgres, openForwarder, startReplicated } from './support/replicated.ts';
import { createTestApp, type Person, type TestApp } from './support/test-app.ts';

// A primary and a replica that lags behind; the primary dies, the replica is promoted, and nobody tells Headland anything.

const PATIENCE = { timeout: 60_000, interval: 100 };
/** Of each device. A sequence is written ahead by 32: of fewer none would be given a second time by itself. */
const LOST = 22;
const quiet = (): void => undefined;

const bin = findPostgres();
if (bin === undefined) {
  process.stdout.write('Skipped: failover. There is no PostgreSQL 15 or later with pg_basebackup on this machine.\n');
}

type Servers = Awaited<ReturnType<typeof startReplicated>>;
type Server = Servers['primary'];

let servers: Servers;
let replica: Server;
let forwarder: Awaited<ReturnType<typeof openForwarder>>;
let testApp: TestApp;
let twin: Awaited<ReturnType<TestApp['twin']>>;
let boss: Member;
let base: { readonly jobId: number; readonly serviceTypeId: number };

/** A migrated database behind the forwarder, seen by both processes. */
const openApp = async (): Promise<void> => {
  const url = `postgresql://headland@127.0.0.1:${forwarder.port}/postgres?sslmode=disable`;
  const admin = openDatabase(url, quiet);
  await migrate(admin);
  const role = await ensureBoundRole(admin);
  const open = async () => openDatabase(url, quiet, role, undefined, { epochs: await watchEpoch(admin, quiet) });
  const app = await open();
  const close = async () => {
    await app.close();
    await admin.close();
  };
  testApp = await createTestApp({}, { ...admin, url, app, close });
  twin = await testApp.twin({}, undefined, await open());
};

beforeAll(async () => {
  if (bin === undefined) {
    return;
  }
  servers = await startReplicated(bin);
  forwarder = await openForwarder(servers.primary.port);
  await vi.waitFor(() => servers.primary.ask('select 1'), PATIENCE);
  await openApp();
  boss = await testApp.owner();
  const params = boss;
  const serviceType = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Chopping' } });
  const customer = await boss.ok(contract.customers.create, { params, body: { businessName: 'Mill Farm' } });
  const job = await boss.ok(contract.jobs.create, { params, body: { name: 'North', customerId: customer.id } });
  base = { jobId: job.id, serviceTypeId: serviceType.id };
  replica = await servers.startReplica();
  await vi.waitFor(() => replica.ask('select 1'), PATIENCE);
}, 120_000);

afterAll(async () => {
  await twin?.close();
  await testApp?.close();
  await forwarder?.close();
  await replica?.kill();
  await servers?.remove();
});

const toAnswer = async (person: Person, { method, path, headers, body }: WireRequest): Promise<Answer> => {
  const answer = await person.send(method, path, body instanceof ArrayBuffer ? Buffer.from(body) : body, { ...headers });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    kind: 'answer',
    status: answer.status,
    isJson,
    json: isJson ? answer.body : undefined,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
  };
};

/** A phone, and what it knows. */
const openDevice = async (person: Person) => {
  const storage = await openStorage({ name: `failover-${person.userId}` });
  const ports = onlinePorts(storage, Date.now, (request) => toAnswer(person, request), person.userId);
  const engine = createEngine({ ...ports, random: deviceRandom });
  await engine.signedIn(person.userId);
  await engine.pull(boss.orgId);
  const list = (store: 'sent' | 'syncQueue' | 'jobEntries') => storage.read([store], (tx) => tx.list(store, {}));
  return {
    engine,
    log: (notes: string) =>
      keepChange(engine, {
        operation: 'create',
        store: 'jobEntries',
        orgId: boss.orgId,
        jobId: base.jobId,
        data: { serviceTypeId: base.serviceTypeId, date: '2025-06-16', notes, totalHours: 1 },
      }),
    edit: (target: number, totalHours: number) =>
      keepChange(engine, { operation: 'update', store: 'jobEntries', orgId: boss.orgId, id: target, data: { totalHours } }),
    entries: async () => (await list('jobEntries')) as unknown as readonly Entry[],
    queue: async () => (await list('syncQueue')) as unknown as readonly { status: string; body: { notes?: string } }[],
    close: () => storage.close(),
  };
};
type Device = Awaited<ReturnType<typeof openDevice>>;

const syncAll = async (devices: readonly Device[]): Promise<void> => {
  for (const { engine } of devices) {
    await engine.drain(true);
    await engine.pull(boss.orgId);
  }
};

interface Entry {
  readonly id: number;
  readonly notes: string;
  readonly totalHours: number;
}
const onServer = async () => (await boss.ok(contract.jobEntries.list, { params: boss, query: {} })) as readonly Entry[];

const cutReplication = async (): Promise<void> => {
  const [{ lsn } = { lsn: '' }] = await servers.primary.ask<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  await expect.poll(() => replica.ask(`select pg_last_wal_replay_lsn() >= '${lsn}' as is`), PATIENCE).toEqual([{ is: true }]);
  await replica.ask(`alter system set primary_conninfo = ''`);
  await replica.ask('select pg_reload_conf()');
  await expect.poll(() => replica.ask('select from pg_stat_wal_receiver'), PATIENCE).toEqual([]);
};

describe.skipIf(bin === undefined)('a failover that loses what was acknowledged', () => {
  test('a standby is no database to open', async () => {
    await expect(watchEpoch({ ...testApp.db, query: ({ text }) => replica.ask(text) }, quiet)).rejects.toThrow(StandbyError);
  });

  test('every acknowledged entry is on the server in the end, and no id ever names two records', { timeout: 180_000 }, async () => {
    const mate = await testApp.member(boss, 'manager');
    const devices = [await openDevice(boss), await openDevice(mate)];
    const log = async (device: Device, word: string, count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        await device.log(`${word} ${turn}`);
      }
    };
    for (const [place, device] of devices.entries()) {
      await log(device, `kept ${place}`, 4);
    }
    await syncAll(devices);
    await syncAll(devices);
    const kept = await onServer();
    await cutReplication();
    for (const [place, device] of devices.entries()) {
      await log(device, `lost ${place}`, LOST);
      await device.edit(kept[place]?.id ?? 0, 7 + place);
    }
    await syncAll(devices);
    await syncAll(devices);
    const acknowledged = await onServer();
    expect(acknowledged).toHaveLength(8 + 2 * LOST);
    // What a person writes while nobody knows what was lost.
    await devices[0]?.edit(acknowledged.find(({ notes }) => notes === 'lost 0 3')?.id ?? 0, 11);

    await servers.primary.kill();
    forwarder.turnTo(replica.port);
    await expect.poll(async () => (await boss.send('GET', `/api/organizations/${boss.orgId}`)).status, PATIENCE).toBe(503);
    await replica.ask('select pg_promote()');
    await expect.poll(async () => (await boss.send('GET', `/api/organizations/${boss.orgId}`)).status, PATIENCE).toBe(200);

    // Others go on at once, at the other process.
    const strangers = await Promise.all(
      Array.from({ length: 15 }, (_, turn) =>
        twin.app.inject({
          method: 'POST',
          url: `/api/jobs/${base.jobId}/entries`,
          headers: { cookie: boss.cookie },
          payload: { serviceTypeId: base.serviceTypeId, date: '2025-06-16', notes: `stranger ${turn}` },
        }),
      ),
    );
    expect(new Set(strangers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(await replica.ask('select epoch_reason as reason from installation')).toEqual([{ reason: 'failover' }]);

    for (let turn = 0; turn < 6; turn += 1) {
      await syncAll(devices);
    }
    const after = await onServer();
    const waiting = (await Promise.all(devices.map((device) => device.queue()))).flat();
    expect(waiting.filter(({ status }) => status !== 'attention')).toEqual([]);
    const told = new Set([...after.map(({ notes }) => notes), ...waiting.map(({ body }) => body.notes)]);
    expect(acknowledged.filter(({ notes }) => !told.has(notes))).toEqual([]);
    expect(after).toHaveLength(8 + 2 * LOST + 15);

    const names = new Map(acknowledged.map(({ id, notes }) => [id, notes]));
    const held = (await Promise.all(devices.map((device) => device.entries()))).flat();
    for (const { id, notes } of [...after, ...held]) {
      expect([id, names.get(id) ?? notes]).toEqual([id, notes]);
    }
    const hours = new Map(after.map(({ notes, totalHours }) => [notes, totalHours]));
    expect([kept[0], kept[1]].map((entry) => hours.get(entry?.notes ?? ''))).toEqual([7, 8]);
    expect(hours.get('lost 0 3')).toBe(11);
    await Promise.all(devices.map((device) => device.close()));
  });
});
