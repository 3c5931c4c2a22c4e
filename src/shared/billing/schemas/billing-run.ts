import * as z from 'zod/mini';
import { mailRecipients } from './bill-sending.ts';
import { calendarDate, nullableText, optionalText } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

/** How a bill of a run reaches the customer. */
export const RUN_WAYS = ['mail', 'print', 'none'] as const;
export type RunWay = (typeof RUN_WAYS)[number];

/**
 * What became of a bill of a run: `waiting`; `issued`, and still to be mailed; `done`; `failed`, for a reason that stands with it. A failed
 * one without a record was not numbered.
 */
export const RUN_ITEM_STATES = ['waiting', 'issued', 'done', 'failed'] as const;

/** Bills in one run, and jobs on one bill. */
export const MOST_BILLS = 500;
const MOST_JOBS = 200;

const PLACE = because('mustBePlaceInRun');
const DIGEST = because('billDigestMissing');
const TOTAL = because('billTotalMissing');

/** A bill as it was seen: nothing is issued unseen (specification 10.6). */
const seen = {
  digest: z.string(DIGEST).check(z.regex(/^[\w-]{8,64}$/, DIGEST)),
  grossCents: z.int(TOTAL),
};

export const billingRunItemInput = z.object({
  customerId: idOf('customer'),
  jobIds: z.array(idOf('job')).check(
    z.minLength(1, because('jobRequired')),
    z.maxLength(MOST_JOBS, because('atMostJobs', { most: MOST_JOBS })),
    z.refine((ids) => new Set(ids).size === ids.length, because('eachOnlyOnce')),
  ),
  ...seen,
  way: z.enum(RUN_WAYS, because('runWayUnknown')),
  /** Of a mail: where it goes. */
  recipients: z.optional(mailRecipients),
});

export const billingRunInput = z.object({
  /** The date of its bills; if left out, the organization's today. */
  issuedOn: z.optional(calendarDate()),
  /** What its mails say; if left out, the usual words. */
  message: optionalText,
  items: z.array(billingRunItemInput, because('billRequired')).check(
    z.minLength(1, because('billRequired')),
    z.maxLength(MOST_BILLS, because('atMostBills', { most: MOST_BILLS })),
    z.refine((items) => {
      const ids = items.flatMap(({ jobIds }) => jobIds);
      return new Set(ids).size === ids.length;
    }, because('eachOnlyOnce')),
  ),
});
export type BillingRunInput = z.output<typeof billingRunInput>;

/** A failed bill, as it was seen now. */
export const billingRetryItem = z.object({ place: z.int(PLACE).check(z.minimum(1, PLACE), z.maximum(LARGEST_ID, PLACE)), ...seen });

/** Failed bills to try again. */
export const billingRetryInput = z.object({
  items: z
    .array(billingRetryItem, because('billRequired'))
    .check(z.minLength(1, because('billRequired')), z.maxLength(MOST_BILLS, because('atMostBills', { most: MOST_BILLS }))),
});

/** When printed bills were posted. */
export const billingPostedInput = z.object({ sentOn: calendarDate() });

/** The bill as it would be now, if it is another than the one that was seen. */
export const billSeenNow = z.object({ digest: z.string(), grossCents: z.int() });

export const runReason = z.object({ messageCode: z.string(), values: z.record(z.string(), z.unknown()), message: z.string() });

/** A mail with a bill that came back. */
export const undeliveredMail = z.object({
  recipient: z.string(),
  /** What the mail server said; null: none took it in time. */
  reason: nullableText,
});

export const billingRunItem = z.object({
  /** Its place in the run, from 1 on. */
  place: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  jobIds: z.array(z.int()),
  digest: z.string(),
  grossCents: z.int(),
  way: z.enum(RUN_WAYS),
  recipients: z.array(z.string()),
  state: z.enum(RUN_ITEM_STATES),
  /** Its record, once it was issued. */
  recordId: z.nullable(z.int()),
  label: nullableText,
  /** Whether it was sent: mails that were queued and did not come back, and what was said to be posted. */
  isSent: z.boolean(),
  /** Its mails that came back, until the bill was sent once more in any way. */
  undelivered: z.array(undeliveredMail),
  /** Why it failed. */
  reason: z.nullable(runReason),
  now: z.nullable(billSeenNow),
  /** If it failed without a record: the job that should be looked at; null: none of its jobs is there any more. */
  causeJobId: z.nullable(z.int()),
});
export type BillingRunItem = z.output<typeof billingRunItem>;

const headFields = {
  id: z.int(),
  issuedOn: z.string(),
  createdBy: z.int(),
  /** Null: the account is gone. */
  createdByName: nullableText,
  createdAt: z.string(),
  /** Null while there is something left to do. */
  finishedAt: nullableText,
  currency: z.string(),
  /** How many bills it has, and what became of them; `waiting` for a number, `toMail` numbered and still to be mailed. */
  count: z.int(),
  waiting: z.int(),
  toMail: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Bills that have their record. */
  issued: z.int(),
  /** Bills for the printer, and how many of them were not posted yet. */
  toPrint: z.int(),
  toPost: z.int(),
  /** Bills with mails that no mail server has taken yet, and bills with mails that came back. */
  onTheWay: z.int(),
  undelivered: z.int(),
  /** Rises with each mail that comes back; null: none did. */
  lastUndelivered: z.nullable(z.int()),
};

/** Bills that are issued and sent together. */
export const billingRunHead = z.object(headFields);
export type BillingRunHead = z.output<typeof billingRunHead>;

export const billingRun = z.object({ ...headFields, items: z.array(billingRunItem) });
export type BillingRun = z.output<typeof billingRun>;

/** Bills of a run in one file: those for the printer, or all. */
export const RUN_DOCUMENTS = ['print', 'all'] as const;
export type RunDocument = (typeof RUN_DOCUMENTS)[number];

const ofRun = { scope: 'organization', capability: 'jobs:bill', response: billingRun } as const;

export const billingRunEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-runs',
    summary: 'The newest billing runs, at most twenty, and how far they are',
    scope: 'organization',
    capability: 'money:read',
    response: z.array(billingRunHead),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-runs',
    summary: 'Issue and send bills as they were seen; it goes on in the background',
    body: billingRunInput,
    ...ofRun,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-runs/:id',
    summary: 'Read how far a billing run is, bill by bill',
    scope: 'organization',
    capability: 'money:read',
    response: billingRun,
  }),
  retry: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-runs/:id/retry',
    summary: 'Try failed bills of a run again, as they were seen now',
    body: billingRetryInput,
    ...ofRun,
  }),
  posted: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-runs/:id/posted',
    summary: 'Note that the printed bills of a run were posted',
    body: billingPostedInput,
    ...ofRun,
  }),
  document: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-runs/:id/document',
    summary: 'The bills of a run in one PDF, for the printer',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({ which: z.optional(z.enum(RUN_DOCUMENTS, because('mustBeOneOf', { choices: RUN_DOCUMENTS }))) }),
    response: 'file',
  }),
};
