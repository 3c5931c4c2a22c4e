import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { hintKey } from '#shared/domain/hints.ts';
import { MOST_COUNTED, type Office } from '#shared/domain/office.ts';
import { readOffice } from '#server/commands/read-office.ts';
import type { Context } from '#server/context.ts';
import { statementsOf } from '#tests/support/sent-statements.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { billingOf, issue } from './billing-field.ts';
import { buildWorld, type Member, type World } from './world.ts';

// A Saturday.
const NOW = '2025-12-20T12:00:00Z';
const [MONDAY, SUNDAY] = ['2025-12-15', '2025-12-21'];

let testApp: TestApp;
let now: string;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(now) });
});

beforeEach(() => {
  now = NOW;
});

afterAll(() => testApp.close());

const officeFor = (who: Person, orgId: number): Promise<Office> => who.ok(contract.office.get, { params: { orgId } });

/** Changes what no call can, as if it were a change of the organization. */
const put = async (orgId: number, text: string, ...values: unknown[]): Promise<void> => {
  await testApp.db.query({ text, values });
  await testApp.db.query({
    text: `with s as (update organization_seq set seq = seq + 1 where organization_id = $1 returning seq)
           insert into changes (organization_id, seq, entity_type, entity_id) select $1, seq, 'organization', $1 from s`,
    values: [orgId],
  });
};

const start = async () => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  const { jobId, serviceTypeId } = world;
  const log = async (date: string, more: object = {}, job = jobId): Promise<number> =>
    (await boss.ok(contract.jobEntries.create, { params: { id: job }, body: { serviceTypeId, date, ...more } })).id;
  // The world's own entry is of June.
  await boss.ok(contract.jobEntries.remove, { params: { id: world.entryId } });
  const office = () => officeFor(boss, boss.orgId);
  return { boss, world, log, office, addJob: (name: string) => jobOf(boss, world, name) };
};

const jobOf = async (boss: Member, { customerId }: World, name: string): Promise<number> =>
  (await boss.ok(contract.jobs.create, { params: boss, body: { name, customerId } })).id;
const setStatus = (boss: Member, id: number, status: 'open' | 'completed' | 'billed') =>
  boss.ok(contract.jobs.update, { params: { id }, body: { status } });
const check = async (boss: Member, ...ids: number[]) => {
  const entries = await Promise.all(
    ids.map(async (id) => ({ id, version: (await boss.ok(contract.jobEntries.get, { params: { id } })).version })),
  );
  await boss.ok(contract.entryChecks.set, { params: boss, body: { isChecked: true, entries } });
};

/** Many entries of a job at once, on this day. */
const fill = (orgId: number, { jobId, customerId, serviceTypeId }: World, date: string, count: number) =>
  put(
    orgId,
    `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season)
     select $1, $2, $3, $4, $5::date, '2025' from generate_series(1, $6::int)`,
    orgId,
    jobId,
    customerId,
    serviceTypeId,
    date,
    count,
  );

test('where nothing is to be done it says so', async () => {
  const boss = await testApp.owner();
  expect(await officeFor(boss, boss.orgId)).toEqual({
    unchecked: { count: 0, thisWeek: 0, oldest: null },
    missing: { count: 0, fields: [] },
    hints: { count: 0, kinds: [] },
    unbilled: { jobs: 0, customers: 0, netCents: null, currency: 'USD', isMore: false, oldestDays: null },
    bills: {
      currency: 'USD',
      openCount: 0,
      openCents: 0,
      overdueCount: 0,
      overdueCents: 0,
      overdueCustomers: 0,
      oldestDays: null,
      ages: { notDue: 0, to30: 0, to60: 0, over60: 0 },
    },
    questions: { count: 0, oldestAt: null },
    answers: { count: 0, oldestAt: null },
    devices: { count: 0, changes: 0, first: null },
  });
});

describe('unchecked entries', () => {
  test('are those of open and completed jobs; the oldest day is told', async () => {
    const { boss, log, office, addJob } = await start();
    const completed = await addJob('Completed');
    await log('2025-06-14');
    await log('2025-11-01', {}, completed);
    await setStatus(boss, completed, 'completed');
    expect((await office()).unchecked).toEqual({ count: 2, thisWeek: 0, oldest: '2025-06-14' });
  });

  test('of billed jobs are done with', async () => {
    const { boss, log, office, addJob } = await start();
    const job = await addJob('North');
    await log(MONDAY, {}, job);
    await setStatus(boss, job, 'billed');
    expect((await office()).unchecked).toEqual({ count: 0, thisWeek: 0, oldest: null });
    await setStatus(boss, job, 'open');
    expect((await office()).unchecked).toEqual({ count: 1, thisWeek: 1, oldest: MONDAY });
  });

  test('are no more when they are checked or deleted, with their job or alone', async () => {
    const { boss, log, office, addJob } = await start();
    const other = await addJob('South');
    const [checked, deleted] = [await log('2025-06-01'), await log('2025-06-02')];
    await log('2025-06-03', {}, other);
    expect((await office()).unchecked).toMatchObject({ count: 3, oldest: '2025-06-01' });
    await check(boss, checked);
    expect((await office()).unchecked).toMatchObject({ count: 2, oldest: '2025-06-02' });
    await boss.ok(contract.jobEntries.remove, { params: { id: deleted } });
    expect((await office()).unchecked).toMatchObject({ count: 1, oldest: '2025-06-03' });
    await boss.ok(contract.jobs.remove, { params: { id: other } });
    expect((await office()).unchecked).toMatchObject({ count: 0, oldest: null });
    await boss.ok(contract.jobEntries.update, { params: { id: checked }, body: { loads: 2 } });
    expect((await office()).unchecked).toMatchObject({ count: 1 });
  });

  test('of this week are from Monday to Sunday', async () => {
    const { log, office } = await start();
    for (const date of ['2025-12-14', MONDAY, '2025-12-20', SUNDAY, '2025-12-22']) {
      await log(date);
    }
    expect((await office()).unchecked).toEqual({ count: 5, thisWeek: 3, oldest: '2025-12-14' });
  });

  test('the week is that of the organization’s day', async () => {
    const { boss, log, office } = await start();
    await log(SUNDAY);
    // Monday in UTC, and Sunday evening in Chicago.
    now = '2025-12-22T02:00:00Z';
    expect((await office()).unchecked.thisWeek).toBe(0);
    await boss.ok(contract.organizations.update, { params: boss, body: { timeZone: 'America/Chicago' } });
    expect((await office()).unchecked.thisWeek).toBe(1);
    now = '2025-12-22T07:00:00Z';
    expect((await office()).unchecked.thisWeek).toBe(0);
  });

  test('are counted up to a thousand; the oldest is known however many there are', async () => {
    const { boss, world, log, office } = await start();
    await log('2025-03-01');
    await fill(boss.orgId, world, MONDAY, MOST_COUNTED - 2);
    expect((await office()).unchecked).toEqual({ count: MOST_COUNTED - 1, thisWeek: MOST_COUNTED - 2, oldest: '2025-03-01' });
    await fill(boss.orgId, world, MONDAY, 300);
    expect((await office()).unchecked).toEqual({ count: MOST_COUNTED, thisWeek: MOST_COUNTED, oldest: '2025-03-01' });
  });

  test('of other organizations are none of ours', async () => {
    const [ours, theirs] = [await start(), await start()];
    await theirs.log(MONDAY);
    expect((await ours.office()).unchecked.count).toBe(0);
  });
});

/** A service that asks for Hours, Notes and Moisture, and takes two machines. */
const asking = async ({ boss, world: { fieldId } }: Pick<Awaited<ReturnType<typeof start>>, 'boss' | 'world'>) => {
  const fields = await boss.ok(contract.customDataFields.list, { params: boss, query: {} });
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? 0;
  const ids = [idOf('Equipment'), idOf('Hours'), idOf('Notes'), fieldId];
  const body = { name: 'Harvest', customDataFieldIds: ids, requiredFieldIds: ids, equipmentCount: 2 };
  return (await boss.ok(contract.serviceTypes.create, { params: boss, body })).id;
};

describe('what is missing', () => {
  test('is what an unchecked entry’s service asks for and it does not hold, the most frequent first', async () => {
    const field = await start();
    const { boss, world, log, office } = field;
    const serviceTypeId = await asking(field);
    const machines = [world.equipmentId, await world.fresh.equipment()];
    const whole = { serviceTypeId, equipmentIds: machines, totalHours: 0, notes: 'wet', customFieldValues: { Moisture: 14 } };
    await log(MONDAY, whole);
    await log(MONDAY, { ...whole, notes: null });
    await log(MONDAY, { ...whole, totalHours: null, notes: null });
    await log(MONDAY, { ...whole, equipmentIds: machines.slice(1), customFieldValues: {}, totalHours: null, notes: null });
    const checked = await log(MONDAY, { ...whole, notes: null });
    // Another service asks for nothing.
    await log(MONDAY);
    await check(boss, checked);
    const fields = [
      { name: 'Notes', count: 3 },
      { name: 'Hours', count: 2 },
      { name: 'Equipment', count: 1 },
      { name: 'Moisture', count: 1 },
    ];
    expect((await office()).missing).toEqual({ count: 3, fields });
    const listed = await boss.ok(contract.jobEntries.list, { params: boss, query: {} });
    expect(listed.filter(({ missing, checkedAt }) => missing.length > 0 && checkedAt === null)).toHaveLength(3);
  });

  test('changes with the service and its fields', async () => {
    const field = await start();
    const { boss, world, log, office } = field;
    const serviceTypeId = await asking(field);
    await log(MONDAY, { serviceTypeId, totalHours: 2, notes: 'wet' });
    const names = async () => (await office()).missing.fields.map(({ name }) => name);
    expect(await names()).toEqual(['Equipment', 'Moisture']);
    await boss.ok(contract.customDataFields.update, { params: { id: world.fieldId }, body: { isActive: false } });
    expect(await names()).toEqual(['Equipment']);
    await boss.ok(contract.serviceTypes.remove, { params: { id: serviceTypeId } });
    expect((await office()).missing).toEqual({ count: 0, fields: [] });
  });

  test('is looked for in the newest thousand', async () => {
    const field = await start();
    const { boss, world, log, office } = field;
    const serviceTypeId = await asking(field);
    await log('2025-03-01', { serviceTypeId, equipmentIds: [world.equipmentId], totalHours: 1, notes: 'x' });
    await fill(boss.orgId, { ...world, serviceTypeId }, MONDAY, 999);
    // Of a billed job, and therefore not among them.
    const billed = await jobOf(boss, world, 'Billed');
    await fill(boss.orgId, { ...world, jobId: billed }, SUNDAY, 500);
    await setStatus(boss, billed, 'billed');
    const missing = async () => (await office()).missing;
    expect(await missing()).toMatchObject({ count: 1000, fields: expect.arrayContaining([{ name: 'Hours', count: 999 }]) });
    await fill(boss.orgId, { ...world, serviceTypeId }, MONDAY, 100);
    expect(await missing()).toMatchObject({ count: 1000, fields: expect.arrayContaining([{ name: 'Hours', count: 1000 }]) });
  });
});

describe('hints', () => {
  test('are those of unchecked entries, counted by entries and kinds; what somebody accepted is none', async () => {
    const { boss, log, office, addJob } = await start();
    const billed = await addJob('Billed');
    const far = { totalHours: 30 };
    await log('2025-12-25', far);
    const second = await log('2025-12-10', far);
    const checked = await log('2025-12-11', far);
    await log('2025-12-12', far, billed);
    expect((await office()).hints).toEqual({
      count: 4,
      kinds: [
        { kind: 'tooLong', count: 4 },
        { kind: 'future', count: 1 },
      ],
    });
    await check(boss, checked);
    await setStatus(boss, billed, 'billed');
    expect((await office()).hints).toMatchObject({ count: 2 });
    const [hint] = await boss.ok(contract.jobEntries.hints, { params: { id: second } });
    await boss.ok(contract.jobEntries.update, { params: { id: second }, body: { hintsAccepted: hint ? [hintKey(hint)] : [] } });
    expect((await office()).hints).toEqual({
      count: 1,
      kinds: [
        { kind: 'tooLong', count: 1 },
        { kind: 'future', count: 1 },
      ],
    });
  });
});

describe('unbilled work', () => {
  test('is what completed jobs come to, for how many customers, and since when the oldest waits', async () => {
    const { boss, addJob, log, setRate, setStatus: set, world } = await billingOf(await testApp.owner());
    await setRate('100');
    const [north, south, open, none] = [await addJob('North'), await addJob('South'), await addJob('Open'), await addJob('No work')];
    for (const [job, hours] of [
      [north, 2],
      [south, 3.5],
      [open, 7],
    ] as const) {
      await log(job, hours);
    }
    const { id: elsewhere } = await boss.ok(contract.jobs.create, {
      params: boss,
      body: { name: 'Elsewhere', customerId: await world.fresh.customer() },
    });
    await log(elsewhere, 1);
    for (const job of [north, south, none, elsewhere]) {
      await set(job, 'completed');
    }
    await put(boss.orgId, `update jobs set completed_at = '2025-12-20T01:00:00Z' where organization_id = $1`, boss.orgId);
    await put(boss.orgId, `update jobs set completed_at = '2025-11-30T23:00:00Z' where id = $1`, south);
    expect((await officeFor(boss, boss.orgId)).unbilled).toEqual({
      jobs: 4,
      customers: 2,
      netCents: 65_000,
      currency: 'USD',
      isMore: false,
      oldestDays: 20,
    });
    await set(south, 'billed');
    expect((await officeFor(boss, boss.orgId)).unbilled).toMatchObject({ jobs: 3, netCents: 30_000, oldestDays: 0 });
  });

  test('without a price comes to nothing that is known', async () => {
    const { boss, world, addJob, log, setStatus: set } = await billingOf(await testApp.owner());
    const job = await addJob('North');
    await log(job, 2);
    await set(job, 'completed');
    await boss.ok(contract.rates.remove, { params: { id: world.rateId } });
    expect((await officeFor(boss, boss.orgId)).unbilled).toMatchObject({ jobs: 1, netCents: null });
  });

  test('is computed for the two hundred jobs that have waited longest', async () => {
    const { boss, world } = await billingOf(await testApp.owner());
    const complete = (count: number) =>
      put(
        boss.orgId,
        `insert into jobs (organization_id, name, customer_id, status, completed_at)
         select $1, 'Job ' || n, $2, 'completed', '2025-10-01'::timestamptz + n * interval '1 second' from generate_series(1, $3::int) n`,
        boss.orgId,
        world.customerId,
        count,
      );
    await complete(200);
    expect((await officeFor(boss, boss.orgId)).unbilled).toMatchObject({ jobs: 200, isMore: false });
    await complete(1);
    expect((await officeFor(boss, boss.orgId)).unbilled).toMatchObject({ jobs: 200, isMore: true });
  });
});

interface GivenBill {
  readonly issuedOn?: string;
  readonly dueOn?: string | null;
  readonly grossCents?: number;
  readonly currency?: string;
  readonly kind?: 'bill' | 'reversal';
  readonly reversesId?: number | null;
}

describe('bills', () => {
  const begin = async () => {
    const boss = await testApp.owner();
    const { fresh, customerId } = await buildWorld(boss);
    let number = 0;
    const bill = async (given: GivenBill, customer = customerId): Promise<number> => {
      const { issuedOn = '2025-01-01', dueOn = null, grossCents = 10_000, currency = 'USD', kind = 'bill', reversesId = null } = given;
      number += 1;
      const [row] = await testApp.db.query<{ id: number }>({
        text: `insert into billing_records (organization_id, kind, year, number, reverses_id, customer_id, job_ids, issued_on, due_on, currency,
                                            net_cents, tax_cents, gross_cents, content)
               values ($1, $2, 2025, $3, $4, $5, '{}', $6, $7, $8, $9, 0, $9, '{}') returning id`,
        values: [boss.orgId, kind, number, reversesId, customer, issuedOn, dueOn, currency, grossCents],
      });
      return row?.id ?? 0;
    };
    const paid = (recordId: number, cents: number) =>
      put(
        boss.orgId,
        `insert into billing_events (organization_id, record_id, kind, happened_on, amount_cents) values ($1, $2, 'payment', '2025-12-01', $3)`,
        boss.orgId,
        recordId,
        cents,
      );
    const bills = async () => {
      await put(boss.orgId, 'select 1');
      return (await officeFor(boss, boss.orgId)).bills;
    };
    return { boss, fresh, bill, paid, bills };
  };

  test('that are not paid are open by what is left to pay, and overdue from the day after they are due', async () => {
    const { fresh, bill, paid, bills } = await begin();
    const other = await fresh.customer();
    await bill({ dueOn: '2025-12-31' });
    await bill({ dueOn: '2025-12-20', grossCents: 500 });
    await bill({ dueOn: '2025-12-19', grossCents: 2000 });
    await bill({ dueOn: '2025-11-20', grossCents: 3000 });
    await bill({ dueOn: '2025-11-19', grossCents: 4000 }, other);
    await bill({ dueOn: '2025-10-21', grossCents: 5000 }, other);
    await bill({ dueOn: '2025-10-20', grossCents: 6000 }, other);
    const partly = await bill({ dueOn: '2025-10-20', grossCents: 7000 });
    const whole = await bill({ dueOn: '2025-01-31', grossCents: 8000 });
    await paid(partly, 6900);
    await paid(whole, 5000);
    await paid(whole, 3000);
    expect(await bills()).toEqual({
      currency: 'USD',
      openCount: 8,
      openCents: 30_600,
      overdueCount: 6,
      overdueCents: 20_100,
      overdueCustomers: 2,
      oldestDays: 61,
      ages: { notDue: 10_500, to30: 5000, to60: 9000, over60: 6100 },
    });
    // What a payment undid is open again.
    await paid(whole, -3000);
    expect(await bills()).toMatchObject({ openCount: 9, overdueCents: 23_100, oldestDays: 323 });
  });

  test('are counted as their list says', async () => {
    const { boss, bill, paid, bills } = await begin();
    const voided = await bill({ dueOn: '2025-06-01' });
    await bill({ kind: 'reversal', reversesId: voided, grossCents: -10_000 });
    await paid(await bill({ dueOn: '2025-06-01', grossCents: 0 }), -100);
    await bill({ dueOn: '2025-06-01', grossCents: -500 });
    // From before due dates were stored: due after 30 days.
    await bill({ issuedOn: '2025-11-19' });
    await bill({ issuedOn: '2025-11-20' });
    await paid(await bill({ dueOn: '2025-06-01' }), 10_001);
    const listed = await boss.ok(contract.billingRecords.list, { params: boss, query: {} });
    const stateOf = (...states: string[]) => listed.filter(({ state }) => states.includes(state)).length;
    expect(await bills()).toMatchObject({ openCount: 2, overdueCount: 1, oldestDays: 1 });
    expect([stateOf('open', 'partlyPaid', 'overdue'), stateOf('overdue')]).toEqual([2, 1]);
  });

  test('in another currency are counted, and not added up', async () => {
    const { bill, bills } = await begin();
    await bill({ dueOn: '2025-06-01', currency: 'EUR' });
    await bill({ dueOn: '2025-12-31' });
    expect(await bills()).toMatchObject({
      openCount: 2,
      openCents: 10_000,
      overdueCount: 1,
      overdueCents: 0,
      ages: { notDue: 10_000, to30: 0, to60: 0, over60: 0 },
    });
  });

  test('that are issued and paid by calls are there and gone', async () => {
    const { boss, setRate, addJob, log } = await billingOf(await testApp.owner());
    await setRate('100');
    const job = await addJob('North');
    await log(job, 2);
    const { id: draftId } = await boss.ok(contract.billDrafts.create, { params: boss, body: { jobIds: [job] } });
    const { id } = await issue(boss, draftId);
    expect((await officeFor(boss, boss.orgId)).bills).toMatchObject({ openCount: 1, openCents: 20_000, overdueCount: 0 });
    now = '2026-01-20T12:00:00Z';
    expect((await officeFor(boss, boss.orgId)).bills).toMatchObject({ overdueCount: 1, oldestDays: 1 });
    await boss.ok(contract.paymentStatuses.pay, {
      params: { orgId: boss.orgId, id },
      body: { paidOn: '2026-01-10', amountCents: 20_000 },
    });
    expect((await officeFor(boss, boss.orgId)).bills).toMatchObject({ openCount: 0, openCents: 0, overdueCount: 0 });
  });
});

test('who may not see money sees none, and of devices only their own', async () => {
  const { boss, log, addJob } = await start();
  await log(MONDAY);
  const report = { organizationId: boss.orgId, deviceId: 'tablet', name: 'Tablet', pending: 2, attention: 0 };
  await boss.ok(contract.devices.heartbeat, { body: report });
  const caller = { db: testApp.db.app, orgId: boss.orgId, now: () => new Date(now), timeZone: null, live: {} };
  const as = (level: AccessLevel, userId: number) => readOffice({ ...caller, level, user: { id: userId } } as unknown as Context);
  // In this order: what one may see is not what another gets.
  expect(await as('owner', boss.userId)).toMatchObject({ unbilled: { jobs: 0 }, bills: { openCount: 0 }, devices: { count: 1 } });
  expect(await as('basic', boss.userId + 1)).toMatchObject({ unchecked: { count: 1 }, unbilled: null, bills: null, devices: { count: 0 } });
  const job = await addJob('Done');
  await setStatus(boss, job, 'completed');
  expect(await as('basic', boss.userId)).toMatchObject({ unbilled: null, devices: { count: 1, changes: 2 } });
  expect(await as('owner', boss.userId)).toMatchObject({ unbilled: { jobs: 1 } });
});

describe('questions', () => {
  test('are as many as the jobs whose entries need a job', async () => {
    const { boss, world, office } = await start();
    const askAt = (customerId: number) =>
      boss.ok(contract.jobEntries.createAtCustomer, {
        params: boss,
        body: { customerId, serviceTypeId: world.serviceTypeId, date: MONDAY },
      });
    const first = await askAt(await world.fresh.customer());
    await askAt(first.customerId);
    const second = await askAt(await world.fresh.customer());
    const open = await boss.ok(contract.jobs.list, { params: boss, query: { status: 'open' } });
    const asked = open.filter(({ isPlaceholder }) => isPlaceholder);
    expect((await office()).questions).toEqual({ count: 2, oldestAt: asked.at(-1)?.createdAt });
    // The list shows none without entries.
    await put(boss.orgId, 'update job_entries set deleted_at = now() where id = $1', second.id);
    expect((await office()).questions.count).toBe(1);
    await boss.ok(contract.jobs.update, { params: { id: first.jobId }, body: { name: 'West 80' } });
    expect((await office()).questions).toEqual({ count: 0, oldestAt: null });
  });
});

describe('devices', () => {
  test('with unsent changes are counted, and the one with the most is named', async () => {
    const boss = await testApp.owner();
    const driver = await testApp.member(boss, 'basic');
    const report = (who: Person, deviceId: string, pending: number) =>
      who.ok(contract.devices.heartbeat, {
        body: { organizationId: boss.orgId, deviceId, name: 'Tablet', pending, attention: 0 },
      });
    await report(boss, 'desk', 1);
    await report(driver, 'cab', 7);
    await report(driver, 'pocket', 0);
    const manager = await testApp.member(boss, 'manager');
    expect((await officeFor(manager, boss.orgId)).devices).toEqual({
      count: 2,
      changes: 8,
      first: { userName: 'Dana Halvorsen', pending: 7, seenAt: new Date(NOW).toISOString() },
    });
    // Nothing of the organization changed, and yet.
    await report(driver, 'cab', 0);
    expect((await officeFor(manager, boss.orgId)).devices).toMatchObject({ count: 1, first: { pending: 1 } });
  });
});

describe('asked again', () => {
  /** What an answer is computed of. */
  const computedFor = async (boss: Member) => {
    const sent = await statementsOf(() => officeFor(boss, boss.orgId));
    const isAmong = (part: string) => sent.some(({ text }) => text.includes(part));
    return { work: isAmong('as "thisWeek"'), money: isAmong('from bill_standings') };
  };
  const all = { work: true, money: true };
  const nothing = { work: false, money: false };

  test('it is computed again when something changed, and not before', async () => {
    const { boss, log, office } = await start();
    await log(MONDAY);
    expect(await computedFor(boss)).toEqual(all);
    expect(await computedFor(boss)).toEqual(nothing);
    expect((await office()).unchecked.count).toBe(1);
    await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Blue Hill' } });
    expect(await computedFor(boss)).toEqual(all);
    await log(MONDAY);
    expect((await office()).unchecked.count).toBe(2);
  });

  test('amounts are not computed again for new entries of open jobs, and for every other change they are', async () => {
    const { boss, addJob, log, setRate, setStatus: set } = await billingOf(await testApp.owner());
    await setRate('100');
    const [open, done] = [await addJob('Open'), await addJob('Done')];
    const first = await log(done, 2);
    const later = await log(done, 3);
    await set(done, 'completed');
    const netCents = async () => (await officeFor(boss, boss.orgId)).unbilled?.netCents;
    expect(await netCents()).toBe(50_000);
    const ofOpen = await log(open, 1);
    expect(await computedFor(boss)).toEqual({ work: true, money: false });
    // Another kind of record may have the same id, and an import brings entries to completed jobs.
    const note = (entityType: string, entityId: number) =>
      testApp.db.query({
        text: `with s as (update organization_seq set seq = seq + 1 where organization_id = $1 returning seq)
               insert into changes (organization_id, seq, entity_type, entity_id) select $1, seq, $2, $3 from s`,
        values: [boss.orgId, entityType, entityId],
      });
    await note('job_entry', ofOpen);
    expect(await computedFor(boss)).toEqual({ work: true, money: false });
    await note('rate', ofOpen);
    expect(await computedFor(boss)).toEqual(all);
    await note('job_entry', later);
    expect(await computedFor(boss)).toEqual(all);
    await boss.ok(contract.jobEntries.update, { params: { id: first }, body: { totalHours: 4 } });
    expect(await netCents()).toBe(70_000);
    await boss.ok(contract.jobEntries.update, { params: { id: later }, body: { jobId: open } });
    expect(await netCents()).toBe(40_000);
    await boss.ok(contract.jobEntries.remove, { params: { id: first } });
    expect(await netCents()).toBe(null);
    await set(open, 'completed');
    expect(await netCents()).toBe(40_000);
    await setRate('10', { jobId: open });
    expect(await netCents()).toBe(4000);
  });

  test('it is computed again on another day, and after a minute', async () => {
    const { boss, log } = await start();
    await log(MONDAY);
    const at = (time: string) => {
      now = time;
      return computedFor(boss);
    };
    expect(await at('2025-12-20T12:00:00Z')).toEqual(all);
    expect(await at('2025-12-20T12:00:59Z')).toEqual(nothing);
    expect(await at('2025-12-20T12:01:00Z')).toEqual(all);
    // Of clocks that were set back it is the same.
    expect(await at('2025-12-20T12:00:00Z')).toEqual(all);
    expect(await at('2025-12-20T23:59:59Z')).toEqual(all);
    expect(await at('2025-12-21T00:00:00Z')).toEqual(all);
    expect(await at('2025-12-21T00:00:01Z')).toEqual(nothing);
  });

  test('it is computed again when the hints are others', async () => {
    const { boss, log, office } = await start();
    const id = await log(MONDAY);
    expect((await office()).hints.count).toBe(0);
    const run = (text: string, ...values: unknown[]) => testApp.db.query({ text, values });
    await run(
      `insert into entry_hints (organization_id, entry_id, date, hints) values ($1, $2, '2025-12-15', '[{"kind": "noFuel"}]')`,
      boss.orgId,
      id,
    );
    expect((await office()).hints.count).toBe(0);
    await run('update hint_progress set changed_entries = changed_entries + 1 where organization_id = $1', boss.orgId);
    expect((await office()).hints.count).toBe(1);
  });
});
