import { expect, test } from 'vitest';
import { addDays } from '#shared/lib/dates.ts';
import { payPeriodAround } from './pay-days.ts';
import { PAY_PERIODS } from './pay-period.ts';

test.each([
  ['week', null, '2025-10-09', '2025-10-06', '2025-10-12'],
  ['week', '2025-10-05', '2025-10-11', '2025-10-05', '2025-10-11'],
  ['week', '2025-10-05', '2025-10-12', '2025-10-12', '2025-10-18'],
  ['twoWeeks', '2025-09-29', '2025-10-09', '2025-09-29', '2025-10-12'],
  ['twoWeeks', '2025-09-29', '2025-10-12', '2025-09-29', '2025-10-12'],
  ['twoWeeks', '2025-09-29', '2025-10-13', '2025-10-13', '2025-10-26'],
  // From a day that is still to come, backwards.
  ['twoWeeks', '2026-01-05', '2025-12-31', '2025-12-22', '2026-01-04'],
  // Over the change of the clocks.
  ['twoWeeks', '2025-03-03', '2025-03-30', '2025-03-17', '2025-03-30'],
  ['twoWeeks', '2025-03-03', '2025-03-31', '2025-03-31', '2025-04-13'],
  ['halfMonth', null, '2025-02-15', '2025-02-01', '2025-02-15'],
  ['halfMonth', null, '2024-02-16', '2024-02-16', '2024-02-29'],
  ['month', null, '2025-02-28', '2025-02-01', '2025-02-28'],
  ['month', null, '2025-12-31', '2025-12-01', '2025-12-31'],
  // The first day is for weeks only.
  ['month', '2025-10-05', '2025-10-03', '2025-10-01', '2025-10-31'],
] as const)('%s from %s: %s is between %s and %s', (period, start, day, from, to) => {
  expect(payPeriodAround(day, period, start)).toEqual({ from, to });
});

test.each(PAY_PERIODS)('every day is in one period of the kind %s, and the next begins where it ends', (period) => {
  for (let day = '2023-12-01'; day < '2025-02-01'; day = addDays(day, 1)) {
    const { from, to } = payPeriodAround(day, period, '2024-02-29');
    expect(from <= day && day <= to).toBe(true);
    expect(payPeriodAround(from, period, '2024-02-29')).toEqual({ from, to });
    expect(payPeriodAround(addDays(to, 1), period, '2024-02-29').from).toBe(addDays(to, 1));
  }
});
