import { expect, test } from 'vitest';
import { ownField, soFar } from '#client/features/jobs/so-far.ts';

const entry = (serviceTypeId: number, totalHours: number | null, acres?: unknown) => ({
  serviceTypeId,
  totalHours,
  loads: null,
  fuel: null,
  billableHours: null,
  customFieldValues: acres === undefined ? {} : { Acres: acres },
});
const ENTRIES = [entry(1, 0.1, 12.1), entry(1, 0.2, 0.3), entry(1, null, 'many'), entry(2, 7, 40)];

test('so far is what entries of the service came to, exactly', () => {
  expect(soFar({ serviceTypeId: 1, measure: 'totalHours', value: 9 }, ENTRIES)).toBe(0.3);
  expect(soFar({ serviceTypeId: 1, measure: 'custom:Acres', value: 18 }, ENTRIES)).toBe(12.4);
  expect(soFar({ serviceTypeId: 1, measure: 'loads', value: 18 }, ENTRIES)).toBe(0);
  expect(soFar({ serviceTypeId: 3, measure: 'totalHours', value: 9 }, ENTRIES)).toBe(0);
});

test('a field of the organization is known by its prefix', () => {
  expect([ownField({ measure: 'custom:Acres: wet' }), ownField({ measure: 'loads' })]).toEqual(['Acres: wet', undefined]);
});
