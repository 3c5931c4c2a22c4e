import { expect, test } from 'vitest';
import { addDays, daysBetween, isCalendarDate, localDate, mondayOf, seasonOf, seasonSpan } from '#shared/lib/dates.ts';

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

test.each([null, '2025-01-01', '2019-03-01', '2019-10-01', '2025-12-31', '2024-02-29'])(
  'the season that begins on %s holds all its days and no other, year after year',
  (seasonStart) => {
    for (const season of ['1999', '2023', '2024', '2025', '2027']) {
      const { from, to } = seasonSpan(season, seasonStart);
      for (let date = from; date <= to; date = addDays(date, 1)) {
        expect(seasonOf(date, seasonStart)).toBe(season);
      }
      expect(seasonOf(addDays(from, -1), seasonStart)).toBe(String(Number(season) - 1));
      expect(seasonOf(addDays(to, 1), seasonStart)).toBe(String(Number(season) + 1));
    }
  },
);

test('days are counted over months, leap days and changes of the clock', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2025-03-31', -31)).toBe('2025-02-28');
  expect(daysBetween('2024-02-28', '2025-02-28')).toBe(366);
  expect(daysBetween('2025-03-29', '2025-03-31')).toBe(2);
});

test('a week begins on Monday', () => {
  expect(['2025-06-09', '2025-06-12', '2025-06-15', '2025-06-16'].map(mondayOf)).toEqual([
    '2025-06-09',
    '2025-06-09',
    '2025-06-09',
    '2025-06-16',
  ]);
});
