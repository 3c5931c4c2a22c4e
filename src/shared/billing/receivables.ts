import { smallestCents } from '#shared/billing/minor-unit.ts';
import type { ReminderLevel } from '#shared/billing/schemas/billing-settings.ts';
import { addDays, type CalendarDate, daysBetween } from '#shared/lib/dates.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { times } from '#shared/lib/decimal-math.ts';
import { centsOf, nearestQuotient } from '#shared/lib/rounding.ts';

/** How old what is open is: not due, 1 to 30 days late, 31 to 60, more. */
export const AGES = ['notDue', 'to30', 'to60', 'over60'] as const;
export type Age = (typeof AGES)[number];

export const ageOf = (daysLate: number): Age => (daysLate <= 0 ? 'notDue' : daysLate <= 30 ? 'to30' : daysLate <= 60 ? 'to60' : 'over60');

/** Zero or less: it is not late. */
export const daysLateOn = (dueOn: CalendarDate, today: CalendarDate): number => daysBetween(dueOn, today);

/** What reminding a bill goes by. */
export interface Reminded {
  readonly dueOn: CalendarDate;
  /** The level of the last reminder; 0: none was sent. */
  readonly sentLevel: number;
  /** The day of the last reminder. */
  readonly remindedOn: CalendarDate | null;
  /** The day by which the customer promised to pay. */
  readonly promisedUntil: CalendarDate | null;
  readonly isDisputed: boolean;
}

/**
 * The day from which the next reminder of a bill is due; null: all were sent. It is so many days after the due date, and never sooner after
 * the one before than the settings have between the two: who is reminded late has the same time to pay.
 */
export const nextReminderOn = (levels: readonly ReminderLevel[], { dueOn, sentLevel, remindedOn }: Reminded): CalendarDate | null => {
  const next = levels[sentLevel];
  if (next === undefined) {
    return null;
  }
  const byDate = addDays(dueOn, Math.max(1, next.afterDays));
  const before = levels[sentLevel - 1];
  if (before === undefined || remindedOn === null) {
    return byDate;
  }
  const afterLast = addDays(remindedOn, Math.max(1, next.afterDays - before.afterDays));
  return afterLast > byDate ? afterLast : byDate;
};

/** Whether nobody reminds of it on this day: it is disputed, or the day that was promised is not over. */
export const isHeld = ({ promisedUntil, isDisputed }: Reminded, today: CalendarDate): boolean =>
  isDisputed || (promisedUntil !== null && promisedUntil >= today);

/** The level at which the bill is to be reminded of on this day; 0: not at all. */
export const levelDue = (levels: readonly ReminderLevel[], bill: Reminded, today: CalendarDate): number => {
  const next = isHeld(bill, today) ? null : nextReminderOn(levels, bill);
  return next !== null && next <= today ? bill.sentLevel + 1 : 0;
};

const DAYS_OF_YEAR = 365n;

/** Simple interest: open × percent × days / 365, rounded once, the half up. */
export const interestOn = (
  { openCents, currency }: { readonly openCents: number; readonly currency: string },
  percent: string | null | undefined,
  days: number,
): number => {
  if (!percent || days <= 0) {
    return 0;
  }
  const { digits, scale } = decimal(percent);
  const smallest = BigInt(smallestCents(currency));
  const parts = BigInt(openCents) * digits * BigInt(days);
  return Number(nearestQuotient(parts, 100n * 10n ** BigInt(scale) * DAYS_OF_YEAR * smallest) * smallest);
};

/** What was agreed to come off a bill that is paid soon. */
export interface AgreedDiscount {
  readonly grossCents: number;
  /** What was credited of it since; left out: nothing, as when it was issued. */
  readonly creditedCents?: number;
  readonly currency: string;
  readonly discountPercent: string | null;
  readonly discountUntil: CalendarDate | null;
}

/** What may be taken off for a payment of this day: the percentage of the whole bill but for what was credited, nothing after the last day. */
export const discountFor = (
  { grossCents, creditedCents = 0, currency, discountPercent, discountUntil }: AgreedDiscount,
  paidOn: CalendarDate,
): number =>
  discountPercent === null || discountUntil === null || paidOn > discountUntil
    ? 0
    : centsOf(times({ digits: BigInt(grossCents - creditedCents), scale: 4 }, decimal(discountPercent)), smallestCents(currency));
