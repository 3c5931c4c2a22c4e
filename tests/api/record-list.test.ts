import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { CallOf } from '#shared/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { owedTo } from './receivables-field.ts';

let testApp: TestApp;
let clock = 0;
const today = (day: string): void => {
  clock = Date.parse(`${day}T12:00:00Z`);
};

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock) });
});
beforeEach(() => today('2026-03-01'));
afterAll(() => testApp.close());

type Query = NonNullable<CallOf<typeof contract.billingRecords.list>['query']>;

/** Five bills: paid on the 20th and the 10th, overdue, open, void (with its reversal). */
const five = async () => {
  const owed = await owedTo(testApp);
  const { boss, params, addCustomer, bill, pay } = owed;
  const [abel, zoe] = [await addCustomer('Abel & 50 % Sons'), await addCustomer('Zoe Farm', { paymentDays: 60 })];
  const ids = {
    late: await bill(abel, 138.03),
    paidLast: await bill(zoe, 5),
    paidFirst: await bill(abel, 1.5),
    open: await bill(zoe, 2),
    void: await bill(abel, 1),
  };
  await pay(ids.paidLast, 50_000, '2026-03-20');
  await pay(ids.paidFirst, 15_000, '2026-03-10');
  const jobId = (await boss.ok(contract.billingRecords.get, { params: { ...params, id: ids.void } })).jobIds[0] ?? 0;
  await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open' } });
  today('2026-04-05');
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const listed = async (query: Query) =>
    (await boss.ok(contract.billingRecords.list, { params, query })).map(({ id }) => names.get(id) ?? 'reversal');
  return { ...owed, ids, listed };
};

test('records are listed by their state, with the day and the way they were paid', async () => {
  const { listed, boss, params } = await five();
  expect(await listed({})).toEqual(['reversal', 'void', 'open', 'paidFirst', 'paidLast', 'late']);
  expect(await listed({ state: 'open' })).toEqual(['open', 'late']);
  expect(await listed({ state: 'overdue' })).toEqual(['late']);
  expect(await listed({ state: 'paid' })).toEqual(['paidFirst', 'paidLast']);
  expect(await listed({ state: 'void' })).toEqual(['void']);
  expect(await listed({ state: 'credited' })).toEqual([]);
  const paid = await boss.ok(contract.billingRecords.list, { params, query: { state: 'paid' } });
  expect(paid.map(({ paidOn, paidWay }) => [paidOn, paidWay])).toEqual([
    ['2026-03-10', 'payment'],
    ['2026-03-20', 'payment'],
  ]);
  const open = await boss.ok(contract.billingRecords.list, { params, query: { state: 'open' } });
  expect(open.map(({ paidOn, paidWay }) => [paidOn, paidWay])).toEqual([
    [null, null],
    [null, null],
  ]);
});

test.each([
  ['13803', ['late']],
  ['13,803.00', ['late']],
  ['2026-2', ['paidLast']],
  ['zoe', ['open', 'paidLast']],
  ['50 %', ['void', 'paidFirst', 'late', 'reversal']],
  ['%', ['void', 'paidFirst', 'late', 'reversal']],
  ['138,03', []],
  ['13 803,00 $', ['late']],
  ['100.00', ['void', 'reversal']],
  ['job 4', ['open']],
  ['nobody', []],
])('searching for %s finds %j', async (search, expected) => {
  const { listed } = await five();
  expect((await listed({ search })).toSorted()).toEqual(expected.toSorted());
});

test.each([
  ['paidOn', { state: 'paid' }, ['paidLast', 'paidFirst']],
  ['dueOn', { state: 'open' }, ['late', 'open']],
  ['amount', {}, ['late', 'paidLast', 'open', 'paidFirst', 'void', 'reversal']],
  ['amount', { order: 'asc' }, ['reversal', 'void', 'paidFirst', 'open', 'paidLast', 'late']],
  ['customer', { kind: 'bill' }, ['late', 'paidFirst', 'void', 'paidLast', 'open']],
  ['customer', { kind: 'bill', order: 'desc' }, ['open', 'paidLast', 'void', 'paidFirst', 'late']],
  ['number', { order: 'asc' }, ['late', 'paidLast', 'paidFirst', 'open', 'void', 'reversal']],
  ['issuedOn', {}, ['reversal', 'void', 'open', 'paidFirst', 'paidLast', 'late']],
  // What is never due comes last, whichever way.
  ['dueOn', {}, ['late', 'paidFirst', 'void', 'paidLast', 'open', 'reversal']],
  ['dueOn', { order: 'desc' }, ['open', 'paidLast', 'void', 'paidFirst', 'late', 'reversal']],
] as const)('by %s, page after page as at once', async (sort, filter, expected) => {
  const { listed, boss } = await five();
  expect(await listed({ ...filter, sort })).toEqual(expected);
  let url: string | undefined =
    `/api/organizations/${boss.orgId}/billing-records?${new URLSearchParams({ ...filter, sort, limit: '1' }).toString()}`;
  const pages: number[] = [];
  while (url !== undefined) {
    const { body, headers }: Awaited<ReturnType<typeof boss.send>> = await boss.send('GET', url);
    pages.push(...(body as { id: number }[]).map(({ id }) => id));
    url = /<([^>]+)>; rel="next"/.exec((headers['link'] as string | undefined) ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '');
  }
  expect(pages).toEqual((await boss.ok(contract.billingRecords.list, { params: boss, query: { ...filter, sort } })).map(({ id }) => id));
});

test('the totals are of the same records', async () => {
  const { boss, params } = await five();
  const totals = (query: object) => boss.ok(contract.billingRecords.totals, { params, query });
  expect(await totals({ state: 'open' })).toEqual({
    count: 2,
    sums: [{ currency: 'USD', count: 2, grossCents: 1_400_300, paidCents: 0, openCents: 1_400_300 }],
  });
  expect(await totals({ state: 'paid' })).toMatchObject({ count: 2, sums: [{ grossCents: 65_000, paidCents: 65_000, openCents: 0 }] });
  expect(await totals({ state: 'paid', search: 'zoe' })).toMatchObject({ count: 1, sums: [{ grossCents: 50_000 }] });
  expect(await totals({ search: 'nobody' })).toEqual({ count: 0, sums: [] });
});

test('a cursor of another order is refused', async () => {
  const { boss } = await five();
  for (const cursor of ['17', Buffer.from('["2026-03-10",1,2]').toString('base64url'), Buffer.from('["x",1]').toString('base64url')]) {
    const answer = await boss.send('GET', `/api/organizations/${boss.orgId}/billing-records?sort=paidOn&limit=1&cursor=${cursor}`);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'cursor' }] } });
  }
});

/** A bill with a part credited, a deposit, work without a price, and a credit note that was voided. */
const kinds = async () => {
  const owed = await owedTo(testApp);
  const { boss, params, addCustomer, addJob, bill } = owed;
  const line = { label: 'By hand', jobId: null, quantity: '1', unit: null, price: '50', taxPercent: null, taxIncluded: null };
  const part = { lines: [line], grossCents: 5000 };
  const customerId = await addCustomer('Abel');
  const credited = await bill(customerId, 3);
  today('2026-03-05');
  const given = await boss.ok(contract.corrections.credit, { params: { ...params, id: credited }, body: part });
  const other = await bill(customerId, 2);
  const wrong = await boss.ok(contract.corrections.credit, { params: { ...params, id: other }, body: part });
  await boss.ok(contract.corrections.reverse, { params: { ...params, id: wrong.id }, body: {} });
  today('2026-03-08');
  const deposit = await boss.ok(contract.corrections.deposit, { params, body: { ...part, jobIds: [await addJob('To come')] } });
  const { id: workId } = await boss.ok(contract.jobs.create, { params, body: { name: 'Favour', customerId } });
  await boss.ok(contract.jobs.update, { params: { id: workId }, body: { status: 'billed' } });
  const [work] = await boss.ok(contract.billingRecords.list, { params, query: { limit: '1' } });
  const names = new Map([
    [credited, 'credited'],
    [given.id, 'given'],
    [other, 'other'],
    [wrong.id, 'wrong'],
    [deposit.id, 'deposit'],
    [work?.id ?? 0, 'work'],
  ]);
  const listed = async (query: Query) =>
    (await boss.ok(contract.billingRecords.list, { params, query })).map(({ id }) => names.get(id) ?? 'reversal');
  return { ...owed, listed, credited };
};

test('records are listed by kind, by what was credited and by date, each with what of it was credited', async () => {
  const { boss, params, listed, credited } = await kinds();
  expect(await listed({ kind: 'bill', series: 'bill' })).toEqual(['other', 'credited']);
  expect(await listed({ kind: 'bill', series: 'quantities' })).toEqual(['work']);
  expect(await listed({ kind: 'credit' })).toEqual(['wrong', 'given']);
  expect(await listed({ kind: 'deposit' })).toEqual(['deposit']);
  expect(await listed({ kind: 'reversal' })).toEqual(['reversal']);
  expect(await listed({ state: 'credited' })).toEqual(['credited']);
  expect(await listed({ state: 'void' })).toEqual(['wrong']);
  expect(await listed({ from: '2026-03-05', to: '2026-03-07' })).toEqual(['reversal', 'wrong', 'other', 'given']);
  expect(await listed({ to: '2026-03-01' })).toEqual(['credited']);
  const heads = await boss.ok(contract.billingRecords.list, { params, query: { state: 'credited' } });
  expect(heads).toMatchObject([{ id: credited, state: 'partlyPaid', paidCents: 5000, creditedCents: 5000 }]);
  // 300.00 and 200.00, of which 50.00 are credited; the voided note and its reversal cancel each other; a deposit of 50.00.
  expect(await boss.ok(contract.billingRecords.totals, { params, query: {} })).toMatchObject({
    count: 7,
    sums: [{ grossCents: 50_000, openCents: 50_000 }],
  });
});

test('an export has the records of the list, in its order', async () => {
  const { boss } = await kinds();
  const numbers = async (query: string) => {
    const { body } = await boss.send('GET', `/api/organizations/${boss.orgId}/billing-export?format=records&${query}`);
    return String(body).match(/^[^,\n]*2026-\d+/gm);
  };
  expect(await numbers('kind=bill&series=bill')).toEqual(['2026-1', '2026-3']);
  expect(await numbers('kind=bill&series=bill&sort=amount&order=asc')).toEqual(['2026-3', '2026-1']);
  expect(await numbers('state=credited')).toEqual(['2026-1']);
  expect(await numbers('search=300')).toEqual(['2026-1']);
});
