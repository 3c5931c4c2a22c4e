import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { counters } from '#server/counters.ts';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import { watchEpoch } from '#server/db/epoch/watch.ts';
import { openDatabase } from '#server/db/open.ts';
import { createHealth } from '#server/health.ts';
import type { Member } from './api/world.ts';
import { injectInto } from './support/inject.ts';
import { watchStatements } from './support/sent-statements.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

const LEAP = 1_000_000;
const quiet = (): void => undefined;

let testApp: TestApp;
let boss: Member;
let twin: Awaited<ReturnType<TestApp['twin']>>;

beforeEach(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  twin = await testApp.twin();
});

afterEach(async () => {
  await twin.close();
  await testApp.close();
});

const run = <Row extends object>(text: string) => testApp.db.query<Row>({ text, values: [] });
const written = async () =>
  (await run<{ epoch: string; reason: string | null }>('select epoch, epoch_reason as reason from installation'))[0];
const lastCustomer = async () =>
  (await run<{ last: number }>(`select coalesce(pg_sequence_last_value('customers_id_seq'), 0) as last`))[0]?.last ?? 0;
/** As after a promotion: what is written down is of another timeline. */
const promote = () => run(`update installation set timeline = '0000000A'`);

/** A client of the one process or the other. */
const askAt = (app: TestApp['app'], method: 'GET' | 'POST', headers: Record<string, string> = {}, businessName = 'Mill Farm') =>
  injectInto(app, {
    method,
    url: `/api/organizations/${boss.orgId}/customers`,
    headers: { cookie: boss.cookie, ...headers },
    ...(method === 'POST' ? { payload: { businessName } } : {}),
  });
const epochAt = async (app: TestApp['app']) => (await askAt(app, 'GET')).headers['x-server-epoch'];

test('what one process settles, the other one names in its very next answer, and refuses what was meant for the old epoch', async () => {
  const before = await epochAt(twin.app);
  const { epoch } = await settleEpoch(testApp.db, 'restored');
  const refused = await askAt(twin.app, 'POST', { 'x-server-epoch': String(before) });
  expect(refused).toMatchObject({ status: 409, headers: { 'x-server-epoch': epoch } });
  expect(await askAt(twin.app, 'POST', { 'x-server-epoch': epoch })).toMatchObject({ status: 201 });
  const seen: unknown[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    seen.push(await epochAt(turn % 2 === 0 ? testApp.app : twin.app));
  }
  expect(new Set(seen)).toEqual(new Set([epoch]));
});

test('a promoted database is settled by the first request: one epoch and one leap, however many come at once', async () => {
  const before = await written();
  const [last] = [await lastCustomer()];
  await promote();
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      askAt(turn % 2 === 0 ? testApp.app : twin.app, turn % 3 === 0 ? 'POST' : 'GET', {}, `Farm ${turn}`),
    ),
  );
  const after = await written();
  expect(after).toMatchObject({ reason: 'failover' });
  expect(after?.epoch).not.toBe(before?.epoch);
  expect(new Set(all.map(({ headers }) => headers['x-server-epoch']))).toEqual(new Set([after?.epoch]));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 201]));
  expect(await lastCustomer()).toBe(last + LEAP + 10);
});

test('what nobody asked for does not write before it is settled either', async () => {
  const before = await written();
  await promote();
  const made = await testApp.db.app.transaction(
    (inside) =>
      inside.query<{ id: number }>({
        text: `insert into customers (organization_id, business_name, created_by) values ($1, 'Unasked', $2) returning id`,
        values: [boss.orgId, boss.userId],
      }),
    boss.orgId,
  );
  expect(made[0]?.id).toBeGreaterThan(LEAP);
  expect((await written())?.epoch).not.toBe(before?.epoch);
});

test('a new connection is not used before it is settled whose database it reaches', async () => {
  await promote();
  const fresh = reopened();
  const [row] = await fresh.query<{ reason: string }>({ text: 'select epoch_reason as reason from installation', values: [] });
  await fresh.close();
  expect(row).toEqual({ reason: 'failover' });
});

test('a write that was asked for in one epoch does not begin in another', async () => {
  const { epoch } = await settleEpoch(testApp.db, 'restored');
  const old = testApp.db.app.within('an older one');
  await expect(old.transaction(async () => 'written')).rejects.toMatchObject({ epoch });
  expect(await testApp.db.app.within(epoch).transaction(async () => 'written')).toBe('written');
});

const reopened = () => openDatabase(testApp.db.url, quiet, inject('role'), undefined, { epochs: testApp.db.app.epochs });

test.each([
  ['another cluster', `system_identifier = '7'`],
  ['another database of the cluster', 'database_oid = database_oid + 1'],
  ['other tables of the same name', 'table_oid = table_oid + 1'],
])('%s than what is written down: it was restored', async (_, change) => {
  const before = await written();
  await run(`update installation set ${change}`);
  const pool = reopened();
  await pool.query({ text: 'select 1', values: [] });
  await pool.close();
  const after = await written();
  expect([after?.reason, after?.epoch === before?.epoch]).toEqual(['restored', false]);
  expect(await lastCustomer()).toBe(LEAP);
});

test('an installation of an earlier version, which wrote nothing down, stays what it was', async () => {
  const before = await written();
  await run('update installation set system_identifier = null, timeline = null, database_oid = null, table_oid = null');
  expect(await epochAt(twin.app)).toBe(before?.epoch);
  expect(await run('select from installation where timeline is not null and database_oid is not null')).toHaveLength(1);
  expect([await written(), await lastCustomer()]).toEqual([before, 0]);
});

// An ordinary role may not take the right away.
test.skipIf(inject('role') === undefined)(
  'a server that tells neither timeline nor identifier: it is said once, and the rest holds',
  async () => {
    await run('revoke execute on function pg_current_wal_lsn(), pg_control_system() from public');
    const said: string[] = [];
    const blind = openDatabase(testApp.db.url, quiet, inject('role'));
    const epochs = await watchEpoch(blind, (line) => said.push(line));
    const pool = openDatabase(testApp.db.url, quiet, inject('role'), undefined, { epochs });
    const alike = await testApp.twin({}, undefined, pool);
    const before = await epochAt(alike.app);
    expect(said).toEqual([expect.stringContaining('does not tell its timeline')]);
    await run(`update installation set database_oid = 7`);
    await pool.transaction(async () => undefined);
    expect(await epochAt(alike.app)).not.toBe(before);
    expect((await askAt(alike.app, 'POST')).status).toBe(201);
    await alike.close();
    await blind.close();
  },
);

const changesSince = (cursor: string, more: Record<string, string> = {}) =>
  injectInto(testApp.app, {
    method: 'GET',
    url: `/api/organizations/${boss.orgId}/changes?cursor=${cursor}`,
    headers: { cookie: boss.cookie, ...more },
  });

describe('a promotion in the middle of a request', () => {
  /** Does it when such a statement is about to leave, before it does. */
  const before = (pattern: RegExp, work: () => Promise<unknown>): void => {
    let isDone = false;
    const watch = watchStatements(({ text }) => {
      if (isDone || !pattern.test(text)) {
        return undefined;
      }
      isDone = true;
      return work();
    });
    onTestFinished(() => watch.restore());
  };

  test('a write that was found allowed before it is refused, and names the new epoch', async () => {
    const old = String(await epochAt(testApp.app));
    before(/^SELECT .*headland\.organization/, promote);
    const refused = await askAt(testApp.app, 'POST', { 'x-server-epoch': old }, 'Late');
    const epoch = (await written())?.epoch;
    expect(epoch).not.toBe(old);
    expect(refused).toMatchObject({ status: 409, headers: { 'x-server-epoch': epoch } });
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'epoch_changed' });
    expect(await run(`select from customers where business_name = 'Late'`)).toEqual([]);
  });

  test('a page of changes that may be of both is not given', async () => {
    const { cursor } = await boss.ok(contract.changes.since, { params: boss, query: {} });
    before(/from organization_seq/, async () => {
      await promote();
      await epochAt(testApp.app);
    });
    expect(await changesSince(cursor)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(await changesSince(cursor)).toMatchObject({ status: 200, headers: { 'x-server-epoch': (await written())?.epoch } });
  });
});

test('a device that is ahead in the same epoch starts over, is counted, and reported once an hour with what to do', async () => {
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const lines: string[] = [];
  const health = createHealth();
  const watched = await testApp.twin({
    now: () => clock.now,
    health,
    logLevel: 'warn',
    logStream: { write: (line: string) => void lines.push(line) },
  });
  const ask = async (seq: number) => {
    const url = `/api/organizations/${boss.orgId}/changes?cursor=${seq}.owner`;
    const { text } = await injectInto(watched.app, { method: 'GET', url, headers: { cookie: boss.cookie } });
    return JSON.parse(text) as { reset: boolean };
  };
  const countAhead = () => counters.read().find(({ name }) => name === 'devices_ahead')?.counts[0]?.[1] ?? 0;
  const count = countAhead();
  const [{ seq } = { seq: 0 }] = await run<{ seq: number }>(`select seq from organization_seq where organization_id = ${boss.orgId}`);
  expect(await ask(seq)).toMatchObject({ reset: false });
  expect([countAhead() - count, health.concerns()]).toEqual([0, []]);
  expect(await ask(seq + 1)).toMatchObject({ reset: true });
  expect(await ask(seq + 2)).toMatchObject({ reset: true });
  expect(countAhead() - count).toBe(2);
  expect(lines.filter((line) => line.includes(`organization ${boss.orgId} knows of changes`))).toHaveLength(1);
  expect(health.concerns()).toEqual([
    expect.objectContaining({ kind: 'devices', level: 'warning', message: expect.stringContaining('npm run restored') }),
  ]);
  clock.now = new Date('2026-03-01T11:00:00Z');
  await ask(seq + 1);
  expect(lines.filter((line) => line.includes('knows of changes'))).toHaveLength(2);
  expect((await written())?.reason).toBeNull();
  await watched.close();
});
