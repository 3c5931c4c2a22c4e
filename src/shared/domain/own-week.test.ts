import { expect, test } from 'vitest';
import { addDays } from '#shared/lib/dates.ts';
import { isOwnEntry, type OwnEntry, ownHoursOf } from './own-hours.ts';
import { lacksOf, ownWeek, sumOfHours } from './own-week.ts';

const me = { employeeId: 7, userId: 70 };

const entry = (date: string, totalHours: number | null, more: Partial<OwnEntry> = {}): OwnEntry => ({
  date,
  totalHours,
  loads: null,
  operatorIds: [7],
  createdBy: 70,
  missing: [],
  ...more,
});

const week = (today: string, entries: readonly OwnEntry[], daysOff: readonly string[] = []) =>
  ownWeek({ entries, daysOff: daysOff.map((date) => ({ date })), today, me });

test('own is what one works on, and what one logged without naming anybody', () => {
  expect(isOwnEntry(entry('2025-10-09', 1, { createdBy: 99 }), me)).toBe(true);
  expect(isOwnEntry(entry('2025-10-09', 1, { operatorIds: [] }), me)).toBe(true);
  expect(isOwnEntry(entry('2025-10-09', 1, { operatorIds: [], createdBy: 99 }), me)).toBe(false);
  // Logged for somebody else.
  expect(isOwnEntry(entry('2025-10-09', 1, { operatorIds: [8] }), me)).toBe(false);
});

test('hours of an entry are those of each who worked on it, as in reports', () => {
  expect(ownHoursOf(entry('2025-10-09', 9, { operatorIds: [8, 7] }), me)).toBe(9);
  expect(ownHoursOf(entry('2025-10-09', 9, { operatorIds: [] }), me)).toBe(9);
  expect(ownHoursOf(entry('2025-10-09', 9, { operatorIds: [8] }), me)).toBe(0);
  expect(ownHoursOf(entry('2025-10-09', null), me)).toBe(0);
  expect(sumOfHours([entry('2025-10-09', 0.1), entry('2025-10-09', 0.2)], me)).toBe(0.3);
});

test('a week has its hours by day, and which of them only this device has', () => {
  const days = week('2025-10-09', [
    entry('2025-10-06', 10),
    entry('2025-10-08', 9.5),
    entry('2025-10-09', 3.5),
    entry('2025-10-09', 2.5, { sync: 'waiting' }),
  ]);
  expect(days.map(({ date, hours, waitingHours }) => [date, hours, waitingHours])).toEqual([
    ['2025-10-06', 10, 0],
    ['2025-10-07', 0, 0],
    ['2025-10-08', 9.5, 0],
    ['2025-10-09', 6, 2.5],
    ['2025-10-10', 0, 0],
    ['2025-10-11', 0, 0],
    ['2025-10-12', 0, 0],
  ]);
});

const missing = (days: ReturnType<typeof week>): string[] => days.filter(({ isMissing }) => isMissing).map(({ date }) => date);

test('missing is a workday that is over and has nothing: not today, not to come, no weekend, no day off', () => {
  const before = entry('2025-10-02', 8);
  expect(missing(week('2025-10-09', [before]))).toEqual(['2025-10-06', '2025-10-07', '2025-10-08']);
  expect(missing(week('2025-10-12', [before, entry('2025-10-06', 8)], ['2025-10-07']))).toEqual(['2025-10-08', '2025-10-09', '2025-10-10']);
  expect(missing(week('2025-10-06', [before]))).toEqual([]);
  // An entry without hours is an entry.
  expect(missing(week('2025-10-08', [before, entry('2025-10-06', null), entry('2025-10-07', 0)]))).toEqual([]);
});

/** A day of each of the four weeks before that of 2025-10-09, by how many days after its Monday. */
const weeksBefore = (...weekdays: readonly (readonly number[])[]) =>
  weekdays.flatMap((days, weeksAgo) => days.map((day) => entry(addDays('2025-09-29', day - 7 * weeksAgo), 8)));

test('a workday is one on which the person usually works: every other week at least, of those in which they worked', () => {
  const sunday = (before: readonly OwnEntry[]) => missing(week('2025-10-13', before)).length === 0 && missing(week('2025-10-12', before));
  // Never on a Monday, always on a Saturday.
  const tuesdayOn = [1, 2, 3, 4, 5];
  expect(sunday(weeksBefore(tuesdayOn, tuesdayOn, tuesdayOn, tuesdayOn))).toEqual([
    '2025-10-07',
    '2025-10-08',
    '2025-10-09',
    '2025-10-10',
    '2025-10-11',
  ]);
  // A Saturday now and then is none; a week off changes nothing.
  expect(sunday(weeksBefore([0, 1], [], [0, 1, 5], [0, 1]))).toEqual(['2025-10-06', '2025-10-07']);
  // One week tells nothing of the next.
  expect(sunday(weeksBefore([3]))).toEqual(['2025-10-06', '2025-10-07', '2025-10-08', '2025-10-09', '2025-10-10']);
});

test('nothing is missing from before the first entry', () => {
  expect(missing(week('2025-10-09', []))).toEqual([]);
  expect(missing(week('2025-10-10', [entry('2025-10-08', 8)]))).toEqual(['2025-10-09']);
});

test('who worked on a day off was not off', () => {
  const [monday] = week('2025-10-09', [entry('2025-10-06', 4)], ['2025-10-06']);
  expect(monday).toMatchObject({ isOff: false, hours: 4 });
  expect(week('2025-10-09', [], ['2025-10-06'])[0]).toMatchObject({ isOff: true });
});

test('a week goes over the end of a month and a year, from Monday to Sunday', () => {
  const dates = (today: string) => week(today, []).map(({ date }) => date);
  expect(dates('2026-01-01')[0]).toBe('2025-12-29');
  expect(dates('2025-12-29')).toEqual(dates('2026-01-04'));
  expect(dates('2026-01-05')[0]).toBe('2026-01-05');
});

test('a day of 23 or 25 hours is one day', () => {
  // The clocks change on the last Sunday of the week.
  expect(week('2025-10-26', [entry('2025-10-26', 11)]).map(({ hours }) => hours)).toEqual([0, 0, 0, 0, 0, 0, 11]);
  expect(new Set(week('2025-03-30', []).map(({ date }) => date)).size).toBe(7);
});

test('what entries lack is counted by field, the most first', () => {
  expect(
    lacksOf([
      entry('2025-10-09', 1),
      entry('2025-10-09', 1, { missing: ['Fuel', 'Loads'] }),
      entry('2025-10-08', 1, { missing: ['Loads'] }),
    ]),
  ).toEqual([
    { field: 'Loads', count: 2 },
    { field: 'Fuel', count: 1 },
  ]);
  // What comes first in a week of another order does not decide.
  expect(lacksOf([])).toEqual([]);
});
