import { expect, test } from 'vitest';
import { quickChoices } from '#client/lib/quick-choices.ts';

const choices = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const idsOf = (count: number, used: readonly number[]) => quickChoices(choices(count), used).map(({ id }) => id);

test('a few choices are all shown, recently used ones first and each once', () => {
  expect(idsOf(4, [3, 1, 3])).toEqual([3, 1, 2, 4]);
  expect(idsOf(6, [])).toEqual([1, 2, 3, 4, 5, 6]);
});

test('of many only recently used ones, at most six, and none that is gone', () => {
  expect(idsOf(20, [])).toEqual([]);
  expect(idsOf(20, [99, 12, 3, 12])).toEqual([12, 3]);
  expect(idsOf(20, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual([1, 2, 3, 4, 5, 6]);
});
