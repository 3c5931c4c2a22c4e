import { describe, expect, test } from 'vitest';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import { jobWith, placeOf } from '#client/features/job-entries/entry-form.ts';
import { changedPlace, createdPlace } from '#client/offline/entry-place.ts';

const jobsOf = (...customerIds: number[]) =>
  customerIds.map((customerId, index) => ({ id: index + 1, customerId })) as unknown as EntryData['openJobs'];

describe('the job that comes with a customer', () => {
  test.each([
    ['the only open one', true, [7], 1],
    ['none of several', false, [7, 7], null],
    ["'No job yet' for those who may make none", false, [8], NO_JOB],
    ['none where one can be made', true, [8], null],
  ])('%s', (_, mayMakeJobs, customerIds, expected) => {
    expect(jobWith({ openJobs: jobsOf(...customerIds), mayMakeJobs }, 7)).toBe(expected);
    expect(jobWith({ openJobs: [], mayMakeJobs }, null)).toBeNull();
  });
});

test('a form says its job, or its customer', () => {
  expect(placeOf({ jobId: 3, customerId: 7 })).toEqual({ jobId: 3 });
  expect(placeOf({ jobId: NO_JOB, customerId: 7 })).toEqual({ awaitsJob: true, customerId: 7 });
});

describe('of a job and none, what was chosen last counts', () => {
  const onJob = { data: { notes: 'wet' }, jobId: 3 };
  const waiting = { data: { notes: 'wet', customerId: 7, awaitsJob: true }, jobId: null };

  test('in an entry that is not made yet', () => {
    expect(createdPlace(waiting, { jobId: 3 }, 7)).toEqual(onJob);
    expect(createdPlace(onJob, { awaitsJob: true }, 7)).toEqual(waiting);
    expect(createdPlace(waiting, { customerId: 8 }, 7)).toEqual({ ...waiting, data: { ...waiting.data, customerId: 8 } });
    expect(createdPlace(waiting, { notes: 'dry' }, 7)).toEqual({ ...waiting, data: { ...waiting.data, notes: 'dry' } });
    expect(createdPlace(onJob, { notes: 'dry' }, 7)).toEqual({ data: { notes: 'dry' }, jobId: 3 });
  });

  test('in a change of one', () => {
    expect(changedPlace({ awaitsJob: true, customerId: 7, fuel: 1 }, { jobId: 3 })).toEqual({ fuel: 1, jobId: 3 });
    expect(changedPlace({ jobId: 3, fuel: 1 }, { awaitsJob: true })).toEqual({ fuel: 1, awaitsJob: true });
    expect(changedPlace({ jobId: 3 }, { fuel: 2 })).toEqual({ jobId: 3, fuel: 2 });
  });
});
