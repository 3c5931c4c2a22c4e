import { dayIn } from '#shared/lib/time-zone.ts';

const LONGEST = 64;

/** Whether the text names a time zone that this runtime knows. Offsets such as `+02:00` do not count: they have no daylight saving time. */
export const isTimeZone = (text: string): boolean =>
  text.length <= LONGEST && /^[a-z]/i.test(text) && dayIn(text, new Date(0)) !== undefined;
