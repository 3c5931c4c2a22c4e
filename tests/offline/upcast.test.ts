import { expect, test } from 'vitest';
import { ITEM_VERSION } from '#client/offline/storage/item.ts';
import { upcast } from '#client/offline/storage/upcast.ts';

const around = { userId: 7, deviceId: 'cab', seq: 12 };
const TEMP = 1_758_200_000_123;
const first = { id: `${TEMP}-k`, timestamp: TEMP, retryCount: 2 };

// As an app that kept only the six fields of specification 2.21 would have left them.
const FIXTURES = [
  {
    was: { ...first, endpoint: '/api/organizations/3/customers', method: 'POST', data: { businessName: 'Oak Farm' } },
    is: { operation: 'create', store: 'customers', orgId: 3, target: TEMP, jobId: null, uses: [] },
  },
  {
    was: { ...first, endpoint: '/api/organizations/3/jobs', method: 'POST', data: { name: 'North', customerId: TEMP - 5 } },
    is: { operation: 'create', store: 'jobs', orgId: 3, target: TEMP, jobId: null, uses: [TEMP - 5] },
  },
  {
    was: { ...first, endpoint: '/api/jobs/41/entries', method: 'POST', data: { organizationId: 3, date: '2025-06-14', serviceTypeId: 2 } },
    is: { operation: 'create', store: 'jobEntries', orgId: 3, target: TEMP, jobId: 41, uses: [] },
  },
  {
    was: { ...first, endpoint: `/api/jobs/${TEMP - 9}/entries`, method: 'POST', data: { organizationId: 3, date: '2025-06-14' } },
    is: { operation: 'create', store: 'jobEntries', orgId: 3, target: TEMP, jobId: TEMP - 9, uses: [TEMP - 9] },
  },
  {
    was: { ...first, endpoint: '/api/job-entries/52', method: 'PATCH', data: { organizationId: 3, notes: 'dry' } },
    is: { operation: 'update', store: 'jobEntries', orgId: 3, target: 52, jobId: null, uses: [] },
  },
  {
    was: { ...first, endpoint: `/api/jobs/${TEMP - 9}`, method: 'DELETE', data: { organizationId: 3 } },
    is: { operation: 'remove', store: 'jobs', orgId: 3, target: TEMP - 9, jobId: null, uses: [TEMP - 9] },
  },
] as const;

test.each(FIXTURES)('$was.method $was.endpoint of the first form waits on as it was', ({ was, is }) => {
  expect(upcast(was, around)).toMatchObject({
    ...is,
    id: was.id,
    timestamp: TEMP,
    endpoint: was.endpoint,
    method: was.method,
    data: was.data,
    retryCount: 2,
    v: ITEM_VERSION,
    userId: 7,
    deviceId: 'cab',
    seq: 12,
    status: 'pending',
    attempt: 0,
    frozen: null,
  });
});

test('an item of today stays as it is; one of a newer app or an unreadable one is left alone', () => {
  const [{ was }] = FIXTURES;
  const today = upcast(was, around);
  expect(today).not.toBeNull();
  expect(upcast({ ...today }, { userId: 1, deviceId: 'other', seq: 99 })).toEqual(today);
  expect(upcast({ ...today, v: ITEM_VERSION + 1 }, around)).toBeNull();
  expect(upcast({ ...was, endpoint: '/api/tractors/5' }, around)).toBeNull();
  expect(upcast({ ...was, method: 'TRACE' }, around)).toBeNull();
});
