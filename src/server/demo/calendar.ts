import type { CalendarDate } from '#shared/lib/dates.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUNDAY = 0;

/** Days since 1970: what calendar dates are counted in here. */
export type Day = number;

export const dayOf = (date: CalendarDate): Day => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

export const dateOf = (day: Day): CalendarDate => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 0 for January to 11. */
export const monthOf = (day: Day): number => new Date(day * DAY_MS).getUTCMonth();

export const isSunday = (day: Day): boolean => new Date(day * DAY_MS).getUTCDay() === SUNDAY;

/** Milliseconds since 1970 of an hour of the day, such as 17.5, where clocks are `utcOffset` hours ahead of UTC. To the minute. */
export const momentOf = (day: Day, hour: number, utcOffset: number): number => day * DAY_MS + Math.round((hour - utcOffset) * 60) * 60_000;

export const HOURS = HOUR_MS;
