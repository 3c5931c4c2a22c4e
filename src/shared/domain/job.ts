import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { PAYMENT_WISHES } from '#shared/domain/payment-wish.ts';
import { expectedWork } from '#shared/domain/season-repeat.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

export const JOB_STATUSES = ['open', 'completed', 'billed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const status = z.enum(JOB_STATUSES, because('statusUnknown'));

const year = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{3}$/, because('mustBeYear'))),
  z.transform((text: string) => Number(text)),
);

const CUSTOMER_REQUIRED = because('customerRequired');

export const jobInput = z.object({
  name: requiredLine(because('jobNameRequired')),
  customerId: z.pipe(
    z.custom((value) => value !== undefined && value !== null, CUSTOMER_REQUIRED),
    idOf('customer'),
  ),
  status: z.optional(status),
});
export const jobPatch = z.extend(z.partial(jobInput), {
  /** For reopening a billed job whose bill has payments: where they go. */
  payments: z.optional(z.enum(PAYMENT_WISHES, because('paymentWishUnknown'))),
});

export const job = z.object({
  ...recordFields,
  updatedBy: z.nullable(z.int()),
  name: z.string(),
  customerId: z.int(),
  /** Also of a customer that was deleted since: history keeps its names (specification 8.16). */
  customerName: z.string(),
  status,
  /** The customer's 'No job yet': a job for entries whose job is not known (specification 5.40). Always open. */
  isPlaceholder: z.boolean(),
  /** The job of an earlier season that it does again, and the year in which its own season began; null: it repeats none. */
  repeatsJobId: z.nullable(z.int()),
  season: z.nullable(z.string()),
  /** What it is expected to come to, from the season that it repeats. */
  expected: z.nullable(z.array(expectedWork)),
});
export const jobList = z.array(job);
export type Job = z.output<typeof job>;

const RANK: Record<JobStatus, number> = { open: 0, completed: 1, billed: 2 };

/**
 * Whether a member of this level may take a job from one status to another (specification 5.2, 7.12): billing and every step backwards,
 * which is reopening, needs the capability to bill.
 */
export const mayChangeStatus = (level: AccessLevel, from: JobStatus, to: JobStatus): boolean => {
  if (from === to) {
    return true;
  }
  return can(level, to === 'billed' || RANK[to] < RANK[from] ? 'jobs:bill' : 'jobs:write');
};

const usual = crudEndpoints('job', {
  input: jobInput,
  patch: jobPatch,
  record: job,
  one: 'a job',
  list: 'Jobs, newest first; `year` is that of their creation, in UTC',
  says: { update: 'Change a job or its status', remove: 'Delete a job and its entries, unless it is billed' },
});

export const jobEndpoints = {
  ...usual,
  list: defineEndpoint({
    ...usual.list,
    query: z.object({ ...pageQuery, status: z.optional(status), customerId: z.optional(pathId), year: z.optional(year) }),
  }),
};

/** For the documentation of the API. */
export const jobWords: KindWords = {
  group: ['Jobs', 'Work for one customer: open, completed, billed. A completed job can be corrected, a billed one is closed.'],
  record: 'Work for one customer, made up of entries.',
  input: 'A new job.',
  patch: 'A change of a job or of its status.',
  fields: {
    name: say('What the job is called.', 'North silage'),
    isPlaceholder: say(
      'It is the customer’s “No job yet”: made by the first entry whose job nobody has named, always open, gone with its last entry. Renaming it makes it a job of its own.',
      false,
    ),
    repeatsJobId: say('The job of an earlier season that it does again; null: none.', null),
    season: say('The season for which it was repeated: the year in which that began; null: it repeats none.', null),
    expected: say('What it is expected to come to, by service and measure: as the job that it repeats; null: it repeats none.', [
      { serviceTypeId: 8, measure: 'custom:Acres', value: 118.5 },
    ]),
    status: say('`open` takes entries, `completed` is ready for billing, `billed` is closed until it is reopened.', 'open'),
    payments: say(
      'Of a billed job that is reopened, and whose bill has payments: `credit` keeps them for the customer’s next bill, `refund` notes that they were paid back. Without it: 409 `bill_has_payments`.',
      'credit',
    ),
  },
};
