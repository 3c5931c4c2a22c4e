import * as z from 'zod/mini';
import { emailAddress } from '#shared/domain/email.ts';
import { calendarDate, flag, nullableText, optionalLines, optionalText } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { MOST_RECIPIENTS } from './bill-sending.ts';
import type { BillingRecordKind } from './record-kinds.ts';
import { because } from '#shared/messages/because.ts';

/** The days that a bill is open where neither customer nor organization say otherwise: fixed on a record when it is made. */
export const PAYMENT_DAYS = 30;

/** The status of a billing record: `nothingDue` has no amount, `void` was reversed, `reversal` reverses another. */
export const BILL_STATES = ['open', 'overdue', 'partlyPaid', 'paid', 'nothingDue', 'void', 'reversal', 'credit'] as const;
export type BillState = (typeof BILL_STATES)[number];

export const BILLING_EVENT_KINDS = [
  'sent',
  'undelivered',
  'payment',
  'credit',
  'moved',
  'refund',
  'discount',
  'credited',
  'deducted',
  'reminder',
  'called',
  'promise',
  'dispute',
  'settled',
] as const;
export const WAYS_OF_SENDING = ['mail', 'post', 'hand'] as const;

interface Standing {
  readonly kind: BillingRecordKind;
  readonly reversedById: number | null;
  readonly grossCents: number;
  readonly paidCents: number;
  readonly dueOn: string | null;
}

/** The status of a record on this day. A late bill is overdue even if part of it was paid. */
export const billStateOf = ({ kind, reversedById, grossCents, paidCents, dueOn }: Standing, today: string): BillState => {
  if (kind === 'reversal' || kind === 'credit') {
    return reversedById === null ? kind : 'void';
  }
  if (reversedById !== null) {
    return 'void';
  }
  if (grossCents <= 0) {
    return 'nothingDue';
  }
  if (paidCents >= grossCents) {
    return 'paid';
  }
  if (dueOn !== null && dueOn < today) {
    return 'overdue';
  }
  return paidCents > 0 ? 'partlyPaid' : 'open';
};

/**
 * Something that happened to a record. Events never change; a mistake is corrected by another event: a payment by one of the negated
 * amount, a mail that the customer's mail server rejected by `undelivered`. For a voided bill, `credit` makes what was paid the customer's
 * credit, `moved` is a part of it that went to another bill (noted on both), and `refund` is what the customer got back.
 */
export const billingEvent = z.object({
  id: z.int(),
  kind: z.enum(BILLING_EVENT_KINDS),
  happenedOn: z.string(),
  amountCents: z.int(),
  /** What a payment pays besides: fee and interest, as letters of reminder claimed them. It settles nothing of the record. */
  chargeCents: z.int(),
  way: z.nullable(z.enum(WAYS_OF_SENDING)),
  /** Of a reminder: 1 is the first. */
  level: z.nullable(z.int()),
  /** Of a promise: the day by which the customer wants to pay. */
  until: nullableText,
  /** The letter that a reminder is in. */
  letterId: z.nullable(z.int()),
  /** The line of a bank statement that a payment comes from. */
  bankLineId: z.nullable(z.int()),
  recipient: nullableText,
  note: nullableText,
  /** The event that this one cancels. */
  takesBackId: z.nullable(z.int()),
  /** For what was moved: the record that it went to, or came from. */
  otherRecordId: z.nullable(z.int()),
  createdBy: z.nullable(z.int()),
  createdAt: z.string(),
});
export type BillingEvent = z.output<typeof billingEvent>;

/** The payment status of a record; `id` is the record's. */
export const paymentStatus = z.object({
  id: z.int(),
  dueOn: nullableText,
  sentOn: nullableText,
  paidCents: z.int(),
  state: z.enum(BILL_STATES),
  /** What was paid for a voided bill, waiting for the customer's next one. */
  creditCents: z.int(),
  /** Fee and interest that letters of reminder claimed, and nobody paid yet. */
  chargeCents: z.int(),
  /** In the order in which they were recorded. */
  events: z.array(billingEvent),
});
export type PaymentStatus = z.output<typeof paymentStatus>;

const AMOUNT = because('mustBeAmountAboveZero');

export const sentInput = z.object({
  sentOn: calendarDate(),
  way: z.enum(['post', 'hand'], because('wayOfSendingUnknown')),
});
export const paymentInput = z.object({
  paidOn: calendarDate(),
  amountCents: z.int(AMOUNT).check(z.minimum(1, AMOUNT), z.maximum(100_000_000_000, because('mustBeAtMost', { most: 100_000_000_000 }))),
  note: optionalLines,
});
const PAYMENT = because('mustBePaymentId');
export const correctionInput = z.object({
  paymentId: z.int(PAYMENT).check(z.minimum(1, PAYMENT), z.maximum(LARGEST_ID, PAYMENT)),
  note: optionalLines,
});
export const refundInput = z.object({ paidBackOn: calendarDate(), note: optionalLines });
const MOST_OTHERS = MOST_RECIPIENTS - 1;
export const billMailInput = z.object({
  to: emailAddress,
  /** Further addresses, each of which gets a mail of its own. */
  others: z.optional(z.array(emailAddress).check(z.maxLength(MOST_OTHERS, because('atMostRecipients', { most: MOST_RECIPIENTS })))),
  message: optionalText,
  /** Whether the entries are attached as an annex. */
  annex: flag,
  /** Whether the annex includes the drivers' notes. */
  notes: flag,
});
export type BillMailInput = z.output<typeof billMailInput>;

const ofRecord = { scope: 'organization', capability: 'jobs:bill', response: paymentStatus } as const;

export const paymentStatusEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-records/:id/standing',
    summary: 'Read what became of a billing record: when it was sent, and its payments',
    scope: 'organization',
    capability: 'money:read',
    response: paymentStatus,
  }),
  mail: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-records/:id/mail',
    summary: 'Mail a billing record to the customer, as a PDF',
    body: billMailInput,
    ...ofRecord,
  }),
  markSent: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-records/:id/sent',
    summary: 'Note that a billing record was posted or handed over',
    body: sentInput,
    ...ofRecord,
  }),
  pay: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-records/:id/payments',
    summary: 'Note a payment, or a part of one',
    body: paymentInput,
    ...ofRecord,
  }),
  correct: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-records/:id/corrections',
    summary: 'Take a payment back that was none, or that was paid back',
    body: correctionInput,
    ...ofRecord,
  }),
  refund: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-records/:id/refunds',
    summary: 'Note that the customer got back what was paid of a bill that was taken back',
    body: refundInput,
    ...ofRecord,
  }),
};
