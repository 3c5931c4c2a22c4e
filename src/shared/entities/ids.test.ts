import { expect, test } from 'vitest';
import { idOf, withTemporaryIds } from '#shared/entities/ids.ts';
import { issuesOf } from '#shared/messages/issues.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { implementInput } from '#shared/domain/implement.ts';
import { jobInput } from '#shared/domain/job.ts';

const TEMPORARY = 1_750_000_000_000;
const MESSAGE = 'Must be the id of a record (customer)';

const messagesOf = (value: unknown) => {
  const { error } = idOf('customer').safeParse(value);
  return error && issuesOf(error.issues).map(({ message }) => message);
};

test('an id is a whole number from 1 to the largest', () => {
  expect([1, 7, LARGEST_ID].map(messagesOf)).toEqual([undefined, undefined, undefined]);
  for (const value of [0, -1, 1.5, LARGEST_ID + 1, TEMPORARY, '7', null, Number.NaN]) {
    expect(messagesOf(value)).toContain(MESSAGE);
  }
});

test('a form may name what waits on its device, wherever a record is named; afterwards nobody may', () => {
  const implement = { name: 'Trailer', serviceTypeIds: [3, TEMPORARY] };
  expect(implementInput.safeParse(implement).success).toBe(false);
  expect(withTemporaryIds(() => implementInput.safeParse(implement)).data).toEqual(implement);
  expect(withTemporaryIds(() => jobInput.safeParse({ name: 'North', customerId: TEMPORARY })).success).toBe(true);
  expect(withTemporaryIds(() => jobInput.safeParse({ name: 'North', customerId: 2 ** 60 })).success).toBe(false);
  expect(withTemporaryIds(() => jobInput.safeParse({ name: 'North', customerId: 0 })).success).toBe(false);
  expect(implementInput.safeParse(implement).success).toBe(false);
});

test('even if the check throws', () => {
  expect(() =>
    withTemporaryIds(() => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  expect(messagesOf(TEMPORARY)).toContain(MESSAGE);
});
