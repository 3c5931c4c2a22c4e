import * as z from 'zod/mini';
import { manualLine } from './bill.ts';
import { billingRecord } from './billing-record.ts';
import { calendarDate, optionalText } from '#shared/domain/fields.ts';
import { PAYMENT_WISHES } from '#shared/domain/payment-wish.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

const lines = z
  .array(manualLine, because('atLeastOnePrice'))
  .check(z.minLength(1, because('atLeastOnePrice')), z.maxLength(100, because('atMostLines', { most: 100 })));

const TOTAL_SEEN = because('totalMissing');

/** As much of them as goes into an address. */
const LONGEST = { lines: 8000, reason: 1000 };

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What a record would say that is made at once: its lines as JSON, for an address. */
export const previewedQuery = {
  lines: z.pipe(
    z.string(because('atLeastOnePrice')).check(z.maxLength(LONGEST.lines, because('textTooLong', { most: LONGEST.lines }))),
    z.pipe(z.transform(readJson), lines),
  ),
  issuedOn: z.optional(calendarDate()),
  reason: z.optional(z.string().check(z.maxLength(LONGEST.reason, because('textTooLong', { most: LONGEST.reason })))),
};
const previewed = z.object(previewedQuery);
export type Previewed = z.output<typeof previewed>;

/** What is made at once, without a draft: its lines, and the total that was seen of them. */
const madeAtOnce = {
  lines,
  grossCents: z.int(TOTAL_SEEN).check(z.minimum(1, because('mustBeAmountAboveZero'))),
  /** The date of the record; if left out, the organization's today. */
  issuedOn: z.optional(calendarDate()),
  notes: optionalText,
};

/** What of a bill is credited: lines with amounts above zero, taxed like lines of that bill. */
export const creditNoteInput = z.object(madeAtOnce);
export type CreditNoteInput = z.output<typeof creditNoteInput>;

const JOB = because('jobRequired');

/** What is billed before the work is done. */
export const depositInput = z.object({
  ...madeAtOnce,
  /** Jobs of one customer, on whose bill it will be deducted. */
  jobIds: z.array(idOf('job'), JOB).check(
    z.minLength(1, JOB),
    z.maxLength(200, because('atMostJobs', { most: 200 })),
    z.refine((ids) => new Set(ids).size === ids.length, because('eachOnlyOnce')),
  ),
});
export type DepositInput = z.output<typeof depositInput>;

export const reversalInput = z.object({
  /** Where its payments go, if there are any. */
  payments: z.optional(z.enum(PAYMENT_WISHES, because('paymentWishUnknown'))),
});

const made = { method: 'POST', scope: 'organization', capability: 'jobs:bill', response: billingRecord } as const;

export const correctionEndpoints = {
  credit: defineEndpoint({
    ...made,
    path: '/api/organizations/:orgId/billing-records/:id/credit-notes',
    summary: 'Credit a part of a bill, by a numbered credit note',
    body: creditNoteInput,
  }),
  deposit: defineEndpoint({
    ...made,
    path: '/api/organizations/:orgId/deposits',
    summary: 'Bill a deposit for jobs, which their bill will deduct',
    body: depositInput,
  }),
  reverse: defineEndpoint({
    ...made,
    path: '/api/organizations/:orgId/billing-records/:id/reversal',
    summary: 'Void a deposit or a credit note by another record; a bill is voided by reopening its job',
    body: reversalInput,
  }),
};
