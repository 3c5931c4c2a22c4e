import * as z from 'zod/mini';
import { calendarDate, nullableNumber, nullableText } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { pathId } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** What a report groups entries by. */
export const GROUPINGS = ['week', 'month', 'machine', 'operator', 'customer', 'service'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The numbers of a report, in the order in which they are shown. */
export const REPORT_MEASURES = ['totalHours', 'billableHours', 'fuel', 'loads', 'entryCount'] as const;
export type ReportMeasure = (typeof REPORT_MEASURES)[number];

/** Sums are exact; null if no entry has the number. */
const sums = {
  entryCount: z.int(),
  totalHours: nullableNumber,
  billableHours: nullableNumber,
  fuel: nullableNumber,
  loads: nullableNumber,
};

export const reportSums = z.object(sums);
export type ReportSums = z.output<typeof reportSums>;

export const reportGroup = z.object({
  /** The machine, operator, customer or service; null for a week or month, and for entries without a machine or operator. */
  id: z.nullable(z.int()),
  /** Its current name, even if it was deleted since. */
  name: nullableText,
  /** The Monday of a week, the first day of a month. It may be before the period, if that begins within it. */
  date: nullableText,
  ...sums,
});
export type ReportGroup = z.output<typeof reportGroup>;

/** The sums of one period. */
export const reportSeries = z.object({
  /** The season that was asked for. */
  season: nullableText,
  /** First and last day; null: open. */
  from: nullableText,
  to: nullableText,
  /** Of all entries, each counted once. */
  totals: reportSums,
  /** By date, or by name. An entry with several machines or operators is counted in full in the group of each. */
  groups: z.array(reportGroup),
});
export type ReportSeries = z.output<typeof reportSeries>;

export const report = z.object({
  by: z.enum(GROUPINGS),
  /** The period that was asked for, and the one it is compared with. */
  series: z.array(reportSeries),
});
export type Report = z.output<typeof report>;

const season = z.optional(z.string().check(z.regex(/^(19|2\d)\d\d$/, because('mustBeSeasonYear'))));

interface AskedSpan {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly season?: string | undefined;
}

/** A season, or days, both ends included; either end may be open. */
const spanQuery = { from: z.optional(calendarDate()), to: z.optional(calendarDate()), season };
const isForward = z.refine<AskedSpan>(({ from, to }) => from === undefined || to === undefined || from <= to, {
  path: ['to'],
  message: because('mustNotBeBeforeFrom'),
});
const isOneSpan = z.refine<AskedSpan>((query) => query.season === undefined || (query.from === undefined && query.to === undefined), {
  path: ['season'],
  message: because('seasonOrDates'),
});

const reportQuery = z
  .object({
    by: z.enum(GROUPINGS, because('mustBeOneOf', { choices: GROUPINGS })),
    ...spanQuery,
    against: season,
    customerId: z.optional(pathId),
    equipmentId: z.optional(pathId),
    operatorId: z.optional(pathId),
    serviceTypeId: z.optional(pathId),
  })
  .check(
    isForward,
    isOneSpan,
    z.refine((query) => query.against === undefined || query.season !== undefined, {
      path: ['against'],
      message: because('comparisonNeedsSeason'),
    }),
  );
export type ReportQuery = z.output<typeof reportQuery>;

/** What money is grouped by. */
export const MONEY_GROUPINGS = ['job', 'customer', 'machine', 'service', 'season'] as const;
export type MoneyGrouping = (typeof MONEY_GROUPINGS)[number];

const nullableCents = z.nullable(z.int());

/** In hundredths of the currency, without tax. A cost is null unless it is known for every entry, and so is the margin. */
const moneySums = {
  /** Billed entries, which are those that costs are computed of. */
  entryCount: z.int(),
  revenueCents: z.int(),
  operatorCents: nullableCents,
  machineCents: nullableCents,
  fuelCents: nullableCents,
  costCents: nullableCents,
  marginCents: nullableCents,
  /** Entries without a known cost. */
  unknownCount: z.int(),
};
export const moneyTotals = z.object(moneySums);
export type MoneyTotals = z.output<typeof moneyTotals>;

export const moneyGroup = z.object({
  /** The job, customer, machine or service; null for a season, and for amounts without a machine or service. */
  id: z.nullable(z.int()),
  /** Its current name, even if it was deleted since; for a season the year in which it began. */
  name: nullableText,
  ...moneySums,
});
export type MoneyGroup = z.output<typeof moneyGroup>;

/** Different currencies are never added up. */
export const moneyOfCurrency = z.object({ currency: z.string(), totals: moneyTotals, groups: z.array(moneyGroup) });
export type MoneyOfCurrency = z.output<typeof moneyOfCurrency>;

export const moneyReport = z.object({
  by: z.enum(MONEY_GROUPINGS),
  /** First and last day; null: open. */
  from: nullableText,
  to: nullableText,
  currencies: z.array(moneyOfCurrency),
  /** Entries of this period that are on no bill and in none of the numbers. */
  unbilledCount: z.int(),
});
export type MoneyReport = z.output<typeof moneyReport>;

const moneyQuery = z
  .object({
    by: z.enum(MONEY_GROUPINGS, because('mustBeOneOf', { choices: MONEY_GROUPINGS })),
    ...spanQuery,
    customerId: z.optional(pathId),
    equipmentId: z.optional(pathId),
    serviceTypeId: z.optional(pathId),
  })
  .check(isForward, isOneSpan);
export type MoneyQuery = z.output<typeof moneyQuery>;

/** Volumes are exact. The two parts are null for those who may not see rates, which say who pays for the fuel. */
const volumes = { entryCount: z.int(), fuel: z.number(), ownFuel: nullableNumber, suppliedFuel: nullableNumber };

export const fuelBookLine = z.object({
  customerId: z.int(),
  customerName: z.string(),
  /** The first day of the month. */
  month: z.string(),
  ...volumes,
});
export type FuelBookLine = z.output<typeof fuelBookLine>;

export const fuelBook = z.object({
  from: nullableText,
  to: nullableText,
  totals: z.object(volumes),
  /** By the customer's name and by month. */
  lines: z.array(fuelBookLine),
});
export type FuelBook = z.output<typeof fuelBook>;

const fuelBookQuery = z.object({ ...spanQuery, customerId: z.optional(pathId) }).check(isForward, isOneSpan);
export type FuelBookQuery = z.output<typeof fuelBookQuery>;

export const reportEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/reports',
    summary: 'Hours, fuel, loads and number of entries by week, month, machine, operator, customer or service',
    scope: 'organization',
    capability: 'records:read',
    query: reportQuery,
    response: report,
  }),
  money: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/reports/money',
    summary: 'Revenue, cost and margin of billed work by job, customer, machine, service or season',
    scope: 'organization',
    capability: 'money:read',
    query: moneyQuery,
    response: moneyReport,
  }),
  fuel: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/reports/fuel',
    summary: 'The fuel book: how much fuel went into the work for each customer, month by month',
    scope: 'organization',
    capability: 'records:read',
    query: fuelBookQuery,
    response: fuelBook,
  }),
};
