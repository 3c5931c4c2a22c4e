import { expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { csvLines, listTable } from '#client/lib/list-table.ts';
import { entryColumns } from './entry-columns.ts';

const ENTRY = {
  date: '2026-05-04',
  customerName: 'Ostrander',
  jobName: 'North silage',
  serviceTypeName: 'Chopping',
  equipmentNames: ['Claas 970', 'Fendt 942'],
  implementName: null,
  operatorNames: ['Dana Halvorsen', 'Luis Ortega'],
  totalHours: 8.25,
  billableHours: null,
  fuel: 61.4,
  loads: 0,
  notes: 'Wet corner',
  photos: ['a.jpg', 'b.jpg'],
  checkedAt: null,
  customFieldValues: {},
} as unknown as JobEntry;

const field = (name: string, fieldType: CustomDataField['fieldType'], isSystem = false): CustomDataField =>
  ({ name, fieldType, isSystem }) as CustomDataField;

const FIELDS = [
  field('Equipment', 'equipment', true),
  field('Hours', 'number', true),
  field('Fuel', 'number'),
  field('Moisture', 'number'),
  field('Never used', 'text'),
  field('Rain', 'boolean'),
  field('Second driver', 'employee'),
  field('Wagons', 'equipment'),
  field('Ticket', 'file'),
  field('Delivered', 'date'),
];

const linesOf = (...entries: readonly JobEntry[]): string[] =>
  csvLines(
    listTable(
      entryColumns(entries, {
        fields: FIELDS,
        equipmentName: (id) => (id === 9 ? 'Krampe' : id === 10 ? 'Joskin' : undefined),
        employeeName: (id) => (id === 2 ? 'Mara Beck' : undefined),
      }),
      entries,
    ),
  ).map((line) => line.trimEnd());

test('an entry leaves with all its fields; the own fields are there that an entry has a value of', () => {
  expect(linesOf(ENTRY)).toEqual([
    'Date,Customer,Job,Service,Equipment,Implement,Operators,Hours,Billable Hours,Fuel,Loads,Notes,Photos,Checked',
    '2026-05-04,Ostrander,North silage,Chopping,Claas 970; Fendt 942,,Dana Halvorsen; Luis Ortega,8.25,,61.4,0,Wet corner,2,No',
  ]);
});

test('own values stand under their names: ids as names, files as their number, days as days, and those of deleted fields last', () => {
  const first = {
    ...ENTRY,
    checkedAt: '2026-05-05T08:00:00Z',
    customFieldValues: { Gone: 'x', Rain: false, Moisture: 0, 'Never used': '' },
  };
  const second = {
    ...ENTRY,
    customFieldValues: { 'Second driver': 2, Wagons: [9, 10, 77], Ticket: ['f.pdf', 'g.pdf'], Delivered: '2026-05-06', Parts: ['a', 'b'] },
  };
  const own = linesOf(first, second).map((line) => line.split(',').slice(11));
  expect(own).toEqual([
    ['Moisture', 'Rain', 'Second driver', 'Wagons', 'Ticket', 'Delivered', 'Gone', 'Parts', 'Notes', 'Photos', 'Checked'],
    ['0', 'No', '', '', '', '', 'x', '', 'Wet corner', '2', 'Yes'],
    ['', '', 'Mara Beck', 'Krampe; Joskin; 77', '2', '2026-05-06', '', 'a; b', 'Wet corner', '2', 'No'],
  ]);
});

test('a value that is not of its field stands as it was written', () => {
  const [, line = ''] = linesOf({ ...ENTRY, customFieldValues: { Delivered: 'next week', Moisture: 'wet' } });
  expect(line.split(',').slice(11, 13)).toEqual(['wet', 'next week']);
});
