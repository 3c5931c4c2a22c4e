import type { DayOff } from '#shared/domain/day-off.ts';
import { type OwnEntry, ownHoursOf, type Person } from '#shared/domain/own-hours.ts';
import { addDays, type CalendarDate, mondayOf } from '#shared/lib/dates.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';

// A person's own hours. Days are the organization's calendar days, so that one of 23 or 25 hours is a day like any other.

/** A person's hours in all of the entries. */
export const sumOfHours = (entries: readonly OwnEntry[], me: Person): number => exactSum(entries.map((entry) => ownHoursOf(entry, me)));

/** A person's day. */
export interface OwnDay {
  readonly date: CalendarDate;
  readonly hours: number;
  /** Of these, what only this device has so far. */
  readonly waitingHours: number;
  /** Nothing was logged on a day on which something should have been. */
  readonly isMissing: boolean;
  readonly isOff: boolean;
}

/** From Monday to Friday, as long as nothing tells of other weeks. */
const USUAL_WEEK = [0, 1, 2, 3, 4];
const WEEKS_BEFORE = [1, 2, 3, 4];

/**
 * The weekdays, Monday as 0, on which somebody usually works: in half of the weeks at least, of the four before in which they worked at all.
 * One such week tells nothing of the next.
 */
const workdaysOf = (entries: readonly Pick<OwnEntry, 'date'>[], monday: CalendarDate): readonly number[] => {
  const days = new Set(entries.map(({ date }) => date));
  const weeks = WEEKS_BEFORE.map((ago) => Array.from({ length: 7 }, (_, day) => days.has(addDays(monday, day - 7 * ago))));
  const worked = weeks.filter((week) => week.includes(true));
  return worked.length < 2
    ? USUAL_WEEK
    : [0, 1, 2, 3, 4, 5, 6].filter((day) => 2 * worked.filter((week) => week[day]).length >= worked.length);
};

interface WeekInput {
  /** The person's own entries, of the week and from before it. */
  readonly entries: readonly OwnEntry[];
  readonly daysOff: readonly Pick<DayOff, 'date'>[];
  readonly today: CalendarDate;
  readonly me: Person;
}

/**
 * The week of a day, Monday first. Missing is a workday that is over, neither off nor before the first of the entries (who began on
 * Wednesday has nothing to log for Tuesday), and without any entry.
 */
export const ownWeek = ({ entries, daysOff, today, me }: WeekInput): OwnDay[] => {
  const monday = mondayOf(today);
  const workdays = workdaysOf(entries, monday);
  const first = entries.reduce<CalendarDate>((earliest, { date }) => (date < earliest ? date : earliest), '9999-12-31');
  return Array.from({ length: 7 }, (_, index): OwnDay => {
    const date = addDays(monday, index);
    const ofDay = entries.filter((entry) => entry.date === date);
    const isOff = daysOff.some((off) => off.date === date);
    const isWorkday = workdays.includes(index) && date < today && date >= first;
    return {
      date,
      hours: sumOfHours(ofDay, me),
      waitingHours: sumOfHours(
        ofDay.filter(({ sync }) => sync !== undefined),
        me,
      ),
      isMissing: isWorkday && !isOff && ofDay.length === 0,
      isOff: isOff && ofDay.length === 0,
    };
  });
};

/** What entries lack: each field that one of them should have, and how many do not, the most first. */
export const lacksOf = (entries: readonly Pick<OwnEntry, 'missing'>[]): { readonly field: string; readonly count: number }[] => {
  const counts = new Map<string, number>();
  for (const field of entries.flatMap(({ missing }) => missing)) {
    counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  return [...counts].map(([field, count]) => ({ field, count })).sort((one, other) => other.count - one.count);
};
