import { expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnsWithin, numberColumns, sumsOf } from './desk-columns.ts';
import { rowWith } from './desk-fixtures.ts';

const field = (id: number, name: string, more: Partial<CustomDataField> = {}) =>
  ({ id, name, fieldType: 'number', isSystem: false, isActive: true, summary: null, ...more }) as CustomDataField;
const fields = [field(1, 'Moisture %'), field(2, 'Acres'), field(3, 'Bales'), field(4, 'Fuel')];

const rows = [
  rowWith({ id: 1, totalHours: 0.1, fuel: 40, customFieldValues: { Acres: 12, 'Moisture %': 18 } }),
  rowWith({ id: 2, totalHours: 0.2, fuel: 12.25, customFieldValues: { Bales: 30 } }),
  rowWith({ id: 3, totalHours: 5.5, customFieldValues: { Bales: 20 } }),
];

test('columns hold something, with the decimals that their numbers need; what cannot be added up is in none', () => {
  expect(numberColumns(rows, fields)).toEqual([
    { key: 'totalHours', digits: 1, sum: 5.8 },
    { key: 'fuel', digits: 2, sum: 52.25 },
    { key: 'own:Bales', digits: 0, sum: 50 },
    { key: 'own:Acres', digits: 0, sum: 12 },
  ]);
});

test('as many as have room, each as wide as its sum; the others share a column, and the first two are there in any case', () => {
  const columns = numberColumns(rows, fields).map((column) => (column.key === 'fuel' ? { ...column, sum: 1_234_567.25 } : column));
  const within = (px: number) => columnsWithin(columns, px, (value, digits) => value.toFixed(digits));
  const keys = (px: number) => within(px).placed.map(({ key }) => key);
  expect(within(400).placed.map(({ key, px }) => [key, px])).toEqual([
    ['totalHours', 68],
    ['fuel', 105],
    ['own:Bales', 68],
    ['own:Acres', 68],
  ]);
  expect(within(400).rest).toEqual([]);
  expect(keys(300)).toEqual(['totalHours', 'fuel']);
  expect(within(300).rest.map(({ key }) => key)).toEqual(['own:Bales', 'own:Acres']);
  expect(keys(10)).toEqual(['totalHours', 'fuel']);
});

test('sums are those of the decimals that people read', () => {
  const columns = numberColumns(rows, fields);
  expect(sumsOf(rows.slice(0, 2), columns)).toEqual([0.3, 52.25, 30, 12]);
  expect(sumsOf([rowWith({ id: 9, totalHours: 0.123_456_789 }), rowWith({ id: 8, totalHours: 1e-9 })], columns.slice(0, 1))).toEqual([
    0.123_456_79,
  ]);
  expect(sumsOf([], columns)).toEqual([null, null, null, null]);
});
