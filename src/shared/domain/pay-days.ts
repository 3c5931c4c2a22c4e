import { isOfWeeks, type PayPeriod } from '#shared/domain/pay-period.ts';
import { addDays, type CalendarDate, daysBetween } from '#shared/lib/dates.ts';

// Which days a pay period has: apart from what an organization chooses, which many screens know.

/** The days from one to another, both included. */
export interface Days {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** A Monday: weeks are counted from here where no first day was chosen. */
const A_MONDAY = '2001-01-01';

const weeksAround = (day: CalendarDate, weeks: number, start: CalendarDate): Days => {
  const length = weeks * 7;
  const since = daysBetween(start, day);
  const from = addDays(start, Math.floor(since / length) * length);
  return { from, to: addDays(from, length - 1) };
};

const lastOfMonth = (day: CalendarDate): CalendarDate => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return addDays(next, -1);
};

/** The pay period that holds a day. `start`: the first day of any of them, where they are weeks; null: they begin on Mondays. */
export const payPeriodAround = (day: CalendarDate, period: PayPeriod, start: CalendarDate | null): Days => {
  if (isOfWeeks(period)) {
    return weeksAround(day, period === 'week' ? 1 : 2, start ?? A_MONDAY);
  }
  const [first, middle] = [`${day.slice(0, 8)}01`, `${day.slice(0, 8)}15`];
  if (period === 'month') {
    return { from: first, to: lastOfMonth(day) };
  }
  return day <= middle ? { from: first, to: middle } : { from: addDays(middle, 1), to: lastOfMonth(day) };
};
