import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { calendarDate, decimalPercent, nullableText, optionalLine, pageQuery, recordFields } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { compare } from '#shared/lib/decimal-math.ts';
import { because } from '#shared/messages/because.ts';

/** What a price is per (specification 10.2). `field`: any number field of the service; `fuel`: the fuel logged by the entry. */
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

/** Decimals as text, so that no program on the way changes the numbers. */
export const decimalText = (message: string, pattern = /^\d{1,6}(\.\d{1,6})?$/) => z.string(message).check(z.regex(pattern, message));
const price = decimalText(because('mustBePrice'));
const aboveZero = (message: string) => decimalText(message).check(z.refine((text) => /[1-9]/.test(text), message));
export const percent = decimalPercent;
const cents = z
  .int(because('mustBeCents'))
  .check(z.minimum(0, because('mustBeZeroOrMore')), z.maximum(100_000_000_000, because('mustBeAtMost', { most: 100_000_000_000 })));

/** The price of the part of a quantity up to `upTo`; null: of all the rest. */
const priceStep = z.object({ upTo: z.nullable(aboveZero(because('mustBeQuantityAboveZero'))), price });

const isStaircase = (steps: readonly { readonly upTo: string | null }[]): boolean =>
  steps.every(({ upTo }, index) => {
    const before = steps[index - 1]?.upTo;
    return index === steps.length - 1
      ? upTo === null
      : upTo !== null && (typeof before !== 'string' || compare(decimal(upTo), decimal(before)) > 0);
  });

const rounding = z.object({
  step: aboveZero(because('mustBeStep')),
  direction: z.enum(['up', 'down', 'nearest'], because('roundingDirectionUnknown')),
  on: z.enum(['entry', 'total'], because('roundingPlaceUnknown')),
});

const FIELD_NEEDED = because('quantityFieldRequired');
const lineFields = {
  label: z.nullable(z.string().check(z.maxLength(300, because('textTooLong', { most: 300 })))),
  basis: z.enum(BASES, because('basisUnknown')),
  /** The number field with the quantity. Null, for acres, tons and the like: the field of that name. */
  fieldId: z.nullable(idOf('customDataField')),
  /** Graduated: each price applies to the part of the quantity inside its step. */
  prices: z
    .array(priceStep)
    .check(
      z.minLength(1, because('priceRequired')),
      z.maxLength(10, because('atMostPrices', { most: 10 })),
      z.refine(isStaircase, because('stepsMustRise')),
    ),
  /** What prices, minimum and flat amounts apply to: each entry alone, or all entries of the job together. */
  per: z.enum(['entry', 'job'], because('perUnknown')),
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
  kind: z.enum(FUEL_KINDS, because('fuelKindUnknown')),
  /** What a unit of fuel costs now. */
  price: z.nullable(price),
  /** The price of fuel that the rate was calculated with. */
  basePrice: z.nullable(price),
  /** For `surchargeByPercent`: `percent` of the work for each whole step above the base price. */
  step: z.nullable(aboveZero(because('mustBePriceStep'))),
  percent: z.nullable(percent),
};
/** How fuel is billed. */
export const rateFuel = z.object(fuelFields);
export type RateFuel = z.output<typeof rateFuel>;

/** What each way to bill fuel depends on: what the form asks for, and what the server requires. */
export const FUEL_NEEDS: Record<RateFuel['kind'], readonly Exclude<keyof RateFuel, 'kind'>[]> = {
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
        issues.addIssue({ code: 'custom', path: [name], message: because('neededForFuelKind'), input: fuel });
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
  /** Applies to entries from this day on; null: always. */
  validFrom: z.optional(z.nullable(calendarDate())),
  lines: z
    .array(rateLineInput, because('atLeastOnePrice'))
    .check(z.minLength(1, because('atLeastOnePrice')), z.maxLength(20, because('atMostLines', { most: 20 }))),
  fuel: z.optional(rateFuelInput),
  /** Null: the organization's. */
  taxPercent: z.optional(z.nullable(percent)),
  taxIncluded: z.optional(z.nullable(z.boolean(because('mustBeTrueOrFalse')))),
});
export const ratePatch = z.partial(rateInput);

const rateNames = z.object({
  service: nullableText,
  customer: nullableText,
  job: nullableText,
  equipment: nullableText,
  /** The name of the number field of each of its lines, in their order. */
  fields: z.array(nullableText),
});
/** The current names of what a rate's ids refer to, deleted records included; null where it names none. */
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
  /** Answers to reads contain them, but a device may have a copy from before they did. */
  names: z.optional(rateNames),
});
export type Rate = z.output<typeof rate>;

const optional = z.optional(pathId);

const usual = crudEndpoints('rate', {
  input: rateInput,
  patch: ratePatch,
  record: rate,
  one: 'a rate',
  list: 'Rates, in the order in which they were made',
  says: { create: 'Set a rate', update: 'Change a rate; billing records keep the one they were made with' },
});

export const rateEndpoints = {
  ...usual,
  list: defineEndpoint({
    ...usual.list,
    query: z.object({ ...pageQuery, serviceTypeId: optional, customerId: optional, jobId: optional, equipmentId: optional }),
  }),
};

const SAMPLE_LINE = {
  label: null,
  basis: 'acre',
  fieldId: null,
  prices: [{ upTo: null, price: '18.50' }],
  per: 'entry',
  rounding: null,
  minimumCents: 15_000,
};

/** For the documentation of the API. */
export const rateWords: KindWords = {
  group: ['Rates', 'What work costs, by service, and for one customer, job or machine. For those who may see money.'],
  record: 'What a service costs: for all, or for one customer, job or machine, from a day on.',
  input: 'A new rate.',
  patch: 'A change of a rate.',
  fields: {
    name: say('What people call it.', 'Corn silage 2025'),
    customerId: say('Only for this customer; null: for all.', null),
    jobId: say('Only for this job; null: for all.', null),
    equipmentId: say('Only for this machine; null: for all.', null),
    validFrom: say('Applies to entries from this day on; null: always.', '2025-03-01', 'date'),
    lines: say('What is charged, all of them together: prices by a basis, graduated, with rounding and a minimum.', [SAMPLE_LINE]),
    fuel: say('How fuel is settled.', { kind: 'included', price: null, basePrice: null, step: null, percent: null }),
    taxPercent: say('Percent of tax; null: the organization’s.', '7'),
    taxIncluded: say('Whether its prices hold the tax already; null: as the organization says.', false),
    names: say('What the ids are called now, also of what is deleted; in answers to reading.', {
      service: 'Chopping',
      customer: null,
      job: null,
      equipment: null,
      fields: [null],
    }),
  },
};
