import { expect, test } from 'vitest';
import { linkedTo } from '#client/entities/service-types/linked-to.ts';

test('offers what is linked to the service, and all of it while nothing is, or no service is chosen', () => {
  const machines = [
    { id: 1, serviceTypeIds: [70] },
    { id: 2, serviceTypeIds: [71, 72] },
  ];
  const offered = (service: number | null | undefined) => linkedTo(service, machines).map(({ id }) => id);
  expect([70, 72, 99, null, undefined].map(offered)).toEqual([[1], [2], [1, 2], [1, 2], [1, 2]]);
});
