import { expect, test } from 'vitest';
import { viewOf } from '#client/data/sync-items.ts';
import { labelOf } from '#client/data/field-label.ts';
import { afterWords, type Names, sentences, valueWords } from '#client/data/sync-words.ts';
import { formatDate, formatDay, formatNumber } from '#client/lib/formats.ts';
import type { LocalRow, SyncItem } from '#client/offline/public.ts';

const MADE_HERE = 1_758_000_000_000;

const item = (changes: Partial<SyncItem>): SyncItem => ({
  id: 'item',
  timestamp: 0,
  endpoint: '/api/x',
  method: 'POST',
  data: {},
  retryCount: 0,
  v: 1,
  seq: 1,
  userId: 1,
  orgId: 3,
  deviceId: 'device',
  operation: 'create',
  store: 'jobEntries',
  target: MADE_HERE,
  jobId: null,
  uses: [],
  marks: [],
  waitsFor: [],
  baseVersion: null,
  base: null,
  blobs: [],
  status: 'pending',
  attempt: 0,
  frozen: null,
  tried: [],
  wanted: null,
  nextAttemptAt: 0,
  reason: null,
  lastError: null,
  conflict: null,
  isConfirmedOld: false,
  ...changes,
});

const row = (id: number, fields: object): LocalRow => ({ id, organizationId: 3, version: 1, ...fields });

const KNOWN: Readonly<Record<string, LocalRow>> = {
  'organizations:3': row(3, { name: 'Halvorsen Custom' }),
  'serviceTypes:1': row(1, { name: 'Planting' }),
  'equipment:2': row(2, { name: 'Drill 1' }),
  'employees:4': row(4, { firstName: 'Luis', lastName: 'Ortega' }),
  'customers:5': row(5, { businessName: 'Lindqvist Farms' }),
  [`jobs:${MADE_HERE}`]: row(MADE_HERE, { name: 'West 80 rye cover', customerId: 5 }),
  'jobEntries:9': row(9, { serviceTypeId: 1, equipmentIds: [2], date: '2025-09-18', jobId: MADE_HERE }),
};
const names: Names = (store, id) => KNOWN[`${store}:${id}`];
const nobody: Names = () => undefined;

const words = (changes: Partial<SyncItem>, known = names) => {
  const { title, detail } = viewOf(item(changes), known, undefined);
  return [title, detail];
};
const DAY = formatDay('2025-09-18');
const hours = (value: number): string => `${formatNumber(value)} hrs`;

test('a new entry is named by service, machine and day, and distinguished by job and amounts', () => {
  const data = {
    serviceTypeId: 1,
    equipmentIds: [2],
    date: '2025-09-18',
    totalHours: 4.5,
    fuel: 22,
    loads: null,
    photos: ['blob:a', 'blob:b'],
  };
  expect(words({ jobId: MADE_HERE, data })).toEqual([
    `Entry: Planting, Drill 1, ${DAY}`,
    `West 80 rye cover. ${hours(4.5)}, 22 gal, 2 photos`,
  ]);
});

test('a run is named by what is done in it, with which machine and when', () => {
  const data = { serviceTypeId: 1, equipmentIds: [2], operatorIds: [4], date: '2025-09-18', startedAt: '2025-09-18T07:05:00Z' };
  expect(words({ store: 'runs', data })[0]).toBe(`Run: Planting, Drill 1, ${DAY}`);
});

test('jobs and customers are named by their names', () => {
  expect(words({ store: 'jobs', data: { name: 'West 80 rye cover', customerId: 5 } })).toEqual([
    'Job: West 80 rye cover',
    'Lindqvist Farms',
  ]);
  expect(words({ store: 'customers', data: { businessName: 'Bar T', phoneNumber: '555', address: null } })).toEqual([
    'Customer: Bar T',
    '555',
  ]);
  expect(words({ store: 'employees', data: { firstName: 'Mia', lastName: 'Stroud' } })[0]).toBe('Employee: Mia Stroud');
});

test('a change takes its name from the record and shows its new values', () => {
  expect(words({ operation: 'update', target: 9, data: { totalHours: 9.5, notes: 'To the east pit.' } })).toEqual([
    `Change to entry Planting, Drill 1, ${DAY}`,
    `West 80 rye cover. Hours: ${hours(9.5)}, Notes: To the east pit.`,
  ]);
  expect(words({ operation: 'update', store: 'customers', target: 5, data: { phoneNumber: null } })).toEqual([
    'Change to customer Lindqvist Farms',
    'Phone number: Nothing',
  ]);
});

test('a deletion takes its name from the deleted record', () => {
  expect(words({ operation: 'remove', target: 9, data: null })[0]).toBe(`Deletion of entry Planting, Drill 1, ${DAY}`);
});

test('a deletion says what it deleted even when nothing of that is left', () => {
  const base = { serviceTypeId: 1, equipmentIds: [2], date: '2025-09-18', totalHours: 3, jobId: MADE_HERE };
  const left: Names = (store, id) => (store === 'jobEntries' ? undefined : names(store, id));
  expect(words({ operation: 'remove', target: 9, data: null, base }, left)).toEqual([
    `Deletion of entry Planting, Drill 1, ${DAY}`,
    `West 80 rye cover. ${hours(3)}`,
  ]);
});

test('records unknown on this device still get a name that says their kind', () => {
  expect(words({ data: { date: '2025-09-18' } }, nobody)[0]).toBe(`Entry: ${DAY}`);
  expect(words({ operation: 'remove', store: 'jobs', target: 7, data: null }, nobody)).toEqual(['Deletion of job', '']);
});

test('values of own fields are listed under their names, and a new record shows no empty ones', () => {
  const { values } = viewOf(
    item({ data: { totalHours: 3, notes: '', customFieldValues: { Moisture: 14.5, Crop: null } } }),
    names,
    undefined,
  );
  expect(values).toEqual([
    ['Hours', hours(3)],
    ['Moisture', formatNumber(14.5)],
  ]);
});

test('says what a change waits for, and if that needs attention', () => {
  const job = item({ store: 'jobs', target: MADE_HERE, data: { name: 'West 80 rye cover' } });
  expect(afterWords(job, names)).toBe('Waiting for job West 80 rye cover');
  expect(afterWords({ ...job, status: 'attention' }, names)).toBe('Waiting for job West 80 rye cover, which needs attention');
  expect(afterWords(item({ operation: 'update', store: 'customers', target: 5 }), names)).toBe(
    'Waiting for the change to customer Lindqvist Farms',
  );
});

test('fields and values in the words that people use', () => {
  expect([labelOf('totalHours'), labelOf('businessName'), labelOf('isOperator'), labelOf('customFieldValues.Moisture')]).toEqual([
    'Hours',
    'Business name',
    'Operator',
    'Moisture',
  ]);
  expect(valueWords('operatorIds', [4, 77], names)).toBe('Luis Ortega, Employee 77');
  expect(valueWords('status', 'open', names)).toBe('Active');
  expect(valueWords('taxTreatment', 'reverseCharge', names)).toBe('Reverse charge');
  expect(valueWords('billWay', 'print', names)).toBe('On paper');
  const people = [
    { name: 'Ann Lee', email: 'ann@pine.example', phoneNumber: null, getsBills: true },
    { name: 'Bo', email: null, phoneNumber: null, getsBills: false },
  ];
  expect(valueWords('contacts', people, names)).toBe('Ann Lee ann@pine.example, Bo');
  expect(valueWords('date', '2025-09-18', names)).toBe(formatDate('2025-09-18'));
  expect(valueWords('isOperator', true, names)).toBe('Yes');
  expect([null, '', [], {}].map((value) => valueWords('notes', value, names))).toEqual(['Nothing', 'Nothing', 'Nothing', 'Nothing']);
  expect(sentences(['To the pit.', null, '', 'Made today'])).toBe('To the pit. Made today');
});
