import { expect, test } from 'vitest';
import { dateOfSerial, guessDateOrder, isUnclearDate, readDateBy } from '#shared/lib/read-date.ts';

test.each([
  ['2025-06-14', null, '2025-06-14'],
  ['2025-06-14T08:30:00Z', null, '2025-06-14'],
  ['2025/6/4', null, '2025-06-04'],
  ['20250614', null, '2025-06-14'],
  ['14.06.2025', null, '2025-06-14'],
  ['14.6.25', null, '2025-06-14'],
  ['14/06/2025', 'dmy', '2025-06-14'],
  ['06/14/25', 'mdy', '2025-06-14'],
  ['6/14/2025 7:45 AM', 'mdy', '2025-06-14'],
  ['25-06-14', 'ymd', '2025-06-14'],
  ['14-Jun-2025', null, '2025-06-14'],
  ['June 14, 2025', null, '2025-06-14'],
  ['Sat, Jun 14 2025', null, '2025-06-14'],
  ['14. März 2025', null, '2025-03-14'],
  ['14 de junio de 2025', null, '2025-06-14'],
  ['06/14/25', 'dmy', null],
  ['03/04/2025', null, null],
  ['31.02.2025', null, null],
  ['soon', null, null],
  ['12', null, null],
  ['', null, null],
] as const)('%s by %s is %s', (text, order, date) => {
  expect(readDateBy(text, order)).toBe(date);
});

test('the order is what most of the dates show', () => {
  expect(guessDateOrder(['03/04/2025', '14/04/2025'])).toBe('dmy');
  expect(guessDateOrder(['03/04/2025', '04/14/2025', '04/15/2025', '16/04/2025'])).toBe('mdy');
  expect(guessDateOrder(['03/04/2025', '2025-01-01', '01.02.2025'])).toBeUndefined();
  expect(['03/04/2025', '03/03/2025', '2025-03-04', '14/04/2025'].map(isUnclearDate)).toEqual([true, false, false, false]);
});

test('a workbook counts days', () => {
  expect([45_822, 45_822.99, 36_526].map(dateOfSerial)).toEqual(['2025-06-14', '2025-06-14', '2000-01-01']);
  expect([12, 100_000].map(dateOfSerial)).toEqual([null, null]);
});
