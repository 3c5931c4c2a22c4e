import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { hintKey } from '#shared/domain/hints.ts';
import type { Hint } from '#shared/domain/hint.ts';
import type { JobEntry, JobEntryInput, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { addDays, localDate } from '#shared/lib/dates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { Member } from './world.ts';

let testApp: TestApp;
let boss: Member;
let driver: Member;

/** Each test has a company of its own: what one of them logs is usual, or twice the same, for no other. */
interface Company {
  readonly customerId: number;
  readonly jobId: number;
  readonly hauling: number;
  readonly mowing: number;
  readonly truck: number;
  readonly mower: number;
  readonly dana: number;
  readonly luke: number;
}
let company: Company;

const idOf = async (made: Promise<{ readonly id: number }>): Promise<number> => (await made).id;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

beforeEach(async () => {
  boss = await testApp.owner();
  driver = await testApp.member(boss, 'basic');
  const params = { orgId: boss.orgId };
  const fields = await boss.ok(contract.customDataFields.list, { params });
  const customDataFieldIds = fields.map(({ id }) => id);
  const service = (name: string) =>
    idOf(boss.ok(contract.serviceTypes.create, { params, body: { name, customDataFieldIds, requiredFieldIds: [] } }));
  const machine = (name: string) => idOf(boss.ok(contract.equipment.create, { params, body: { name } }));
  const person = (firstName: string) =>
    idOf(boss.ok(contract.employees.create, { params, body: { firstName, lastName: 'Holm', isOperator: true } }));
  const customerId = await idOf(boss.ok(contract.customers.create, { params, body: { businessName: 'Elm Grove Dairy' } }));
  company = {
    customerId,
    jobId: await idOf(boss.ok(contract.jobs.create, { params, body: { name: 'North silage', customerId } })),
    hauling: await service('Hauling'),
    mowing: await service('Mowing'),
    truck: await machine('Truck'),
    mower: await machine('Mower'),
    dana: await person('Dana'),
    luke: await person('Luke'),
  };
});

const TODAY = localDate(new Date());
const daysAgo = (days: number) => addDays(TODAY, -days);

type Body = Partial<JobEntryInput>;

const log = (body: Body = {}, who: Member = boss, jobId = company.jobId): Promise<JobEntry> =>
  who.ok(contract.jobEntries.create, {
    params: { id: jobId },
    body: {
      serviceTypeId: company.hauling,
      date: daysAgo(1),
      equipmentIds: [company.truck],
      operatorIds: [company.dana],
      totalHours: 8,
      fuel: 32,
      loads: 16,
      ...body,
    },
  });
const change = (id: number, body: JobEntryPatch): Promise<JobEntry> => boss.ok(contract.jobEntries.update, { params: { id }, body });
const hintsOf = ({ id }: { readonly id: number }): Promise<Hint[]> => boss.ok(contract.jobEntries.hints, { params: { id } });
const kindsOf = async (entry: { readonly id: number }): Promise<string[]> => (await hintsOf(entry)).map(({ kind }) => kind);
const hinted = async (query: Record<string, string> = {}): Promise<number[]> =>
  (await boss.ok(contract.jobEntries.list, { params: boss, query: { hints: 'true', ...query } })).map(({ id }) => id);
const unhinted = async (): Promise<number[]> =>
  (await boss.ok(contract.jobEntries.list, { params: boss, query: { hints: 'false', from: `${YEAR - 3}-01-01` } })).map(({ id }) => id);

const YEAR = Number(TODAY.slice(0, 4));

/** Old work, so that a few changes do not have everything judged anew. */
const fillUp = async (): Promise<void> => {
  const jobId = await idOf(boss.ok(contract.jobs.create, { params: boss, body: { name: 'Old', customerId: company.customerId } }));
  await testApp.db.query({
    text: `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, total_hours, checked_at, checked_by)
           select $1, $2, $3, $4, $5::date - i, $6, 8, now(), 1 from generate_series(1, 1000) i`,
    values: [boss.orgId, jobId, company.customerId, company.mowing, `${YEAR - 4}-12-31`, String(YEAR - 4)],
  });
  await hinted();
};

/** Both calls say the same of all entries that were not there before. */
const agree = async (expected: readonly { readonly id: number }[]): Promise<void> => {
  const ids = expected.map(({ id }) => id).toSorted((one, other) => one - other);
  expect((await hinted()).toSorted((one, other) => one - other)).toEqual(ids);
  const rest = await unhinted();
  expect(rest.filter((id) => ids.includes(id))).toEqual([]);
  const all = await boss.ok(contract.jobEntries.list, { params: boss, query: { from: `${YEAR - 3}-01-01` } });
  expect(rest.length + ids.length).toBe(all.length);
  for (const { id } of all) {
    expect([id, (await hintsOf({ id })).length > 0]).toEqual([id, ids.includes(id)]);
  }
};

/** Days like any other, before what a test is about: 14 of them are enough to know what is usual. */
const logUsual = async (days = 14, body: Body = {}): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    await log({ date: daysAgo(10 + day), totalHours: 8 + (day % 3) / 2, fuel: 32 + (day % 3) * 2, loads: 16 + (day % 3), ...body });
  }
};

describe('what looks like a slip', () => {
  test('nothing, in a day like any other', async () => {
    await logUsual();
    await log();
    await agree([]);
  });

  test('25 hours, and 250', async () => {
    const entries = [
      await log({ totalHours: 25 }),
      await log({ date: daysAgo(2), totalHours: 250 }),
      await log({ date: daysAgo(3), totalHours: 24 }),
    ];
    expect(await Promise.all(entries.map(kindsOf))).toEqual([['tooLong'], ['tooLong'], ['longDay']]);
    expect((await Promise.all(entries.map(hintsOf)))[1]).toMatchObject([{ kind: 'tooLong', measure: 'totalHours', value: 250 }]);
    await agree(entries);
  });

  test('ten times the fuel, with what was probably meant', async () => {
    await logUsual();
    const entry = await log({ fuel: 340 });
    const [hint] = await hintsOf(entry);
    expect(hint).toMatchObject({ kind: 'decimalSlip', measure: 'fuel', value: 340, suggestion: 34, count: 15, isOfService: false });
    expect(hint?.usual).toBeCloseTo(32, 0);
    await agree([entry]);
  });

  test('a tenth of a number of one’s own', async () => {
    const { id } = await boss.ok(contract.customDataFields.create, {
      params: boss,
      body: { name: 'Acres', fieldType: 'number', summary: 'sum' },
    });
    await boss.ok(contract.serviceTypes.update, { params: { id: company.mowing }, body: { customDataFieldIds: [id] } });
    await logUsual(14, { serviceTypeId: company.mowing, fuel: null, loads: null, customFieldValues: { Acres: 40 } });
    const entry = await log({ serviceTypeId: company.mowing, fuel: null, loads: null, customFieldValues: { Acres: 4 } });
    expect(await hintsOf(entry)).toMatchObject([{ kind: 'decimalSlip', measure: 'own:Acres', value: 4, suggestion: 40 }]);
    await agree([entry]);
  });

  test('a new machine is compared with its service', async () => {
    await logUsual();
    const entry = await log({ equipmentIds: [company.mower], fuel: 330 });
    expect(await hintsOf(entry)).toMatchObject([{ kind: 'decimalSlip', measure: 'fuel', isOfService: true }]);
  });

  test('twice the same, also by another person, said at the later one', async () => {
    const first = await log();
    const again = await log();
    const others = await log({ operatorIds: [company.luke] }, driver);
    const elsewhere = await log({ date: daysAgo(2) });
    expect(await hintsOf(again)).toMatchObject([{ kind: 'duplicate', value: 1, others: [first.id] }]);
    expect(await hintsOf(others)).toMatchObject([{ kind: 'duplicate', value: 2, others: [first.id, again.id] }]);
    expect([await kindsOf(first), await kindsOf(elsewhere)]).toEqual([[], []]);
    await agree([again, others]);
  });

  test('a long day of an operator over several entries, and a machine that works more than a day', async () => {
    const one = { equipmentIds: [], serviceTypeId: company.hauling, totalHours: 10, fuel: null, loads: null };
    const first = await log({ ...one, notes: 'early' });
    const last = await log({ ...one, serviceTypeId: company.mowing, totalHours: 9 });
    expect(await hintsOf(last)).toMatchObject([{ kind: 'longDay', value: 19, aboutId: company.dana, others: [first.id] }]);
    const early = await log({ date: daysAgo(2), totalHours: 13, fuel: 50 });
    const late = await log({ date: daysAgo(2), totalHours: 14, fuel: 60, operatorIds: [company.luke] }, driver);
    expect(await hintsOf(late)).toMatchObject([{ kind: 'overlap', value: 27, aboutId: company.truck, others: [early.id] }]);
    await agree([last, late]);
  });

  test('a date ahead, and one in another season than all else on the job', async () => {
    await fillUp();
    const ahead = await log({ date: addDays(TODAY, 300) });
    expect(await hintsOf(ahead)).toMatchObject([{ kind: 'future', value: 300 }]);
    const jobId = await idOf(boss.ok(contract.jobs.create, { params: boss, body: { name: 'South', customerId: company.customerId } }));
    const usual = await log({ date: `${YEAR - 1}-06-05` }, boss, jobId);
    await log({ date: `${YEAR - 1}-06-06` }, boss, jobId);
    await log({ date: `${YEAR - 1}-06-07` }, boss, jobId);
    const odd = await log({ date: `${YEAR - 2}-06-08` }, boss, jobId);
    expect(await hintsOf(odd)).toMatchObject([{ kind: 'otherSeason', value: YEAR - 1 }]);
    await agree([ahead, odd]);
    // A second one makes a season of it; where two are left, nothing is known of the job.
    const second = await log({ date: `${YEAR - 2}-06-09` }, boss, jobId);
    await agree([ahead]);
    await boss.ok(contract.jobEntries.remove, { params: { id: second.id } });
    await agree([ahead, odd]);
    await boss.ok(contract.jobEntries.update, { params: { id: usual.id }, body: { jobId: company.jobId } });
    await agree([ahead]);
    await boss.ok(contract.jobEntries.update, { params: { id: usual.id }, body: { jobId } });
    await agree([ahead, odd]);
  });

  test('long before its job was made', async () => {
    await testApp.db.query({ text: `update jobs set created_at = now() - interval '10 days' where id = $1`, values: [company.jobId] });
    const entry = await log({ date: daysAgo(90) });
    const [hint] = await hintsOf(entry);
    expect(hint).toMatchObject({ kind: 'beforeJob' });
    expect(Math.abs((hint?.value ?? 0) - 80)).toBeLessThanOrEqual(1);
    await agree([entry]);
  });

  test('fuel without hours, where the service offers hours, and hours without fuel where there is always some', async () => {
    const empty = await log({ totalHours: null, loads: null });
    expect(await kindsOf(empty)).toEqual(['noHours']);
    await agree([empty]);
    await boss.ok(contract.serviceTypes.update, { params: { id: company.hauling }, body: { customDataFieldIds: [] } });
    await agree([]);
    await logUsual(45, { loads: null });
    const dry = await log({ date: daysAgo(3), fuel: null, loads: null });
    expect(await kindsOf(dry)).toEqual(['noFuel']);
    await agree([dry]);
  });
});

describe('what people say and do about it', () => {
  test('that it is right hides it, and another number shows it again', async () => {
    await fillUp();
    const entry = await log({ totalHours: 25 });
    const checked = await boss.ok(contract.entryChecks.set, {
      params: boss,
      body: { isChecked: true, entries: [{ id: entry.id, version: 1 }] },
    });
    expect(checked.changedIds).toEqual([]);
    const accepted = await change(entry.id, { hintsAccepted: (await hintsOf(entry)).map(hintKey) });
    expect(accepted).toMatchObject({ hintsAccepted: ['tooLong:totalHours:25'], version: 3, checkedAt: null });
    await agree([]);
    await change(entry.id, { totalHours: 26 });
    await agree([entry]);
    await change(entry.id, { totalHours: 25 });
    await agree([]);
    await change(entry.id, { hintsAccepted: [] });
    await agree([entry]);
    const made = await log({ date: daysAgo(5), totalHours: 30, hintsAccepted: ['tooLong:totalHours:30'] });
    expect([made.hintsAccepted, await kindsOf(made)]).toEqual([['tooLong:totalHours:30'], []]);
    const [history] = await boss.ok(contract.auditLogs.ofJobEntry, { params: { orgId: boss.orgId, id: made.id } });
    expect(history?.changes.new).toMatchObject({ hintsAccepted: ['tooLong:totalHours:30'] });
  });

  test.each([
    ['texts', [1]],
    ['texts that say something', ['']],
    ['texts of some length', ['x'.repeat(401)]],
    ['not too many', Array(51).fill('x')],
    ['a list', 'tooLong:totalHours:25'],
  ])('takes %s', async (_, hintsAccepted) => {
    const { id } = await log();
    expect((await boss.send('PATCH', `/api/job-entries/${id}`, { hintsAccepted })).status).toBe(400);
  });

  test('one that is changed, moved to another day, deleted or restored changes what is said of others', async () => {
    await fillUp();
    const first = await log();
    const again = await log();
    await agree([again]);
    // Another number is another piece of work; the operator's day is not too long by it.
    await change(first.id, { loads: 15 });
    await agree([]);
    await change(first.id, { loads: 16 });
    await agree([again]);
    await change(first.id, { date: daysAgo(4) });
    await agree([]);
    const there = await log({ date: daysAgo(4) });
    await agree([there]);
    await change(first.id, { date: daysAgo(1) });
    await agree([again]);
    await boss.ok(contract.jobEntries.remove, { params: { id: first.id } });
    await agree([]);
    const [deletion] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1', action: 'delete' } });
    await boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: deletion?.id ?? 0 } });
    await agree([again]);
    await boss.ok(contract.jobs.remove, { params: { id: company.jobId } });
    await agree([]);
    const [ofJob] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1', action: 'delete' } });
    await boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: ofJob?.id ?? 0 } });
    await agree([again]);
  });

  test('one that leaves a day or a job of which nothing was said changes what is said of those that stay', async () => {
    await fillUp();
    const one = { equipmentIds: [], fuel: null, loads: null };
    await log({ ...one, totalHours: 10 });
    const second = await log({ ...one, serviceTypeId: company.mowing, totalHours: 9 });
    await agree([second]);
    const last = await log({ ...one, totalHours: 1, hintsAccepted: ['longDay:totalHours:20'] });
    await agree([]);
    await change(last.id, { date: daysAgo(5) });
    await agree([second]);
    const jobId = await idOf(boss.ok(contract.jobs.create, { params: boss, body: { name: 'South', customerId: company.customerId } }));
    for (const day of ['05', '06', '07']) {
      await log({ date: `${YEAR - 1}-06-${day}` }, boss, jobId);
    }
    const stays = await log({ date: `${YEAR - 2}-06-08` }, boss, jobId);
    const goes = await log({ date: `${YEAR - 2}-06-09` }, boss, jobId);
    await agree([second]);
    await change(goes.id, { awaitsJob: true });
    await agree([second, stays]);
  });

  test('an entry that was checked, or billed, goes on having its hints', async () => {
    const entry = await log({ totalHours: 25 });
    await agree([entry]);
    await boss.ok(contract.entryChecks.set, { params: boss, body: { isChecked: true, entries: [{ id: entry.id, version: 1 }] } });
    await boss.ok(contract.jobs.update, { params: { id: company.jobId }, body: { status: 'billed' } });
    await agree([entry]);
    expect([await hinted({ checked: 'true', billed: 'true' }), await hinted({ checked: 'false' })]).toEqual([[entry.id], []]);
  });
});

test('hints are the same in whatever order entries come, and however often somebody looks in between', async () => {
  const bodies: Body[] = [
    { totalHours: 25 },
    { date: daysAgo(2) },
    { date: daysAgo(2), operatorIds: [company.luke] },
    { date: daysAgo(2), totalHours: 11, fuel: 40, serviceTypeId: company.mowing },
    { date: daysAgo(3), totalHours: null },
    { date: addDays(TODAY, 3) },
    { date: daysAgo(3), totalHours: 10, serviceTypeId: company.mowing },
  ];
  const made: JobEntry[] = [];
  for (const body of bodies) {
    made.push(await log(body));
    await hinted();
  }
  const said = async () => Promise.all(made.map(hintsOf));
  const [lists, hints] = [await hinted(), await said()];
  expect(lists.length).toBeGreaterThan(4);
  // As if they had come backwards: all that is known of their order is when they were made.
  await testApp.db.query({ text: 'delete from hint_progress where organization_id = $1', values: [boss.orgId] });
  expect([await hinted(), await said()]).toEqual([lists, hints]);
  for (const { id } of made.toReversed()) {
    await change(id, { notes: 'seen' });
    await hinted();
  }
  expect([await hinted(), await said()]).toEqual([lists, hints]);
});

test('another organization sees no hints, no figures, and its own days are its own', async () => {
  const entry = await log({ totalHours: 25 });
  const twin = await log();
  await logUsual();
  await agree([entry]);
  const [mine, stranger] = [boss, await testApp.owner('Meadow Works')];
  expect((await stranger.send('GET', `/api/job-entries/${entry.id}/hints`)).status).toBe(404);
  expect((await stranger.send('GET', `/api/organizations/${mine.orgId}/job-entries?hints=true`)).status).toBe(404);
  expect((await stranger.send('GET', `/api/organizations/${mine.orgId}/entry-stats`)).status).toBe(404);
  for (const call of [contract.jobEntries.list, contract.entryStats.list]) {
    expect(await stranger.ok(call, { params: stranger })).toEqual([]);
  }
  expect((await mine.ok(contract.entryStats.list, { params: mine })).length).toBeGreaterThan(0);
  expect((await mine.send('GET', `/api/job-entries/${twin.id + 999_999}/hints`)).status).toBe(404);
  await mine.ok(contract.jobEntries.remove, { params: { id: entry.id } });
  expect((await mine.send('GET', `/api/job-entries/${entry.id}/hints`)).status).toBe(404);
});

test('figures are those of the newest entries, as the shared rule makes them', async () => {
  await logUsual();
  const stats = await boss.ok(contract.entryStats.list, { params: boss });
  const of = (equipmentId: number, measure: string) =>
    stats.find((each) => each.equipmentId === equipmentId && each.serviceTypeId === company.hauling && each.measure === measure);
  expect(of(company.truck, 'totalHours')).toEqual({
    equipmentId: company.truck,
    serviceTypeId: company.hauling,
    measure: 'totalHours',
    of: 14,
    n: 14,
    median: 8.5,
  });
  expect(of(0, 'fuel')).toMatchObject({ of: 14, n: 14, median: 4 });
  expect(stats).toHaveLength(6);
  await boss.ok(contract.jobs.remove, { params: { id: company.jobId } });
  expect(await boss.ok(contract.entryStats.list, { params: boss })).toEqual([]);
});
