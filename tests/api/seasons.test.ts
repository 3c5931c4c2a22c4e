import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { seasonOf } from '#shared/lib/dates.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deleteAt, kindOf, undoDeletion } from './kinds.ts';
import { buildWorld, type Member } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

// Every day of a leap year and of the year after it, and the ends of the years that dates may have.
const DAYS = [
  ...Array.from({ length: 731 }, (_, index) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)),
  '1900-01-01',
  '2000-02-29',
  '9999-12-31',
];
const STARTS = ['2025-03-01', '2024-02-29', '2023-02-28', '2025-12-31', '2025-01-01', '2025-01-02', '2020-10-15', null] as const;

const setStart = (boss: Member, seasonStartDate: string | null) =>
  boss.ok(contract.organizations.update, { params: boss, body: { seasonStartDate } });

test('a changed start of the season gives every entry the season of the shared rule', async () => {
  const boss = await testApp.owner();
  const { jobId, customerId, serviceTypeId, entryId } = await buildWorld(boss);
  await testApp.db.query({
    text: `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season)
           select $1, $2, $3, $4, day, 'none' from unnest($5::date[]) as day`,
    values: [boss.orgId, jobId, customerId, serviceTypeId, DAYS],
  });
  await deleteAt(boss, kindOf('job_entry'), entryId);
  for (const start of STARTS) {
    await setStart(boss, start);
    const entries = await testApp.db.query<{ date: string; season: string }>({
      text: 'select date, season from job_entries where organization_id = $1',
      values: [boss.orgId],
    });
    expect(entries).toHaveLength(DAYS.length + 1);
    expect(entries.filter(({ date, season }) => season !== seasonOf(date, start))).toEqual([]);
  }
});

test('a new or moved entry gets the season by the same rule', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId } = await buildWorld(boss);
  for (const start of ['2025-03-01', '2024-02-29', null]) {
    await setStart(boss, start);
    for (const date of ['2024-02-28', '2024-02-29', '2024-03-01', '2025-02-28', '2025-12-31', '2026-01-01']) {
      const entry = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date } });
      expect([start, date, entry.season]).toEqual([start, date, seasonOf(date, start)]);
      const moved = await boss.ok(contract.jobEntries.update, { params: entry, body: { date: '2023-02-28' } });
      expect(moved.season).toBe(seasonOf('2023-02-28', start));
    }
  }
});

test('only entries whose season changed have a new version, and only the organization is in the audit log', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId, entryId } = await buildWorld(boss);
  const log = (date: string) => boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date } });
  const [early, late] = [await log('2025-02-01'), await log('2025-09-01')];
  const { cursor } = await boss.ok(contract.changes.since, { params: boss });
  const before = await boss.ok(contract.organizations.get, { params: boss });
  const after = await setStart(boss, '2020-03-01');
  expect(after.version).toBe(before.version + 1);
  expect(await boss.ok(contract.jobEntries.get, { params: early })).toMatchObject({ season: '2024', version: 2 });
  expect(await boss.ok(contract.jobEntries.get, { params: late })).toEqual(late);
  expect(await boss.ok(contract.jobEntries.get, { params: { id: entryId } })).toMatchObject({ season: '2025', version: 1 });
  const { upserts } = await boss.ok(contract.changes.since, { params: boss, query: { cursor } });
  expect([upserts.jobEntries.map(({ id }) => id), upserts.organizations.length]).toEqual([[early.id], 1]);
  const [item, ...older] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '2' } });
  expect(item).toMatchObject({
    entityType: 'organization',
    action: 'update',
    changes: { old: { seasonStartDate: null }, new: { seasonStartDate: '2020-03-01' } },
  });
  expect(older).toMatchObject([{ entityType: 'job_entry', action: 'create', entityId: late.id }]);
});

test('the same month and day in another year, or another setting, changes no entry', async () => {
  const boss = await testApp.owner();
  const { entryId } = await buildWorld(boss);
  await setStart(boss, '2025-08-01');
  const was = await boss.ok(contract.jobEntries.get, { params: { id: entryId } });
  await setStart(boss, '2019-08-01');
  await boss.ok(contract.organizations.update, { params: boss, body: { name: 'Another name' } });
  expect(await boss.ok(contract.jobEntries.get, { params: { id: entryId } })).toEqual(was);
});

test('a deleted entry comes back with the season of today’s rule', async () => {
  const boss = await testApp.owner();
  const { entryId } = await buildWorld(boss);
  await deleteAt(boss, kindOf('job_entry'), entryId);
  await setStart(boss, '2025-08-01');
  await undoDeletion(boss, kindOf('job_entry'), entryId);
  expect((await boss.ok(contract.jobEntries.get, { params: { id: entryId } })).season).toBe('2024');
});

test('an entry that is written while the season changes does not keep the old season', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId } = await buildWorld(boss);
  let changing: Promise<unknown> | undefined;
  const renewed = new Set<number>();
  const isWaiting = async () => (await testApp.db.query({ text: 'select from pg_locks where not granted', values: [] })).length > 0;
  // The entry has read the start of the season and is about to be written when the other request comes. That one either has to
  // wait for the entry, or has looked at all entries without it.
  const letOtherGoFirst = async () => {
    changing = setStart(boss, '2025-08-01');
    while (!renewed.has(boss.orgId) && !(await isWaiting())) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const watch = watchStatements(({ text }) => {
    if (changing !== undefined && text.includes('update organization_seq')) {
      renewed.add(boss.orgId);
    }
    return text.includes('insert into job_entries') && changing === undefined ? letOtherGoFirst() : undefined;
  });
  try {
    const entry = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20' } });
    await changing;
    expect((await boss.ok(contract.jobEntries.get, { params: entry })).season).toBe('2024');
  } finally {
    watch.restore();
  }
});
