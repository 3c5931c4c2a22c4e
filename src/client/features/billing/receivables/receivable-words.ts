import type { Age } from '#shared/billing/receivables.ts';
import { saysNet } from '#shared/billing/says-net.ts';
import type { OpenBill } from '#shared/billing/schemas/receivable.ts';
import type { UNSENT_REASONS } from '#shared/billing/schemas/reminder.ts';
import { termsWords } from '#client/features/billing/terms-words.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDay } from '#client/lib/formats.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';
import type { ReceivableRow } from './receivable-rows.ts';

/** Ages as heads of columns. */
export const AGE_HEAD: Readonly<Record<Age, PlainText>> = { notDue: 'Not due', to30: '1 to 30', to60: '31 to 60', over60: 'Over 60' };

/** Ages in full. */
export const AGE_WORD: Readonly<Record<Age, PlainText>> = {
  notDue: 'Not due yet',
  to30: '1 to 30 days late',
  to60: '31 to 60 days late',
  over60: 'Over 60 days late',
};

const DUE: readonly PlainText[] = ['First reminder due', 'Second reminder due', 'Final reminder due'];
const LETTER: readonly PlainText[] = ['First reminder', 'Second reminder', 'Final reminder'];

/** What a letter of this level is called. */
export const letterWord = (level: number): string => t(LETTER[level - 1] ?? 'Final reminder');

const sentWords = (level: number, day: string): string => {
  const values = { date: formatDay(day) };
  switch (level) {
    case 1:
      return t('First sent {date}', values);
    case 2:
      return t('Second sent {date}', values);
    default:
      return t('Final sent {date}', values);
  }
};

/** The bill that was reminded of most. */
export const mostReminded = (bills: readonly OpenBill[]): OpenBill | undefined =>
  bills.reduce<OpenBill | undefined>((most, bill) => (bill.sentLevel > (most?.sentLevel ?? 0) ? bill : most), undefined);

/** Why nobody reminds of what is late. */
const heldWords = ({ bills, isReminded }: ReceivableRow, today: string): string => {
  if (!isReminded) {
    return t('Not reminded, as agreed');
  }
  const late = bills.filter(({ daysLate }) => daysLate > 0);
  const promised = late.find(({ promisedUntil }) => promisedUntil !== null && promisedUntil >= today)?.promisedUntil;
  if (promised) {
    return t('Promised for {date}', { date: formatDay(promised) });
  }
  return late.some(({ isDisputed }) => isDisputed) ? t('Disputed') : '';
};

interface ReminderWords {
  readonly title: string;
  readonly below: string;
}

/** How far a customer was reminded, and what is due. */
export const reminderWords = (row: ReceivableRow, today: string): ReminderWords => {
  const last = mostReminded(row.bills);
  const sent = last?.remindedOn ? sentWords(last.sentLevel, last.remindedOn) : t('None sent yet');
  if (row.letter) {
    return { title: t(DUE[row.letter.level - 1] ?? 'Final reminder due'), below: sent };
  }
  const next = row.bills
    .filter(({ daysLate, isDisputed }) => daysLate > 0 && !isDisputed)
    .flatMap(({ nextReminderOn }) => nextReminderOn ?? [])
    .toSorted()[0];
  const held = heldWords(row, today);
  const later = held === '' && next !== undefined && next > today ? t('Next on {date}', { date: formatDay(next) }) : held;
  return { title: t('No reminder due'), below: [sent, later].filter(Boolean).join('. ') };
};

/** How late a bill is: '22 days late', 'due today', 'in 12 days'. */
export const lateWords = (daysLate: number): string =>
  daysLate > 0
    ? plural(daysLate, '{count} day late', '{count} days late')
    : daysLate === 0
      ? t('Due today')
      : plural(-daysLate, 'in {count} day', 'in {count} days');

/** The terms of a customer, and what they do about them. */
export const habitWords = ({ paymentDays, usualDaysLate }: ReceivableRow, country: string | null): string => {
  const said = termsWords(paymentDays, country);
  const terms = saysNet(country) || paymentDays === 0 ? `${said}.` : t('{days} to pay.', { days: said });
  if (usualDaysLate === null) {
    return terms;
  }
  const usual =
    usualDaysLate > 0
      ? plural(usualDaysLate, 'Usually pays {count} day late.', 'Usually pays {count} days late.')
      : t('Usually pays on time.');
  return `${terms} ${usual}`;
};

/** Why a letter was not sent. */
export const UNSENT_WORD: Readonly<Record<(typeof UNSENT_REASONS)[number], PlainText>> = {
  changed: 'Changed since. Look again.',
  noAddress: 'No email address',
  tooMany: 'Too many emails for now. Try later.',
};

/** Amounts of several currencies after each other. */
export const moneyWords = (sums: readonly { readonly currency: string; readonly cents: number }[]): string =>
  sums.map(({ currency, cents }) => formatMoney(cents, currency)).join(' + ');
