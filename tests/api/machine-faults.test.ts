import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database, Statement } from '#server/db/database.ts';
import { noRoomOnDisk } from '#server/disk-watch.ts';
import { createFaults } from '#server/faults.ts';
import { createHealth } from '#server/health.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';

// What people and programs see when the machine fails: simulated here; disks that are really full or broken are in tests/machine.

let known: TestApp;
let struck: TestApp;
let boss: Person & { orgId: number };
let isFull = false;
let strike: Error | undefined;
const health = createHealth();
const found: string[] = [];
const said: string[] = [];

const fault = (code: string, message: string): Error =>
  new Error('Failed query: insert …', { cause: Object.assign(new Error(message), { code }) });
const NO_ROOM = fault('53100', 'could not extend file "base/5/16453": No space left on device');

const isStruck = ({ text }: Statement): boolean => text.includes('job_entries');

beforeAll(async () => {
  known = await createTestApp();
  boss = await known.owner();
  const { app: db } = known.db;
  const failing: Database = {
    ...db,
    query: (statement) => (strike && isStruck(statement) ? Promise.reject(strike) : db.query(statement)),
    queryAll: (statements) => (strike && statements.some(isStruck) ? Promise.reject(strike) : db.queryAll(statements)),
    transaction: (work, organizationId) => (strike ? Promise.reject(strike) : db.transaction(work, organizationId)),
    within: () => failing,
  };
  struck = await createTestApp({
    db: failing,
    health,
    faults: createFaults({ db, health, disk: { noteFull: (words) => found.push(words) }, say: (line) => said.push(line) }),
    requireDiskSpace: () => (isFull ? Promise.reject(noRoomOnDisk()) : Promise.resolve()),
  });
});
beforeEach(() => {
  strike = undefined;
  isFull = false;
});
afterAll(async () => {
  await struck.close();
  await known.close();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  struck.app.inject({
    method,
    url: `/api/organizations/${boss.orgId}/${path}`,
    headers: { cookie: boss.cookie, 'idempotency-key': `${method}-${path}-${Math.random()}` },
    ...(payload === undefined ? {} : { payload }),
  });

test('a full disk is 507, with a message and when to retry, whoever found it full', async () => {
  strike = NO_ROOM;
  const answer = await call('POST', 'customers', { businessName: 'North' });
  expect(answer.statusCode).toBe(507);
  expect(answer.headers['retry-after']).toBe('60');
  expect(answer.headers['idempotency-key']).toMatch(/^POST-customers/);
  expect(answer.json()).toMatchObject({
    code: 'no_room',
    detail: expect.stringMatching(/^The server.s disk is full\. Nothing was changed;/),
  });
  expect(found).toEqual(['could not extend file "base/5/16453": No space left on device']);
});

test('near the end of the disk what would fill it is refused before it begins; reading, deleting and signing in go on', async () => {
  const { id } = (await call('POST', 'customers', { businessName: 'South' })).json<{ id: number }>();
  isFull = true;
  expect((await call('POST', 'customers', { businessName: 'East' })).statusCode).toBe(507);
  expect((await call('PATCH', `customers/${id}`, { businessName: 'East' })).statusCode).toBe(507);
  expect((await call('PUT', `attachments/${'0'.repeat(64)}`)).statusCode).toBe(507);
  expect((await call('GET', 'customers')).statusCode).toBe(200);
  expect((await call('DELETE', `customers/${id}`)).statusCode).toBe(204);
  const login = await struck.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: 'a@b.example', password: 'a b c d e f g h' },
  });
  expect(login.statusCode).toBe(401);
  // Callers who may not write learn nothing about the disk.
  const stranger = await struck.app.inject({ method: 'POST', url: `/api/organizations/${boss.orgId}/customers`, payload: {} });
  expect(stranger.statusCode).toBe(401);
});

test('unreadable data is reported as such, once to the operator, with its place', async () => {
  strike = fault('XX001', 'invalid page in block 7 of relation "base/5/16453"');
  for (let time = 0; time < 2; time += 1) {
    const answer = await call('GET', 'job-entries');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({
      code: 'internal',
      detail: expect.stringMatching(/can.t be read.* restore the last backup\.$/),
    });
  }
  await expect.poll(() => health.concerns()).toMatchObject([{ kind: 'corrupted', level: 'degraded', code: 'corrupted' }]);
  expect(said).toEqual([expect.stringContaining('invalid page in block 7 of relation "base/5/16453"')]);
  expect(said[0]).toContain('npm run restore');
});

test('readiness is degraded and stays 200; the reasons are for those who may read the metrics', async () => {
  health.raise({ kind: 'clock', level: 'warning', message: 'It is early.', code: 'clock_behind', values: { days: 3 } });
  const near = await struck.app.inject({ url: '/api/ready' });
  expect([near.statusCode, near.json()]).toMatchObject([
    200,
    {
      status: 'degraded',
      concerns: [
        { kind: 'corrupted', level: 'degraded' },
        { kind: 'clock', level: 'warning', message: 'It is early.' },
      ],
    },
  ]);
  const far = await struck.app.inject({ url: '/api/ready', remoteAddress: '198.51.100.7' });
  expect([far.statusCode, far.json()]).toEqual([200, { status: 'degraded' }]);
  const metrics = (await struck.app.inject({ url: '/metrics' })).body;
  expect(metrics).toContain('headland_concerns{kind="corrupted",level="degraded"} 1');
  expect(metrics).toContain('headland_concerns{kind="clock",level="warning"} 1');
  expect(metrics).toContain('headland_concerns{kind="disk",level="degraded"} 0');
  expect(metrics).toMatch(/^headland_machine_faults_total\{fault="unreadable"\} [1-9]/m);

  health.settle('corrupted');
  const later = await struck.app.inject({ url: '/api/ready', remoteAddress: '198.51.100.7' });
  expect(later.json()).toEqual({ status: 'ready' });
  health.settle('clock');
});
