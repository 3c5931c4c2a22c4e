import { expect, test } from 'vitest';
import { countAlike } from '#server/db/alike.ts';

const update = (entityId: number, after: Record<string, unknown>, entityType = 'job_entry') => ({
  entityType,
  entityId,
  action: 'update',
  new: after,
});
const create = (entityId: number, entityType = 'job_entry') => ({
  entityType,
  entityId,
  action: 'create',
  new: { notes: String(entityId) },
});

test('a change alone stands for itself', () => {
  expect(countAlike([])).toEqual([]);
  expect(countAlike([create(7)])).toEqual([1]);
});

test('of changes alike, that of the greatest id stands for all', () => {
  expect(countAlike([create(2), create(9), create(4)])).toEqual([0, 3, 0]);
  expect(countAlike([update(2, { jobId: 1, notes: 'a' }), update(3, { notes: null, jobId: 2 })])).toEqual([0, 2]);
});

test('kind, action and fields tell changes apart, their values do not', () => {
  const changes = [
    create(1),
    create(2, 'customer'),
    { ...create(3), action: 'delete', new: null },
    update(4, { loads: 1 }),
    update(5, { fuel: 1 }),
  ];
  expect(countAlike(changes)).toEqual([1, 1, 1, 1, 1]);
  expect(countAlike([update(4, { loads: 1 }), update(5, { loads: 2 })])).toEqual([0, 2]);
});

test('checking and unchecking are two things', () => {
  const [at, by] = ['2025-06-14T17:05:31.250Z', 5];
  const checks = [update(1, { checkedBy: by, checkedAt: at }), update(2, { checkedBy: null, checkedAt: null })];
  expect(countAlike([...checks, update(3, { checkedBy: by, checkedAt: at })])).toEqual([0, 1, 2]);
});

test('a record that is changed twice in the same way is one record, told by its last change', () => {
  expect(countAlike([update(1, { loads: 1 }), update(3, { loads: 1 }), update(3, { loads: 2 }), update(2, { loads: 1 })])).toEqual([
    0, 0, 3, 0,
  ]);
});
