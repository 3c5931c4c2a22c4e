import { expect, test } from 'vitest';
import { gridSteps, placesOf } from './plot-parts.tsx';

test('draws at most four grid lines, at round numbers up to the highest value', () => {
  expect(gridSteps(41)).toEqual([20, 40]);
  expect(gridSteps(0.9)).toEqual([0.25, 0.5, 0.75]);
  expect(gridSteps(8)).toEqual([2, 4, 6, 8]);
  expect(gridSteps(0)).toEqual([]);
  for (const highest of [1, 3, 7.3, 12, 99, 101, 250, 1234, 98765]) {
    expect(gridSteps(highest).length).toBeLessThanOrEqual(4);
  }
});

test('leaves a gap where columns are missing in between', () => {
  expect(placesOf([false, false, false], 0.5)).toEqual({ places: [0, 1, 2], room: 3, runs: [{ first: 0, last: 2 }] });
  expect(placesOf([false, true, false, true], 0.5)).toEqual({
    places: [0, 1.5, 2.5, 4],
    room: 5,
    runs: [
      { first: 0, last: 0 },
      { first: 1.5, last: 2.5 },
      { first: 4, last: 4 },
    ],
  });
  expect(placesOf([], 0.5)).toEqual({ places: [], room: 0, runs: [] });
});
