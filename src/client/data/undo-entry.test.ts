import { expect, test } from 'vitest';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { valuesBefore } from '#client/data/undo-entry.ts';

const before = {
  id: 12,
  jobId: 3,
  customerId: 2,
  awaitsJob: false,
  date: '2026-07-01',
  serviceTypeId: 4,
  totalHours: 8,
  fuel: null,
  photos: ['a.jpg'],
  customFieldValues: { Acres: 40 },
} as unknown as JobEntry;

const asItWas = { jobId: 3, date: '2026-07-01', serviceTypeId: 4, totalHours: 8, photos: ['a.jpg'], customFieldValues: { Acres: 40 } };

test('what a change left alone stays, whatever others do to it in the meantime', () => {
  expect(valuesBefore(asItWas, before)).toEqual({});
  expect(valuesBefore({ ...asItWas, totalHours: 8.5, fuel: 30 }, before)).toEqual({ totalHours: 8, fuel: null });
});

test('files and own fields are those that were there, and added values go', () => {
  const body = { ...asItWas, photos: ['a.jpg', 'blob:1'], customFieldValues: { Acres: 41, Moisture: 18 } };
  expect(valuesBefore(body, before)).toEqual({ photos: ['a.jpg'], customFieldValues: { Acres: 40, Moisture: null } });
});

test('an entry goes back to its job, or to No job yet of its customer', () => {
  expect(valuesBefore({ ...asItWas, jobId: 5 }, before)).toEqual({ jobId: 3 });
  const { jobId: _, ...onNone } = asItWas;
  expect(valuesBefore({ ...onNone, awaitsJob: true, customerId: 2 }, before)).toEqual({ jobId: 3 });
  expect(valuesBefore(asItWas, { ...before, awaitsJob: true, jobId: 9 })).toEqual({ awaitsJob: true, customerId: 2 });
  expect(valuesBefore({ ...onNone, awaitsJob: true, customerId: 2 }, { ...before, awaitsJob: true, jobId: 9 })).toEqual({});
});
