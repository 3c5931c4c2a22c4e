import { expect, test } from 'vitest';
import { weekOf } from '#client/features/dashboard/this-week.tsx';

test('a week begins on Monday, also seen from Sunday and across a year', () => {
  expect(weekOf(new Date(2025, 8, 18, 12))).toEqual([
    '2025-09-15',
    '2025-09-16',
    '2025-09-17',
    '2025-09-18',
    '2025-09-19',
    '2025-09-20',
    '2025-09-21',
  ]);
  expect(weekOf(new Date(2025, 8, 21, 23, 59))[0]).toBe('2025-09-15');
  expect(weekOf(new Date(2026, 0, 1, 0, 0))).toContain('2025-12-29');
});
