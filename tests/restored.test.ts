import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { forgetOld } from '#server/commands/forget-old.ts';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import type { Member } from './api/world.ts';

const LEAP = 1_000_000;
const LARGEST = 2_147_483_647;

let testApp: TestApp;
let boss: Member;

beforeEach(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
});

afterEach(() => testApp.close());

const run = <Row extends object>(text: string) => testApp.db.query<Row>({ text, values: [] });
const createCustomer = (businessName: string) => boss.ok(contract.customers.create, { params: boss, body: { businessName } });
const changesSince = (cursor?: string) => boss.ok(contract.changes.since, { params: boss, query: cursor === undefined ? {} : { cursor } });

const standing = async () => (await run<{ seq: number; forgotten: number }>('select seq, forgotten from organization_seq'))[0];

const standingOfEpoch = async () =>
  (
    await run<{ epoch: string; reason: string | null; hasBegun: boolean }>(
      'select epoch, epoch_reason as reason, epoch_began_at is not null as "hasBegun" from installation',
    )
  )[0];

interface Sequence {
  readonly name: string;
  readonly last: number | null;
}
const sequences = (): Promise<Sequence[]> =>
  run(`select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`);

/** Returns a function that resets the database to its current state: what is written in between is lost, as after restoring a backup. */
const makeBackup = async (): Promise<() => Promise<void>> => {
  const [before, numbers] = [await standing(), await sequences()];
  const lastOf = async (table: string) => (await run<{ last: number }>(`select coalesce(max(id), 0) as last from ${table}`))[0]?.last ?? 0;
  const [customers, logs] = [await lastOf('customers'), await lastOf('audit_logs')];
  return async () => {
    await run(`delete from customers where id > ${customers}`);
    await run(`delete from audit_logs where id > ${logs}`);
    await run(`delete from changes where seq > ${before?.seq}`);
    await run(`update organization_seq set seq = ${before?.seq}, forgotten = ${before?.forgotten}`);
    for (const { name, last: value } of numbers) {
      await run(value === null ? `alter sequence ${name} restart` : `select setval('${name}', ${value})`);
    }
  };
};

test('without it, a device that kept something of the lost time would take one record for another', async () => {
  const restore = await makeBackup();
  const lost = await createCustomer('Lost');
  const { cursor } = await changesSince();
  await restore();
  expect((await createCustomer('New')).id).toBe(lost.id);
  expect(await changesSince(cursor)).toMatchObject({ reset: false, upserts: { customers: [] } });
});

test('no id and no number of the lost time is given out again', async () => {
  await createCustomer('Kept');
  const restore = await makeBackup();
  const lost = [await createCustomer('Lost 1'), await createCustomer('Lost 2')];
  const before = await standing();
  await restore();
  await settleEpoch(testApp.db, 'restored');
  const { id } = await createCustomer('New');
  expect(id).toBeGreaterThan(lost[1]?.id ?? LARGEST);
  expect((await standing())?.seq).toBeGreaterThan((before?.seq ?? LARGEST) + LEAP - 10);
  expect((await sequences()).length).toBeGreaterThanOrEqual(11);
  const other = await testApp.owner('Later');
  expect(other.orgId).toBeGreaterThan(LEAP);
  expect(other.userId).toBeGreaterThan(LEAP);
});

test('every table moves on, also one that has given out nothing yet', async () => {
  const before = await sequences();
  await settleEpoch(testApp.db, 'restored');
  expect(await sequences()).toEqual(before.map(({ name, last }) => ({ name, last: (last ?? 0) + LEAP })));
});

test('a device that kept the old epoch misses nothing: every older cursor starts over, and continues from there', async () => {
  await createCustomer('Kept');
  const { cursor: kept } = await changesSince();
  const restore = await makeBackup();
  await createCustomer('Lost 1');
  const { cursor: lost } = await changesSince();
  await restore();
  await settleEpoch(testApp.db, 'restored');
  const { seq = 0 } = (await standing()) ?? {};
  await createCustomer('New 1');
  for (const cursor of [kept, lost]) {
    expect(await changesSince(cursor)).toMatchObject({ reset: true, cursor: `${seq + 1}.owner` });
  }
  expect(await changesSince(`${seq}.owner`)).toMatchObject({ reset: false, upserts: { customers: [{ businessName: 'New 1' }] } });

  // Forgetting the older changes does not make their numbers count again.
  await run(`update changes set at = at - interval '1 year' where seq <= ${seq}`);
  await forgetOld(testApp.db.app, new Date());
  for (const cursor of [kept, lost]) {
    expect(await changesSince(cursor)).toMatchObject({ reset: true });
  }
  expect(await changesSince(`${seq}.owner`)).toMatchObject({ reset: false, upserts: { customers: [{ businessName: 'New 1' }] } });
});

test('a new epoch begins, with its moment and its reason', async () => {
  const before = await standingOfEpoch();
  const { epoch } = await settleEpoch(testApp.db, 'restored');
  expect(epoch).not.toBe(before?.epoch);
  expect(await standingOfEpoch()).toEqual({ epoch, reason: 'restored', hasBegun: true });
});

test('an ordinary role, whom row-level security binds, moves the numbers of every organization', async () => {
  const other = await testApp.owner('Second');
  const before = await run<{ id: number; seq: number }>('select organization_id as id, seq from organization_seq order by 1');
  await settleEpoch(testApp.db.app, 'restored');
  expect(before.map(({ id }) => id)).toContain(other.orgId);
  expect(await run('select organization_id as id, seq, forgotten from organization_seq order by 1')).toEqual(
    before.map(({ id, seq }) => ({ id, seq: seq + LEAP, forgotten: seq + LEAP })),
  );
});

test('near their end ids leap by less, never past it, and it is said; nothing is refused', async () => {
  const last = LARGEST - 50_000_000;
  await run(`select setval(pg_get_serial_sequence('jobs', 'id'), ${last})`);
  await run(`select setval(pg_get_serial_sequence('customers', 'id'), ${LARGEST})`);
  const { began } = await settleEpoch(testApp.db, 'restored');
  const after = new Map((await sequences()).map(({ name, last: value }) => [name, value]));
  expect(after.get('jobs_id_seq')).toBe(last + 50_000);
  expect(after.get('customers_id_seq')).toBe(LARGEST);
  expect(after.get('job_entries_id_seq')).toBe(LEAP);
  expect(began?.warnings).toEqual([
    'Only 0 ids are left for customers. Each restore and each failover uses some up.',
    'Only 49950000 ids are left for jobs. Each restore and each failover uses some up.',
  ]);
});
