import type { NoticeSettings } from '#shared/domain/notice.ts';

const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 1440;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What a clock of the zone shows, in minutes since midnight; by UTC in a zone that this runtime does not know. */
const clockIn = (zone: string): ((moment: number) => number) => {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  let writer: Intl.DateTimeFormat;
  try {
    writer = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  } catch {
    writer = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
  return (moment) => minutesOf(writer.format(moment));
};

/**
 * When the quiet hours end in which the moment is, by clocks of the zone; null: it is in none. Looked for minute by minute: in a night in
 * which clocks change, counting hours is wrong by one.
 */
export const quietUntil = (quiet: NoticeSettings['quiet'], zone: string, moment: Date): Date | null => {
  if (quiet === null || quiet.from === quiet.to) {
    return null;
  }
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const clock = clockIn(zone);
  const isQuiet = (minute: number): boolean => (from < to ? minute >= from && minute < to : minute >= from || minute < to);
  if (!isQuiet(clock(moment.getTime()))) {
    return null;
  }
  let end = Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  for (let minute = 0; minute < 2 * MINUTES_OF_DAY && isQuiet(clock(end)); minute += 1) {
    end += MINUTE_MS;
  }
  return new Date(end);
};
