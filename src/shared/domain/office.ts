import * as z from 'zod/mini';
import { nullableNumber, nullableText } from '#shared/domain/fields.ts';
import { HINT_KINDS } from '#shared/domain/hint.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

/** Counts go up to this many: "1,000 or more" says enough, and costs the same however much there is. */
export const MOST_COUNTED = 1000;

/** What waits for the office, as the overview shows it. Entries of billed jobs are done with. */
export const office = z.object({
  /** Entries that nobody checked, of jobs that are not billed. */
  unchecked: z.object({
    count: z.int(),
    /** Of this week, as the organization counts it. */
    thisWeek: z.int(),
    /** The day of the oldest of them. */
    oldest: nullableText,
  }),
  /** Unchecked entries (the newest `MOST_COUNTED`) that lack something, and how often which field is missing, the most frequent first. */
  missing: z.object({ count: z.int(), fields: z.array(z.object({ name: z.string(), count: z.int() })) }),
  /** Of the same entries, those with hints, and how many have which kind, the most frequent first. */
  hints: z.object({ count: z.int(), kinds: z.array(z.object({ kind: z.enum(HINT_KINDS), count: z.int() })) }),
  /** Completed jobs on no bill, those that have waited longest; null for those who may not see money. */
  unbilled: z.nullable(
    z.object({
      jobs: z.int(),
      customers: z.int(),
      /** What they come to before tax, of those that have a price; null: none has. */
      netCents: nullableNumber,
      currency: z.string(),
      /** Whether there are more jobs than were counted. */
      isMore: z.boolean(),
      /** How many days the oldest has waited. */
      oldestDays: nullableNumber,
    }),
  ),
  /** The newest bills, as far as they are not paid in full; amounts in the organization's currency. Null for those who may not see money. */
  bills: z.nullable(
    z.object({
      currency: z.string(),
      openCount: z.int(),
      openCents: z.int(),
      overdueCount: z.int(),
      overdueCents: z.int(),
      overdueCustomers: z.int(),
      /** How many days ago the first of them was due; null: none is overdue. */
      oldestDays: nullableNumber,
      /** What is open by age: not due, 1 to 30 days, 31 to 60 days, more. */
      ages: z.object({ notDue: z.int(), to30: z.int(), to60: z.int(), over60: z.int() }),
    }),
  ),
  /** Work that drivers logged without a job, which the office has to name. */
  questions: z.object({ count: z.int(), oldestAt: nullableText }),
  /** Of the same unchecked entries, those whose authors answered what the office asked; the first of them waits since `oldestAt`. */
  answers: z.object({ count: z.int(), oldestAt: nullableText }),
  /** Devices of members with unsent changes. */
  devices: z.object({
    count: z.int(),
    changes: z.int(),
    /** The one with the most unsent changes. */
    first: z.nullable(z.object({ userName: z.string(), pending: z.int(), seenAt: z.string() })),
  }),
});
export type Office = z.output<typeof office>;

export const officeEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/office',
    summary: 'What waits for the office: entries to check, what is missing, hints, unbilled and overdue money, questions, devices',
    scope: 'organization',
    capability: 'jobEntries:check',
    response: office,
  }),
};
