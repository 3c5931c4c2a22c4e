import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { ownNumbers } from '#shared/domain/entry-stats.ts';
import { hintFinder } from '#shared/domain/find-hints.ts';
import type { Hint } from '#shared/domain/hint.ts';
import { openHints, statsByKey } from '#shared/domain/hints.ts';
import type { JobEntryInput, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { addDays } from '#shared/lib/dates.ts';
import { followDays, followHints, followLagging } from '#server/commands/follow-hints.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sized } from '#tests/support/proof-size.ts';
import type { Member } from './world.ts';

const START = new Date('2026-06-20T12:00:00.000Z');
const TODAY = '2026-06-20';
let moment = START;

let testApp: TestApp;
let boss: Member;
let made: {
  readonly customers: readonly number[];
  readonly jobs: readonly number[];
  readonly services: readonly number[];
  readonly machines: readonly number[];
  readonly people: readonly number[];
};

const run = <Row extends object>(text: string, values: readonly unknown[] = []) => testApp.db.query<Row>({ text, values });
const follow = (portions = 20, orgId = boss.orgId, today = TODAY) => followHints(testApp.db.app, orgId, today, { portions });

beforeAll(async () => {
  testApp = await createTestApp({ now: () => moment });
});

afterAll(() => testApp.close());

beforeEach(async () => {
  moment = START;
  boss = await testApp.owner();
  const params = { orgId: boss.orgId };
  const ids = async (make: (name: string) => Promise<{ readonly id: number }>) => [(await make('One')).id, (await make('Two')).id];
  const offered = (await boss.ok(contract.customDataFields.list, { params })).map(({ id }) => id);
  const customers = await ids((businessName) => boss.ok(contract.customers.create, { params, body: { businessName } }));
  made = {
    customers,
    jobs: [
      ...(await ids((name) =>
        boss.ok(contract.jobs.create, { params, body: { name, customerId: customers[name === 'One' ? 0 : 1] ?? 0 } }),
      )),
      (await boss.ok(contract.jobs.create, { params, body: { name: 'Old', customerId: customers[0] ?? 0 } })).id,
    ],
    services: await ids((name) =>
      boss.ok(contract.serviceTypes.create, { params, body: { name, customDataFieldIds: offered, requiredFieldIds: [] } }),
    ),
    machines: await ids((name) => boss.ok(contract.equipment.create, { params, body: { name } })),
    people: await ids((firstName) => boss.ok(contract.employees.create, { params, body: { firstName, lastName: 'Holm' } })),
  };
});

const log = (body: Partial<JobEntryInput> = {}, job = 0) =>
  boss.ok(contract.jobEntries.create, {
    params: { id: made.jobs[job] ?? 0 },
    body: { serviceTypeId: made.services[0] ?? 0, date: '2026-06-18', equipmentIds: [made.machines[0] ?? 0], totalHours: 8, ...body },
  });

interface Progress {
  readonly seq: number;
  readonly counted: number | null;
  readonly changedEntries: number;
  readonly day: string;
  readonly unjudgedBefore: string | null;
}
const progress = async (): Promise<Progress> => {
  const [row] = await run<Progress>(
    `select seq, counted, changed_entries as "changedEntries", day, unjudged_before as "unjudgedBefore" from hint_progress where organization_id = $1`,
    [boss.orgId],
  );
  if (row === undefined) {
    throw new Error('nobody followed this company yet');
  }
  return row;
};
const lastSeq = async (): Promise<number> => {
  const [row] = await run<{ seq: number }>('select seq from organization_seq where organization_id = $1', [boss.orgId]);
  return row?.seq ?? 0;
};

const stored = async (orgId = boss.orgId) =>
  new Map(
    (
      await run<{ id: number; date: string; hints: Hint[] }>(
        'select entry_id as id, date, hints from entry_hints where organization_id = $1',
        [orgId],
      )
    ).map(({ id, ...rest }) => [id, rest]),
  );

/** What is open, of all entries at once, by the figures that are stored. */
const judged = async () => {
  const entries = await boss.ok(contract.jobEntries.list, { params: boss });
  const fields = await boss.ok(contract.customDataFields.list, { params: boss });
  const hours = fields.find(({ name }) => name === 'Hours')?.id ?? 0;
  const stats = await boss.ok(contract.entryStats.list, { params: boss });
  const services = await boss.ok(contract.serviceTypes.list, { params: boss });
  const jobs = await boss.ok(contract.jobs.list, { params: boss });
  const find = hintFinder({
    today: TODAY,
    stats: statsByKey(stats),
    own: ownNumbers(fields),
    entries,
    jobs: new Map(jobs.map((job) => [job.id, job])),
    hourServices: new Set(services.filter(({ customDataFieldIds }) => customDataFieldIds.includes(hours)).map(({ id }) => id)),
  });
  return new Map(
    entries.flatMap((entry) => {
      const hints = openHints(find(entry), entry.hintsAccepted);
      return hints.length === 0 ? [] : [[entry.id, { date: entry.date, hints }] as const];
    }),
  );
};

describe('following one change after the other', () => {
  const aBody = fc.record(
    {
      date: fc.constantFrom('2025-06-18', '2026-06-17', '2026-06-18', '2026-06-22'),
      serviceTypeId: fc.constantFrom(0, 1),
      equipmentIds: fc.constantFrom([], [0], [1], [0, 1]),
      operatorIds: fc.constantFrom([], [0], [1]),
      totalHours: fc.constantFrom(null, 0, 8, 8, 10, 80, 25),
      fuel: fc.constantFrom(null, 30, 30, 300),
      hintsAccepted: fc.constantFrom([], ['tooLong:totalHours:25'], ['duplicate::1']),
    },
    { requiredKeys: [] },
  );
  const anAct = fc.record({
    kind: fc.constantFrom('create', 'create', 'create', 'update', 'update', 'move', 'remove', 'restore', 'offer', 'look'),
    which: fc.nat(),
    job: fc.constantFrom(0, 1),
    body: aBody,
  });

  type Places = typeof aBody extends fc.Arbitrary<infer T> ? T : never;
  const real = ({ serviceTypeId, equipmentIds, operatorIds, hintsAccepted, ...body }: Places): JobEntryPatch => ({
    ...body,
    ...(hintsAccepted === undefined ? {} : { hintsAccepted: [...hintsAccepted] }),
    ...(serviceTypeId === undefined ? {} : { serviceTypeId: made.services[serviceTypeId] ?? 0 }),
    ...(equipmentIds === undefined ? {} : { equipmentIds: equipmentIds.map((place) => made.machines[place] ?? 0) }),
    ...(operatorIds === undefined ? {} : { operatorIds: operatorIds.map((place) => made.people[place] ?? 0) }),
  });

  test('comes to what judging all of it at once does', async () => {
    let hinted = 0;
    // So that a few changes do not have everything judged anew.
    await pour(1000, { withChanges: false, hours: '8', from: '2024-12-31', job: 2 });
    await follow();
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 10, maxLength: 40 }), async (acts) => {
        const entries = await boss.ok(contract.jobEntries.list, { params: boss, query: { from: '2025-01-01' } });
        let there = entries.map(({ id }) => id);
        const gone: number[] = [];
        for (const { kind, which, job, body } of acts) {
          const id = there[which % Math.max(1, there.length)];
          if (kind === 'create') {
            there.push((await log(real({ date: '2026-06-18', ...body }) as Partial<JobEntryInput>, job)).id);
          } else if (kind === 'offer') {
            const fields = await boss.ok(contract.customDataFields.list, { params: boss });
            const customDataFieldIds = which % 2 === 0 ? fields.map((field) => field.id) : [];
            await boss.ok(contract.serviceTypes.update, { params: { id: made.services[job] ?? 0 }, body: { customDataFieldIds } });
          } else if (kind === 'look') {
            await boss.ok(contract.jobEntries.list, { params: boss, query: { hints: 'true' } });
          } else if (kind === 'restore') {
            const last = gone.pop();
            const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { action: 'delete' } });
            const item = logs.find(({ entityId, entityType }) => entityId === last && entityType === 'job_entry');
            if (item && last) {
              await boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: item.id } });
              there.push(last);
            }
          } else if (id !== undefined) {
            if (kind === 'update') {
              await boss.ok(contract.jobEntries.update, { params: { id }, body: real(body) });
            } else if (kind === 'move') {
              await boss.ok(contract.jobEntries.update, { params: { id }, body: { jobId: made.jobs[job] ?? 0 } });
            } else {
              await boss.ok(contract.jobEntries.remove, { params: { id } });
              there = there.filter((each) => each !== id);
              gone.push(id);
            }
          }
        }
        expect(await follow()).toBe(true);
        const expected = await judged();
        expect(await stored()).toEqual(expected);
        hinted += expected.size;
        const lists = await boss.ok(contract.jobEntries.list, { params: boss, query: { hints: 'true' } });
        expect(new Set(lists.map(({ id }) => id))).toEqual(new Set(expected.keys()));
      }),
      { numRuns: sized({ push: 10, proofs: 100 }) },
    );
    expect(hinted).toBeGreaterThan(20);
  }, 300_000);
});

/** Entries that nobody logged, a day each or several, with a change for each if wanted. */
const pour = async (count: number, { withChanges = true, perDay = 10, hours = '25', from = '2026-06-18', job = 0 } = {}): Promise<void> => {
  const [row] = await run<{ ids: number[] }>(
    `with e as (
       insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, equipment_ids, total_hours)
       select $1, $2, $3, $4, $7::date - (i / $5::int), to_char($7::date, 'YYYY'), '{}', ${hours}
         from generate_series(0, $6::int - 1) i returning id)
     select array_agg(id) as ids from e`,
    [boss.orgId, made.jobs[job], made.customers[0], made.services[0], perDay, count, from],
  );
  if (withChanges) {
    const seq = await lastSeq();
    await run(
      `insert into changes (organization_id, seq, entity_type, entity_id)
       select $1, $2::int + i, 'job_entry', id from unnest($3::int[]) with ordinality as e (id, i)`,
      [boss.orgId, seq, row?.ids],
    );
    await run('update organization_seq set seq = seq + $2 where organization_id = $1', [boss.orgId, count]);
  }
};

describe('several processes', () => {
  test('never count a change twice, and none is left out', async () => {
    await pour(500);
    expect(await follow()).toBe(true);
    expect(await progress()).toMatchObject({ counted: 500, changedEntries: 0 });
    for (let round = 0; round < 4; round += 1) {
      await log({ date: '2026-06-10', totalHours: 25 + round });
      await Promise.all(Array.from({ length: 6 }, () => follow()));
    }
    expect(await follow()).toBe(true);
    expect(await progress()).toMatchObject({ counted: 500, changedEntries: 4, seq: await lastSeq() });
    expect(await stored()).toEqual(await judged());
  });

  test('who asks while another process is at it waits for nothing, and is told what is known', async () => {
    const before = await log({ totalHours: 25 });
    expect(await follow()).toBe(true);
    const asking = await boss.ok(contract.customDataFields.list, { params: boss });
    const loads = asking.filter(({ name }) => name === 'Loads').map(({ id }) => id);
    const twin = await testApp.twin();
    try {
      await testApp.db.app.transaction(async (inside) => {
        await inside.query({ text: 'select from hint_progress where organization_id = $1 for update', values: [boss.orgId] });
        const entry = await log({ totalHours: 26 });
        await boss.ok(contract.serviceTypes.update, {
          params: { id: made.services[0] ?? 0 },
          body: { customDataFieldIds: loads, requiredFieldIds: loads },
        });
        expect(await follow()).toBe(false);
        const ids = async (query: Record<string, string>) =>
          (await boss.ok(contract.jobEntries.list, { params: boss, query })).map(({ id }) => id).toSorted((one, other) => one - other);
        expect(await ids({ hints: 'true' })).toEqual([before.id]);
        expect(await boss.ok(contract.jobEntries.hints, { params: entry })).toMatchObject([{ kind: 'tooLong', value: 26 }]);
        // What is missing is never out of date.
        expect(await ids({ missing: 'true' })).toEqual([before.id, entry.id]);
        expect(await ids({ missing: 'false' })).toEqual([]);
      }, boss.orgId);
      const answer = await twin.app.inject({
        url: `/api/organizations/${boss.orgId}/job-entries?hints=true`,
        headers: { cookie: boss.cookie },
      });
      expect(JSON.parse(answer.payload)).toHaveLength(2);
    } finally {
      await twin.close();
    }
  });
});

describe('whole companies', () => {
  test('what was there before, and too many changes, are judged in portions, the newest first', async () => {
    await pour(1200, { withChanges: false });
    expect(await follow(1)).toBe(true);
    expect([await progress(), (await stored()).size]).toMatchObject([{ counted: 1200, unjudgedBefore: 'infinity' }, 0]);
    await follow(1);
    const unjudgedBefore = (await progress()).unjudgedBefore ?? '';
    expect(unjudgedBefore > '2026-04-01' && unjudgedBefore < '2026-05-30').toBe(true);
    expect([...(await stored()).values()].every(({ date }) => date >= addDays(unjudgedBefore, -1))).toBe(true);
    await follow();
    expect((await progress()).unjudgedBefore).toBeNull();
    expect((await stored()).size).toBe(1200);
    await run('delete from job_entries where organization_id = $1 and id % 2 = 0', [boss.orgId]);
    await run('update organization_seq set seq = seq + 20001 where organization_id = $1', [boss.orgId]);
    expect(await follow()).toBe(true);
    expect(await progress()).toMatchObject({ counted: 600, changedEntries: 0, seq: await lastSeq(), unjudgedBefore: null });
    expect((await stored()).size).toBe(600);
  });

  test('a day with more entries than are looked at together is judged as a whole, and so is the next', async () => {
    await pour(1100, { withChanges: false, perDay: 700 });
    await follow();
    expect((await stored()).size).toBe(1100);
  });

  test('of a day with more entries than any company has, none is compared with the others', async () => {
    const [first, again] = [await log(), await log()];
    const long = await log({ totalHours: 25 });
    await pour(997, { withChanges: false, perDay: 2000, hours: '8' });
    await run('update hint_progress set counted = null where organization_id = $1', [boss.orgId]);
    await follow();
    expect([...(await stored()).keys()].toSorted((one, other) => one - other)).toEqual([again.id, long.id]);
    expect((await stored()).get(again.id)?.hints).toMatchObject([{ others: [first.id] }]);
    // The thousand and first.
    await log({ equipmentIds: [] });
    await follow();
    expect([...(await stored()).keys()]).toEqual([long.id]);
    expect(await boss.ok(contract.jobEntries.hints, { params: again })).toEqual([]);
  });

  test('neither is an unbilled one among many billed ones of its day left out', async () => {
    await pour(1100, { withChanges: false, perDay: 700 });
    await run('update job_entries set job_id = $2, customer_id = $3 where organization_id = $1', [
      boss.orgId,
      made.jobs[1],
      made.customers[1],
    ]);
    await run(`update jobs set status = 'billed' where id = $1`, [made.jobs[1]]);
    await run(
      `update job_entries set job_id = $2, customer_id = $3
        where id = any(array(select min(id) from job_entries where organization_id = $1 group by date))`,
      [boss.orgId, made.jobs[0], made.customers[0]],
    );
    await follow();
    expect((await stored()).size).toBe(1100);
  });

  test('those that were checked, or billed, are not judged for the first time', async () => {
    await pour(3, { withChanges: false, perDay: 1 });
    await run(`update job_entries set checked_at = now(), checked_by = 1 where organization_id = $1 and date = '2026-06-18'`, [boss.orgId]);
    await run(`update job_entries set job_id = $2, customer_id = $3 where organization_id = $1 and date = '2026-06-17'`, [
      boss.orgId,
      made.jobs[1],
      made.customers[1],
    ]);
    await run(`update jobs set status = 'billed' where id = $1`, [made.jobs[1]]);
    await follow();
    expect([...(await stored()).values()].map(({ date }) => date)).toEqual(['2026-06-16']);
  });

  test('changes that are forgotten, or whose numbers leapt, keep nobody waiting', async () => {
    const entry = await log({ totalHours: 25 });
    await follow();
    await run('update organization_seq set seq = seq + 1000 where organization_id = $1', [boss.orgId]);
    expect(await follow(1)).toBe(true);
    expect([...(await stored()).keys()]).toEqual([entry.id]);
    await run('update job_entries set total_hours = 8 where id = $1', [entry.id]);
    await run('delete from changes where organization_id = $1', [boss.orgId]);
    await run('update organization_seq set seq = seq + 5, forgotten = seq + 5 where organization_id = $1', [boss.orgId]);
    expect(await follow()).toBe(true);
    expect((await stored()).size).toBe(0);
  });

  test('of an entry that left without a word in the history, what was said with it in mind is judged again', async () => {
    await pour(1000, { withChanges: false, hours: '8', from: '2024-12-31', job: 2 });
    const [first, again] = [await log(), await log()];
    await follow();
    expect((await stored()).get(again.id)?.hints).toMatchObject([{ kind: 'duplicate', others: [first.id] }]);
    await run(`update job_entries set date = '2026-06-01' where id = $1`, [first.id]);
    const seq = await lastSeq();
    await run(`insert into changes (organization_id, seq, entity_type, entity_id) values ($1, $2, 'job_entry', $3)`, [
      boss.orgId,
      seq + 1,
      first.id,
    ]);
    await run('update organization_seq set seq = seq + 1 where organization_id = $1', [boss.orgId]);
    await follow();
    expect((await stored()).size).toBe(0);
  });

  test('a call catches up with a page of changes; more are left to the background, and lists of what is missing are right all the same', async () => {
    await follow();
    const fields = await boss.ok(contract.customDataFields.list, { params: boss });
    const hours = fields.filter(({ name }) => name === 'Hours').map(({ id }) => id);
    await boss.ok(contract.serviceTypes.update, {
      params: { id: made.services[0] ?? 0 },
      body: { customDataFieldIds: hours, requiredFieldIds: hours },
    });
    await pour(1500, { hours: 'case when i % 3 = 0 then null else 8 end' });
    const missing = await boss.ok(contract.jobEntries.list, { params: boss, query: { missing: 'true', limit: '1000' } });
    expect((await progress()).seq).toBeLessThan(await lastSeq());
    expect(missing).toHaveLength(500);
    await follow();
    expect((await progress()).seq).toBe(await lastSeq());
    expect(await boss.ok(contract.jobEntries.list, { params: boss, query: { missing: 'true', limit: '1000' } })).toEqual(missing);
  });

  test('figures are made anew once a twenty-fifth of the entries changed', async () => {
    await pour(500, { hours: '8' });
    await follow();
    const median = async () =>
      (
        await run<{ median: number }>(`select median from entry_stats where organization_id = $1 and measure = 'totalHours'`, [boss.orgId])
      )[0]?.median;
    expect(await median()).toBe(8);
    await run('update job_entries set total_hours = 9 where organization_id = $1', [boss.orgId]);
    for (let count = 0; count < 19; count += 1) {
      await log({ equipmentIds: [], date: '2026-05-01', totalHours: 9 });
    }
    await follow();
    expect([await median(), await progress()]).toMatchObject([8, { changedEntries: 19 }]);
    await log({ equipmentIds: [], date: '2026-05-01', totalHours: 9 });
    await follow();
    expect([await median(), await progress()]).toMatchObject([9, { changedEntries: 0, counted: 520 }]);
  });
});

describe('without anybody who asks', () => {
  test('a date is ahead until its day has come', async () => {
    const entry = await log({ date: '2026-06-22' });
    const hinted = async () => (await boss.ok(contract.jobEntries.list, { params: boss, query: { hints: 'true' } })).map(({ id }) => id);
    expect(await hinted()).toEqual([entry.id]);
    moment = new Date('2026-06-21T23:00:00.000Z');
    expect(await hinted()).toEqual([entry.id]);
    expect((await boss.ok(contract.jobEntries.hints, { params: entry }))[0]).toMatchObject({ kind: 'future', value: 1 });
    expect((await stored()).get(entry.id)?.hints[0]).toMatchObject({ value: 1 });
    moment = new Date('2026-06-22T00:30:00.000Z');
    await followDays({ db: testApp.db.app, now: () => moment, goOn: () => Promise.resolve(true) });
    expect((await stored()).size).toBe(0);
    expect(await hinted()).toEqual([]);
    moment = START;
    expect(await hinted()).toEqual([entry.id]);
  });

  test('organizations with new changes are followed, and only they', async () => {
    const [first, other] = [boss, await testApp.owner('Meadow Works')];
    const goOn = () => Promise.resolve(true);
    const round = (go = goOn) => followLagging({ db: testApp.db.app, now: () => moment, goOn: go });
    await round();
    const entry = await log({ totalHours: 25 });
    const at = async (orgId: number) => {
      const [row] = await run<{ seq: number; xmin: string }>('select seq, xmin::text from hint_progress where organization_id = $1', [
        orgId,
      ]);
      return row ?? { seq: 0, xmin: '' };
    };
    const [before, still] = [await at(first.orgId), await at(other.orgId)];
    await round();
    expect([...(await stored()).keys()]).toEqual([entry.id]);
    expect((await at(first.orgId)).seq).toBeGreaterThan(before.seq);
    expect(await at(other.orgId)).toEqual(still);
    await pour(1200);
    await round(() => Promise.resolve(false));
    expect((await at(first.orgId)).seq).toBeLessThan(await lastSeq());
  });
});
