import type { RemindedBill } from '#shared/billing/schemas/reminder.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { addDays, type CalendarDate } from '#shared/lib/dates.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { LETTER_WORDS } from './letter-words.ts';
import { writtenIn } from './numbers.ts';
import { filled } from './words.ts';

/** By when a letter after the first asks for the money. */
const DAYS_TO_PAY = 10;

interface ReminderScene {
  readonly language: LanguageId;
  readonly units: UnitSystem;
  readonly currency: string;
  readonly today: CalendarDate;
  readonly level: number;
  /** The person at the customer's. */
  readonly contactName: string | null;
  /** What is overdue. */
  readonly bills: readonly RemindedBill[];
  readonly feeCents: number;
  readonly interestCents: number;
  /** The organization's own words in place of the usual ones. */
  readonly ownText: string | null;
}

export const openOf = (bills: readonly Pick<RemindedBill, 'openCents'>[]): number =>
  bills.reduce((sum, { openCents }) => sum + openCents, 0);

/** What a letter of reminder says above its list. */
export const reminderText = ({ language, units, currency, today, level, contactName, bills, ownText, ...added }: ReminderScene): string => {
  const words = LETTER_WORDS[language];
  const written = writtenIn(language, units, currency);
  const greeting = contactName === null ? words.greetingToAll : filled(words.greeting, { name: contactName });
  const [only] = bills;
  const texts = bills.length === 1 ? words.one : words.several;
  const usual = texts[level - 1] ?? texts.at(-1) ?? '';
  const open = openOf(bills);
  const body = filled(ownText ?? usual, {
    numbers: bills.map(({ label }) => label).join(', '),
    amount: written.money(open),
    due: written.longDay(only?.dueOn ?? today),
    total: written.money(open + added.feeCents + added.interestCents),
    until: written.longDay(addDays(today, DAYS_TO_PAY)),
  });
  return `${greeting}\n\n${body}`;
};
