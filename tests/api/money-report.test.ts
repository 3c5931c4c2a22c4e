import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { MoneyGroup, MoneyReport, MoneyTotals } from '#shared/domain/report.ts';
import { attributeOldRecords } from '#server/billing/commands/attribute-records.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';

// Revenue, cost, margin and the fuel book, reckoned by hand.

let testApp: TestApp;
let billing: Billing;
const ids: Record<string, number> = {};

const money = async (query: object): Promise<MoneyReport> =>
  billing.boss.ok(contract.reports.money, { params: { orgId: billing.boss.orgId }, query: { by: 'job', ...query } });
const fuel = (who: Billing['boss'], query: object = {}) => who.ok(contract.reports.fuel, { params: { orgId: billing.boss.orgId }, query });
/** Entries, revenue, operators, machines, fuel, margin, entries without a cost. */
const short = (sums: MoneyTotals) => [
  sums.entryCount,
  sums.revenueCents,
  sums.operatorCents,
  sums.machineCents,
  sums.fuelCents,
  sums.marginCents,
  sums.unknownCount,
];
const groups = ({ currencies }: MoneyReport) => currencies[0]?.groups.map((group: MoneyGroup) => [group.name, ...short(group)]);
const totals = ({ currencies }: MoneyReport) => currencies.map((each) => [each.currency, ...short(each.totals)]);

const cost = (of: object, price: string, validFrom: string | null = null) =>
  billing.boss.ok(contract.costRates.create, { params: { orgId: billing.boss.orgId }, body: { ...of, price, validFrom } });
const log = (jobId: number, date: string, values: object) =>
  billing.boss.ok(contract.jobEntries.create, {
    params: { id: jobId },
    body: { serviceTypeId: billing.world.serviceTypeId, date, ...values },
  });

beforeAll(async () => {
  testApp = await createTestApp();
  billing = await billingOf(await testApp.owner());
  const { boss, addJob, setRate, setStatus, world } = billing;
  const params = { orgId: boss.orgId };
  await boss.ok(contract.costRates.remove, { params: { id: world.costRateId } });
  await boss.ok(contract.organizations.update, { params, body: { seasonStartDate: '2020-03-01' } });
  const { id: truck } = await boss.ok(contract.equipment.create, { params, body: { name: 'Truck' } });
  const { id: luis } = await boss.ok(contract.employees.create, {
    params,
    body: { firstName: 'Luis', lastName: 'Lind', isOperator: true },
  });
  const { equipmentId: chopper, employeeId: ines } = world;
  Object.assign(ids, {
    truck,
    luis,
    chopper,
    ines,
    north: await addJob('North'),
    south: await addJob('South'),
    open: await addJob('Open'),
  });
  await setRate('100');
  // What the customer supplies is agreed on for one job.
  await setRate('90', {
    jobId: ids['south'],
    fuel: { kind: 'customer', price: null, basePrice: null, step: null, percent: null },
  });
  const both = { equipmentIds: [chopper, truck] };
  // The last day of the season 2024.
  await log(ids['north'] ?? 0, '2025-02-28', { totalHours: 2, operatorIds: [ines], equipmentIds: [chopper] });
  await log(ids['north'] ?? 0, '2025-06-01', { totalHours: 1.5, fuel: 10.1, operatorIds: [ines, luis], ...both });
  await log(ids['south'] ?? 0, '2025-06-02', { totalHours: 0.33, fuel: 7, operatorIds: [luis], ...both });
  await log(ids['open'] ?? 0, '2025-06-02', { totalHours: 9, fuel: 0.2, operatorIds: [luis] });
  await setStatus(ids['north'] ?? 0, 'billed');
  await setStatus(ids['south'] ?? 0, 'billed');
});

afterAll(() => testApp.close());

test('without cost rates revenue is there, by the day of the work and to the cent, and no cost is known', async () => {
  const report = await money({ season: '2025' });
  expect(groups(report)).toEqual([
    ['North', 1, 15_000, null, null, null, null, 1],
    ['South', 1, 2970, null, null, 0, null, 1],
  ]);
  expect(totals(report)).toEqual([['USD', 2, 17_970, null, null, null, null, 2]]);
  // One of the world's own.
  expect([report.from, report.to, report.unbilledCount]).toEqual(['2025-03-01', '2026-02-28', 2]);
});

test('with all rates the margin is known; a rate applies from its day on, fuel of the customer costs nothing', async () => {
  await cost({ employeeId: ids['ines'] }, '20');
  await cost({ employeeId: ids['ines'] }, '24.50', '2025-06-01');
  await cost({ employeeId: ids['luis'] }, '30.333');
  await cost({ equipmentId: ids['chopper'] }, '150');
  await cost({}, '3.899');
  expect(groups(await money({ season: '2025' }))?.map((group) => [group[0], group.at(-1)])).toEqual([
    ['North', 1],
    ['South', 1],
  ]);
  await cost({ equipmentId: ids['truck'] }, '40.01');
  const north = [1, 15_000, 8225, 22_500 + 6002, 3938, 15_000 - 8225 - 28_502 - 3938, 0];
  // 1.5 h × 54.833 = 82.2495; 1.5 × 150, 1.5 × 40.01 = 60.015; 10.1 × 3.899 = 39.3799. 0.33 × 30.333 = 10.00989; 49.50, 13.2033.
  const south = [1, 2970, 1001, 4950 + 1320, 0, 2970 - 1001 - 6270, 0];
  expect(groups(await money({ season: '2025' }))).toEqual([
    ['North', ...north],
    ['South', ...south],
  ]);
  // Of the first day by the rate of then: 2 × 20 and 2 × 150.
  expect(groups(await money({ by: 'season' }))).toEqual([
    ['2024', 1, 20_000, 4000, 30_000, 0, -14_000, 0],
    ['2025', 2, ...north.slice(1).map((cents, place) => cents + (south[place + 1] ?? 0))],
  ]);
});

test('by machine revenue, operators and fuel are shared alike, to the cent, and it all adds up', async () => {
  const report = await money({ by: 'machine', season: '2025' });
  expect(groups(report)).toEqual([
    ['Claas 970', 2, 7500 + 1485, 4113 + 501, 22_500 + 4950, 1969, 8985 - 4614 - 27_450 - 1969, 0],
    ['Truck', 2, 7500 + 1485, 4112 + 500, 6002 + 1320, 1969, 8985 - 4612 - 7322 - 1969, 0],
  ]);
  expect(totals(report)).toEqual(totals(await money({ by: 'customer', season: '2025' })));
  expect(groups(await money({ by: 'job', season: '2025', equipmentId: String(ids['truck']) }))?.[0]?.slice(0, 4)).toEqual([
    'North',
    1,
    7500,
    4112,
  ]);
  expect(groups(await money({ by: 'service', customerId: String(billing.world.customerId) }))?.[0]?.slice(0, 3)).toEqual([
    'Chopping',
    3,
    37_970,
  ]);
  expect((await money({ customerId: '2147483646' })).currencies).toEqual([]);
});

test('a voided bill leaves the numbers, and returns when it is issued again; old records are attributed', async () => {
  const before = await money({});
  await billing.setStatus(ids['south'] ?? 0, 'completed');
  expect(groups(await money({}))?.map(([name]) => name)).toEqual(['North']);
  expect((await money({})).unbilledCount).toBe(before.unbilledCount + 1);
  await billing.setStatus(ids['south'] ?? 0, 'billed');
  expect(await money({})).toEqual(before);
  await testApp.db.transaction(async (db) => {
    await db.query({ text: 'delete from billing_shares where organization_id = $1', values: [billing.boss.orgId] });
  }, billing.boss.orgId);
  expect((await money({})).currencies[0]?.totals.revenueCents).toBe(0);
  await attributeOldRecords(testApp.db);
  expect(await money({})).toEqual(before);
});

test('currencies are separate, and a cost in another currency is not known', async () => {
  const { boss, addJob, setStatus } = billing;
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { currency: 'EUR' } });
  const id = await addJob('Abroad');
  await log(id, '2025-07-01', { totalHours: 1, operatorIds: [ids['luis']] });
  await setStatus(id, 'billed');
  expect(totals(await money({ from: '2025-07-01' }))).toEqual([['EUR', 1, 10_000, 3033, 0, 0, 6967, 0]]);
  expect(totals(await money({}))).toEqual([
    ['EUR', 1, 10_000, 3033, 0, 0, 6967, 0],
    ['USD', 3, 37_970, null, null, null, null, 3],
  ]);
});

test('the fuel log: by customer and month, whose fuel it was only for those who may see rates', async () => {
  const line = { customerId: billing.world.customerId, customerName: 'Pine Ridge Farms', month: '2025-06-01', entryCount: 3 };
  expect(await fuel(billing.boss, { season: '2025' })).toEqual({
    from: '2025-03-01',
    to: '2026-02-28',
    totals: { entryCount: 3, fuel: 17.3, ownFuel: 10.3, suppliedFuel: 7 },
    lines: [{ ...line, fuel: 17.3, ownFuel: 10.3, suppliedFuel: 7 }],
  });
  const driver = await testApp.member(billing.boss, 'basic');
  expect((await fuel(driver)).lines).toEqual([{ ...line, fuel: 17.3, ownFuel: null, suppliedFuel: null }]);
  expect((await fuel(driver, { customerId: '2147483646' })).totals).toEqual({ entryCount: 0, fuel: 0, ownFuel: null, suppliedFuel: null });
});

test.each([
  ['money?by=week', 'by'],
  ['money?by=job&season=2025&to=2025-06-01', 'season'],
  ['fuel?from=2025-06-02&to=2025-06-01', 'to'],
])('%s is refused for its %s', async (query, path) => {
  const { status, body } = await billing.boss.send('GET', `/api/organizations/${billing.boss.orgId}/reports/${query}`);
  expect(status).toBe(400);
  expect((body as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toEqual([path]);
});
