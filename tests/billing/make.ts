import type { BillableEntry, BillableField } from '#shared/billing/quantities.ts';
import type { BillInput } from '#shared/billing/compute-bill.ts';
import type { BillingRate } from '#shared/billing/choose-rate.ts';
import type { RateFuel, RateLine } from '#shared/billing/schemas/rate.ts';

/** Number fields of an organization; the id of each is its position, from 1 on. */
export const numberFields = (...names: readonly string[]): BillableField[] =>
  names.map((name, index) => ({ id: index + 1, name, fieldType: 'number', isSystem: false }));

/** An entry of 1 June 2025 on job 1 of customer 1, with service 1, unless said otherwise. */
export const entry = (id: number, more: Partial<BillableEntry>): BillableEntry => ({
  id,
  jobId: 1,
  customerId: 1,
  serviceTypeId: 1,
  serviceTypeName: `Service ${more.serviceTypeId ?? 1}`,
  date: '2025-06-01',
  equipmentIds: [],
  totalHours: null,
  billableHours: null,
  fuel: null,
  loads: null,
  customFieldValues: {},
  ...more,
});

/** A line of a rate: one price per entry, not rounded, without a minimum, unless said otherwise. */
export const line = (basis: RateLine['basis'], price: string, more: Partial<RateLine> = {}): RateLine => ({
  label: null,
  basis,
  fieldId: null,
  prices: [{ upTo: null, price }],
  per: 'entry',
  rounding: null,
  minimumCents: null,
  ...more,
});

export const fuel = (kind: RateFuel['kind'], more: Partial<RateFuel> = {}): RateFuel => ({
  kind,
  price: null,
  basePrice: null,
  step: null,
  percent: null,
  ...more,
});

/** A rate for service 1, unless said otherwise. */
export const rate = (id: number, lines: readonly RateLine[], more: Partial<BillingRate> = {}): BillingRate => ({
  id,
  version: 1,
  name: null,
  serviceTypeId: 1,
  customerId: null,
  jobId: null,
  equipmentId: null,
  validFrom: null,
  lines: [...lines],
  fuel: fuel('included'),
  taxPercent: null,
  taxIncluded: null,
  ...more,
});

/** A bill of docs/billing.md: what goes in, and what was worked out there by hand. */
export interface WorkedBill {
  readonly name: string;
  readonly input: BillInput;
  /** Kind and cents of each line, in order. */
  readonly lines: readonly (readonly [kind: string, cents: number])[];
  readonly taxes: readonly number[];
  readonly net: number;
  readonly gross: number;
  /** Kinds of what the bill tells besides, in order. */
  readonly warnings?: readonly string[];
}
