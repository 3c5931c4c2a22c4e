import type { NextBill } from '#shared/billing/schemas/billing-record.ts';
import { addDays, type CalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';
import { dayIn } from '#shared/lib/time-zone.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { todayOf } from '#server/data/today.ts';

/** A date further back than a year is a slip of the finger. */
const DAYS_BACK = 366;

/** Where a day begins first. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';

const later = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);

interface OpenDays {
  /** The day that a bill has where nobody chooses one. */
  readonly usual: CalendarDate;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  /** Of the last record; null: there is none. */
  readonly last: CalendarDate | null;
}

/**
 * Days on which a record may be dated now: not before the last one, for numbers follow the days, and not in the future. Records from before
 * the organization had its time zone may be a day ahead of it; then that day stays open, and no later one.
 */
const openDays = async (ctx: Context): Promise<OpenDays> => {
  const last = await billingRecordData.lastIssuedOn(ctx);
  const today = todayOf(ctx);
  const longAgo = addDays(today, -DAYS_BACK);
  // Whose zone nobody knows may have a day that has not come to UTC yet.
  const newest = ctx.timeZone === null ? (dayIn(EARLIEST_ZONE, ctx.now()) ?? today) : today;
  return { usual: later(today, last ?? today), from: later(last ?? longAgo, longAgo), until: later(newest, last ?? newest), last };
};

const requireOpen = ({ from, until, last }: OpenDays, wished: CalendarDate): CalendarDate => {
  if (wished > until) {
    throw invalid('issuedOn', 'billDateInFuture', { until });
  }
  if (wished < from) {
    throw last === from ? invalid('issuedOn', 'billDateBeforeLast', { last }) : invalid('issuedOn', 'billDateTooEarly', { from });
  }
  return wished;
};

const yearOf = (day: CalendarDate): number => Number(day.slice(0, 4));

/**
 * The day of a record that is being made: the one that was chosen, if it is open, else today. From here to the commit nobody else takes a
 * number of its year, so the days stay in the order of the numbers.
 */
export const dayOfIssue = async (ctx: Context, wished?: CalendarDate): Promise<CalendarDate> => {
  const first = wished ?? (await openDays(ctx)).usual;
  await billingRecordData.holdYear(ctx, yearOf(first));
  const open = await openDays(ctx);
  return wished === undefined ? open.usual : requireOpen(open, wished);
};

/** What a bill would be numbered, and the days on which it may be dated. Somebody else may be faster. */
export const nextBill = async (ctx: Context): Promise<NextBill> => {
  const { usual, from, until } = await openDays(ctx);
  const years = [...new Set([yearOf(from), yearOf(until)])];
  const numbers = await Promise.all(years.map(async (year) => ({ year, number: (await billingRecordData.lastNumber(ctx, year)) + 1 })));
  return { usual, from, until, numbers };
};
