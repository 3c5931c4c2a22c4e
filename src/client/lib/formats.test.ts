import { expect, test } from 'vitest';
import { formatPercent } from '#client/lib/format-amounts.ts';
import { formatDate, formatDates, formatDay, formatLongDate, formatNumber, formatWeekday } from '#client/lib/formats.ts';

test('a calendar date keeps its day, whatever the time zone', () => {
  expect(formatDate('2025-09-18', 'en-US')).toBe('Sep 18, 2025');
  expect(formatLongDate('2025-01-01', 'en-US')).toBe('Wednesday, January 1, 2025');
  expect(formatDay('2025-12-31', 'en-US')).toBe('Dec 31');
  expect(formatWeekday('2025-12-31', 'en-US')).toBe('Wed');
  expect(formatDate('2025-09-18', 'de')).toBe('18.09.2025');
  // Written with thin spaces.
  expect(formatDates('2025-09-14', '2025-09-17', 'en-US').replaceAll(/\s/g, ' ')).toBe('Sep 14 – 17, 2025');
  expect(formatDates('2025-09-14', '2025-09-14', 'en-US')).toBe('Sep 14, 2025');
});

test('numbers have at most three decimals and the separators of the locale', () => {
  expect(formatNumber(1234.5678, 'en-US')).toBe('1,234.568');
  expect(formatNumber(9.5, 'de')).toBe('9,5');
  expect(formatNumber(21, 'en-US')).toBe('21');
});

test('a percentage has its sign as the locale writes it', () => {
  expect([8.25, 8.875, 7, -5].map((percent) => formatPercent(percent, 'en-US'))).toEqual(['8.25%', '8.875%', '7%', '-5%']);
  expect(formatPercent(8.25, 'de').replace(/\s/, ' ')).toBe('8,25 %');
});
