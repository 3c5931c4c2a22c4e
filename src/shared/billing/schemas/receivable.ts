import * as z from 'zod/mini';
import type { AGES } from '#shared/billing/receivables.ts';
import { calendarDate, nullableNumber, nullableText, optionalLines } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';
import { paymentPart } from './payment-part.ts';
import { BILL_STATES } from './payment-status.ts';

/** Bills of one answer, those that are due first: an organization with more has other worries. */
export const MOST_RECEIVABLES = 2000;
/** Paid bills are counted up to this many: more says enough, and costs the same however many there are. */
export const MOST_PAID_COUNTED = 1000;
/** Bills of one payment, and of one note. */
export const MOST_PARTS = 200;

const MOST_CENTS = 100_000_000_000;
const RECORD = because('mustBePositiveInteger');
export const recordId = z.int(RECORD).check(z.minimum(1, RECORD), z.maximum(LARGEST_ID, RECORD));

export const recordIds = z.array(recordId, because('billRequired')).check(
  z.minLength(1, because('billRequired')),
  z.maxLength(MOST_PARTS, because('atMostBills', { most: MOST_PARTS })),
  z.refine((ids) => new Set(ids).size === ids.length, because('eachOnlyOnce')),
);

const ages = z.object({ notDue: z.int(), to30: z.int(), to60: z.int(), over60: z.int() } satisfies Record<(typeof AGES)[number], unknown>);

/** A bill that is not paid in full. */
export const openBill = z.object({
  id: z.int(),
  label: z.string(),
  jobNames: z.array(z.string()),
  issuedOn: z.string(),
  dueOn: z.string(),
  /** Zero or less: it is not due yet. */
  daysLate: z.int(),
  grossCents: z.int(),
  /** What was credited of it. */
  creditedCents: z.int(),
  openCents: z.int(),
  /** Fee and interest that a letter of reminder claimed and nobody paid yet; of a letter about several bills at the first that is open. */
  chargeCents: z.int(),
  /** What comes off if it is paid today, as was agreed. */
  discountCents: z.int(),
  /** The agreed discount, as long as none was taken. */
  discountPercent: nullableText,
  /** The last day on which it comes off. */
  discountUntil: nullableText,
  /** The level of the last reminder; 0: none was sent. */
  sentLevel: z.int(),
  remindedOn: nullableText,
  /** The level at which it is to be reminded of today; 0: not at all. */
  dueLevel: z.int(),
  /** The day from which the next reminder is due; null: all were sent. */
  nextReminderOn: nullableText,
  /** The day by which the customer promised to pay. */
  promisedUntil: nullableText,
  isDisputed: z.boolean(),
  /** When somebody last called about it. */
  calledOn: nullableText,
});
export type OpenBill = z.output<typeof openBill>;

/** What a customer owes in one currency. */
export const receivable = z.object({
  customerId: z.int(),
  businessName: z.string(),
  contactName: nullableText,
  phoneNumber: nullableText,
  /** Where reminders are mailed to, as their bills are; nothing: nowhere. */
  recipients: z.array(z.string()),
  language: z.nullable(z.enum(LANGUAGE_IDS)),
  /** Days until a bill is due, as agreed with them or as usual. */
  paymentDays: z.int(),
  /** Half of their last bills were paid no later than so many days after they were due; null: none was. */
  usualDaysLate: nullableNumber,
  isReminded: z.boolean(),
  currency: z.string(),
  /** What they paid for bills that were voided, and is not used yet. */
  creditCents: z.int(),
  openCents: z.int(),
  overdueCents: z.int(),
  /** Of the bill that is late the longest. */
  daysLate: z.int(),
  ages,
  bills: z.array(openBill),
});
export type Receivable = z.output<typeof receivable>;

/** What is open in one currency. */
export const receivableSum = z.object({
  currency: z.string(),
  openCents: z.int(),
  overdueCents: z.int(),
  ages,
  /** Bills of each age. */
  bills: ages,
});
export type ReceivableSum = z.output<typeof receivableSum>;

export const receivables = z.object({
  /** The organization's today, by which everything is late or not. */
  today: z.string(),
  /** How many bills there are; `paid` goes up to 1000. */
  counts: z.object({ open: z.int(), overdue: z.int(), paid: z.int() }),
  /** The organization's own currency first. */
  sums: z.array(receivableSum),
  /** How many levels of reminders there are. */
  levels: z.int(),
  /** Those whose bill is late the longest first. */
  customers: z.array(receivable),
  /** Whether there are more bills than were read. */
  isMore: z.boolean(),
});
export type Receivables = z.output<typeof receivables>;

const AMOUNT = because('mustBeAmountAboveZero');

/** A part may also be a discount alone, where what was left of a bill is accepted, or fee and interest alone. */
const settledPart = z
  .extend(paymentPart, {
    amountCents: z.int(AMOUNT).check(z.minimum(0, AMOUNT), z.maximum(MOST_CENTS, because('mustBeAtMost', { most: MOST_CENTS }))),
  })
  .check(
    z.refine(({ amountCents, chargeCents = 0, discountCents = 0 }) => amountCents + chargeCents + discountCents > 0, {
      path: ['amountCents'],
      error: AMOUNT,
    }),
  );

/** One payment for one or several bills. */
export const paymentsInput = z.object({
  paidOn: calendarDate(),
  parts: z.array(settledPart, because('billRequired')).check(
    z.minLength(1, because('billRequired')),
    z.maxLength(MOST_PARTS, because('atMostBills', { most: MOST_PARTS })),
    z.refine((parts) => new Set(parts.map(({ recordId: id }) => id)).size === parts.length, because('eachOnlyOnce')),
  ),
  /** Whether a discount is accepted that was not agreed. */
  acceptsDeduction: z.optional(z.boolean(because('mustBeTrueOrFalse'))),
  note: optionalLines,
});
export type PaymentsInput = z.output<typeof paymentsInput>;

/** How far a bill is settled. */
export const settledBill = z.object({
  recordId: z.int(),
  label: z.string(),
  currency: z.string(),
  paidCents: z.int(),
  openCents: z.int(),
  state: z.enum(BILL_STATES),
});
export type SettledBill = z.output<typeof settledBill>;

export const settledBills = z.object({ bills: z.array(settledBill) });

const NOTED = ['called', 'promise', 'dispute', 'settled'] as const;

/** What was said about bills. */
export const billNoteInput = z
  .object({
    recordIds,
    /** A call; a promise to pay by `until`; a dispute, until it is settled. Nobody is reminded of what is promised or disputed. */
    kind: z.enum(NOTED, because('mustBeOneOf', { choices: NOTED })),
    until: z.optional(z.nullable(calendarDate())),
    note: optionalLines,
  })
  .check(
    z.refine(({ kind, until }) => (kind === 'promise') === (until !== undefined && until !== null), {
      path: ['until'],
      error: because('promiseNeedsDay'),
    }),
  );
export type BillNoteInput = z.output<typeof billNoteInput>;

export const receivableEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/receivables',
    summary: 'What customers owe: their open bills, how late these are, and how far they were reminded',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({
      /** `overdue`: only customers with a bill that is late. */
      state: z.optional(z.enum(['open', 'overdue'], because('mustBeOneOf', { choices: ['open', 'overdue'] }))),
    }),
    response: receivables,
  }),
  pay: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/payments',
    summary: 'Note a payment of one or several bills, with or without a discount: all of it or nothing',
    scope: 'organization',
    capability: 'jobs:bill',
    body: paymentsInput,
    response: settledBills,
  }),
  note: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/bill-notes',
    summary: 'Note a call about bills, a promise to pay, a dispute or its end',
    scope: 'organization',
    capability: 'jobs:bill',
    body: billNoteInput,
    response: settledBills,
  }),
};
