import * as z from 'zod/mini';
import { WARNINGS } from './bill.ts';
import { pageQuery } from '#shared/domain/fields.ts';
import { summaryTotal } from '#shared/domain/job-summary.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

export const warningCount = z.object({ kind: z.enum(WARNINGS), count: z.int() });

/** A completed job that is on no bill, and its amount. */
export const unbilledJob = z.object({
  /** The job's id. */
  id: z.int(),
  name: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  /** When it was completed; renaming it or voiding its bill does not restart it. */
  completedAt: z.string(),
  /** Days since then, in the organization's calendar. */
  days: z.int(),
  draftId: z.nullable(z.int()),
  entryCount: z.int(),
  /** Entries that the office has not checked. */
  uncheckedCount: z.int(),
  quantities: z.array(summaryTotal),
  currency: z.string(),
  /** Whether anything in it has a price: a rate applies, or there is a line added by hand. */
  hasAmount: z.boolean(),
  /** Null without an amount, and where quantities and prices make one too large to be right. */
  netCents: z.nullable(z.int()),
  grossCents: z.nullable(z.int()),
  /** What would be lost if it were billed now. */
  warnings: z.array(warningCount),
});
export type UnbilledJob = z.output<typeof unbilledJob>;

export const unbilledJobEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/unbilled-jobs',
    summary: 'Completed jobs that are on no bill, the longest completed first, with what each comes to now',
    scope: 'organization',
    capability: 'money:read',
    query: z.object(pageQuery),
    response: z.array(unbilledJob),
  }),
};
