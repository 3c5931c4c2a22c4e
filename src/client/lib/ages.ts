import { isoMoment, localDate } from '#shared/lib/dates.ts';
import { formatDayOf, formatTimestamp } from '#client/lib/formats.ts';
import { pageLocale, wordsLocale } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';

const times = new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'short' });
const weekdays = new Intl.DateTimeFormat(pageLocale(), { weekday: 'long' });
const ages = new Intl.RelativeTimeFormat(wordsLocale());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, such as '3 days ago'; a moment in the future (the clock was set) is 'just now'. */
export const agoWords = (at: number, now: number): string => {
  const passed = now - at;
  if (passed < MINUTE) {
    return t('just now');
  }
  const [unit, length] = passed < HOUR ? (['minute', MINUTE] as const) : passed < DAY ? (['hour', HOUR] as const) : (['day', DAY] as const);
  return ages.format(-Math.floor(passed / length), unit);
};

const isSameDay = (at: number, now: number): boolean => localDate(new Date(at)) === localDate(new Date(now));

/** A moment for people: only the time if it is today, otherwise the day too. */
export const momentWords = (at: number, now: number): string => (isSameDay(at, now) ? times.format(at) : formatTimestamp(isoMoment(at)));

/** A day for people: within the last week its weekday, such as 'on Tuesday'. */
export const dayWords = (at: number, now: number): string => {
  if (isSameDay(at, now)) {
    return t('today');
  }
  const isThisWeek = now - at < 6 * DAY && now > at;
  return t('on {day}', { day: isThisWeek ? weekdays.format(at) : formatDayOf(isoMoment(at)) });
};

/** The first moment of today, where the device is. */
export const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0);
