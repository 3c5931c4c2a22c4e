import * as z from 'zod/mini';
import { bill, billDiscount, manualLine, parting, billTax } from './bill.ts';
import { seenEntry } from '#shared/domain/entry-check.ts';
import { calendarDate, nullableText, optionalText as optionalNotes, recordFields } from '#shared/domain/fields.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { issueMailInput } from './bill-sending.ts';
import { SELLER_TAX_SCHEMES } from './billing-settings.ts';
import { BILL_STATES } from './payment-status.ts';
import { BILLING_RECORD_KINDS, BILLING_SERIES, PAID_WAYS } from './record-kinds.ts';
import { E_INVOICE_NEEDS, LEGAL_NEEDS, taxPosition } from './tax-position.ts';
import { TAX_TREATMENTS } from '#shared/domain/customer-billing.ts';
import { UNIT_SYSTEMS } from '#shared/domain/units.ts';
import { idOf } from '#shared/entities/ids.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

const manualLines = z.array(manualLine).check(z.maxLength(100, because('atMostLines', { most: 100 })));
const partings = z.array(parting).check(z.maxLength(1000, because('atMostPartings', { most: 1000 })));
const discounts = z.array(billDiscount).check(z.maxLength(10, because('atMostDiscounts', { most: 10 })));

export const billDraftPatch = z.object({
  lines: z.optional(manualLines),
  discounts: z.optional(discounts),
  partings: z.optional(partings),
  notes: optionalNotes,
});
export const billDraftInput = z.extend(billDraftPatch, {
  jobIds: z.array(idOf('job'), because('jobRequired')).check(
    z.minLength(1, because('jobRequired')),
    z.maxLength(200, because('atMostJobs', { most: 200 })),
    z.refine((ids) => new Set(ids).size === ids.length, because('eachOnlyOnce')),
  ),
});

const draftFields = {
  ...recordFields,
  updatedBy: z.nullable(z.int()),
  customerId: z.int(),
  jobIds: z.array(z.int()),
  lines: z.array(manualLine),
  discounts: z.array(billDiscount),
  partings: z.array(parting),
  notes: nullableText,
};
/** What people added to the bill of these jobs. */
export const billDraft = z.object(draftFields);
export type BillDraft = z.output<typeof billDraft>;

/** The number of entries on this bill. */
const entryCount = z.int();

/** Entries that the office has not checked, as they are on this bill. */
const unchecked = z.array(seenEntry);

/** What the customer paid for voided bills, to be credited on this one when it is issued. */
const creditCents = z.int();

const optionalText = z.optional(nullableText);

/** What records from before it was kept do not say. */
const addressParts = {
  street: optionalText,
  postalCode: optionalText,
  town: optionalText,
  region: optionalText,
  /** ISO 3166-1, two letters. */
  country: optionalText,
};

/** Whom a bill is for. */
export const party = z.object({
  id: z.int(),
  businessName: z.string(),
  address: nullableText,
  phoneNumber: nullableText,
  ...addressParts,
  email: optionalText,
  /** The person there. */
  contactName: optionalText,
  /** The organization's own number of the customer. */
  externalNumber: optionalText,
  taxNumber: optionalText,
  taxTreatment: z.optional(z.enum(TAX_TREATMENTS)),
  taxNote: optionalText,
  buyerReference: optionalText,
});
export type Party = z.output<typeof party>;

/** The recipient: the customer's current data; null if the jobs no longer have the same customer. */
const customer = z.nullable(party);

/** Days until it is due; missing in copies from before it was answered. */
const paymentDays = z.optional(z.int());

/** Missing in copies from before they were answered. */
const law = {
  taxPosition: z.optional(z.nullable(taxPosition)),
  legalNeeds: z.optional(z.array(z.enum(LEGAL_NEEDS))),
  eInvoiceNeeds: z.optional(z.array(z.enum(E_INVOICE_NEEDS))),
};

/** With the bill as it would be issued now. */
export const computedDraft = z.object({ ...draftFields, customer, bill, entryCount, unchecked, creditCents, paymentDays, ...law });
export type ComputedDraft = z.output<typeof computedDraft>;

/** The bill of a job as it would be issued now; `draftId` is the draft that it is on. */
export const jobBill = z.object({
  jobId: z.int(),
  draftId: z.nullable(z.int()),
  customer,
  bill,
  entryCount,
  unchecked,
  creditCents,
  paymentDays,
  ...law,
});

export type JobBill = z.output<typeof jobBill>;

/** An entry as it was when it was billed. */
export type BilledEntry = Pick<
  JobEntry,
  | 'id'
  | 'jobId'
  | 'serviceTypeId'
  | 'serviceTypeName'
  | 'date'
  | 'equipmentNames'
  | 'operatorNames'
  | 'implementName'
  | 'totalHours'
  | 'billableHours'
  | 'fuel'
  | 'loads'
  | 'notes'
  | 'photos'
  | 'customFieldValues'
>;

/** Everything that a record says, whatever happens later to what it was made from. */
export const billingContent = z.object({
  issuer: z.object({
    name: z.string(),
    address: nullableText,
    logo: nullableText,
    taxName: nullableText,
    taxNumber: nullableText,
    ...addressParts,
    phoneNumber: optionalText,
    email: optionalText,
    /** A tax number besides the one for VAT. */
    taxRegistration: optionalText,
    taxScheme: z.optional(z.enum(SELLER_TAX_SCHEMES)),
    /** At the foot of each page. */
    footer: optionalText,
  }),
  customer: party,
  jobs: z.array(z.object({ id: z.int(), name: z.string() })),
  bill,
  /** The work done, job by job and service by service, including work without a rate. */
  quantities: z.array(jobSummary),
  entries: z.array(z.custom<BilledEntry>()),
  notes: nullableText,
  /** The units of the entries' numbers; missing in records from before they were kept. */
  units: z.optional(z.enum(UNIT_SYSTEMS)),
  /** The language of the paper: the customer's, else the organization's; null: that of whoever takes it. */
  language: z.optional(z.nullable(z.enum(LANGUAGE_IDS))),
  /** By when it is to be paid; `discountPercent` may be taken off until `discountUntil`. */
  terms: z.optional(
    z.object({ paymentDays: z.int(), discountPercent: nullableText, discountDays: z.nullable(z.int()), discountUntil: nullableText }),
  ),
  /** Where it is paid to. */
  payment: z.optional(
    z.object({
      holder: nullableText,
      /** IBAN, or the number of the account. */
      account: nullableText,
      /** BIC, routing number or sort code. */
      code: nullableText,
      bankName: nullableText,
      qrIban: nullableText,
      hasReference: z.boolean(),
      /** Other ways to pay. */
      text: nullableText,
    }),
  ),
  /** Why the tax is what it is, in the words of the day when it was made; null: as usual. */
  taxPosition: z.optional(z.nullable(taxPosition)),
  /** Whether the work log goes with it; null: as whoever sends it says. */
  hasAnnex: z.optional(z.nullable(z.boolean())),
});
export type BillingContent = z.output<typeof billingContent>;

const headFields = {
  id: z.int(),
  organizationId: z.int(),
  createdBy: z.nullable(z.int()),
  createdAt: z.string(),
  kind: z.enum(BILLING_RECORD_KINDS),
  series: z.enum(BILLING_SERIES),
  year: z.int(),
  number: z.int(),
  /** The number as it is printed: `2026-7`, or as the organization has them. */
  label: z.string(),
  reversesId: z.nullable(z.int()),
  /** The record that voided this one; null while it is live. */
  reversedById: z.nullable(z.int()),
  /** The bill of which a credit note credits a part. */
  creditsId: z.nullable(z.int()),
  customerId: z.int(),
  customerName: z.string(),
  jobIds: z.array(z.int()),
  issuedOn: z.string(),
  /** The due date; null for reversals. */
  dueOn: nullableText,
  /** When it was last sent or handed to the customer. */
  sentOn: nullableText,
  /** The sum of its payments. */
  paidCents: z.int(),
  /** In lists: when it was paid in full. */
  paidOn: z.optional(nullableText),
  /** In lists: how the last of it was paid. */
  paidWay: z.optional(z.nullable(z.enum(PAID_WAYS))),
  /** In lists: what of `paidCents` credit notes gave back. */
  creditedCents: z.optional(z.int()),
  /** In lists: whether a mail with it came back, and it was not sent in any way since. */
  isUndelivered: z.optional(z.boolean()),
  state: z.enum(BILL_STATES),
  currency: z.string(),
  netCents: z.int(),
  taxCents: z.int(),
  grossCents: z.int(),
};
/** A billing record without its lines, for lists. */
export const billingHead = z.object(headFields);
export type BillingHead = z.output<typeof billingHead>;

export const billingRecord = z.object({
  ...headFields,
  content: billingContent,
  /** What its credit notes gave back that stand, by tax; missing in copies from before it was answered. */
  creditedTaxes: z.optional(z.array(billTax)),
});
export type BillingRecord = z.output<typeof billingRecord>;

const VERSION_SEEN = because('draftVersionMissing');
const TOTAL_SEEN = because('draftTotalMissing');

/** The draft to bill, as the user saw it: nothing is issued unseen (specification 10.6). */
export const billingRecordInput = z.object({
  draftId: idOf('billDraft'),
  draftVersion: z.int(VERSION_SEEN).check(z.minimum(1, VERSION_SEEN), z.maximum(LARGEST_ID, VERSION_SEEN)),
  /** The total of its bill. */
  grossCents: z.int(TOTAL_SEEN),
  /** The date of the bill; if left out, the organization's today. */
  issuedOn: z.optional(calendarDate()),
  /** If it is mailed in the same step: where to. */
  mail: z.optional(issueMailInput),
});
export type BillingRecordInput = z.output<typeof billingRecordInput>;

/** Bills and deposits take the numbers of bills; credit notes and reversals those of corrections, which may be the same range. */
export const NUMBER_RANGES = ['bill', 'correction'] as const;
export type NumberRange = (typeof NUMBER_RANGES)[number];

/** The number that a record issued now would get, and the dates that it may have. */
export const nextBill = z.object({
  /** The default date. */
  usual: z.string(),
  /** The first and the last date that it may have. */
  from: z.string(),
  until: z.string(),
  /** For each year of these dates. Another bill may take the number first. */
  numbers: z.array(z.object({ year: z.int(), number: z.int(), label: z.string() })),
});
export type NextBill = z.output<typeof nextBill>;
