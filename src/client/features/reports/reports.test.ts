import { expect, test } from 'vitest';
import type { Report, ReportGroup, ReportSums } from '#shared/domain/report.ts';
import { UNITS } from '#shared/domain/units.ts';
import { addressOf, queryOf, viewOf } from '#client/features/reports/report-address.ts';
import { linesOf } from '#client/features/reports/report-file.ts';
import { changeOf, rowsOf } from '#client/features/reports/report-rows.ts';

const TODAY = '2025-06-12';

test.each([
  ['', { by: 'week', season: '2025' }],
  ['by=machine&period=lastSeason&back=2', { by: 'machine', season: '2024', against: '2022' }],
  ['period=2019&operatorId=7', { by: 'week', season: '2019', operatorId: '7' }],
  ['period=week', { by: 'week', from: '2025-06-09', to: '2025-06-15' }],
  ['period=month&back=1', { by: 'week', from: '2025-06-01', to: '2025-06-30' }],
  ['period=dates&from=2025-02-01', { by: 'week', from: '2025-02-01' }],
  ['by=job&period=soon&back=99&from=x&measure=money&customerId=-1', { by: 'week', season: '2025' }],
])('?%s is asked as what it means', (address, query) => {
  expect(queryOf(viewOf(address), TODAY, '2020-03-01')).toEqual(query);
});

test('this season is the one that contains today', () => {
  expect(queryOf(viewOf(''), '2025-02-28', '2020-03-01')['season']).toBe('2024');
});

test.each([
  '/reports',
  '/reports?by=customer&period=dates&from=2025-01-01&to=2025-02-01&measure=fuel&equipmentId=4',
  '/reports?period=2024&back=3',
])('the view of %s has that address', (address) => {
  expect(addressOf(viewOf(address.split('?')[1] ?? ''))).toBe(address);
});

const sums = (totalHours: number | null): ReportSums => ({ totalHours, billableHours: null, fuel: null, loads: null, entryCount: 1 });
const group = (values: Partial<ReportGroup>, hours: number | null): ReportGroup => ({
  id: null,
  name: null,
  date: null,
  ...values,
  ...sums(hours),
});
const seasons = (by: Report['by'], first: ReportGroup[], second?: ReportGroup[]): Report => ({
  by,
  series: [
    { season: '2025', from: '2025-04-01', to: '2026-03-31', totals: sums(12.5), groups: first },
    ...(second ? [{ season: '2024', from: '2024-04-01', to: '2025-03-31', totals: sums(3), groups: second }] : []),
  ],
});
const hoursOf = (report: Report) =>
  rowsOf(report, 'totalHours').map((row) => [row.date ?? row.name, ...row.sums.map((each) => each?.totalHours ?? null)]);

test('weeks are compared by their place in the season, and empty ones in between are included', () => {
  // The seasons begin on a Tuesday and on a Monday.
  const report = seasons(
    'week',
    [group({ date: '2025-03-31' }, 4), group({ date: '2025-04-14' }, 8.5)],
    [group({ date: '2024-04-08' }, 3)],
  );
  expect(hoursOf(report)).toEqual([
    ['2025-03-31', 4, null],
    ['2025-04-07', null, 3],
    ['2025-04-14', 8.5, null],
  ]);
});

test('months continue across the end of the year', () => {
  expect(hoursOf(seasons('month', [group({ date: '2025-11-01' }, 1), group({ date: '2026-01-01' }, 2)]))).toEqual([
    ['2025-11-01', 1],
    ['2025-12-01', null],
    ['2026-01-01', 2],
  ]);
});

test('an old entry does not fill the table with empty weeks', () => {
  expect(hoursOf({ ...seasons('week', [group({ date: '1901-01-07' }, 1), group({ date: '2025-04-07' }, 2)]) })).toHaveLength(2);
});

test('machines with the most come first, entries without one last', () => {
  const report = seasons(
    'machine',
    [group({ id: 1, name: 'A' }, 2), group({ id: 2, name: 'B' }, 5), group({}, 9)],
    [group({ id: 3, name: 'C' }, 1)],
  );
  expect(hoursOf(report)).toEqual([
    ['B', 5, null],
    ['A', 2, null],
    ['C', null, 1],
    [null, 9, null],
  ]);
});

test('a change is exact', () => {
  expect(changeOf([sums(0.3), sums(0.1)], 'totalHours')).toBe(0.2);
  expect(changeOf([sums(1), null], 'totalHours')).toBe(1);
  expect(changeOf([sums(null), sums(0.1)], 'totalHours')).toBe(-0.1);
  expect(changeOf([sums(null), null], 'totalHours')).toBeNull();
});

test('the file has the table: no name is a formula, differences are numbers', () => {
  const groups = [group({ id: 1, name: '=cmd' }, 2), group({}, null)];
  expect(linesOf(seasons('machine', groups), 'totalHours', UNITS.us)).toEqual([
    'Machine,Hours (hrs),Billable Hours (hrs),Fuel (gal),Loads,Entries\r\n',
    "'=cmd,2,,,,1\r\n",
    'No machine,,,,,1\r\n',
    'Total,12.5,,,,1\r\n',
  ]);
  expect(linesOf(seasons('month', [], [group({ date: '2024-05-01' }, 3)]), 'totalHours', UNITS.us)).toEqual([
    'Hours by month,Season 2025,Season 2024,Change\r\n',
    '2025-05-01,,3,-3\r\n',
    'Total,12.5,3,9.5\r\n',
  ]);
});
