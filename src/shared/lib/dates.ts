/** A calendar date, `yyyy-MM-dd`. It never becomes a `Date`, so no time zone can shift the day. */
export type CalendarDate = string;

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Whether the text is a day that exists, written `yyyy-MM-dd`, in the years 1900 to 9999. */
export const isCalendarDate = (text: string): text is CalendarDate => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) {
    return false;
  }
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const days = month === 2 && isLeap(year) ? 29 : DAYS_IN_MONTH[month - 1];
  return year >= 1900 && days !== undefined && day >= 1 && day <= days;
};

/** The calendar date of a moment in the device's own time zone: what a driver calls today. */
export const localDate = (moment: Date): CalendarDate => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
};

/**
 * The season that holds a date: the year in which it began (specification 8.14).
 * `seasonStart` is a date whose month and day count; without one a season begins on 1 January.
 */
export const seasonOf = (date: CalendarDate, seasonStart: CalendarDate | null): string => {
  const year = Number(date.slice(0, 4));
  const begins = seasonStart === null ? '01-01' : seasonStart.slice(5);
  return String(date.slice(5) >= begins ? year : year - 1);
};

/** A day of 24 hours in milliseconds. Calendar days are counted by dates, because some have 23 or 25 hours. */
export const DAY_MS = 86_400_000;

/** The date this many days later, or earlier if negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The number of days between two dates. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** The Monday of the week of a date. */
export const mondayOf = (date: CalendarDate): CalendarDate => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

// A season that begins on 29 February begins on 1 March in other years, as in `seasonOf`.
const seasonBegins = (year: number, seasonStart: CalendarDate | null): CalendarDate => {
  const day = `${year}-${seasonStart === null ? '01-01' : seasonStart.slice(5)}`;
  return isCalendarDate(day) ? day : `${year}-03-01`;
};

/** The first and the last day of a season: `seasonOf` returns it for every date between them, and for no other. */
export const seasonSpan = (
  season: string,
  seasonStart: CalendarDate | null,
): { readonly from: CalendarDate; readonly to: CalendarDate } => {
  const year = Number(season);
  return { from: seasonBegins(year, seasonStart), to: addDays(seasonBegins(year + 1, seasonStart), -1) };
};

/** The moment this many days, of 24 hours each, earlier. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** A moment as the API writes it, from milliseconds since 1970. */
export const isoMoment = (milliseconds: number): string => new Date(milliseconds).toISOString();
