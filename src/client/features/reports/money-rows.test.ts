import { expect, test } from 'vitest';
import type { FuelBook, MoneyGroup, MoneyReport, MoneyTotals } from '#shared/domain/report.ts';
import { UNITS } from '#shared/domain/units.ts';
import { fuelLines, fuelRowsOf } from '#client/features/reports/fuel-book-rows.ts';
import { moneyLines, moneyRowsOf } from '#client/features/reports/money-rows.ts';
import { fuelAddressOf, moneyAddressOf, moneyByOf, spanQueryOf, viewOf } from '#client/features/reports/report-address.ts';

const sums = (revenueCents: number, costCents: number | null): MoneyTotals => ({
  entryCount: 1,
  revenueCents,
  operatorCents: costCents,
  machineCents: 0,
  fuelCents: 0,
  costCents,
  marginCents: costCents === null ? null : revenueCents - costCents,
  unknownCount: costCents === null ? 1 : 0,
});
const group = (id: number | null, name: string | null, revenue: number, cost: number | null): MoneyGroup => ({
  id,
  name,
  ...sums(revenue, cost),
});
const report = (by: MoneyReport['by'], groups: MoneyGroup[]): MoneyReport => ({
  by,
  from: null,
  to: null,
  currencies: [{ currency: 'USD', totals: sums(300, null), groups }],
  unbilledCount: 0,
});

test('what earned most comes first, seasons the newest first, and unknown amounts are no numbers in the file', () => {
  const groups = [group(1, '=A', 100, 150), group(null, null, 200, null)];
  expect(moneyLines(report('machine', groups))).toEqual([
    'Machine,Currency,Revenue,Operator cost,Machine cost,Fuel cost,Cost,Margin,Entries\r\n',
    'Not assigned,USD,2,Unknown,0,0,Unknown,Unknown,1\r\n',
    "'=A,USD,1,1.5,0,0,1.5,-0.5,1\r\n",
    'Total,USD,3,Unknown,0,0,Unknown,Unknown,1\r\n',
  ]);
  const [money] = report('season', [group(null, '2024', 500, 1), group(null, '2025', 1, 1)]).currencies;
  expect(money && moneyRowsOf(money, 'season').map(({ label }) => label)).toEqual(['Season 2025', 'Season 2024']);
});

test('the fuel book adds a customer’s months up exactly, and has no columns that the server does not send', () => {
  const line = (customerId: number, month: string, fuel: number, suppliedFuel: number | null) => ({
    customerId,
    customerName: `Farm ${customerId}`,
    month,
    entryCount: 1,
    fuel,
    ownFuel: suppliedFuel === null ? null : fuel - suppliedFuel,
    suppliedFuel,
  });
  const book = (lines: FuelBook['lines'], totals: FuelBook['totals']): FuelBook => ({ from: null, to: null, lines, totals });
  const lines = [line(1, '2025-05-01', 0.1, 0), line(1, '2025-06-01', 0.2, 0.2), line(2, '2025-06-01', 1, 0)];
  const all = book(lines, { entryCount: 3, fuel: 1.3, ownFuel: 1.1, suppliedFuel: 0.2 });
  expect(fuelRowsOf(all, undefined).map(({ label, sums: { fuel, suppliedFuel } }) => [label, fuel, suppliedFuel])).toEqual([
    ['Farm 2', 1, 0],
    ['Farm 1', 0.3, 0.2],
  ]);
  expect(fuelLines(all, UNITS.us)[0]).toBe('Customer,Month,Fuel (gal),Own fuel (gal),Supplied by customer (gal),Entries\r\n');
  const withoutParts = book([line(1, '2025-05-01', 0.1, null)], { entryCount: 1, fuel: 0.1, ownFuel: null, suppliedFuel: null });
  expect(fuelLines(withoutParts, UNITS.us)).toEqual([
    'Customer,Month,Fuel (gal),Entries\r\n',
    'Farm 1,2025-05,0.1,1\r\n',
    'Total,,0.1,1\r\n',
  ]);
});

test.each([
  ['', {}, '/reports/money', '/reports/fuel'],
  ['by=machine&period=2023', { season: '2023' }, '/reports/money?by=machine&period=2023', '/reports/fuel?period=2023'],
  [
    'by=week&period=dates&from=2025-06-01&customerId=7',
    { from: '2025-06-01' },
    '/reports/money?period=dates&from=2025-06-01',
    '/reports/fuel?period=dates&from=2025-06-01&customerId=7',
  ],
])('?%s asks for its days and keeps its address', (search, span, money, fuel) => {
  const view = viewOf(search);
  expect(spanQueryOf(view, '2025-06-12', null)).toEqual(Object.keys(span).length === 0 ? { season: '2025' } : span);
  expect(moneyAddressOf(moneyByOf(search), view)).toBe(money);
  expect(fuelAddressOf(view)).toBe(fuel);
});
