import type { CalendarDate } from '#shared/lib/dates.ts';

const DAY_MS = 86_400_000;
const SUNDAY = 0;

/** A minute in milliseconds, as moments are counted. */
export const MINUTE_MS = 60_000;

/** Days since 1970, the unit for calendar dates here. */
export type Day = number;

/** The day of a calendar date. */
export const dayOf = (date: CalendarDate): Day => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The calendar date of a day. */
export const dateOf = (day: Day): CalendarDate => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 0 for January to 11. */
export const monthOf = (day: Day): number => new Date(day * DAY_MS).getUTCMonth();

/** Whether most people rest on it. */
export const isSunday = (day: Day): boolean => new Date(day * DAY_MS).getUTCDay() === SUNDAY;

/** Milliseconds since 1970 of an hour of the day, such as 17.5, where clocks are `utcOffset` hours ahead of UTC. To the minute. */
export const momentOf = (day: Day, hour: number, utcOffset: number): number =>
  day * DAY_MS + Math.round((hour - utcOffset) * 60) * MINUTE_MS;
