import { describe, expect, test } from 'vitest';
import { changedPlace, createdPlace } from '#client/offline/outbox/entry-place.ts';

describe('between a job and none, the later choice counts', () => {
  const onJob = { data: { notes: 'wet' }, jobId: 3 };
  const waiting = { data: { notes: 'wet', customerId: 7, awaitsJob: true }, jobId: null };

  test('in an entry that has not been created yet', () => {
    expect(createdPlace(waiting, { jobId: 3 }, 7)).toEqual(onJob);
    expect(createdPlace(onJob, { awaitsJob: true }, 7)).toEqual(waiting);
    expect(createdPlace(waiting, { customerId: 8 }, 7)).toEqual({ ...waiting, data: { ...waiting.data, customerId: 8 } });
    expect(createdPlace(waiting, { notes: 'dry' }, 7)).toEqual({ ...waiting, data: { ...waiting.data, notes: 'dry' } });
    expect(createdPlace(onJob, { notes: 'dry' }, 7)).toEqual({ data: { notes: 'dry' }, jobId: 3 });
  });

  test('in a change of an entry', () => {
    expect(changedPlace({ awaitsJob: true, customerId: 7, fuel: 1 }, { jobId: 3 })).toEqual({ fuel: 1, jobId: 3 });
    expect(changedPlace({ jobId: 3, fuel: 1 }, { awaitsJob: true })).toEqual({ fuel: 1, awaitsJob: true });
    expect(changedPlace({ jobId: 3 }, { fuel: 2 })).toEqual({ jobId: 3, fuel: 2 });
  });
});
