import { formatDayOf } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';

const HOUR_MS = 3_600_000;

/** When somebody was last seen, to the hour, as the server keeps it. */
export const lastSeenWords = (iso: string, now: number): string => {
  const isToday = new Date(iso).toDateString() === new Date(now).toDateString();
  return now - Date.parse(iso) < HOUR_MS ? t('Within the hour') : isToday ? t('Today') : formatDayOf(iso);
};
