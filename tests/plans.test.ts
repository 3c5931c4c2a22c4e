import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { buildWorld, type Member } from '#tests/api/world.ts';
import { explain, isScan, isSort, type PlanNode, stepsOf } from '#tests/support/explain.ts';
import { ENTRIES_A_DAY, fillForPlans, type Filled, RARE } from '#tests/support/fill-for-plans.ts';
import { PLAN_CASES } from '#tests/support/plan-cases.ts';
import { faultsOf, MODES, SOME } from '#tests/support/plan-faults.ts';
import { type Sent, statementsOf } from '#tests/support/sent-statements.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let testApp: TestApp;
let boss: Member;
let filled: Filled;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  await buildWorld(boss);
  const others: Member[] = [];
  for (let index = 0; index < 8; index += 1) {
    others.push(await testApp.owner());
  }
  filled = await fillForPlans(
    testApp.db,
    boss.orgId,
    others.map(({ orgId }) => orgId),
  );
}, 120_000);

afterAll(() => testApp.close());

/** The plans of all statements, each planned once for all values and once for these. */
const plansOf = async (
  statements: readonly Sent[],
  modes: readonly (typeof MODES)[number][] = MODES,
): Promise<{ text: string; mode: string; steps: PlanNode[] }[]> => {
  const plans = [];
  for (const sent of statements) {
    for (const mode of modes) {
      plans.push({ text: sent.text, mode, steps: stepsOf(await explain(testApp.db, sent, mode)) });
    }
  }
  return plans;
};

/** Reports of 90 days. */
const OF_DAYS = 90 * ENTRIES_A_DAY;
const REPORTS = [
  ...['week', 'machine', 'operator', 'customer', 'service'].map((by) => `by=${by}`),
  'by=month&equipmentId=:busyMachineId',
  'by=machine&customerId=:customerId',
];

const org = (path: string) => `/api/organizations/${boss.orgId}/${path}`;

test.each(PLAN_CASES)(
  '$name: found by an index, without reading or sorting more than the page',
  async ({ path, index, conditions, most = SOME, places, isOnlyGeneric = false }) => {
    const statements = await statementsOf(async () => expect((await boss.send('GET', path(filled, org))).status).toBe(200));
    const plans = await plansOf(statements, isOnlyGeneric ? ['force_generic_plan'] : MODES);
    const found = plans.flatMap(({ mode, steps }) =>
      steps.filter((step) => step['Index Name'] === index).map((step) => ({ mode, asked: step['Index Cond'] ?? '' })),
    );
    // Knowing that the organization owns nearly all rows, the planner may also go by the id alone.
    expect(found.map(({ mode }) => mode)).toContain('force_generic_plan');
    for (const { asked } of found) {
      expect(conditions.filter((condition) => !asked.includes(condition))).toEqual([]);
    }
    expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps, most, places).map((fault) => ({ mode, fault, text })))).toEqual([]);
  },
);

describe('the page after a cursor', () => {
  test.each([
    ['entries', 'job-entries', 'job_entries_newest_index', /ROW\(date, id\) </],
    ['runs', 'runs', 'runs_newest_index', /ROW\(date, id\) </],
    ['days off', 'days-off', 'days_off_newest_index', /ROW\(date, id\) </],
    ['jobs', 'jobs', 'jobs_newest_index', /ROW\((jobs\.)?created_at, (jobs\.)?id\) </],
    ['customers', 'customers', 'customers_name_index', /ROW\(lower\(business_name\), id\) >/],
    ['employees', 'employees', 'employees_name_index', /ROW\(lower\(first_name\), lower\(last_name\), id\) >/],
    ['machines', 'equipment', 'equipment_name_index', /ROW\(lower\(name\), id\) >/],
    ['services', 'service-types', 'service_types_name_index', /ROW\(lower\(name\), id\) >/],
    ['data fields', 'custom-data-fields', 'custom_data_fields_name_unique', /lower\(name\) >/],
    ['activities', 'audit-logs', 'audit_logs_pkey', /\(id < /],
    // What its last transaction did before is looked at, too.
    ['acts', 'activity', 'audit_logs_acts_index', /\(id (?:<|>=) /],
  ] as const)('begins right behind it, however far it is: %s', async (_, path, index, condition) => {
    const far = await boss.send('GET', org(`${path}?limit=1000`));
    const next = /^<([^>]+)>/.exec(String(far.headers['link']))?.[1]?.replace('limit=1000', 'limit=50') ?? '';
    const statements = await statementsOf(async () => expect((await boss.send('GET', next)).status).toBe(200));
    const plans = await plansOf(statements);
    const found = plans.flatMap(({ steps }) => steps.filter((step) => step['Index Name'] === index));
    expect(found.length).toBeGreaterThan(0);
    for (const step of found) {
      expect(step['Index Cond']).toMatch(condition);
      expect(step['Index Cond']).toContain('organization_id');
    }
    expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps, SOME).map((fault) => ({ mode, fault, text })))).toEqual([]);
  });
});

test('names on a page are looked up by their ids, however many others the organization has', async () => {
  const statements = await statementsOf(async () => expect((await boss.send('GET', org('job-entries?limit=50'))).status).toBe(200));
  const plans = await plansOf(statements, ['force_generic_plan']);
  const byIds = plans.flatMap(({ steps }) => steps.filter((step) => /\bid = ANY/.test(step['Index Cond'] ?? '')));
  const found = byIds.map((step) => step['Index Name']);
  expect(found).toEqual(expect.arrayContaining(['customers_id_index', 'equipment_id_index', 'jobs_id_index', 'service_types_id_index']));
  expect(found.filter((name) => name?.endsWith('_name_index'))).toEqual([]);
});

test('of each member no more sign-ins are read than the page has room for', async () => {
  await testApp.db.query({
    text: `insert into security_events (user_id, kind, at) select $1, 'signed-in', now() + n * interval '1 minute' from generate_series(1, 1000) n`,
    values: [boss.userId],
  });
  await testApp.db.query({ text: 'analyze security_events', values: [] });
  const statements = await statementsOf(async () => expect((await boss.send('GET', org('sign-ins?limit=20'))).status).toBe(200));
  const plans = await plansOf(statements);
  const reading = plans.filter(({ steps }) => steps.some((step) => step['Relation Name'] === 'security_events'));
  expect(reading.map(({ mode }) => mode)).toEqual([...MODES]);
  const ofEvents = (step: PlanNode) => step['Relation Name'] === 'security_events' || isSort(step);
  expect(reading.flatMap(({ mode, steps }) => faultsOf(steps.filter(ofEvents), 60).map((fault) => ({ mode, fault })))).toEqual([]);
});

test('of the prices of a service, a bill reads those that all have and those of its own customers and jobs', async () => {
  const own = (column: string, table: string) =>
    testApp.db.query({
      text: `insert into rates (organization_id, service_type_id, ${column}, lines, fuel)
             select $1, $2, o.id, '[]', '{"kind": "included"}' from (select id from ${table} where organization_id = $1 limit 1000) o`,
      values: [boss.orgId, filled.serviceTypeId],
    });
  await own('customer_id', 'customers');
  await own('job_id', 'jobs');
  const statements = await statementsOf(async () => expect((await boss.send('GET', org('unbilled-jobs?limit=50'))).status).toBe(200));
  const ofRates = statements.filter(({ text }) => /from "?rates"?/.test(text));
  expect(ofRates).toHaveLength(1);
  for (const sent of ofRates) {
    // Those of the fifty jobs on the board and of their customers.
    expect((await explain(testApp.db, sent, 'auto'))['Actual Rows']).toBeLessThanOrEqual(100);
  }
});

test('of the services, a bill reads those of its entries', async () => {
  const statements = await statementsOf(async () => expect((await boss.send('GET', org('unbilled-jobs?limit=50'))).status).toBe(200));
  const ofServices = statements.filter(({ text }) => /^select .* from "?service_types"?/s.test(text));
  expect(ofServices).toHaveLength(1);
  for (const sent of ofServices) {
    expect((await explain(testApp.db, sent, 'auto'))['Actual Rows']).toBeLessThanOrEqual(12);
  }
});

test.each(REPORTS)('a report %s reads the entries of its days, and sorts no more than its groups', async (query) => {
  const path = org(`reports?${query.replace(/:(\w+)/, (_, name: keyof Filled) => String(filled[name]))}&from=2024-02-01&to=2024-04-30`);
  const plans = await plansOf(await statementsOf(async () => expect((await boss.send('GET', path)).status).toBe(200)));
  const reading = plans.filter(({ steps }) => steps.some((step) => step['Relation Name'] === 'job_entries'));
  expect(reading.map(({ mode }) => mode)).toEqual([...MODES]);
  expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps, OF_DAYS).map((fault) => ({ mode, fault, text })))).toEqual([]);
});

test.each(['season=2025', 'season=2024&serviceTypeId=:serviceTypeId'])(
  'the work of the season before, %s, is read by its days, in as many statements as ever',
  async (query) => {
    const path = org(`season-repeats?${query.replace(/:(\w+)/, (_, name: keyof Filled) => String(filled[name]))}`);
    const statements = await statementsOf(async () => expect((await boss.send('GET', path)).status).toBe(200));
    expect(statements.length).toBeLessThanOrEqual(9);
    const plans = await plansOf(statements);
    const reading = plans.filter(({ steps }) => steps.some((step) => step['Relation Name'] === 'job_entries'));
    expect(reading).toHaveLength(2 * MODES.length);
    // The entries of a year, each with its two machines, where hardly two are of one job, service and machine.
    const most = 3 * 366 * ENTRIES_A_DAY;
    expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps, most).map((fault) => ({ mode, fault, text })))).toEqual([]);
  },
);

const MONEY = ['money?by=job', 'money?by=machine&customerId=:customerId', 'money?by=season', 'fuel?', 'fuel?customerId=:customerId'];

test.each(MONEY)('a report %s reads the entries and the shares of bills of its days, in as many statements as ever', async (query) => {
  const path = org(`reports/${query.replace(/:(\w+)/, (_, name: keyof Filled) => String(filled[name]))}&from=2024-02-01&to=2024-04-30`);
  const statements = await statementsOf(async () => expect((await boss.send('GET', path)).status).toBe(200));
  expect(statements.length).toBeLessThanOrEqual(3);
  const plans = await plansOf(statements);
  expect(plans.filter(({ steps }) => steps.some((step) => step['Relation Name'] === 'job_entries')).length).toBe(2);
  // Entries with two machines, and as much of what was billed of them, are sorted once.
  expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps, 4 * OF_DAYS).map((fault) => ({ mode, fault, text })))).toEqual([]);
});

test('a text that few entries contain is looked up in the organization’s own names, and no table is read completely', async () => {
  const query = { q: 'zeppelin', limit: '50' };
  const entries = await boss.ok(contract.jobEntries.list, { params: boss, query });
  expect(entries).toHaveLength(RARE);
  const plans = await plansOf(await statementsOf(() => boss.ok(contract.jobEntries.list, { params: boss, query })));
  // Names are compared one by one, all jobs of the organization among them; of entries only matching ones are read.
  expect(plans.flatMap(({ mode, steps }) => faultsOf(steps.filter(isScan), filled.jobs).map((fault) => ({ mode, fault })))).toEqual([]);
  const ofEntries = (step: PlanNode) => step['Relation Name'] === 'job_entries' || isSort(step);
  expect(plans.flatMap(({ mode, steps }) => faultsOf(steps.filter(ofEntries), SOME).map((fault) => ({ mode, fault })))).toEqual([]);
});

test('what waits for the office is counted without reading what is done with', async () => {
  const ask = async () => expect((await boss.send('GET', org('office'))).status).toBe(200);
  // Hints catch up a portion at a time.
  for (let left = 30; left > 0; left -= 1) {
    await ask();
  }
  // What was computed is forgotten.
  await boss.ok(contract.jobs.update, { params: { id: filled.openJobId }, body: { name: 'Job at the gate' } });
  const plans = await plansOf(await statementsOf(ask));
  const steps = plans.filter(({ mode }) => mode === 'force_generic_plan').flatMap((plan) => plan.steps);
  const found = new Set(steps.map((step) => step['Index Name']));
  expect(found).toContain('job_entries_unchecked_job_index');
  expect(found).toContain('jobs_status_index');
  expect(found).toContain('bill_standings_open_index');
  // The first unchecked entry of each of the 4,400 jobs that are not billed.
  expect(plans.flatMap(({ text, mode, steps: all }) => faultsOf(all, 5100).map((fault) => ({ mode, fault, text })))).toEqual([]);
});

test.each([
  ['receivables?state=overdue', 'bill_standings_open_index', 9],
  ['reminders-due', 'bill_standings_open_index', 5],
  ['billing-records?state=paid&sort=paidOn&limit=50', 'bill_standings_paid_index', 2],
  ['billing-records?sort=issuedOn&limit=50', 'billing_records_issued_index', 2],
] as const)('%s looks at no bill that was paid long ago', async (path, index, most) => {
  const statements = await statementsOf(async () => expect((await boss.send('GET', org(path))).status).toBe(200));
  expect(statements.length).toBeLessThanOrEqual(most);
  const plans = await plansOf(statements);
  expect(plans.flatMap(({ steps }) => steps.map((step) => step['Index Name']))).toContain(index);
  // The open bills, each with its record, its events and its jobs.
  const { open } = (await boss.ok(contract.receivables.list, { params: boss })).counts;
  expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps, 4 * Math.max(open, 60)).map((fault) => ({ mode, fault, text })))).toEqual(
    [],
  );
});

test('writing an entry of a run, or the run, reads nothing but the run and its stops, in as many statements as ever', async () => {
  const params = { id: filled.runId };
  const own = await boss.ok(contract.runs.entries, { params });
  const stop = { id: own[0]?.id ?? 0 };
  let statements = await statementsOf(() => boss.ok(contract.runs.update, { params, body: { fuel: 40 } }));
  const few = statements.length;
  statements = [
    ...statements,
    ...(await statementsOf(() => boss.ok(contract.jobEntries.update, { params: stop, body: { totalHours: 5 } }))),
  ];
  const plans = await plansOf(statements);
  expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps.filter(isScan), 20).map((fault) => ({ mode, fault, text })))).toEqual([]);
  for (let hours = 1; hours <= 9; hours += 1) {
    const body = { serviceTypeId: filled.serviceTypeId, date: '2025-06-20', runId: filled.runId, totalHours: hours };
    await boss.ok(contract.jobEntries.create, { params: { id: filled.openJobId }, body });
  }
  expect(await statementsOf(() => boss.ok(contract.runs.update, { params, body: { fuel: 90 } }))).toHaveLength(few);
});

test('writing an entry reads nothing but what it is about', async () => {
  const body = {
    serviceTypeId: filled.serviceTypeId,
    date: '2025-06-20',
    operatorIds: [filled.rareOperatorId],
    equipmentIds: [filled.rareMachineId],
  };
  let id = 0;
  const statements = await statementsOf(async () => {
    const entry = await boss.ok(contract.jobEntries.create, { params: { id: filled.openJobId }, body });
    id = entry.id;
    await boss.ok(contract.jobEntries.update, { params: entry, body: { loads: 3 } });
    await boss.ok(contract.jobEntries.remove, { params: entry });
  });
  expect(statements.length).toBeGreaterThan(8);
  // To be inserted once more.
  await testApp.db.query({ text: 'delete from job_entries where id = $1', values: [id] });
  const plans = await plansOf(statements);
  expect(plans.flatMap(({ text, mode, steps }) => faultsOf(steps.filter(isScan), 20).map((fault) => ({ mode, fault, text })))).toEqual([]);
});
