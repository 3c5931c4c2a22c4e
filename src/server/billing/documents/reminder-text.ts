import type { RemindedBill } from '#shared/billing/schemas/reminder.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { addDays, type CalendarDate } from '#shared/lib/dates.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { LETTER_WORDS } from './letter-words.ts';
import { writtenIn } from './numbers.ts';
import { filled } from './words.ts';

/** By when a letter after the first asks for the money. */
const DAYS_TO_PAY = 10;

export const payUntil = (today: CalendarDate): CalendarDate => addDays(today, DAYS_TO_PAY);

interface ReminderScene {
  readonly language: LanguageId;
  readonly units: UnitSystem;
  readonly currency: string;
  /** The sender's. */
  readonly country: string | null;
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
export const reminderText = ({ today, level, contactName, bills, ownText, ...scene }: ReminderScene): string => {
  const { language, units, currency, country, feeCents, interestCents } = scene;
  const words = LETTER_WORDS[language];
  const written = writtenIn(language, units, currency, country);
  const greeting = contactName === null ? words.greetingToAll : filled(words.greeting, { name: contactName });
  const [only] = bills;
  const texts = bills.length === 1 ? words.one : words.several;
  const usual = texts[level - 1] ?? texts.at(-1) ?? '';
  const open = openOf(bills);
  const body = filled(ownText ?? usual, {
    numbers: bills.map(({ label }) => label).join(', '),
    amount: written.money(open),
    due: written.longDay(only?.dueOn ?? today),
    total: written.money(open + feeCents + interestCents),
    until: written.longDay(payUntil(today)),
  });
  return `${greeting}\n\n${body}`;
};
