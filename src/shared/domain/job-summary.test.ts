import { expect, test } from 'vitest';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { UNITS } from '#shared/domain/units.ts';
import { BLANKS } from '#shared/kinds/derived.ts';
import { hoursPerDay, summarizeJob, totalsOfEntries } from '#shared/domain/job-summary.ts';

const entry = (values: Partial<JobEntry>): JobEntry => ({
  ...(BLANKS['jobEntries'] as JobEntry),
  id: 1,
  organizationId: 1,
  version: 1,
  createdBy: 1,
  createdAt: '2025-09-18T12:00:00.000Z',
  updatedAt: '2025-09-18T12:00:00.000Z',
  jobId: 1,
  customerId: 1,
  serviceTypeId: 7,
  serviceTypeName: 'Hauling',
  date: '2025-09-18',
  season: '2025',
  jobName: 'North Quarter silage',
  customerName: 'Prairie Ridge Dairy',
  ...values,
});

const field = (name: string, fieldType: CustomDataField['fieldType'], summary: CustomDataField['summary'] = null): CustomDataField => ({
  id: 1,
  organizationId: 1,
  version: 1,
  createdBy: null,
  createdAt: '',
  updatedAt: '',
  name,
  description: null,
  fieldType,
  defaultValue: null,
  isRequired: false,
  isActive: true,
  isSystem: false,
  options: [],
  summary,
  usageCount: 0,
});

test('groups by service, in the order of their names', () => {
  const groups = summarizeJob([entry({}), entry({ serviceTypeId: 3, serviceTypeName: 'Chopping' }), entry({})], []);
  expect(groups.map(({ serviceTypeName, entries }) => [serviceTypeName, entries.length])).toEqual([
    ['Chopping', 1],
    ['Hauling', 2],
  ]);
});

test('adds up every number exactly, with the units of the specification', () => {
  const [group] = summarizeJob(
    [entry({ totalHours: 0.1, fuel: 22.4, loads: 3 }), entry({ totalHours: 0.2, loads: 4, billableHours: 2 })],
    [],
  );
  expect(group?.totals.map(({ measure, total }) => [measure.label, total, measure.unit])).toEqual([
    ['Hours', 0.3, 'hrs'],
    ['Fuel', 22.4, 'gal'],
    ['Loads', 7, 'loads'],
    ['Billable Hours', 2, 'hrs'],
  ]);
});

test('shows a column only if the first entry of the group has the value', () => {
  const [group] = summarizeJob([entry({ totalHours: 0 }), entry({ totalHours: 1, fuel: 5, loads: 2 })], []);
  expect(group?.columns.map(({ label }) => label)).toEqual(['Hours']);
});

test("adds up the organization's own number fields, and never the ids that other fields contain", () => {
  const values = { Acres: 11.94, Helper: 4, 'Old number': 9 };
  const [group] = summarizeJob(
    [entry({ customFieldValues: values }), entry({ customFieldValues: { Acres: 0.06 } })],
    [field('Acres', 'number'), field('Helper', 'operator')],
  );
  expect(group?.totals.map(({ measure, total }) => [measure.label, total])).toEqual([['Acres', 12]]);
});

test('averages what cannot be added, over the entries that have a value, and leaves out what is neither', () => {
  const entries = [
    entry({ customFieldValues: { 'Moisture %': 14, Acres: 5, Year: 2025, Score: 3, Kernels: 2 } }),
    entry({ customFieldValues: { 'Moisture %': 16.5, Acres: 7, Year: 2025, Score: 4, Kernels: 2 } }),
    entry({ customFieldValues: { Acres: 1 } }),
  ];
  const fields = [
    field('Moisture %', 'number'),
    field('Acres', 'number'),
    field('Year', 'number'),
    field('Score', 'number', 'average'),
    field('Kernels', 'number', 'none'),
  ];
  const [group] = summarizeJob(entries, fields);
  expect(group?.totals.map(({ measure, total }) => [measure.label, total, measure.summary])).toEqual([
    ['Moisture %', 15.25, 'average'],
    ['Acres', 13, 'sum'],
    ['Score', 3.5, 'average'],
  ]);
  // A device may have a field from before fields had this setting: its name decides.
  const { summary: _unsaid, ...older } = field('Moisture %', 'number');
  expect(totalsOfEntries(entries, [older], UNITS.us)).toEqual([
    { key: 'custom:Moisture %', label: 'Moisture %', unit: '', total: 15.25, summary: 'average' },
  ]);
});

test('asks an entry for the fields that it has, however many others there are', () => {
  let asked = 0;
  const customFieldValues = new Proxy<Record<string, unknown>>(
    { 'Field 7': 3 },
    {
      get: (values, name) => {
        asked += 1;
        return values[String(name)];
      },
    },
  );
  const fields = Array.from({ length: 1000 }, (_, place) => field(`Field ${place}`, 'number'));
  const totals = totalsOfEntries([entry({ customFieldValues })], fields, UNITS.us);
  expect(totals.map(({ label, total }) => [label, total])).toEqual([['Field 7', 3]]);
  expect(asked).toBe(1);
});

test('a job without entries has no groups', () => {
  expect(summarizeJob([], [])).toEqual([]);
  expect(hoursPerDay([])).toEqual([]);
});

test('hours per day are split by service, oldest day first', () => {
  const groups = summarizeJob(
    [
      entry({ date: '2025-09-19', totalHours: 2 }),
      entry({ date: '2025-09-18', totalHours: 1.5 }),
      entry({ date: '2025-09-18', totalHours: 1, serviceTypeId: 3, serviceTypeName: 'Chopping' }),
    ],
    [],
  );
  expect(hoursPerDay(groups)).toEqual([
    { date: '2025-09-18', hours: [1, 1.5], total: 2.5 },
    { date: '2025-09-19', hours: [0, 2], total: 2 },
  ]);
});
