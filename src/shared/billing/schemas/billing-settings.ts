import * as z from 'zod/mini';
import { BILL_GROUPINGS } from '#shared/domain/customer-billing.ts';
import { nullableNumber, nullableText, optionalLine, optionalLines, optionalLineThat } from '#shared/domain/fields.ts';
import { isQrIban } from '#shared/domain/iban.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { percent } from '#shared/billing/schemas/rate.ts';
import { because } from '#shared/messages/because.ts';

/**
 * How the organization stands to the tax: `usual`; `smallBusiness`, which is below the limit of its country and bills none (§ 19 UStG, § 6
 * Abs. 1 Z 27 UStG …); `farmFlatRate`, which bills the flat rate of farmers (§ 24 UStG, § 22 UStG …).
 */
export const SELLER_TAX_SCHEMES = ['usual', 'smallBusiness', 'farmFlatRate'] as const;
export type SellerTaxScheme = (typeof SELLER_TAX_SCHEMES)[number];

export const MOST_REMINDER_LEVELS = 3;

const MOST_DAYS = 365;
const DAYS = because('mustBeWholeNumberWithin', { least: 0, most: MOST_DAYS });
const days = z.int(DAYS).check(z.minimum(0, DAYS), z.maximum(MOST_DAYS, DAYS));

const MOST_FEE = 1_000_000;
const FEE = because('mustBeWholeNumberWithin', { least: 0, most: MOST_FEE });

export const reminderLevelInput = z.object({
  /** Days after the due date. */
  afterDays: days,
  /** The sender's own words; null: the usual ones. */
  text: optionalLines,
  /** Charged with the letter, in cents. */
  feeCents: z.int(FEE).check(z.minimum(0, FEE), z.maximum(MOST_FEE, FEE)),
  /** Interest on what is overdue, percent a year; null: none. */
  interestPercent: z.optional(z.nullable(percent)),
});

export const reminderLevel = z.object({
  afterDays: z.int(),
  text: z.optional(nullableText),
  feeCents: z.int(),
  interestPercent: z.optional(nullableText),
});
export type ReminderLevel = z.output<typeof reminderLevel>;

/** The levels of an organization that has set none. */
export const USUAL_REMINDERS: readonly ReminderLevel[] = [7, 21, 35].map((afterDays) => ({
  afterDays,
  text: null,
  feeCents: 0,
  interestPercent: null,
}));

const LONGEST_PREFIX = 12;
const PREFIX = because('numberPrefixWrong', { most: LONGEST_PREFIX });
const prefix = z.string(PREFIX).check(z.regex(/^[\p{L}\d/._-]{0,12}$/u, PREFIX));

const MOST_DIGITS = 8;
const DIGITS = because('mustBeWholeNumberWithin', { least: 0, most: MOST_DIGITS });

const MOST_NUMBER = 99_999_999;
const NUMBER = because('mustBeWholeNumberWithin', { least: 1, most: MOST_NUMBER });
const firstNumber = z.optional(z.int(NUMBER).check(z.minimum(1, NUMBER), z.maximum(MOST_NUMBER, NUMBER)));

export const billingSettingsPatch = z.partial(
  z.object({
    grouping: z.enum(BILL_GROUPINGS, because('billGroupingUnknown')),
    /** Null: 30. */
    paymentDays: z.nullable(days),
    /** Percent off for those who pay within `discountDays`; both or neither. */
    discountPercent: z.nullable(percent),
    discountDays: z.nullable(days),
    /** In front of year and number: `RE-2026-147`. */
    prefix,
    /** Zeros in front of a number up to so many digits; 0: none. */
    digits: z.int(DIGITS).check(z.minimum(0, DIGITS), z.maximum(MOST_DIGITS, DIGITS)),
    /** Null: reversals and credit notes are numbered among the bills. */
    correctionPrefix: z.nullable(prefix),
    /** The next number of this year; above the last one. */
    nextBillNumber: firstNumber,
    nextCorrectionNumber: firstNumber,
    /** At the foot of each page. */
    footer: optionalLines,
    /** Other ways to pay than the account, such as checks and cards. */
    paymentText: optionalLines,
    /** The account for payments with a QR reference, of banks in Switzerland and Liechtenstein; null: none. */
    qrIban: optionalLineThat(z.refine((iban) => iban === '' || isQrIban(iban), because('qrIbanWrong'))),
    /** Whether transfers name a creditor reference (ISO 11649) in place of the bill's number. */
    hasReference: z.boolean(because('mustBeTrueOrFalse')),
    taxScheme: z.enum(SELLER_TAX_SCHEMES, because('taxSchemeUnknown')),
    /** A tax number besides the one for VAT. */
    taxRegistration: optionalLine,
    reminders: z
      .array(reminderLevelInput)
      .check(z.maxLength(MOST_REMINDER_LEVELS, because('atMostReminders', { most: MOST_REMINDER_LEVELS }))),
    sendsFirstReminder: z.boolean(because('mustBeTrueOrFalse')),
  }),
);
export type BillingSettingsPatch = z.output<typeof billingSettingsPatch>;

/** How an organization bills; what it has not set is as usual in its country. */
export const billingSettings = z.object({
  version: z.int(),
  grouping: z.enum(BILL_GROUPINGS),
  paymentDays: nullableNumber,
  discountPercent: nullableText,
  discountDays: nullableNumber,
  prefix: z.string(),
  digits: z.int(),
  correctionPrefix: nullableText,
  footer: nullableText,
  paymentText: nullableText,
  qrIban: nullableText,
  hasReference: z.boolean(),
  taxScheme: z.enum(SELLER_TAX_SCHEMES),
  taxRegistration: nullableText,
  reminders: z.array(reminderLevel),
  sendsFirstReminder: z.boolean(),
});
export type BillingSettings = z.output<typeof billingSettings>;

/** What the next record of a range would be numbered, had it been made today. */
export const nextNumber = z.object({
  year: z.int(),
  number: z.int(),
  label: z.string(),
  /** Whether the year has numbers of this range: from then on they go on without a gap. */
  hasBegun: z.boolean(),
});
export type NextNumber = z.output<typeof nextNumber>;

/** The settings with where their numbers stand. */
export const numberedSettings = z.extend(billingSettings, {
  nextBill: nextNumber,
  /** Null: corrections are numbered among the bills. */
  nextCorrection: z.nullable(nextNumber),
});
export type NumberedSettings = z.output<typeof numberedSettings>;

export const billingSettingsEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-settings',
    summary: 'How the organization bills: terms, numbers, tax, reminders',
    scope: 'organization',
    capability: 'money:read',
    response: numberedSettings,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/organizations/:orgId/billing-settings',
    summary: 'Change how the organization bills; issued bills stay as they are',
    scope: 'organization',
    capability: 'money:write',
    body: billingSettingsPatch,
    response: numberedSettings,
  }),
};
