import * as z from 'zod/mini';
import { calendarDate, nullableText, optionalLine, pageQuery, recordFields } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';
import { compare, decimal } from '#shared/lib/decimal.ts';

/** What a price is for one of (decisions §8). `field`: any number field of the service; `fuel`: what the entry says of fuel. */
export const BASES = [
  'hour',
  'billableHour',
  'load',
  'acre',
  'hectare',
  'ton',
  'bale',
  'mile',
  'kilometre',
  'piece',
  'fuel',
  'field',
  'flat',
] as const;
export type Basis = (typeof BASES)[number];

/** Decimals as text, so that no program on the way makes other numbers of them. */
export const decimalText = (message: string, pattern = /^\d{1,6}(\.\d{1,6})?$/) => z.string(message).check(z.regex(pattern, message));
const price = decimalText('Must be a price, such as 14.50');
const aboveZero = (message: string) => decimalText(message).check(z.refine((text) => /[1-9]/.test(text), message));
export const percent = decimalText('Must be a percentage from 0 to 100, such as 8.25', /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/);
const cents = z
  .int('Must be an amount in cents')
  .check(z.minimum(0, 'Must be zero or more'), z.maximum(100_000_000_000, 'Must be at most 100000000000'));

/** The price of the part of a quantity up to `upTo`; null: of all the rest. */
const priceStep = z.object({ upTo: z.nullable(aboveZero('Must be a quantity above 0')), price });

const isStaircase = (steps: readonly { readonly upTo: string | null }[]): boolean =>
  steps.every(({ upTo }, index) => {
    const before = steps[index - 1]?.upTo;
    return index === steps.length - 1
      ? upTo === null
      : upTo !== null && (typeof before !== 'string' || compare(decimal(upTo), decimal(before)) > 0);
  });

const rounding = z.object({
  step: aboveZero('Must be a step above 0, such as 0.25'),
  direction: z.enum(['up', 'down', 'nearest'], 'Must be up, down or nearest'),
  on: z.enum(['entry', 'total'], 'Must be entry or total'),
});

const FIELD_NEEDED = 'Choose the number field that holds the quantity';
const lineFields = {
  label: z.nullable(z.string().check(z.maxLength(300, 'Must be at most 300 characters'))),
  basis: z.enum(BASES, 'Unknown basis'),
  /** The number field that holds the quantity. Null: of acre, ton and such the field of that name. */
  fieldId: z.nullable(idOf('customDataField')),
  /** Graduated: each price counts for the part of the quantity inside its step. */
  prices: z
    .array(priceStep)
    .check(
      z.minLength(1, 'Price is required'),
      z.maxLength(10, 'At most 10 prices'),
      z.refine(isStaircase, 'Steps must rise, and only the last has no end'),
    ),
  /** What prices, minimum and flat amounts go by: each entry alone, or all entries of the job together. */
  per: z.enum(['entry', 'job'], 'Must be entry or job'),
  rounding: z.nullable(rounding),
  minimumCents: z.nullable(cents),
};
export const rateLine = z.object(lineFields);
export type RateLine = z.output<typeof rateLine>;

const rateLineInput = z
  .object({
    ...lineFields,
    label: z.prefault(lineFields.label, null),
    fieldId: z.prefault(lineFields.fieldId, null),
    per: z.prefault(lineFields.per, 'entry'),
    rounding: z.prefault(lineFields.rounding, null),
    minimumCents: z.prefault(lineFields.minimumCents, null),
  })
  .check(z.refine((line) => line.basis !== 'field' || line.fieldId !== null, { path: ['fieldId'], message: FIELD_NEEDED }));

export const FUEL_KINDS = ['included', 'customer', 'billed', 'surchargeByVolume', 'surchargeByPercent'] as const;

const fuelFields = {
  kind: z.enum(FUEL_KINDS, 'Unknown way to settle fuel'),
  /** What a unit of fuel costs now. */
  price: z.nullable(price),
  /** The price of fuel that the rate was made with. */
  basePrice: z.nullable(price),
  /** Of `surchargeByPercent`: `percent` of the work for each whole step above the base price. */
  step: z.nullable(aboveZero('Must be a step above 0, such as 0.10')),
  percent: z.nullable(percent),
};
/** How fuel is settled. */
export const rateFuel = z.object(fuelFields);
export type RateFuel = z.output<typeof rateFuel>;

const FUEL_NEEDS: Record<RateFuel['kind'], readonly Exclude<keyof RateFuel, 'kind'>[]> = {
  included: [],
  customer: [],
  billed: ['price'],
  surchargeByVolume: ['price', 'basePrice'],
  surchargeByPercent: ['price', 'basePrice', 'step', 'percent'],
};

const rateFuelInput = z
  .object({
    ...fuelFields,
    price: z.prefault(fuelFields.price, null),
    basePrice: z.prefault(fuelFields.basePrice, null),
    step: z.prefault(fuelFields.step, null),
    percent: z.prefault(fuelFields.percent, null),
  })
  .check(
    z.superRefine((fuel, issues) => {
      for (const name of FUEL_NEEDS[fuel.kind].filter((each) => fuel[each] === null)) {
        issues.addIssue({ code: 'custom', path: [name], message: 'Needed for this way to settle fuel', input: fuel });
      }
    }),
  );

const optionalId = (entity: 'customer' | 'job' | 'equipment') => z.optional(z.nullable(idOf(entity)));

export const rateInput = z.object({
  name: optionalLine,
  serviceTypeId: idOf('serviceType'),
  customerId: optionalId('customer'),
  jobId: optionalId('job'),
  equipmentId: optionalId('equipment'),
  /** Holds for entries from this day on; null: from the beginning. */
  validFrom: z.optional(z.nullable(calendarDate())),
  lines: z.array(rateLineInput, 'At least one price').check(z.minLength(1, 'At least one price'), z.maxLength(20, 'At most 20 lines')),
  fuel: z.optional(rateFuelInput),
  /** Null: the organization's. */
  taxPercent: z.optional(z.nullable(percent)),
  taxIncluded: z.optional(z.nullable(z.boolean('Must be true or false'))),
});
export const ratePatch = z.partial(rateInput);

const rateNames = z.object({
  service: nullableText,
  customer: nullableText,
  job: nullableText,
  equipment: nullableText,
  /** Of the number field of each of its lines, in their order. */
  fields: z.array(nullableText),
});
/** What a rate's ids are called now, also of what is deleted; null where it names none. */
export type RateNames = z.output<typeof rateNames>;

export const rate = z.object({
  ...recordFields,
  updatedBy: z.nullable(z.int()),
  name: nullableText,
  serviceTypeId: z.int(),
  customerId: z.nullable(z.int()),
  jobId: z.nullable(z.int()),
  equipmentId: z.nullable(z.int()),
  validFrom: nullableText,
  lines: z.array(rateLine),
  fuel: rateFuel,
  taxPercent: nullableText,
  taxIncluded: z.nullable(z.boolean()),
  /** Answers to reading hold them, and a device may hold a copy from before they did. */
  names: z.optional(rateNames),
});
export type Rate = z.output<typeof rate>;

const optional = z.optional(pathId);

export const rateEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/rates',
    summary: 'Rates, in the order in which they were made',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({ ...pageQuery, serviceTypeId: optional, customerId: optional, jobId: optional, equipmentId: optional }),
    response: z.array(rate),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/rates',
    summary: 'Set a rate',
    scope: 'organization',
    capability: 'money:write',
    body: rateInput,
    response: rate,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/rates/:id',
    summary: 'Read a rate',
    scope: 'record',
    entity: 'rate',
    capability: 'money:read',
    response: rate,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/rates/:id',
    summary: 'Change a rate; billing records keep the one they were made with',
    scope: 'record',
    entity: 'rate',
    capability: 'money:write',
    body: ratePatch,
    response: rate,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/rates/:id',
    summary: 'Delete a rate',
    scope: 'record',
    entity: 'rate',
    capability: 'money:write',
    response: null,
  }),
};
