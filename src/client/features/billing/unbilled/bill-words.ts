import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { cached } from '#client/lib/cached.ts';
import { pageLocale } from '#client/lib/language.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';
import { type BillSort, daysWorked, type ShownWay } from './bill-rows.ts';

export const SORT_WORDS: Readonly<Record<BillSort, PlainText>> = { customer: 'Customer', worked: 'Worked', amount: 'Amount' };
export const WAY_WORDS: Readonly<Record<ShownWay, PlainText>> = { mail: 'Email', print: 'Print' };

/** Why a bill cannot be issued from the list, in two words. */
export const HINDRANCE_WORDS: Readonly<Record<NonNullable<UnbilledBill['hindrance']>, PlainText>> = {
  draftOpen: 'Work goes on',
  tooLarge: 'Amount too large',
  belowZero: 'Below zero',
};

const ranges = cached((locale: string | undefined) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }));
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** The days of the work, such as 'Sep 22 – 25'; empty without entries. */
export const workedWords = (bill: Pick<UnbilledBill, 'jobs'>): string => {
  const days = daysWorked(bill);
  if (days === null) {
    return '';
  }
  // Across a year's end a range would name both years, for which there is no room.
  const range = ranges(pageLocale());
  return days.from.slice(0, 4) === days.to.slice(0, 4)
    ? range.formatRange(noonOf(days.from), noonOf(days.to))
    : `${range.format(noonOf(days.from))} – ${range.format(noonOf(days.to))}`;
};

/** What is on the bill: the job, or how many; of how many that could be. */
export const jobWords = ({ jobs }: UnbilledBill, all = jobs): string =>
  jobs.length < all.length
    ? t('{count} of {all} jobs', { count: jobs.length, all: all.length })
    : jobs.length === 1
      ? (jobs[0]?.name ?? '')
      : plural(jobs.length, '{count} job on one bill', '{count} jobs on one bill');

/** '11 of 11'. */
export const checkedWords = ({ entries, unchecked }: { readonly entries: number; readonly unchecked: number }): string =>
  entries === 0 ? '' : t('{count} of {all}', { count: entries - unchecked, all: entries });

/** How bills go out: '31 by email, 4 to print'. */
export const sentWords = ({ mail, print }: { readonly mail: number; readonly print: number }): string =>
  [mail > 0 ? t('{count} by email', { count: mail }) : '', print > 0 ? t('{count} to print', { count: print }) : '']
    .filter((words) => words !== '')
    .join(', ');

/** '40 jobs of 36 customers'. */
export const jobsOfCustomers = ({ jobs, customers }: { readonly jobs: number; readonly customers: number }): string =>
  t('{jobs} of {customers}', {
    jobs: plural(jobs, '{count} job', '{count} jobs'),
    customers: plural(customers, '{count} customer', '{count} customers'),
  });
