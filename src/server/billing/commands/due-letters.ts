import { countryOfSeller } from '#shared/billing/country-of-seller.ts';
import { interestOn } from '#shared/billing/receivables.ts';
import type { BillingSettings, ReminderLevel } from '#shared/billing/schemas/billing-settings.ts';
import type { DueLetter, RemindedBill, ReminderContent } from '#shared/billing/schemas/reminder.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { groupsOf } from '#shared/lib/groups.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { recipientsOf } from './bill-sending.ts';
import { openOf, reminderText } from '#server/billing/documents/reminder-text.ts';
import type { BillOfCustomer, Debtor } from '#server/billing/data/receivables.ts';

/** What letters are written by. */
export interface LetterScene {
  readonly settings: Pick<BillingSettings, 'reminders'>;
  readonly units: UnitSystem;
  readonly issuer: ReminderContent['issuer'];
  /** Of customers who have none, in an organization that has none. */
  readonly language: LanguageId;
  readonly today: CalendarDate;
}

const remindedBill = ({ id, label, issuedOn, dueOn, grossCents, openCents, dueLevel }: BillOfCustomer): RemindedBill => ({
  recordId: id,
  label,
  issuedOn,
  dueOn,
  grossCents,
  openCents,
  level: dueLevel,
});

/** Whether a letter that goes out today names it: it is late, and neither disputed nor promised for a day to come. */
const isNamed = ({ daysLate, isDisputed, promisedUntil }: BillOfCustomer, today: CalendarDate): boolean =>
  daysLate > 0 && !isDisputed && (promisedUntil === null || promisedUntil < today);

/** Each bill bears the interest of the level that it reaches with this letter, or reached before: none that nobody reminded of yet. */
const interestOf = (bills: readonly BillOfCustomer[], levels: readonly ReminderLevel[]): number =>
  bills.reduce((sum, bill) => sum + interestOn(bill, levels[(bill.dueLevel || bill.sentLevel) - 1]?.interestPercent, bill.daysLate), 0);

/** The letter of one customer in one currency; undefined: none is due. */
const letterOf = (debtor: Debtor, bills: readonly BillOfCustomer[], scene: LetterScene): DueLetter | undefined => {
  const { settings, units, issuer, today } = scene;
  const named = bills.filter((bill) => isNamed(bill, today));
  const level = Math.max(0, ...named.map(({ dueLevel }) => dueLevel));
  const [first] = named;
  if (level === 0 || first === undefined || !debtor.isReminded) {
    return undefined;
  }
  const rule = settings.reminders[level - 1];
  const reminded = named.map(remindedBill);
  const { id: customerId, businessName, phoneNumber, contactName } = debtor;
  const language = debtor.language ?? scene.language;
  const added = { feeCents: rule?.feeCents ?? 0, interestCents: interestOf(named, settings.reminders) };
  const { currency } = first;
  const text = reminderText({
    language,
    units,
    currency,
    country: countryOfSeller(issuer),
    today,
    level,
    contactName,
    bills: reminded,
    ownText: rule?.text ?? null,
    ...added,
  });
  return {
    customerId,
    businessName,
    recipients: recipientsOf(debtor),
    phoneNumber,
    language,
    level,
    currency,
    bills: reminded,
    openCents: openOf(reminded),
    ...added,
    text,
  };
};

/** The letters that are due: one for each customer and currency, of the bills that are open. */
export const lettersOf = (debtors: readonly Debtor[], bills: readonly BillOfCustomer[], scene: LetterScene): DueLetter[] => {
  const byDebtor = groupsOf(bills, ({ customerId }) => customerId);
  return debtors.flatMap((debtor) =>
    [...groupsOf(byDebtor.get(debtor.id) ?? [], ({ currency }) => currency).values()].flatMap(
      (group) => letterOf(debtor, group, scene) ?? [],
    ),
  );
};
