import { labelOf, type NumberSeries } from '#shared/billing/number-series.ts';
import type { NextBill, NumberRange } from '#shared/billing/schemas/billing-record.ts';
import { addDays, type CalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';
import { dayIn } from '#shared/lib/time-zone.ts';
import type { Context } from '#server/context.ts';
import { billSeries, findBillingSettings, seriesOf } from '#server/billing/data/billing-settings.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { todayOf } from '#server/data/today.ts';

/** A date further back than a year is a typo. */
const DAYS_BACK = 366;

/** The time zone where a day begins first. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';

const later = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);

interface OpenDays {
  /** The date of a bill unless one is chosen. */
  readonly usual: CalendarDate;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  /** Of the last record; null: there is none. */
  readonly last: CalendarDate | null;
}

/**
 * Dates that a record may have now: not before the last one, because numbers follow the dates, and not in the future. Records from before
 * the organization had its time zone may be a day ahead of it; then that day stays open, and no later one.
 */
const openDays = async (ctx: Context, series: NumberSeries): Promise<OpenDays> => {
  const last = await billingRecordData.lastIssuedOn(ctx, series);
  const today = todayOf(ctx);
  const longAgo = addDays(today, -DAYS_BACK);
  // Without a time zone, the organization may already have a day that UTC has not reached.
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

/** The date of records that are to be made in the series soon: the chosen one, else today's. 400 if it is not open now. */
export const dayToCome = async (ctx: Context, series: NumberSeries, wished: CalendarDate | undefined): Promise<CalendarDate> => {
  const open = await openDays(ctx, series);
  return wished === undefined ? open.usual : requireOpen(open, wished);
};

/** The same for bills. */
export const dayOfBills = async (ctx: Context, wished: CalendarDate | undefined): Promise<CalendarDate> =>
  dayToCome(ctx, await billSeries(ctx), wished);

const yearOf = (day: CalendarDate): number => Number(day.slice(0, 4));

/**
 * The date of a record that is being made in the series: the chosen one, if it is open, else today. From here to the commit nobody else
 * takes a number of its year, so the dates stay in the order of the numbers.
 */
export const dayOfIssue = async (ctx: Context, series: NumberSeries, wished?: CalendarDate): Promise<CalendarDate> => {
  const first = wished ?? (await openDays(ctx, series)).usual;
  await billingRecordData.holdYear(ctx, series, yearOf(first));
  const open = await openDays(ctx, series);
  return wished === undefined ? open.usual : requireOpen(open, wished);
};

/** The next number of the range, and the dates that are open in it. Another user may be faster. */
export const nextBill = async (ctx: Context, range: NumberRange = 'bill'): Promise<NextBill> => {
  const series = seriesOf(await findBillingSettings(ctx))[range];
  const { usual, from, until } = await openDays(ctx, series);
  const years = [...new Set([yearOf(from), yearOf(until)])];
  const numbers = await Promise.all(
    years.map(async (year) => {
      const number = (await billingRecordData.lastNumber(ctx, series, year)) + 1;
      return { year, number, label: labelOf(series, year, number) };
    }),
  );
  return { usual, from, until, numbers };
};
