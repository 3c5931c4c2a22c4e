import * as z from 'zod/mini';
import { bill } from './bill.ts';
import { party } from './billing-record.ts';
import { RUN_WAYS } from './billing-run.ts';
import { E_INVOICE_NEEDS, LEGAL_NEEDS } from './tax-position.ts';
import { warningCount } from './unbilled-job.ts';
import { calendarDate, nullableText, pageQuery } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

/**
 * Why a bill cannot be issued from here: a draft that it is on has work that goes on; an amount is too large to be right; deposits are more
 * than the work.
 */
export const BILL_HINDRANCES = ['draftOpen', 'tooLarge', 'belowZero'] as const;

/** A job on such a bill. */
export const unbilledBillJob = z.object({
  id: z.int(),
  name: z.string(),
  completedAt: z.string(),
  /** The days of the first and the last entry. */
  from: nullableText,
  to: nullableText,
  entryCount: z.int(),
  /** Entries that the office has not checked. */
  uncheckedCount: z.int(),
  /** Its part of the bill's total; the parts add up to it. */
  cents: z.nullable(z.int()),
});

const fields = {
  /** The lowest id of its jobs: of what is not billed, none has the same. */
  id: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  jobs: z.array(unbilledBillJob),
  /** The draft that says which jobs are on it, and what is added. */
  draftId: z.nullable(z.int()),
  currency: z.string(),
  /** Whether anything on it has a price; else it becomes a record of the work, which takes no number of a bill. */
  hasAmount: z.boolean(),
  netCents: z.nullable(z.int()),
  grossCents: z.nullable(z.int()),
  /** What the customer paid for voided bills, to be credited on this one. */
  creditCents: z.int(),
  /** Of its lines and totals: a bill with the same one is the same bill. */
  digest: z.string(),
  /** What would be lost if it were issued now. */
  warnings: z.array(warningCount),
  /** What the law of the seller's country asks for on it, and it lacks. */
  legalNeeds: z.array(z.enum(LEGAL_NEEDS)),
  /** What the e-invoice lacks that the customer would get, or ask for. */
  eInvoiceNeeds: z.array(z.enum(E_INVOICE_NEEDS)),
  /** Services of entries that no rate applies to. */
  unrated: z.array(z.string()),
  hindrance: z.nullable(z.enum(BILL_HINDRANCES)),
  /** How the customer gets it: as they wish, else by mail if there is an address. */
  way: z.enum(RUN_WAYS),
  /** Addresses of the customer that bills go to, whichever way. */
  recipients: z.array(z.string()),
};

/** A bill as it would be issued now, with what is to be known about it before. */
export const unbilledBill = z.object(fields);
export type UnbilledBill = z.output<typeof unbilledBill>;

/** The bills of one customer. */
export const unbilledBillsOfCustomer = z.object({
  /** The customer's id. */
  id: z.int(),
  businessName: z.string(),
  bills: z.array(unbilledBill),
});
export type UnbilledBillsOfCustomer = z.output<typeof unbilledBillsOfCustomer>;

/** With its lines. */
export const billPreview = z.object({
  ...fields,
  /** Null where an amount is too large. */
  bill: z.nullable(bill),
  customer: party,
  /** Days until it is due. */
  paymentDays: z.int(),
});
export type BillPreview = z.output<typeof billPreview>;

const MOST_JOBS = 200;
const JOBS = because('mustBeJobIds');
/** Ids of jobs in an address, separated by commas. */
export const jobIdList = z.pipe(
  z.string(JOBS).check(z.maxLength(11 * MOST_JOBS, JOBS), z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, JOBS)),
  z.pipe(
    z.transform((text: string) => text.split(',').map(Number)),
    z.array(z.number().check(z.maximum(LARGEST_ID, JOBS))).check(z.refine((ids) => new Set(ids).size === ids.length, JOBS)),
  ),
);

export const unbilledBillEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/unbilled-bills',
    summary: 'The bills that completed jobs would make now, by customer',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({
      ...pageQuery,
      /** Only jobs that were completed on this day or before. */
      completedBy: z.optional(calendarDate()),
      /** Only jobs whose entries are all checked. */
      checked: z.optional(z.enum(['true'], because('mustBeTrueOrAbsent'))),
    }),
    response: z.array(unbilledBillsOfCustomer),
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/unbilled-bill',
    summary: 'The bill that these jobs of a customer would make now, with its lines',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({ jobIds: jobIdList }),
    response: billPreview,
  }),
};
