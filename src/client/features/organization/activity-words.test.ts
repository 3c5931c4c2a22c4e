import { expect, test } from 'vitest';
import type { FieldType } from '#shared/domain/custom-data-field.ts';
import { UNITS } from '#shared/domain/units.ts';
import { addressOf, changedValues } from '#client/features/organization/activity-words.ts';
import { formatPercent } from '#client/lib/format-amounts.ts';
import { formatDate, formatNumber, formatTimestamp } from '#client/lib/formats.ts';
import type { LocalRow } from '#client/offline/public.ts';

const row = (id: number, fields: object): LocalRow => ({ id, organizationId: 3, version: 1, ...fields });
const KNOWN: Readonly<Record<string, LocalRow>> = {
  'equipment:2': row(2, { name: 'Drill 1' }),
  'employees:4': row(4, { firstName: 'Luis', lastName: 'Ortega' }),
  'jobs:7': row(7, { name: 'West 80' }),
};
const known = {
  names: (store: string, id: number) => KNOWN[`${store}:${id}`],
  units: UNITS.metric,
  fieldTypes: new Map<string, FieldType>([
    ['Helper', 'operator'],
    ['Ticket', 'attachment'],
    ['Sown', 'date'],
    ['Moisture', 'number'],
  ]),
};

const words = (action: 'create' | 'update' | 'delete', old: object | null, fresh: object | null) =>
  changedValues({ action, changes: { old: old && { ...old }, new: fresh && { ...fresh } } }, known).map(
    ({ label, before, after }) => `${label}: ${before} > ${after}`,
  );

test('an onboarding step is shown in words', () => {
  expect(words('update', { onboardingStep: 'employees' }, { onboardingStep: 'service-fields' })).toEqual([
    'Onboarding step: Employees > Service fields',
  ]);
});

test('a change shows both sides, in the words of the screens', () => {
  expect(
    words(
      'update',
      { fuel: 20, jobId: 6, equipmentIds: [2], notes: null, taxRate: null, accessLevel: 'basic', status: 'open', updatedBy: 1 },
      { fuel: 22.5, jobId: 7, equipmentIds: [], notes: 'Wet.', taxRate: 825, accessLevel: 'admin', status: 'billed', updatedBy: 2 },
    ),
  ).toEqual([
    `Fuel: 20 L > ${formatNumber(22.5)} L`,
    'Job: Job 6 > West 80',
    'Equipment: Drill 1 > Nothing',
    'Notes: Nothing > Wet.',
    `Tax rate: Nothing > ${formatPercent(8.25)}`,
    'Access level: Basic > Admin',
    'Status: Active > Billed',
  ]);
});

test('the organization’s own fields are shown one by one, by their values', () => {
  expect(
    words(
      'update',
      { customFieldValues: { Helper: [4], Moisture: 14, Crop: 'Corn', Sown: '2025-09-18' } },
      { customFieldValues: { Helper: [4, 9], Moisture: 15.5, Crop: 'Corn', Ticket: ['a.jpg', 'b.jpg'], Sown: null } },
    ),
  ).toEqual([
    'Helper: Luis Ortega > Luis Ortega, Employee 9',
    `Moisture: ${formatNumber(14)} > ${formatNumber(15.5)}`,
    `Sown: ${formatDate('2025-09-18')} > Nothing`,
    'Ticket: Nothing > 2 photos',
  ]);
});

test('a new or deleted record shows only what it held; long texts are cut', () => {
  expect(words('create', null, { name: 'West 80', customerId: 5, createdBy: 1, id: 7, notes: '', photos: [] })).toEqual([
    'Name: null > West 80',
    'Customer: null > Customer 5',
  ]);
  expect(words('delete', { name: 'x'.repeat(400), version: 3 }, null)).toEqual([`Name: ${'x'.repeat(300)}… > null`]);
});

test('a run says when it was and how its fuel is split, and not which entries it had', () => {
  const [from, to] = ['2025-06-16T07:05:00-05:00', '2025-06-16T09:20:00-05:00'];
  expect(words('update', { shareBy: 'hours', endedAt: null }, { shareBy: 'hand', endedAt: to })).toEqual([
    'Split fuel by: Hours > By hand',
    `Ended: Nothing > ${formatTimestamp(to)}`,
  ]);
  expect(words('delete', { startedAt: from, entryIds: [4] }, null)).toEqual([`Began: ${formatTimestamp(from)} > null`]);
  expect(words('update', { spans: [] }, { spans: [{ from, to }] })).toEqual([
    `Time worked: Nothing > ${formatTimestamp(from)} – ${formatTimestamp(to)}`,
  ]);
});

test('leads to the records that have a screen', () => {
  expect(addressOf({ entityType: 'run', entityId: 9 })).toBe('/runs/9');
  expect(addressOf({ entityType: 'day_off', entityId: 9 })).toBeNull();
  expect(addressOf({ entityType: 'job_entry', entityId: 9 })).toBe('/job-entries?entryId=9');
  expect(addressOf({ entityType: 'api_key', entityId: 9 })).toBeNull();
});
