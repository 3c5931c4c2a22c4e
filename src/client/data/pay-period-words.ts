import type { PayPeriod } from '#shared/domain/pay-period.ts';
import type { PlainText } from '#client/lib/texts.ts';

/** What each length of a pay period is called. */
export const PAY_PERIOD_WORDS: Readonly<Record<PayPeriod, PlainText>> = {
  week: 'Week',
  twoWeeks: 'Two weeks',
  halfMonth: 'Half a month',
  month: 'Month',
};
