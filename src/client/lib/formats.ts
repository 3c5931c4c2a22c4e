import { cached } from '#client/lib/cached.ts';
import { pageLocale } from '#client/lib/language.ts';

const dates = cached((locale: string | undefined, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const numbers = cached((locale: string | undefined, digits: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }));

const atNoonUtc = (date: string): Date => new Date(`${date}T12:00:00Z`);

/** A calendar date, such as 'Sep 18, 2025'. The day is never shifted by a time zone. */
export const formatDate = (date: string, locale = pageLocale()): string =>
  dates(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(atNoonUtc(date));

/** From one calendar date to another, such as 'Sep 14 – 17, 2025'; one date if they are the same. */
export const formatDates = (from: string, to: string, locale = pageLocale()): string =>
  dates(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(atNoonUtc(from), atNoonUtc(to));

/** A calendar date with its weekday, such as 'Thursday, September 18, 2025'. */
export const formatLongDate = (date: string, locale = pageLocale()): string =>
  dates(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(atNoonUtc(date));

/** Month and day, such as 'Sep 18'. */
export const formatDay = (date: string, locale = pageLocale()): string =>
  dates(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(atNoonUtc(date));

/** The month of a date, such as 'September 2025'. */
export const formatMonth = (date: string, locale = pageLocale()): string =>
  dates(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(atNoonUtc(date));

/** The same for narrow places, such as 'Sep 25'. */
export const formatShortMonth = (date: string, locale = pageLocale()): string =>
  dates(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' }).format(atNoonUtc(date));

/** The weekday, such as 'Thu'. */
export const formatWeekday = (date: string, locale = pageLocale()): string =>
  dates(locale, { weekday: 'short', timeZone: 'UTC' }).format(atNoonUtc(date));

/** A moment as medium date plus time, such as 'Sep 18, 2025, 2:41 PM', in the device's time zone. */
export const formatTimestamp = (iso: string, locale = pageLocale()): string =>
  dates(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** The day of a moment, such as 'Sep 18, 2025', in the device's time zone. */
export const formatDayOf = (iso: string, locale = pageLocale()): string => dates(locale, { dateStyle: 'medium' }).format(new Date(iso));

/** A number with at most three decimals. */
export const formatNumber = (value: number, locale = pageLocale()): string => numbers(locale, 3).format(value);
