import * as z from 'zod/mini';
import { type Basis, FUEL_NEEDS, type Rate, type RateFuel, rateInput, type RateLine } from '#shared/billing/schemas/rate.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';

/** A tier of a price, its numbers as number fields hold them; `upTo` of the last one is ignored. */
export interface StepForm {
  readonly upTo: string;
  readonly price: string;
}

/** A line of a rate as its form holds it. */
export interface LineForm {
  readonly label: string;
  readonly basis: Basis;
  readonly fieldId: number | null;
  readonly steps: readonly StepForm[];
  readonly per: RateLine['per'];
  /** Empty: quantities are not rounded. */
  readonly direction: '' | NonNullable<RateLine['rounding']>['direction'];
  readonly roundingStep: string;
  readonly roundingOn: NonNullable<RateLine['rounding']>['on'];
  readonly minimum: string;
}

/** A rate as its form holds it; empty texts mean nothing. */
export interface RateForm {
  readonly name: string;
  readonly serviceTypeId: number | null;
  readonly customerId: number | null;
  readonly jobId: number | null;
  readonly equipmentId: number | null;
  readonly validFrom: string;
  readonly lines: readonly LineForm[];
  readonly fuelKind: RateFuel['kind'];
  readonly fuelPrice: string;
  readonly fuelBasePrice: string;
  readonly fuelStep: string;
  readonly fuelPercent: string;
  /** Whether tax differs from the organization's. */
  readonly hasOwnTax: boolean;
  readonly taxPercent: string;
  readonly taxIncluded: boolean;
}

export const NEW_STEP: StepForm = { upTo: '', price: '' };
export const NEW_LINE: LineForm = {
  label: '',
  basis: 'hour',
  fieldId: null,
  steps: [NEW_STEP],
  per: 'entry',
  direction: '',
  roundingStep: '0.25',
  roundingOn: 'entry',
  minimum: '',
};

const lineFormOf = (line: RateLine): LineForm => ({
  label: line.label ?? '',
  basis: line.basis,
  fieldId: line.fieldId,
  steps: line.prices.map(({ upTo, price }) => ({ upTo: upTo ?? '', price })),
  per: line.per,
  direction: line.rounding?.direction ?? '',
  roundingStep: line.rounding?.step ?? NEW_LINE.roundingStep,
  roundingOn: line.rounding?.on ?? 'entry',
  minimum: line.minimumCents === null ? '' : textOfCents(line.minimumCents),
});

/** The form of a rate, or of a new one for a service. */
export const rateFormOf = (rate: Rate | null, serviceTypeId: number | null = null): RateForm => ({
  name: rate?.name ?? '',
  serviceTypeId: rate?.serviceTypeId ?? serviceTypeId,
  customerId: rate?.customerId ?? null,
  jobId: rate?.jobId ?? null,
  equipmentId: rate?.equipmentId ?? null,
  validFrom: rate?.validFrom ?? '',
  lines: rate?.lines.map(lineFormOf) ?? [NEW_LINE],
  fuelKind: rate?.fuel.kind ?? 'included',
  fuelPrice: rate?.fuel.price ?? '',
  fuelBasePrice: rate?.fuel.basePrice ?? '',
  fuelStep: rate?.fuel.step ?? '',
  fuelPercent: rate?.fuel.percent ?? '',
  hasOwnTax: rate !== null && rate.taxPercent !== null,
  taxPercent: rate?.taxPercent ?? '',
  taxIncluded: rate?.taxIncluded ?? false,
});

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Bases whose quantity comes from a number field of the organization's own. */
export const hasField = (basis: Basis): boolean =>
  ['acre', 'hectare', 'ton', 'bale', 'mile', 'kilometre', 'piece', 'field'].includes(basis);

const lineOf = (line: LineForm) => ({
  label: line.label.trim() === '' ? null : line.label.trim(),
  basis: line.basis,
  fieldId: hasField(line.basis) ? line.fieldId : null,
  prices: line.steps.map(({ upTo, price }, index) => ({
    upTo: index === line.steps.length - 1 ? null : upTo,
    price,
  })),
  per: line.per,
  rounding:
    line.direction === '' || line.basis === 'flat' ? null : { step: line.roundingStep, direction: line.direction, on: line.roundingOn },
  minimumCents: line.minimum === '' ? null : centsOfText(line.minimum),
});

/** The body to send: fields that do not belong to the chosen option are left out. */
export const rateBodyOf = (form: RateForm) => {
  const fuel = (part: (typeof FUEL_NEEDS)['billed'][number], text: string) =>
    FUEL_NEEDS[form.fuelKind].includes(part) ? orNull(text) : null;
  return {
    name: form.name,
    serviceTypeId: form.serviceTypeId,
    customerId: form.customerId,
    jobId: form.jobId,
    equipmentId: form.equipmentId,
    validFrom: form.validFrom === '' ? null : form.validFrom,
    lines: form.lines.map(lineOf),
    fuel: {
      kind: form.fuelKind,
      price: fuel('price', form.fuelPrice),
      basePrice: fuel('basePrice', form.fuelBasePrice),
      step: fuel('step', form.fuelStep),
      percent: fuel('percent', form.fuelPercent),
    },
    taxPercent: form.hasOwnTax ? form.taxPercent : null,
    taxIncluded: form.hasOwnTax ? form.taxIncluded : null,
  };
};

/** The contract's own check, applied to the input. */
export const rateSchema = z.pipe(
  z.transform((form: RateForm) => rateBodyOf(form) as z.input<typeof rateInput>),
  rateInput,
) as z.ZodMiniType<z.output<typeof rateInput>>;
