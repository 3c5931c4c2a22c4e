import { expect, test } from 'vitest';
import { gridSteps } from '#client/components/plot-parts.tsx';

test('draws at most four grid lines, at round numbers up to the highest value', () => {
  expect(gridSteps(41)).toEqual([20, 40]);
  expect(gridSteps(0.9)).toEqual([0.25, 0.5, 0.75]);
  expect(gridSteps(8)).toEqual([2, 4, 6, 8]);
  expect(gridSteps(0)).toEqual([]);
  for (const highest of [1, 3, 7.3, 12, 99, 101, 250, 1234, 98765]) {
    expect(gridSteps(highest).length).toBeLessThanOrEqual(4);
  }
});
