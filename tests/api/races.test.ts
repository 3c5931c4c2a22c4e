import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { USED_KEYS } from '#server/data/field-uses.ts';
import { type Answer, createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const inNewWorld = async (): Promise<{ boss: Member; world: World }> => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const rows = <T extends object>(text: string): Promise<T[]> => testApp.db.query<T>({ text, values: [] });

/** Invariants of an organization, whatever happened in it, in whatever order. */
const expectConsistent = async (orgId: number): Promise<void> => {
  expect(
    await rows(`select e.id from job_entries e join jobs j on j.organization_id = e.organization_id and j.id = e.job_id
                 where e.organization_id = ${orgId} and e.customer_id <> j.customer_id`),
  ).toEqual([]);
  expect(
    await rows(`select e.id from job_entries e join jobs j on j.organization_id = e.organization_id and j.id = e.job_id
                 where e.organization_id = ${orgId} and e.deleted_at is null and j.deleted_at is not null`),
  ).toEqual([]);
  // The same rule as `seasonOf`.
  expect(
    await rows(`select e.id from job_entries e join organizations o on o.id = e.organization_id
                 where o.id = ${orgId} and e.season <> (extract(year from e.date)::int -
                   case when to_char(e.date, 'MM-DD') < coalesce(to_char(o.season_start_date, 'MM-DD'), '01-01') then 1 else 0 end)::text`),
  ).toEqual([]);
  const recount = await rows(`select used.key, count(*)::int as uses from job_entries e, ${USED_KEYS}
                               where e.organization_id = ${orgId} and e.deleted_at is null group by 1 order by 1`);
  expect(await rows(`select key, uses::int from field_uses where organization_id = ${orgId} and uses <> 0 order by 1`)).toEqual(recount);
  expect(
    await rows(`select s.seq - count(c.seq) as missing, s.seq - max(c.seq) as behind from organization_seq s
                  join changes c using (organization_id) where organization_id = ${orgId} group by s.seq`),
  ).toEqual([{ missing: 0, behind: 0 }]);
};

const statuses = (answers: readonly Answer[]): number[] => [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b);

test('an entry that is moved while its notes change ends with both', async () => {
  const { boss, world } = await inNewWorld();
  const { id: otherCustomer } = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Blue Hill' } });
  const { id: otherJob } = await boss.ok(contract.jobs.create, { params: boss, body: { name: 'South', customerId: otherCustomer } });
  for (let round = 0; round < 8; round += 1) {
    const [jobId, customerId] = round % 2 === 0 ? [otherJob, otherCustomer] : [world.jobId, world.customerId];
    const notes = `round ${round}`;
    const changes = [{ jobId }, { notes }, { fuel: round + 1 }, { customFieldValues: { Moisture: round } }];
    const answers = await Promise.all(changes.map((body) => boss.send('PATCH', `/api/job-entries/${world.entryId}`, body)));
    expect(statuses(answers)).toEqual([200]);
    const entry = await boss.ok(contract.jobEntries.get, { params: { id: world.entryId } });
    expect(entry).toMatchObject({ jobId, customerId, notes, fuel: round + 1, customFieldValues: { Moisture: round } });
  }
  await expectConsistent(boss.orgId);
});

test('concurrent changes of different fields of an employee all stay, including access', async () => {
  const { boss } = await inNewWorld();
  const member = await testApp.member(boss, 'basic');
  for (const accessLevel of ['manager', 'basic', 'advanced'] as const) {
    const changes = [{ accessLevel }, { phoneNumber: accessLevel }, { firstName: accessLevel }, { isOperator: accessLevel === 'basic' }];
    const answers = await Promise.all(changes.map((body) => boss.send('PATCH', `/api/employees/${member.employeeId}`, body)));
    expect(statuses(answers)).toEqual([200]);
    expect(await boss.ok(contract.employees.get, { params: { id: member.employeeId } })).toMatchObject({
      accessLevel,
      phoneNumber: accessLevel,
      firstName: accessLevel,
      isOperator: accessLevel === 'basic',
      userId: member.userId,
    });
  }
});

test('two services that take the same machine at once both have it', async () => {
  const { boss, world } = await inNewWorld();
  const { id: other } = await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: 'Hauling' } });
  for (let round = 0; round < 8; round += 1) {
    const linkedEquipmentIds = round % 2 === 0 ? [world.equipmentId] : [];
    const answers = await Promise.all(
      [world.serviceTypeId, other].map((id) => boss.send('PATCH', `/api/service-types/${id}`, { linkedEquipmentIds })),
    );
    expect(statuses(answers)).toEqual([200]);
    const { serviceTypeIds } = await boss.ok(contract.equipment.get, { params: { id: world.equipmentId } });
    expect(serviceTypeIds.sort((a, b) => a - b)).toEqual(round % 2 === 0 ? [world.serviceTypeId, other] : []);
  }
  await expectConsistent(boss.orgId);
});

test('renaming a field counts what moves with it and nothing else', async () => {
  const { boss, world } = await inNewWorld();
  const log = (Moisture: number | null) =>
    boss.ok(contract.jobEntries.create, {
      params: { id: world.jobId },
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-15', customFieldValues: { Moisture } },
    });
  await log(12);
  await log(null);
  const renamed = await boss.ok(contract.customDataFields.update, { params: { id: world.fieldId }, body: { name: 'Wetness' } });
  expect(renamed.usageCount).toBe(1);
  await expectConsistent(boss.orgId);
});

test('entries written while their field is renamed are counted where they are', async () => {
  const { boss, world } = await inNewWorld();
  const url = `/api/jobs/${world.jobId}/entries`;
  const entry = { serviceTypeId: world.serviceTypeId, date: '2025-06-15' };
  const names = ['Wetness', 'Fuel', 'Humidity', 'Moisture'];
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, n) =>
      boss.send('POST', url, { ...entry, customFieldValues: { [names[n % 4] ?? '']: n, Moisture: n } }),
    ),
    ...names.map((name) => boss.send('PATCH', `/api/custom-data-fields/${world.fieldId}`, { name })),
  ]);
  expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
  await expectConsistent(boss.orgId);
});

test('a storm of changes on the same few records ends without a failure, and consistent', { timeout: 120_000 }, async () => {
  const { boss, world } = await inNewWorld();
  const customers = [world.customerId];
  for (const businessName of ['Blue Hill', 'Red Hill']) {
    customers.push((await boss.ok(contract.customers.create, { params: boss, body: { businessName } })).id);
  }
  const jobs = [world.jobId];
  for (const [index, name] of ['South', 'East'].entries()) {
    jobs.push((await boss.ok(contract.jobs.create, { params: boss, body: { name, customerId: customers[index] ?? 0 } })).id);
  }
  const entries = [world.entryId];
  for (let index = 0; index < 5; index += 1) {
    const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-15', totalHours: index, customFieldValues: { Moisture: index } };
    entries.push((await boss.ok(contract.jobEntries.create, { params: { id: jobs[index % 3] ?? 0 }, body })).id);
  }
  // The same in every run; what it meets in the database is another matter.
  const at = (list: readonly number[], n: number): number => list[(n * 7 + (n >> 3)) % list.length] ?? 0;
  const undo = async (type: 'job' | 'job_entry'): Promise<Answer> => {
    const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: type, action: 'delete', limit: '1' } });
    return boss.send('POST', `/api/organizations/${boss.orgId}/audit-logs/${logs[0]?.id ?? 2_147_483_646}/undo`);
  };
  const acts: readonly ((n: number) => Promise<Answer>)[] = [
    (n) => boss.send('PATCH', `/api/job-entries/${at(entries, n)}`, { notes: `n ${n}` }),
    (n) => boss.send('PATCH', `/api/job-entries/${at(entries, n)}`, { fuel: n % 3 === 0 ? null : n }, { 'if-match': `"${1 + (n % 5)}"` }),
    (n) => boss.send('PATCH', `/api/job-entries/${at(entries, n)}`, { jobId: at(jobs, n + 1) }),
    (n) => boss.send('PATCH', `/api/job-entries/${at(entries, n)}`, { customFieldValues: n % 2 === 0 ? {} : { Moisture: n } }),
    (n) => boss.send('PATCH', `/api/jobs/${at(jobs, n)}`, { customerId: at(customers, n + 2) }),
    (n) => boss.send('PATCH', `/api/jobs/${at(jobs, n)}`, { name: `Job ${n}` }),
    (n) => (n % 24 === 6 ? boss.send('DELETE', `/api/jobs/${at(jobs, n)}`) : undo('job')),
    (n) => (n % 16 === 7 ? boss.send('DELETE', `/api/job-entries/${at(entries, n)}`) : undo('job_entry')),
    (n) => boss.send('PATCH', `/api/organizations/${boss.orgId}`, { seasonStartDate: n % 2 === 0 ? '2025-07-01' : null }),
  ];
  const answers: Answer[] = [];
  const lane = async (first: number): Promise<void> => {
    for (let n = first; n < 400; n += 10) {
      const act = acts[n % acts.length];
      if (act) {
        answers.push(await act(n));
      }
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, first) => lane(first)));
  const failed = answers.filter(({ status }) => status >= 500);
  expect(failed.map(({ body }) => body)).toEqual([]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100);
  // All take locks in the same order, except when an entry is being moved: such a deadlock is broken and the write is run again.
  // Many of them would be an order that was lost; without it every sixth write had to be.
  const [waits] = await rows<{ broken: number }>(
    'select deadlocks::int as broken from pg_stat_database where datname = current_database()',
  );
  expect(waits?.broken).toBeLessThan(answers.length / 10);
  await expectConsistent(boss.orgId);
});

test(
  'a storm of changes of two runs, their stops and all around them ends without a failure, and every run adds up',
  { timeout: 120_000 },
  async () => {
    const { boss, world } = await inNewWorld();
    const { serviceTypeId, fieldId } = world;
    const params = { orgId: boss.orgId };
    const jobs = [world.jobId];
    for (const name of ['South', 'East']) {
      jobs.push((await boss.ok(contract.jobs.create, { params, body: { name, customerId: world.customerId } })).id);
    }
    const runs: number[] = [];
    const entries: number[] = [];
    for (const fuel of [60, 84.9]) {
      const body = { serviceTypeId, date: '2025-06-15', startedAt: '2025-06-15T07:05:00-05:00', fuel };
      const { id: runId } = await boss.ok(contract.runs.create, { params, body });
      runs.push(runId);
      for (const [index, id] of jobs.entries()) {
        const stop = { serviceTypeId, date: '2025-06-15', totalHours: index + 1, runId, customFieldValues: { Moisture: index } };
        entries.push((await boss.ok(contract.jobEntries.create, { params: { id }, body: stop })).id);
      }
    }
    const at = (list: readonly number[], n: number): number => list[(n * 7 + (n >> 3)) % list.length] ?? 0;
    const undo = async (type: 'job' | 'job_entry' | 'run'): Promise<Answer> => {
      const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: type, action: 'delete', limit: '1' } });
      return boss.send('POST', `/api/organizations/${boss.orgId}/audit-logs/${logs[0]?.id ?? 2_147_483_646}/undo`);
    };
    const check = async (n: number): Promise<Answer> => {
      const seen = (await boss.ok(contract.jobEntries.list, { params: boss })).map(({ id, version }) => ({ id, version }));
      return boss.send('POST', `/api/organizations/${boss.orgId}/entry-checks`, { entries: seen.slice(0, 6), isChecked: n % 2 === 0 });
    };
    const acts: readonly ((n: number) => Promise<Answer>)[] = [
      (n) => boss.send('PATCH', `/api/job-entries/${at(entries, n)}`, { totalHours: n % 9 }),
      (n) => boss.send('PATCH', `/api/runs/${at(runs, n)}`, { fuel: 50 + n / 10, shareBy: 'hours' }),
      (n) => boss.send('PATCH', `/api/job-entries/${at(entries, n)}`, { jobId: at(jobs, n + 1) }),
      (n) =>
        boss.send('POST', `/api/jobs/${at(jobs, n)}/entries`, {
          serviceTypeId,
          date: '2025-06-15',
          totalHours: n % 7,
          runId: at(runs, n + 1),
        }),
      (n) => boss.send('PATCH', `/api/jobs/${at(jobs, n)}`, { name: `Job ${n}` }),
      (n) => (n % 33 === 5 ? boss.send('DELETE', `/api/jobs/${at(jobs, n)}`) : undo('job')),
      (n) => (n % 22 === 6 ? boss.send('DELETE', `/api/job-entries/${at(entries, n)}`) : undo('job_entry')),
      (n) => (n % 44 === 7 ? boss.send('DELETE', `/api/runs/${at(runs, n)}`) : undo('run')),
      (n) => boss.send('PATCH', `/api/organizations/${boss.orgId}`, { seasonStartDate: n % 2 === 0 ? '2025-07-01' : null }),
      (n) => boss.send('PATCH', `/api/custom-data-fields/${fieldId}`, { name: n % 2 === 0 ? 'Moisture' : 'Dampness' }),
      check,
    ];
    const answers: Answer[] = [];
    const lane = async (first: number): Promise<void> => {
      for (let n = first; n < 400; n += 10) {
        const act = acts[n % acts.length];
        if (act) {
          answers.push(await act(n));
        }
      }
    };
    const deadlocks = async (): Promise<number> =>
      (await rows<{ broken: number }>('select deadlocks::int as broken from pg_stat_database where datname = current_database()'))[0]
        ?.broken ?? 0;
    const before = await deadlocks();
    await Promise.all(Array.from({ length: 10 }, (_, first) => lane(first)));
    expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200 || status === 201).length).toBeGreaterThan(100);
    // As above: only an entry that moves takes its locks in another order.
    expect((await deadlocks()) - before).toBeLessThan(answers.length / 10);
    await expectConsistent(boss.orgId);
    expect(
      await rows(`select r.id, r.fuel, sum(e.fuel) as shares from runs r
                  join job_entries e on e.organization_id = r.organization_id and e.run_id = r.id and e.deleted_at is null
                 where r.organization_id = ${boss.orgId} and r.deleted_at is null and r.share_by <> 'hand'
                 group by r.organization_id, r.id, r.fuel having sum(e.fuel) is distinct from r.fuel`),
    ).toEqual([]);
  },
);

test.for(['job_entry', 'job'] as const)(
  'a run and a deleted %s of it that come back at once: the run adds up',
  { timeout: 60_000 },
  async (type) => {
    const { boss, world } = await inNewWorld();
    const { serviceTypeId, customerId } = world;
    const params = { orgId: boss.orgId };
    const day = { serviceTypeId, date: '2025-06-15' };
    const { id: runId } = await boss.ok(contract.runs.create, {
      params,
      body: { ...day, startedAt: '2025-06-15T07:05:00-05:00', fuel: 60 },
    });
    const { id: otherJob } = await boss.ok(contract.jobs.create, { params, body: { name: 'South', customerId } });
    const stops = [];
    for (const id of [world.jobId, otherJob]) {
      stops.push(await boss.ok(contract.jobEntries.create, { params: { id }, body: { ...day, totalHours: 1, runId } }));
    }
    const gone = type === 'job' ? `/api/jobs/${otherJob}` : `/api/job-entries/${stops[1]?.id}`;
    const deletionOf = async (entityType: 'run' | 'job' | 'job_entry'): Promise<string> => {
      const [log] = await boss.ok(contract.auditLogs.list, { params, query: { entityType, action: 'delete', limit: '1' } });
      return `/api/organizations/${boss.orgId}/audit-logs/${log?.id}/undo`;
    };
    for (let round = 0; round < 25; round += 1) {
      await boss.send('DELETE', `/api/runs/${runId}`);
      await boss.send('DELETE', gone);
      const undos = [await deletionOf('run'), await deletionOf(type)];
      const answers = await Promise.all(undos.map((path) => boss.send('POST', path)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const entries = await boss.ok(contract.jobEntries.list, { params, query: { runId: String(runId) } });
      expect([round, entries.map(({ fuel }) => fuel)]).toEqual([round, [30, 30]]);
    }
  },
);
