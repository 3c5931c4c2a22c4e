import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';
import { fingerprint } from './world.ts';

// Today is the organization's day, by its time zone, and a bill is dated by it (decision 0034).

const NOON = '2026-06-20T17:00:00Z';
let now = NOON;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(now) });
});
beforeEach(() => {
  now = NOON;
});
afterAll(() => testApp.close());

/** An organization at a moment: sessions do not last for months. */
const start = async (timeZone: string | null = 'America/Chicago', moment = NOON) => {
  now = moment;
  const billing = await billingOf(await testApp.owner());
  const { boss } = billing;
  const params = { orgId: boss.orgId };
  await billing.setRate('100');
  if (timeZone !== null) {
    await boss.ok(contract.organizations.update, { params: boss, body: { timeZone } });
  }
  let count = 0;
  const draft = async () => {
    count += 1;
    const jobId = await billing.addJob(`Job ${count}`);
    await billing.log(jobId, 1);
    const { id, version, bill } = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [jobId] } });
    return { draftId: id, draftVersion: version, grossCents: bill.grossCents };
  };
  const send = async (more: object = {}) =>
    boss.send('POST', `/api/organizations/${boss.orgId}/billing-records`, { ...(await draft()), ...more });
  /** A bill of a job of its own: its number, its day and the day on which it is due. */
  const issued = async (issuedOn?: string) => {
    const body = { ...(await draft()), ...(issuedOn === undefined ? {} : { issuedOn }) };
    const { year, number, ...days } = await boss.ok(contract.billingRecords.create, { params, body });
    return [`${year}-${number}`, days.issuedOn, days.dueOn];
  };
  const next = () => boss.ok(contract.billingRecords.next, { params });
  return { ...billing, params, draft, send, issued, next };
};

const newest = async ({ records }: Pick<Billing, 'records'>) => (await records())[0];

test('at 23:30 on 31 December in Chicago a bill is of that day and that year’s numbers, and an hour later of the next', async () => {
  const { issued, next, addJob, log, setRate, setStatus, records } = await start('America/Chicago', '2027-01-01T05:30:00Z');
  expect(await next()).toMatchObject({ usual: '2026-12-31', until: '2026-12-31', numbers: [{ year: 2025 }, { year: 2026, number: 1 }] });
  expect(await issued()).toEqual(['2026-1', '2026-12-31', '2027-01-30']);
  await setRate('50');
  const job = await addJob('From its menu');
  await log(job, 1);
  await setStatus(job, 'billed');
  expect(await newest({ records })).toMatchObject({ year: 2026, number: 2, issuedOn: '2026-12-31' });
  now = '2027-01-01T06:30:00Z';
  // Reversals are dated alike.
  await setStatus(job, 'open');
  expect(await newest({ records })).toMatchObject({ kind: 'reversal', year: 2027, number: 1, issuedOn: '2027-01-01' });
  expect(await issued()).toEqual(['2027-2', '2027-01-01', '2027-01-31']);
});

test('east of Greenwich the new year begins while it is the old one in UTC', async () => {
  const { issued } = await start('Pacific/Auckland', '2026-12-31T11:30:00Z');
  expect(await issued()).toEqual(['2027-1', '2027-01-01', '2027-01-31']);
});

test('a bill is overdue once its last day is over where the organization is', async () => {
  const { issued, records } = await start();
  expect(await issued()).toEqual(['2026-1', '2026-06-20', '2026-07-20']);
  now = '2026-07-10T12:00:00Z';
  await records();
  now = '2026-07-21T04:59:59Z';
  expect(await newest({ records })).toMatchObject({ state: 'open' });
  now = '2026-07-21T05:00:00Z';
  expect(await newest({ records })).toMatchObject({ state: 'overdue' });
});

test('a completed job waits as many days as the organization’s calendar has', async () => {
  const { boss, params, addJob } = await start();
  const job = await addJob('Waits', 'completed');
  // The trigger has the database's clock, and not ours.
  await testApp.db.query({ text: "update jobs set completed_at = '2026-06-20T04:30:00Z' where id = $1", values: [job] });
  const daysAt = async (moment: string) => {
    now = moment;
    return (await boss.ok(contract.unbilledJobs.list, { params, query: {} }))[0]?.days;
  };
  expect([await daysAt('2026-06-20T04:59:00Z'), await daysAt('2026-06-20T05:01:00Z'), await daysAt('2026-06-21T05:01:00Z')]).toEqual([
    0, 1, 2,
  ]);
});

describe('the day of a bill may be chosen', () => {
  test('from the last one’s on until today, and its number and last day follow it', async () => {
    const { issued, next } = await start();
    expect(await issued('2026-06-01')).toEqual(['2026-1', '2026-06-01', '2026-07-01']);
    expect(await next()).toEqual({
      usual: '2026-06-20',
      from: '2026-06-01',
      until: '2026-06-20',
      numbers: [{ year: 2026, number: 2, label: '2026-2' }],
    });
    expect(await issued('2026-06-01')).toEqual(['2026-2', '2026-06-01', '2026-07-01']);
    expect(await issued('2026-06-15')).toEqual(['2026-3', '2026-06-15', '2026-07-15']);
    expect(await issued()).toEqual(['2026-4', '2026-06-20', '2026-07-20']);
  });

  test.each([
    ['in the future', '2026-06-21', "A bill can't be dated in the future. Choose 2026-06-20 or earlier."],
    [
      'before the last one',
      '2026-06-09',
      'Bill numbers follow the dates, and the last bill is dated 2026-06-10. Choose that day or later.',
    ],
    ['that is none', '2026-06-31', 'Must be a date, yyyy-MM-dd'],
  ])('but not a day %s, and nothing is written', async (_, issuedOn, message) => {
    const { issued, send, draft, boss } = await start();
    await issued('2026-06-10');
    const body = { ...(await draft()), issuedOn };
    const before = await fingerprint(testApp);
    expect(await boss.send('POST', `/api/organizations/${boss.orgId}/billing-records`, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path: 'issuedOn', message }] },
    });
    expect(await fingerprint(testApp)).toEqual(before);
    expect((await send({ issuedOn: '2026-06-10' })).status).toBe(201);
  });

  test('nor further back than a year, where there is no bill yet', async () => {
    const { send, issued, next } = await start();
    expect(await next()).toMatchObject({
      from: '2025-06-19',
      numbers: [
        { year: 2025, number: 1 },
        { year: 2026, number: 1 },
      ],
    });
    expect(await send({ issuedOn: '2025-06-18' })).toMatchObject({
      status: 400,
      body: { issues: [{ message: 'A bill can be backdated by a year at most. Choose 2025-06-19 or later.' }] },
    });
    expect(await issued('2025-06-19')).toEqual(['2025-1', '2025-06-19', '2025-07-19']);
  });

  test('the old year is open until the new one has its first bill', async () => {
    const { issued, send, next } = await start('America/Chicago', '2026-12-20T17:00:00Z');
    await issued();
    now = '2027-01-04T17:00:00Z';
    expect(await next()).toEqual({
      usual: '2027-01-04',
      from: '2026-12-20',
      until: '2027-01-04',
      numbers: [
        { year: 2026, number: 2, label: '2026-2' },
        { year: 2027, number: 1, label: '2027-1' },
      ],
    });
    expect(await issued('2026-12-31')).toEqual(['2026-2', '2026-12-31', '2027-01-30']);
    expect(await issued()).toEqual(['2027-1', '2027-01-04', '2027-02-03']);
    expect((await send({ issuedOn: '2026-12-31' })).status).toBe(400);
  });

  test('many at once: the dates stay in the order of the numbers, and late ones are refused', async () => {
    const { send, records } = await start();
    const days = ['2026-06-20', '2026-06-05', '2026-06-12', '2026-06-01', '2026-06-20', '2026-06-17', '2026-06-08', '2026-06-03'];
    const answers = await Promise.all(days.map((issuedOn) => send({ issuedOn })));
    const made = (await records()).toReversed();
    expect(made.map(({ number }) => number)).toEqual(made.map((_, at) => at + 1));
    expect(made.map(({ issuedOn }) => issuedOn)).toEqual(made.map(({ issuedOn }) => issuedOn).toSorted());
    expect(answers.filter(({ status }) => status !== 201 && status !== 400)).toEqual([]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(made.length);
  });
});

describe('an organization without a time zone', () => {
  test('has the day of UTC, and may choose any day that has begun somewhere', async () => {
    const { issued, send, next } = await start(null);
    now = '2026-06-20T11:00:00Z';
    expect(await next()).toMatchObject({ usual: '2026-06-20', until: '2026-06-21' });
    expect(await issued()).toEqual(['2026-1', '2026-06-20', '2026-07-20']);
    expect((await send({ issuedOn: '2026-06-22' })).status).toBe(400);
    expect(await issued('2026-06-21')).toEqual(['2026-2', '2026-06-21', '2026-07-21']);
  });

  test('that gets one goes on where its last bill was, also if that was tomorrow', async () => {
    const { boss, issued, next, send } = await start(null);
    now = '2026-06-21T01:00:00Z';
    expect(await issued()).toEqual(['2026-1', '2026-06-21', '2026-07-21']);
    await boss.ok(contract.organizations.update, { params: boss, body: { timeZone: 'America/Chicago' } });
    expect(await next()).toMatchObject({ usual: '2026-06-21', from: '2026-06-21', until: '2026-06-21' });
    expect(await issued()).toEqual(['2026-2', '2026-06-21', '2026-07-21']);
    expect((await send({ issuedOn: '2026-06-20' })).status).toBe(400);
  });
});
