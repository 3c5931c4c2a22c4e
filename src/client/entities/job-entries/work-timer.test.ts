import { expect, test } from 'vitest';
import { clockText, hoursBetween } from './work-timer.ts';

const MINUTE = 60_000;

test.each([
  [0, 0],
  [2, 0],
  [3, 0.1],
  [84, 1.4],
  [87, 1.5],
  [570, 9.5],
])('%d minutes of work are %d hours', (minutes, hours) => {
  expect(hoursBetween(1_000, 1_000 + minutes * MINUTE)).toBe(hours);
});

test('a clock that was set back causes no negative hours', () => {
  expect(hoursBetween(10 * MINUTE, 4 * MINUTE)).toBe(0);
  expect(clockText(10 * MINUTE, 4 * MINUTE)).toBe('0:00');
});

test.each([
  [59, '0:59'],
  [65, '1:05'],
  [1_500, '25:00'],
])('%d minutes are shown as %s', (minutes, text) => {
  expect(clockText(5, 5 + minutes * MINUTE + 59_000)).toBe(text);
});
