import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Report, ReportSums } from '#shared/domain/report.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deleteAt, kindOf } from './kinds.ts';
import { buildWorld, type Member } from './world.ts';

// What a report adds up, reckoned by hand. A season begins on 1 March.

let testApp: TestApp;
let boss: Member;
let ids: Record<'chopper' | 'tractor' | 'dana' | 'luis' | 'farm' | 'dairy' | 'chopping' | 'packing' | 'silage' | 'hay', number>;

const setUp = async (): Promise<void> => {
  const params = { orgId: boss.orgId };
  await boss.ok(contract.organizations.update, { params, body: { seasonStartDate: '2020-03-01' } });
  const idOf = async (made: Promise<{ readonly id: number }>): Promise<number> => (await made).id;
  const machine = (name: string) => idOf(boss.ok(contract.equipment.create, { params, body: { name } }));
  const operator = (firstName: string) =>
    idOf(boss.ok(contract.employees.create, { params, body: { firstName, lastName: 'Lind', isOperator: true } }));
  const customer = (businessName: string) => idOf(boss.ok(contract.customers.create, { params, body: { businessName } }));
  const service = (name: string) => idOf(boss.ok(contract.serviceTypes.create, { params, body: { name } }));
  const job = (name: string, customerId: number) => idOf(boss.ok(contract.jobs.create, { params, body: { name, customerId } }));
  const [farm, dairy] = [await customer('Pine Ridge Farms'), await customer('blue Hill Dairy')];
  ids = {
    chopper: await machine('Claas 970'),
    tractor: await machine('Fendt 942'),
    dana: await operator('Dana'),
    luis: await operator('Luis'),
    farm,
    dairy,
    chopping: await service('Chopping'),
    packing: await service('Packing'),
    silage: await job('North silage', farm),
    hay: await job('South hay', dairy),
  };
};

const log = async (jobId: number, serviceTypeId: number, date: string, values: object): Promise<number> => {
  const { id } = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date, ...values } });
  return id;
};

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  await setUp();
  const { chopper, tractor, dana, luis, chopping, packing, silage, hay } = ids;
  // The last day of the season 2024, and the first of 2025.
  await log(silage, chopping, '2025-02-28', { totalHours: 5, fuel: 50, equipmentIds: [chopper], operatorIds: [dana] });
  await log(silage, chopping, '2025-03-01', { totalHours: 0.1, fuel: 1.1, loads: 3, equipmentIds: [chopper], operatorIds: [dana] });
  // Monday to Sunday of one week.
  await log(silage, chopping, '2025-06-09', {
    totalHours: 0.2,
    billableHours: 0.15,
    equipmentIds: [chopper, tractor],
    operatorIds: [dana, luis],
  });
  await log(hay, packing, '2025-06-15', { totalHours: 8, fuel: 2.2, equipmentIds: [tractor], operatorIds: [luis] });
  // The day after, with nothing in it but that it was.
  await log(hay, packing, '2025-06-16', {});
  await log(silage, chopping, '2026-02-28', { totalHours: 4, loads: 0, equipmentIds: [tractor, chopper], operatorIds: [luis] });
  await log(silage, chopping, '2026-03-01', { totalHours: 100, equipmentIds: [chopper] });
  const gone = await log(silage, chopping, '2025-06-10', { totalHours: 1000, equipmentIds: [chopper] });
  await deleteAt(boss, kindOf('job_entry'), gone);
  // A neighbour's work of the same days.
  const stranger = await testApp.owner('Ortega Harvesting');
  const other = await buildWorld(stranger);
  const body = { serviceTypeId: other.serviceTypeId, date: '2025-06-09', totalHours: 77, equipmentIds: [other.equipmentId] };
  await stranger.ok(contract.jobEntries.create, { params: { id: other.jobId }, body });
});

afterAll(() => testApp.close());

type Query = NonNullable<Parameters<typeof boss.ok<typeof contract.reports.get>>[1]['query']>;
const ask = (query: Query): Promise<Report> => boss.ok(contract.reports.get, { params: { orgId: boss.orgId }, query });

/** Name or date, hours, billable hours, fuel, loads, entries. */
const short = ({ totalHours, billableHours, fuel, loads, entryCount }: ReportSums) => [totalHours, billableHours, fuel, loads, entryCount];
const groupsOf = async (query: Query, series = 0) =>
  (await ask(query)).series[series]?.groups.map((group) => [group.name ?? group.date, ...short(group)]);

const SEASON = [12.3, 0.15, 3.3, 3, 5];

describe('a season', () => {
  test('goes from the day on which the organization’s begins to the day before the next, and is added up exactly', async () => {
    const { by, series } = await ask({ by: 'service', season: '2025' });
    expect(by).toBe('service');
    expect(series.map(({ season, from, to, totals }) => ({ season, from, to, totals: short(totals) }))).toEqual([
      { season: '2025', from: '2025-03-01', to: '2026-02-28', totals: SEASON },
    ]);
  });

  test('by service', async () => {
    expect(await groupsOf({ by: 'service', season: '2025' })).toEqual([
      ['Chopping', 4.3, 0.15, 1.1, 3, 3],
      ['Packing', 8, null, 2.2, null, 2],
    ]);
  });

  test('by customer, in the order of the names', async () => {
    expect(await groupsOf({ by: 'customer', season: '2025' })).toEqual([
      ['blue Hill Dairy', 8, null, 2.2, null, 2],
      ['Pine Ridge Farms', 4.3, 0.15, 1.1, 3, 3],
    ]);
  });

  test('by machine: each gets all of an entry that names several, those without one come last', async () => {
    const { series } = await ask({ by: 'machine', season: '2025' });
    expect(series[0]?.groups.map(({ id, ...group }) => [id, group.name, ...short(group)])).toEqual([
      [ids.chopper, 'Claas 970', 4.3, 0.15, 1.1, 3, 3],
      [ids.tractor, 'Fendt 942', 12.2, 0.15, 2.2, 0, 3],
      [null, null, null, null, null, null, 1],
    ]);
    expect(short(series[0]?.totals as ReportSums)).toEqual(SEASON);
  });

  test('by operator', async () => {
    expect(await groupsOf({ by: 'operator', season: '2025' })).toEqual([
      ['Dana Lind', 0.3, 0.15, 1.1, 3, 2],
      ['Luis Lind', 12.2, 0.15, 2.2, 0, 3],
      [null, null, null, null, null, 1],
    ]);
  });

  test('by week, from Monday to Sunday', async () => {
    expect(await groupsOf({ by: 'week', season: '2025' })).toEqual([
      ['2025-02-24', 0.1, null, 1.1, 3, 1],
      ['2025-06-09', 8.2, 0.15, 2.2, null, 2],
      ['2025-06-16', null, null, null, null, 1],
      ['2026-02-23', 4, null, null, 0, 1],
    ]);
  });

  test('by month', async () => {
    expect(await groupsOf({ by: 'month', season: '2025' })).toEqual([
      ['2025-03-01', 0.1, null, 1.1, 3, 1],
      ['2025-06-01', 8.2, 0.15, 2.2, null, 3],
      ['2026-02-01', 4, null, null, 0, 1],
    ]);
  });

  test('against another', async () => {
    const query = { by: 'customer', season: '2025', against: '2024' } as const;
    const { series } = await ask(query);
    expect(series.map(({ season, from, to }) => [season, from, to])).toEqual([
      ['2025', '2025-03-01', '2026-02-28'],
      ['2024', '2024-03-01', '2025-02-28'],
    ]);
    expect(await groupsOf(query, 0)).toEqual(await groupsOf({ by: 'customer', season: '2025' }));
    expect(await groupsOf(query, 1)).toEqual([['Pine Ridge Farms', 5, null, 50, null, 1]]);
  });

  test('without entries', async () => {
    expect((await ask({ by: 'machine', season: '2019' })).series).toEqual([
      {
        season: '2019',
        from: '2019-03-01',
        to: '2020-02-29',
        totals: { entryCount: 0, totalHours: null, billableHours: null, fuel: null, loads: null },
        groups: [],
      },
    ]);
  });
});

test('dates include both ends, and each end may be open', async () => {
  expect(await groupsOf({ by: 'service', from: '2025-06-15', to: '2025-06-15' })).toEqual([['Packing', 8, null, 2.2, null, 1]]);
  expect((await ask({ by: 'service', from: '2025-06-15' })).series[0]?.totals.totalHours).toBe(112);
  expect((await ask({ by: 'service', to: '2025-03-01' })).series[0]?.totals.totalHours).toBe(5.1);
  expect((await ask({ by: 'service' })).series[0]).toMatchObject({ season: null, from: null, to: null, totals: { totalHours: 117.3 } });
});

test('filters narrow it; a machine or operator that it is grouped and filtered by is alone in it', async () => {
  const season = '2025';
  const sum = async (query: object) => (await ask({ by: 'service', season, ...query })).series[0]?.totals.totalHours;
  expect(await sum({ customerId: String(ids.farm) })).toBe(4.3);
  expect(await sum({ serviceTypeId: String(ids.packing) })).toBe(8);
  expect(await sum({ equipmentId: String(ids.tractor) })).toBe(12.2);
  expect(await sum({ operatorId: String(ids.luis), equipmentId: String(ids.chopper) })).toBe(4.2);
  expect(await groupsOf({ by: 'machine', season, equipmentId: String(ids.chopper) })).toEqual([['Claas 970', 4.3, 0.15, 1.1, 3, 3]]);
  expect(await groupsOf({ by: 'operator', season, operatorId: String(ids.luis) })).toEqual([['Luis Lind', 12.2, 0.15, 2.2, 0, 3]]);
  expect(await groupsOf({ by: 'machine', season, operatorId: String(ids.dana) })).toEqual([
    ['Claas 970', 0.3, 0.15, 1.1, 3, 2],
    ['Fendt 942', 0.2, 0.15, null, null, 1],
  ]);
});

test('what was deleted since keeps its name', async () => {
  await boss.ok(contract.equipment.remove, { params: { id: ids.chopper } });
  await boss.ok(contract.employees.remove, { params: { id: ids.dana } });
  expect((await groupsOf({ by: 'machine', season: '2025' }))?.[0]).toEqual(['Claas 970', 4.3, 0.15, 1.1, 3, 3]);
  expect((await groupsOf({ by: 'operator', season: '2025' }))?.[0]).toEqual(['Dana Lind', 0.3, 0.15, 1.1, 3, 2]);
});

test.each([
  ['', 'by'],
  ['by=job', 'by'],
  ['by=week&from=2025-06-31', 'from'],
  ['by=week&from=2025-06-02&to=2025-06-01', 'to'],
  ['by=week&season=25', 'season'],
  ['by=week&season=2025&from=2025-06-01', 'season'],
  ['by=week&against=2024', 'against'],
  ['by=week&equipmentId=0', 'equipmentId'],
])('?%s is refused for its %s', async (query, path) => {
  const { status, body } = await boss.send('GET', `/api/organizations/${boss.orgId}/reports?${query}`);
  expect(status).toBe(400);
  expect((body as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toEqual([path]);
});
