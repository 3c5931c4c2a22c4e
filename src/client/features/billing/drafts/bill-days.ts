import type { NextBill } from '#shared/billing/schemas/billing-record.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { recordNumber } from '#client/features/billing/bills/billing-record-words.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';

/** The organization's today, if a bill may have that date. */
export const usualDay = (today: string, { from, until }: NextBill): string => (today < from ? from : today > until ? until : today);

/** What is wrong with a bill's date; undefined: nothing. */
export const dayProblem = (day: string, { from, until }: NextBill): string | undefined => {
  if (!isCalendarDate(day)) {
    return t('Choose a bill date.');
  }
  if (day > until) {
    return t("A bill can't be dated in the future. Choose {date} or earlier.", { date: formatDate(until) });
  }
  return day < from ? t('Bill numbers follow the dates. Choose {date} or later.', { date: formatDate(from) }) : undefined;
};

/** The number that a bill of that day would get next. */
export const numberOn = (day: string, { numbers }: NextBill): string | undefined => {
  const next = numbers.find(({ year }) => year === Number(day.slice(0, 4)));
  return next && recordNumber(next);
};
