import type { CalendarDate } from '#shared/lib/dates.ts';

/** How long an organization's pay periods are; `halfMonth`: to the 15th, and the rest. */
export const PAY_PERIODS = ['week', 'twoWeeks', 'halfMonth', 'month'] as const;
export type PayPeriod = (typeof PAY_PERIODS)[number];

/** The pay period that an organization chose. */
export interface ChosenPeriod {
  readonly payPeriod: PayPeriod;
  readonly payPeriodStart: CalendarDate | null;
}

/** What an organization chose; a copy of it from before there were pay periods has none. */
export const payPeriodOf = ({ payPeriod = 'month', payPeriodStart = null }: Partial<ChosenPeriod>): ChosenPeriod => ({
  payPeriod,
  payPeriodStart,
});

/** Whether a pay period is counted from a day that somebody chooses. */
export const isOfWeeks = (period: PayPeriod): boolean => period === 'week' || period === 'twoWeeks';
