import { type FieldWords, say } from '#shared/lib/words.ts';

/** How an organization bills. */
export const BILLING_SETTINGS_WORDS: Readonly<Record<string, FieldWords>> = {
  'BillingSettings.grouping': say('What one bill is for: all jobs of a customer that are billed at once, or one job.', 'customer'),
  'BillingSettings.paymentDays': say('Days until a bill is due; null: 30.', 14),
  'BillingSettings.discountPercent': say('Percent off for paying within `discountDays`; null: none.', '2'),
  'BillingSettings.discountDays': say('Days within which the discount may be taken; null: none.', 10),
  'BillingSettings.prefix': say('In front of year and number.', 'RE-'),
  'BillingSettings.digits': say('Zeros in front of a number up to so many digits; 0: none.', 4),
  'BillingSettings.correctionPrefix': say(
    'The prefix of the range of numbers of reversals and credit notes; null: they are numbered among the bills.',
    null,
  ),
  'BillingSettings.footer': say('At the foot of each page.', 'Registered in Ireland, no. 123456'),
  'BillingSettings.paymentText': say('Other ways to pay than the account.', 'Checks to Halvorsen Custom'),
  'BillingSettings.qrIban': say(
    'The account for payments with a QR reference, of banks in Switzerland and Liechtenstein; null: none.',
    'CH44 3199 9123 0008 8901 2',
  ),
  'BillingSettings.hasReference': say('Whether transfers name a creditor reference (ISO 11649) in place of the bill’s number.', false),
  'BillingSettings.taxScheme': say('How the organization stands to the tax.', 'usual'),
  'BillingSettings.taxRegistration': say('A tax number besides the one for VAT.', '12/345/67890'),
  'BillingSettings.reminders': say('The levels of reminders, at most three, in their order; with none, nobody is reminded.'),
  'BillingSettings.sendsFirstReminder': say('Whether the first reminder goes out by itself.', false),
  'BillingSettings.nextBillNumber': say(
    'The next number of this year, while none of it is taken; afterwards only the one that comes next anyway.',
    147,
  ),
  'BillingSettings.nextCorrectionNumber': say('The same for reversals and credit notes, where they have a range of their own.', 1),
  'BillingSettings.nextBill': say('The number that a bill would get now.'),
  'BillingSettings.nextCorrection': say('The same for reversals and credit notes; null: they are numbered among the bills.'),
  'NextNumber.year': say('The year that the number is of.', 2026),
  'NextNumber.number': say('The number within its year.', 147),
  'NextNumber.label': say('As it is printed.', 'RE-2026-0147'),
  'NextNumber.hasBegun': say('Whether the year has numbers of this range: then they go on without a gap.', true),
  'ReminderLevel.afterDays': say('Days after the due date.', 7),
  'ReminderLevel.text': say('The sender’s own words; null: the usual ones.', null),
  'ReminderLevel.feeCents': say('Charged with the letter, in cents.', 500),
  'ReminderLevel.interestPercent': say('Interest on what is overdue, percent a year; null: none.', '9'),
};
