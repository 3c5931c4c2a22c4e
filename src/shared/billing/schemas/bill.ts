import * as z from 'zod/mini';
import { nullableText, requiredLine } from '#shared/domain/fields.ts';
import type { SellerTaxScheme } from './billing-settings.ts';
import { BASES, decimalText, percent, type RateFuel, type RateLine } from './rate.ts';
import type { TaxTreatment } from '#shared/domain/customer-billing.ts';
import { idOf, storedIdOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** The bases of a bill where a rate says nothing else. */
export interface BillTerms {
  readonly currency: string;
  readonly taxPercent: string;
  readonly taxIncluded: boolean;
  /** How seller and customer stand to the tax; left out: as usual. */
  readonly standing?: { readonly scheme: SellerTaxScheme; readonly treatment: TaxTreatment } | undefined;
}

/** What one entry brought to a line: `measured` as it was logged, in the unit of the basis. */
export interface MeasuredEntry {
  readonly id: number;
  readonly date: string;
  readonly measured: string;
  /** The entry's whole number, where `measured` is only one machine's part of it. */
  readonly whole?: string | undefined;
}

/** What is priced in one go: one entry, or all of a job. */
export interface QuantityPart {
  readonly entries: readonly MeasuredEntry[];
  /** The billed quantity, after rounding. */
  readonly quantity: string;
  /** In the currency's main unit, exact. */
  readonly amount: string;
  /** Whether the minimum charge was more than quantity times price. */
  readonly isMinimum: boolean;
}

/** Why the rate of a line was preferred to another: the first of these in which they differ. */
export type Advantage = 'job' | 'customer' | 'machine' | 'validFrom' | 'id';

/** What a rate applies to. */
export interface RateScope {
  readonly serviceTypeId: number;
  readonly customerId: number | null;
  readonly jobId: number | null;
  readonly equipmentId: number | null;
  /** The machine's name at the time; missing in bills from before it was kept. */
  readonly equipmentName?: string | undefined;
  readonly validFrom: string | null;
}

/** The rate behind an amount, and the rates that it was preferred to. */
export interface RateChoice {
  readonly id: number;
  readonly version: number;
  readonly name: string | null;
  readonly scope: RateScope;
  readonly beat: readonly { readonly rateId: number; readonly by: Advantage }[];
}

/** A tax rate, and whether amounts include the tax. */
export interface TaxKind {
  readonly taxPercent: string;
  readonly taxIncluded: boolean;
}

export type Discount = { readonly kind: 'percent'; readonly percent: string } | { readonly kind: 'amount'; readonly cents: number };

/** Everything that determines an amount, so that it can be computed again: see `recompute`. */
export type Explanation =
  | {
      readonly kind: 'quantity';
      readonly rate: RateChoice;
      /** As it counts here: its minimum is the job's where other lines share it. */
      readonly line: RateLine;
      /** Lines of the job that the minimum is compared with, together with this one. */
      readonly beside?: readonly { readonly key: string; readonly cents: number }[] | undefined;
      /** Where entries have the quantity: the entry's own column, or the name of a data field. */
      readonly sources: readonly string[];
      /** Set where the price comes from fuel. */
      readonly fuel: RateFuel | null;
      readonly parts: readonly QuantityPart[];
    }
  | {
      readonly kind: 'share';
      readonly rate: RateChoice;
      readonly fuel: RateFuel;
      /** Whole steps of the fuel's price above its base price. */
      readonly steps: number;
      readonly of: readonly { readonly key: string; readonly cents: number }[];
    }
  | { readonly kind: 'manual'; readonly quantity: string; readonly price: string }
  | {
      readonly kind: 'discount';
      readonly discount: Discount;
      /** What was to be discounted, by tax; the line is about the one at index `place`. */
      readonly groups: readonly (TaxKind & { readonly cents: number })[];
      readonly place: number;
    };

export const billLine = z.object({
  /** Identifies the line within its bill. */
  key: z.string(),
  kind: z.enum(['work', 'fuel', 'surcharge', 'manual', 'discount']),
  jobId: z.nullable(z.int()),
  serviceTypeId: z.nullable(z.int()),
  /** In the organization's own words; empty if it has none. */
  label: z.string(),
  basis: z.nullable(z.enum(BASES)),
  /** The unit of the organization's own fields and of lines added by hand; otherwise the basis tells it. */
  unit: nullableText,
  quantity: nullableText,
  /** Null: several prices, or no price per unit. */
  price: nullableText,
  cents: z.int(),
  taxPercent: z.string(),
  taxIncluded: z.boolean(),
  from: nullableText,
  to: nullableText,
  entryIds: z.array(storedIdOf('jobEntry')),
  explanation: z.custom<Explanation>(),
});
export type BillLine = z.output<typeof billLine>;

/**
 * What is wrong with a bill, or worth knowing about it: `billedOnce`, and `taxInPrice`, a price that includes tax is billed as it is to a
 * customer who pays none.
 */
export const WARNINGS = ['noRate', 'noQuantity', 'unusableQuantity', 'discountTooLarge', 'billedOnce', 'taxInPrice'] as const;

/**
 * Something that an entry measures once, however many machines it has: one of its own numbers, or a number field. One of the two is null.
 */
const measureFields = {
  column: z.nullable(z.enum(['loads', 'fuel'], because('columnUnknown'))),
  fieldId: z.nullable(idOf('customDataField')),
};
export interface Measure {
  readonly column: 'loads' | 'fuel' | null;
  readonly fieldId: number | null;
}

/** For `billedOnce`: what was measured, and which of the entry's machines ask for it; the first of them bills it. */
const measuredOnce = z.object({
  column: z.nullable(z.enum(['loads', 'fuel'])),
  fieldId: z.nullable(z.int()),
  source: z.string(),
  date: z.string(),
  quantity: z.string(),
  equipmentIds: z.array(z.int()),
});
export type MeasuredOnce = z.output<typeof measuredOnce>;

const warning = z.object({
  kind: z.enum(WARNINGS),
  jobId: z.nullable(z.int()),
  entryId: z.nullable(z.int()),
  serviceTypeId: z.nullable(z.int()),
  equipmentId: z.nullable(z.int()),
  rateId: z.nullable(storedIdOf('rate')),
  basis: z.nullable(z.enum(BASES)),
  measure: z.optional(measuredOnce),
});
export type BillWarning = z.output<typeof warning>;

export const billTax = z.object({ taxPercent: z.string(), taxIncluded: z.boolean(), cents: z.int(), taxCents: z.int() });

/** A bill as computed from the rates: money in cents. */
export const bill = z.object({
  currency: z.string(),
  lines: z.array(billLine),
  /** For each tax rate the sum of its lines, and its tax. */
  taxes: z.array(billTax),
  netCents: z.int(),
  taxCents: z.int(),
  grossCents: z.int(),
  warnings: z.array(warning),
});
export type Bill = z.output<typeof bill>;

/** A line added by hand. */
export const manualLine = z.object({
  label: requiredLine(because('descriptionRequired')),
  jobId: z.nullable(z.int()),
  quantity: decimalText(because('mustBeQuantity')),
  unit: z.nullable(z.string().check(z.maxLength(40, because('textTooLong', { most: 40 })))),
  price: decimalText(because('mustBePriceOrBelowZero'), /^-?\d{1,6}(\.\d{1,6})?$/),
  /** Null: the organization's. */
  taxPercent: z.nullable(percent),
  taxIncluded: z.nullable(z.boolean(because('mustBeTrueOrFalse'))),
});
export type ManualLine = z.output<typeof manualLine>;

/** How something that an entry measured once is split among its machines. Valid as long as the parts add up to the entry's number. */
export const parting = z.object({
  entryId: idOf('jobEntry'),
  ...measureFields,
  shares: z
    .array(z.object({ equipmentId: idOf('equipment'), quantity: decimalText(because('mustBeQuantity'), /^\d{1,7}(\.\d{1,17})?$/) }))
    .check(z.minLength(1, because('shareMissing')), z.maxLength(50, because('atMostMachines', { most: 50 }))),
});
export type Parting = z.output<typeof parting>;

/** Takes off either `percent` or `cents`. */
export const billDiscount = z
  .object({
    label: z.string().check(z.maxLength(300, because('textTooLong', { most: 300 }))),
    percent: z.nullable(percent),
    cents: z.nullable(
      z
        .int(because('mustBeCents'))
        .check(z.minimum(0, because('mustBeZeroOrMore')), z.maximum(100_000_000_000, because('mustBeAtMost', { most: 100_000_000_000 }))),
    ),
  })
  .check(
    z.refine((each) => (each.percent === null) !== (each.cents === null), {
      path: ['percent'],
      message: because('percentageOrAmount'),
    }),
  );
export type BillDiscount = z.output<typeof billDiscount>;
