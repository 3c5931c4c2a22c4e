import { expect, test } from 'vitest';
import { isCalendarDate, localDate, seasonOf } from '#shared/lib/dates.ts';

test.each(['2025-09-18', '2024-02-29', '2000-02-29', '1900-01-01', '9999-12-31'])('%s is a calendar date', (text) => {
  expect(isCalendarDate(text)).toBe(true);
});

test.each([
  '2025-02-29',
  '1900-02-29',
  '2025-13-01',
  '2025-00-10',
  '2025-04-31',
  '2025-4-3',
  '25-04-03',
  '2025-04-03T00:00',
  '',
  '1899-12-31',
])('%s is no calendar date', (text) => {
  expect(isCalendarDate(text)).toBe(false);
});

test('today is the day of the device, also just before midnight', () => {
  expect(localDate(new Date(2025, 11, 31, 23, 59, 59))).toBe('2025-12-31');
  expect(localDate(new Date(2026, 0, 1, 0, 0, 0))).toBe('2026-01-01');
});

test('a season without a start is the calendar year', () => {
  expect(seasonOf('2025-01-01', null)).toBe('2025');
  expect(seasonOf('2025-12-31', null)).toBe('2025');
});

test('a season that starts in October holds the next spring', () => {
  expect(seasonOf('2025-09-30', '2019-10-01')).toBe('2024');
  expect(seasonOf('2025-10-01', '2019-10-01')).toBe('2025');
  expect(seasonOf('2026-03-15', '2019-10-01')).toBe('2025');
});
