import { useCallback } from 'react';
import { addDays, type CalendarDate } from '#shared/lib/dates.ts';
import { useToday } from '#client/data/today.ts';
import { cached } from '#client/lib/cached.ts';
import { pageLocale } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';

const formats = cached(
  (locale: string | undefined, isOfThisYear: boolean) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      ...(isOfThisYear ? {} : { year: 'numeric' }),
      timeZone: 'UTC',
    }),
);

/** The day above the entries of it: 'Today', 'Yesterday', 'Mon, Nov 23', and with its year if that is another. */
export const dayHead = (date: CalendarDate, today: CalendarDate): string => {
  if (date === today) {
    return t('Today');
  }
  return date === addDays(today, -1)
    ? t('Yesterday')
    : formats(pageLocale(), date.slice(0, 4) === today.slice(0, 4)).format(new Date(`${date}T12:00:00Z`));
};

/** `dayHead` as of today. */
export const useDayOf = (): ((date: CalendarDate) => string) => {
  const today = useToday();
  return useCallback((date) => dayHead(date, today), [today]);
};
