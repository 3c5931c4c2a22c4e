import * as z from 'zod/mini';
import { BILLING_RECORD_KINDS } from './record-kinds.ts';
import { MAX_LINE, pageQuery } from '#shared/domain/fields.ts';
import { pathId } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** States that lists are asked for; `open` is what is not paid in full, overdue or not. */
export const RECORD_STATES = ['open', 'overdue', 'paid', 'void'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** What lists are sorted by: the newest number, the latest payment, the first due date, the largest amount, the customer's name. */
export const RECORD_SORTS = ['number', 'paidOn', 'dueOn', 'amount', 'customer'] as const;
export type RecordSort = (typeof RECORD_SORTS)[number];

const filterQuery = {
  customerId: z.optional(pathId),
  jobId: z.optional(pathId),
  kind: z.optional(z.enum(BILLING_RECORD_KINDS, because('billingRecordKindUnknown'))),
  state: z.optional(z.enum(RECORD_STATES, because('mustBeOneOf', { choices: RECORD_STATES }))),
  /** A part of a number or of a customer's name, or an amount. */
  search: z.optional(z.string().check(z.maxLength(MAX_LINE, because('textTooLong', { most: MAX_LINE })))),
};

export const recordListQuery = z.object({
  ...pageQuery,
  ...filterQuery,
  sort: z.optional(z.enum(RECORD_SORTS, because('mustBeOneOf', { choices: RECORD_SORTS }))),
});
export const recordTotalsQuery = z.object(filterQuery);

export const recordTotals = z.object({
  count: z.int(),
  /** The most frequent currency first. */
  sums: z.array(z.object({ currency: z.string(), count: z.int(), grossCents: z.int(), paidCents: z.int() })),
});
export type RecordTotals = z.output<typeof recordTotals>;
