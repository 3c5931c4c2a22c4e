import { type CalendarDate, DAY_MS, localDate } from '#shared/lib/dates.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { pageLocale } from '#client/lib/language.ts';

const days = new Intl.DateTimeFormat(pageLocale(), { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
const daysOfYears = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'short' });
const weekdayAndClock = new Intl.DateTimeFormat(pageLocale(), { weekday: 'long', hour: 'numeric', minute: '2-digit' });

/** A day as an office speaks of it: 'Monday, October 6', or 'November 28, 2024' if it is of another year. */
export const dayWords = (date: CalendarDate, today: CalendarDate): string =>
  (date.slice(0, 4) === today.slice(0, 4) ? days : daysOfYears).format(new Date(`${date}T12:00:00Z`));

/** A moment: '7:52 AM' today, 'Tuesday 6:10 PM' within the last week, otherwise with its date. */
export const momentWords = (at: number, now: number): string => {
  if (localDate(new Date(at)) === localDate(new Date(now))) {
    return clock.format(at);
  }
  return now - at < 6 * DAY_MS && at < now ? weekdayAndClock.format(at) : formatTimestamp(new Date(at).toISOString());
};
