import type { CalendarDate } from '#shared/lib/dates.ts';

// Creating a formatter takes much longer than using it, and it is nearly always the same.
let last: { readonly zone: string; readonly writer: Intl.DateTimeFormat } | undefined;

/**
 * The calendar date of a moment in a time zone, by its IANA name: `America/Chicago`. Undefined if this runtime does not know the zone: one
 * that the server knows may be too new for an old browser.
 */
export const dayIn = (zone: string, moment: Date): CalendarDate | undefined => {
  try {
    last =
      last?.zone === zone
        ? last
        : { zone, writer: new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }) };
  } catch {
    return undefined;
  }
  const [month, day, year] = last.writer.format(moment).split('/');
  return `${year}-${month}-${day}`;
};

/** The hour that clocks show there at a moment: 0 to 23. Undefined if this runtime does not know the zone. */
export const hourIn = (zone: string, moment: Date): number | undefined => {
  try {
    return Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(moment));
  } catch {
    return undefined;
  }
};
