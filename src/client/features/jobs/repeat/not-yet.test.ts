import { expect, test } from 'vitest';
import type { SeasonWork } from '#shared/domain/season-repeat.ts';
import { notYetOf } from './not-yet.ts';

const work = (jobId: number, customerId: number, values: Partial<SeasonWork> & { readonly hours?: number } = {}): SeasonWork => {
  const { hours = 1, ...more } = values;
  return {
    jobId,
    jobName: `J${jobId}`,
    nextName: `J${jobId}`,
    customerId,
    customerName: `C${customerId}`,
    phoneNumber: null,
    firstDay: '2025-06-01',
    lastDay: '2025-06-02',
    equipmentNames: [],
    services: [
      {
        serviceTypeId: 1,
        serviceTypeName: 'Chopping',
        entryCount: 2,
        totalHours: hours,
        billableHours: null,
        fuel: null,
        loads: null,
        fields: [],
      },
    ],
    state: 'notYet',
    thereJobId: null,
    revenueCents: null,
    ...more,
  };
};
const ids = (works: readonly SeasonWork[]): number[] => notYetOf(works).map(({ customerId }) => customerId);

test('lists each customer once, with what is not there and nothing else', () => {
  const works = [
    work(1, 7, { hours: 0.1, lastDay: '2025-07-09' }),
    work(2, 7, { hours: 0.2, firstDay: '2025-05-01' }),
    work(3, 7, { state: 'open', hours: 50 }),
    work(4, 8, { state: 'done' }),
  ];
  expect(notYetOf(works)).toEqual([
    {
      customerId: 7,
      customerName: 'C7',
      phoneNumber: null,
      works: works.slice(0, 2),
      firstDay: '2025-05-01',
      lastDay: '2025-07-09',
      hours: 0.3,
      entryCount: 4,
      revenueCents: null,
    },
  ]);
});

test('the one whose work was billed with most comes first; without money the one with most hours', () => {
  const works = [work(1, 1, { revenueCents: 500, hours: 9 }), work(2, 2, { revenueCents: 400 }), work(3, 2, { revenueCents: 200 })];
  expect(ids(works)).toEqual([2, 1]);
  expect(notYetOf(works)[0]?.revenueCents).toBe(600);
  expect(ids(works.map((each) => ({ ...each, revenueCents: null })))).toEqual([1, 2]);
});
