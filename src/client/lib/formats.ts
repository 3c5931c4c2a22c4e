const cached = <A extends unknown[], F>(make: (...args: A) => F): ((...args: A) => F) => {
  const made = new Map<string, F>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
};

const dates = cached((locale: string | undefined, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));
const numbers = cached((locale: string | undefined, digits: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }));

const atNoonUtc = (date: string): Date => new Date(`${date}T12:00:00Z`);

/** A calendar date, such as 'Sep 18, 2025'. The day is never shifted by a time zone. */
export const formatDate = (date: string, locale?: string): string =>
  dates(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(atNoonUtc(date));

/** A calendar date with its weekday, such as 'Thursday, September 18, 2025'. */
export const formatLongDate = (date: string, locale?: string): string =>
  dates(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(atNoonUtc(date));

/** Month and day, such as 'Sep 18'. */
export const formatDay = (date: string, locale?: string): string =>
  dates(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(atNoonUtc(date));

/** The weekday, such as 'Thu'. */
export const formatWeekday = (date: string, locale?: string): string =>
  dates(locale, { weekday: 'short', timeZone: 'UTC' }).format(atNoonUtc(date));

/** A moment as medium date plus time, such as 'Sep 18, 2025, 2:41 PM', in the device's time zone. */
export const formatTimestamp = (iso: string, locale?: string): string =>
  dates(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** The day of a moment, such as 'Sep 18, 2025', in the device's time zone. */
export const formatDayOf = (iso: string, locale?: string): string => dates(locale, { dateStyle: 'medium' }).format(new Date(iso));

/** A number with at most three decimals. */
export const formatNumber = (value: number, locale?: string): string => numbers(locale, 3).format(value);
