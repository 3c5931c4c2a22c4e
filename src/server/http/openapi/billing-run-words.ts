import { type FieldWords, say } from '#shared/lib/words.ts';

const COUNTS = {
  issuedOn: say('The date of its bills.', '2025-10-09', 'date'),
  createdBy: say('For whom it goes on: who started it, or tried failed bills again.', 5),
  createdAt: say('When it was started.', '2025-10-09T15:40:02.007Z', 'date-time'),
  finishedAt: say('When nothing was left to do; null: it goes on.', null, 'date-time'),
  currency: say('Three letters, as in ISO 4217.', 'USD'),
  count: say('How many bills it has.', 35),
  waiting: say('Bills without a number yet.', 13),
  toMail: say('Bills that have their number and are still to be mailed.', 2),
  done: say('Bills that are issued, and mailed if they were to be.', 19),
  failed: say('Bills that failed, each for a reason.', 1),
  toPrint: say('Issued bills for the printer.', 4),
  toPost: say('Of these, those that nobody has posted yet.', 4),
};

const ofBoth = (words: Readonly<Record<string, FieldWords>>): [string, FieldWords][] =>
  Object.entries(words).flatMap(([name, each]) => [
    [`BillingRunHead.${name}`, each],
    [`BillingRun.${name}`, each],
  ]);

const BILL: Readonly<Record<string, FieldWords>> = {
  id: say('The lowest id of its jobs.', 41),
  jobs: say('What is on it.'),
  draftId: say('The draft that says which jobs are on it and what is added; null: none.', null),
  currency: say('Three letters, as in ISO 4217.', 'USD'),
  hasAmount: say('Whether anything on it has a price. Without one it becomes a record of the work, which takes no number of a bill.', true),
  netCents: say('Without tax; null: no amount, or one that is too large.', 720_300),
  grossCents: say('What is to be paid; null: no amount, or one that is too large.', 720_300),
  creditCents: say('What the customer paid for voided bills, and is credited on this one.', 0),
  digest: say('Of its lines and totals: a bill with the same digest says the same.', 'pZ4kfX1mB2s8YbVqT0cRgw'),
  warnings: say('What would be lost if it were issued now.'),
  legalNeeds: say('What the law of the seller’s country asks for on it, and it lacks.', []),
  eInvoiceNeeds: say('What the e-invoice lacks that the customer would get (Germany, Austria, France), or ask for (XRechnung).', []),
  unrated: say('Services of entries that no rate applies to.', ['Hauling']),
  hindrance: say(
    'Why it cannot be issued: `draftOpen`, a job on its draft is not completed; `tooLarge`; `belowZero`, deposits are more than the work. Null: it can.',
    null,
  ),
  way: say('How the customer gets it: as they wish, else by mail if there is an address; `none` without an amount.', 'mail'),
  recipients: say('Addresses of the customer that bills go to.', ['office@pineridge.example']),
};

/** Fields of the bills that completed work would make, and of billing runs. */
export const BILLING_RUN_WORDS: Readonly<Record<string, FieldWords>> = {
  'UnbilledCustomer.id': say('The customer.', 12),
  'UnbilledCustomer.businessName': say('Its name.', 'Pine Ridge Farms'),
  'UnbilledCustomer.bills': say('The bills that its completed jobs would make now.'),
  ...Object.fromEntries(
    Object.entries(BILL).flatMap(([name, words]) => [
      [`UnbilledBill.${name}`, words],
      [`BillPreview.${name}`, words],
    ]),
  ),
  'BillPreview.bill': say('Its lines and totals; null: an amount is too large.'),
  'BillPreview.customer': say('Whom it is for.'),
  'BillPreview.paymentDays': say('Days until it is due.', 30),
  'UnbilledBillJob.id': say('The job.', 41),
  'UnbilledBillJob.name': say('Its name.', 'North 40'),
  'UnbilledBillJob.completedAt': say('When it was completed.', '2025-10-04T20:11:09.000Z', 'date-time'),
  'UnbilledBillJob.from': say('The day of its first entry; null without entries.', '2025-09-29', 'date'),
  'UnbilledBillJob.to': say('The day of its last entry; null without entries.', '2025-10-02', 'date'),
  'UnbilledBillJob.entryCount': say('Its entries.', 14),
  'UnbilledBillJob.uncheckedCount': say('Of these, those that nobody checked.', 0),
  'UnbilledBillJob.cents': say('Its part of the total: the parts add up to it. Null without an amount.', 720_300),
  ...Object.fromEntries(ofBoth(COUNTS)),
  'BillingRun.items': say('Its bills, in their order.'),
  'BillingRunItem.place': say('Its place in the run, from 1 on.', 1),
  'BillingRunItem.jobIds': say('The jobs on it.', [41]),
  'BillingRunItem.digest': say('Of the bill as it was seen.', 'pZ4kfX1mB2s8YbVqT0cRgw'),
  'BillingRunItem.grossCents': say('The total that was seen.', 720_300),
  'BillingRunItem.way': say('How it reaches the customer.', 'mail'),
  'BillingRunItem.recipients': say('Of a mail: where it goes.', ['office@pineridge.example']),
  'BillingRunItem.state': say('`waiting`; `issued`, and still to be mailed; `done`; `failed`.', 'done'),
  'BillingRunItem.recordId': say('Its record; null until it is issued.', 9),
  'BillingRunItem.label': say('Its number; null until it is issued.', '2025-214'),
  'BillingRunItem.isSent': say('Whether it was mailed, or somebody said that it was posted.', true),
  'BillingRunItem.reason': say('Why it failed; null: it did not.', null),
  'BillingRunItem.now': say('The bill in place of the one that was seen; null: it is no other, or nobody looked.', null),
  'BillingRunReason.messageCode': say('The sentence, as its code.', 'jobBilledAlready'),
  'BillingRunReason.values': say('The values in the sentence.', { name: 'North 40' }),
  'BillingRunReason.message': say('The sentence in English.', 'Job North 40 is already billed.'),
  'BillSeenNow.digest': say('Its digest.', 'pZ4kfX1mB2s8YbVqT0cRgw'),
  'BillSeenNow.grossCents': say('Its total.', 735_000),
  'BillingRun.message': say('What the mails say; if left out, the usual words.', null),
  'BillingRetry.items': say('The failed bills to try again. Others are left alone.'),
  'BillingRetryItem.place': say('Its place in the run.', 1),
  'BillingRetryItem.digest': say('The digest that was seen now.', 'pZ4kfX1mB2s8YbVqT0cRgw'),
  'BillingRetryItem.grossCents': say('The total that was seen now.', 735_000),
  'BillingPosted.sentOn': say('The day on which the printed bills were posted.', '2025-10-10', 'date'),
};
