import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { recompute } from '#shared/billing/amounts.ts';
import { totalsOf } from '#shared/billing/tax-sums.ts';
import { signOf } from '#shared/billing/record-sign.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { bill, billDiscount, billLine, type Explanation, manualLine, parting } from '#shared/billing/schemas/bill.ts';
import { type BilledEntry, billingContent } from '#shared/billing/schemas/billing-record.ts';
import type { BillingRecordKind } from '#shared/billing/schemas/record-kinds.ts';
import { nullableText } from '#shared/domain/fields.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { percent, rateFuel, rateLine } from '#shared/billing/schemas/rate.ts';

// Digits only: an exponent would make numbers of any length.
const decimalText = z.string().check(z.regex(/^-?\d{1,40}(\.\d{1,400})?$/));
const nullableId = z.nullable(z.int());
const cents = z.int();
const taxKind = { taxPercent: decimalText, taxIncluded: z.boolean() };

const rateChoice = z.object({
  id: z.int(),
  version: z.int(),
  name: nullableText,
  scope: z.object({
    serviceTypeId: z.int(),
    customerId: nullableId,
    jobId: nullableId,
    equipmentId: nullableId,
    equipmentName: z.optional(z.string()),
    validFrom: nullableText,
  }),
  beat: z.array(z.object({ rateId: z.int(), by: z.enum(['job', 'customer', 'machine', 'validFrom', 'id']) })),
});

const part = z.object({
  entries: z.array(z.object({ id: z.int(), date: z.string(), measured: decimalText, whole: z.optional(decimalText) })),
  quantity: decimalText,
  amount: decimalText,
  isMinimum: z.boolean(),
});

const explanation = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('quantity'),
    rate: rateChoice,
    line: rateLine,
    beside: z.optional(z.array(z.object({ key: z.string(), cents }))),
    sources: z.array(z.string()),
    fuel: z.nullable(rateFuel),
    parts: z.array(part),
  }),
  z.object({
    kind: z.literal('share'),
    rate: rateChoice,
    fuel: rateFuel,
    steps: z.int(),
    of: z.array(z.object({ key: z.string(), cents })),
  }),
  z.object({ kind: z.literal('manual'), quantity: decimalText, price: decimalText }),
  z.object({
    kind: z.literal('discount'),
    discount: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('percent'), percent }),
      z.object({ kind: z.literal('amount'), cents: cents.check(z.minimum(0)) }),
    ]),
    groups: z.array(z.object({ ...taxKind, cents })),
    place: z.int(),
  }),
]) satisfies z.ZodMiniType<Explanation>;

const billedEntry = z.pick(jobEntry, {
  id: true,
  jobId: true,
  serviceTypeId: true,
  serviceTypeName: true,
  date: true,
  equipmentNames: true,
  operatorNames: true,
  implementName: true,
  totalHours: true,
  billableHours: true,
  fuel: true,
  loads: true,
  notes: true,
  photos: true,
  customFieldValues: true,
}) satisfies z.ZodMiniType<BilledEntry>;

const amounts = { currency: z.string(), netCents: cents, taxCents: cents, grossCents: cents };

const record = z.object({
  ...amounts,
  kind: z.string(),
  reversesId: nullableId,
  year: z.int(),
  number: z.int().check(z.minimum(1)),
  issuedOn: z.string(),
  customerId: z.int(),
  jobIds: z.array(z.int()),
  content: z.extend(billingContent, {
    bill: z.extend(bill, { lines: z.array(z.extend(billLine, { ...taxKind, explanation })) }),
    entries: z.array(billedEntry),
  }),
});

const rate = z.object({ lines: z.array(rateLine).check(z.minLength(1)), fuel: rateFuel, taxPercent: z.nullable(percent) });
const draft = z.object({ lines: z.array(manualLine), discounts: z.array(billDiscount), partings: z.optional(z.array(parting)) });

/** Whether prices and fuel are such as a person could have set. */
export const isRate = (row: unknown): boolean => rate.safeParse(row).success;

/** Whether manual lines and discounts are such as a person could have written. */
export const isDraft = (row: unknown): boolean => draft.safeParse(row).success;

const addsUp = (row: z.output<typeof record>): boolean => {
  const { customer, jobs, bill: made } = row.content;
  const { taxes, netCents, taxCents, grossCents } = made;
  const sign = signOf({ ...row, kind: row.kind as BillingRecordKind });
  // Before bills were rounded to what can be paid in their currency, all were rounded to hundredths.
  const isReckoned = [smallestCents(made.currency), 1].some(
    (smallest) =>
      made.lines.every((line) => recompute(line.explanation, smallest) === line.cents) &&
      isDeepStrictEqual(totalsOf(made.lines, smallest), { taxes, netCents, taxCents, grossCents }),
  );
  return (
    isReckoned &&
    // `-0` equals 0 here.
    (['netCents', 'taxCents', 'grossCents'] as const).every((name) => row[name] === sign * made[name]) &&
    row.currency === made.currency &&
    row.customerId === customer.id &&
    isDeepStrictEqual(
      row.jobIds,
      jobs.map(({ id }) => id),
    ) &&
    row.year === Number(row.issuedOn.slice(0, 4)) &&
    (row.kind === 'reversal') === (row.reversesId !== null)
  );
};

/** Whether a billing record is complete and consistent: recomputing every line yields its amount, and their sums the totals. */
export const isBillingRecord = (row: unknown): boolean => {
  const parsed = record.safeParse(row);
  try {
    return parsed.success && addsUp(parsed.data);
  } catch (error) {
    if (error instanceof RangeError) {
      return false; // Amounts beyond what a bill can have.
    }
    throw error;
  }
};
