import * as z from 'zod/mini';
import { nullableNumber, nullableText } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** What a job that repeats an earlier one is expected to come to, by service: a number of the earlier job. */
export const expectedWork = z.object({
  serviceTypeId: z.int(),
  /** A column of entries (`totalHours`, `loads` …), or `custom:` and the name of a number field. */
  measure: z.string(),
  value: z.number(),
});
export type ExpectedWork = z.output<typeof expectedWork>;

/** The most jobs that are repeated in one call. */
export const MOST_REPEATS = 500;

/** What was done of one service: sums are exact, null if no entry has the number. */
export const seasonService = z.object({
  serviceTypeId: z.int(),
  /** Its current name, even if it was deleted since. */
  serviceTypeName: z.string(),
  entryCount: z.int(),
  totalHours: nullableNumber,
  billableHours: nullableNumber,
  fuel: nullableNumber,
  loads: nullableNumber,
  /** The organization's own number fields, but for those that do not add up. */
  fields: z.array(z.object({ name: z.string(), total: z.number() })),
});
export type SeasonService = z.output<typeof seasonService>;

/** What there is of it in the season that is asked for. */
export const SEASON_STATES = ['notYet', 'open', 'done'] as const;
export type SeasonState = (typeof SEASON_STATES)[number];

export const seasonWork = z.object({
  jobId: z.int(),
  jobName: z.string(),
  /** What the job that does it again is called. */
  nextName: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  /** The customer's number, or that of one of their contacts. */
  phoneNumber: nullableText,
  firstDay: z.string(),
  lastDay: z.string(),
  equipmentNames: z.array(z.string()),
  /** By name. */
  services: z.array(seasonService),
  state: z.enum(SEASON_STATES),
  /** The job that it is done in; null: not yet. */
  thereJobId: z.nullable(z.int()),
  /** What it was billed with, without tax, in hundredths of `currency`; null for those who may not see money. */
  revenueCents: z.nullable(z.int()),
});
export type SeasonWork = z.output<typeof seasonWork>;

export const seasonRepeats = z.object({
  /** The season to come, and the earlier one whose work this is. */
  season: z.string(),
  of: z.string(),
  currency: z.string(),
  /** By the customers' names. */
  works: z.array(seasonWork),
  /** Customers who had work in the earlier season and were deleted since: theirs is left out. */
  deletedCustomers: z.array(z.string()),
});
export type SeasonRepeats = z.output<typeof seasonRepeats>;

const season = z.string(because('mustBeSeasonYear')).check(z.regex(/^(19|2\d)\d\d$/, because('mustBeSeasonYear')));

interface AskedSeasons {
  readonly season: string;
  readonly of?: string | undefined;
}

const isLater = z.refine<AskedSeasons>(({ season: next, of }) => of === undefined || of < next, {
  path: ['of'],
  message: because('mustBeEarlierSeason'),
});

const repeatsQuery = z.object({ season, of: z.optional(season), serviceTypeId: z.optional(pathId) }).check(isLater);
export type RepeatsQuery = z.output<typeof repeatsQuery>;

export const repeatInput = z
  .object({
    season,
    of: z.optional(season),
    jobIds: z.array(idOf('job'), because('jobRequired')).check(
      z.minLength(1, because('jobRequired')),
      z.maxLength(MOST_REPEATS, because('atMostJobs', { most: MOST_REPEATS })),
      z.refine((ids) => new Set(ids).size === ids.length, because('eachOnlyOnce')),
    ),
  })
  .check(isLater);
export type RepeatInput = z.output<typeof repeatInput>;

export const repeatResult = z.object({
  /** New jobs. */
  madeIds: z.array(z.int()),
  /** Jobs of that season that repeat the others already: nothing is made twice. */
  thereIds: z.array(z.int()),
  /** Earlier jobs that are not repeated: they or their customers were deleted, or it is a “No job yet”. */
  leftOutIds: z.array(z.int()),
});
export type RepeatResult = z.output<typeof repeatResult>;

/** The season before: the usual one to repeat. */
export const seasonBefore = (next: string): string => String(Number(next) - 1);

export const seasonRepeatEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/season-repeats',
    summary: 'The jobs of an earlier season with what they came to, and which of them there are in this one already',
    scope: 'organization',
    capability: 'jobs:write',
    query: repeatsQuery,
    response: seasonRepeats,
  }),
  make: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/jobs/repeat',
    summary: 'Make the same jobs for another season: each once, however often it is asked for',
    scope: 'organization',
    capability: 'jobs:write',
    body: repeatInput,
    response: repeatResult,
    status: 200,
  }),
};
