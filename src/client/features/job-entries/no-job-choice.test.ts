import { describe, expect, test } from 'vitest';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import { jobWith, placeOf } from '#client/features/job-entries/entry-form.ts';

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

test('a form names its job, or its customer', () => {
  expect(placeOf({ jobId: 3, customerId: 7 })).toEqual({ jobId: 3 });
  expect(placeOf({ jobId: NO_JOB, customerId: 7 })).toEqual({ awaitsJob: true, customerId: 7 });
});
