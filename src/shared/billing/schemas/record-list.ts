import * as z from 'zod/mini';
import { BILLING_RECORD_KINDS, BILLING_SERIES } from './record-kinds.ts';
import { calendarDate, MAX_LINE, pageQuery } from '#shared/domain/fields.ts';
import { pathId } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/**
 * States that lists are asked for; `open` is what is not paid in full, overdue or not, `credited` what a credit note gives a part of back,
 * paid or not.
 */
export const RECORD_STATES = ['open', 'overdue', 'paid', 'void', 'credited'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

/** What lists are sorted by: the newest number, the latest payment, the first due date, the largest amount, the customer's name, the latest date. */
export const RECORD_SORTS = ['number', 'paidOn', 'dueOn', 'amount', 'customer', 'issuedOn'] as const;
export type RecordSort = (typeof RECORD_SORTS)[number];

/** Upwards or downwards; each sort has its usual way. */
export const RECORD_ORDERS = ['asc', 'desc'] as const;
export type RecordOrder = (typeof RECORD_ORDERS)[number];

/** Which records a list, its totals and its export have. */
export const recordFilterQuery = {
  customerId: z.optional(pathId),
  jobId: z.optional(pathId),
  kind: z.optional(z.enum(BILLING_RECORD_KINDS, because('mustBeOneOf', { choices: BILLING_RECORD_KINDS }))),
  series: z.optional(z.enum(BILLING_SERIES, because('mustBeOneOf', { choices: BILLING_SERIES }))),
  state: z.optional(z.enum(RECORD_STATES, because('mustBeOneOf', { choices: RECORD_STATES }))),
  /** The first and the last date of issue. */
  from: z.optional(calendarDate()),
  to: z.optional(calendarDate()),
  /** A part of a number, or of the name of a customer or job, or an amount. */
  search: z.optional(z.string().check(z.maxLength(MAX_LINE, because('textTooLong', { most: MAX_LINE })))),
};

export const recordOrderQuery = {
  sort: z.optional(z.enum(RECORD_SORTS, because('mustBeOneOf', { choices: RECORD_SORTS }))),
  order: z.optional(z.enum(RECORD_ORDERS, because('mustBeOneOf', { choices: RECORD_ORDERS }))),
};

export const recordListQuery = z.object({ ...pageQuery, ...recordFilterQuery, ...recordOrderQuery });
export const recordTotalsQuery = z.object(recordFilterQuery);

export const recordTotals = z.object({
  count: z.int(),
  /** The most frequent currency first. */
  sums: z.array(z.object({ currency: z.string(), count: z.int(), grossCents: z.int(), paidCents: z.int(), openCents: z.int() })),
});
export type RecordTotals = z.output<typeof recordTotals>;
