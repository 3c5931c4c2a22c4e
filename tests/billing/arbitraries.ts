import fc from 'fast-check';
import type { BillDiscount, ManualLine, Parting } from '#shared/billing/schemas/bill.ts';
import type { RateFuel, RateLine } from '#shared/billing/schemas/rate.ts';
import { BASES } from '#shared/billing/schemas/rate.ts';
import { type BillInput, computeBill } from '#shared/billing/compute-bill.ts';
import type { BillingRate } from '#shared/billing/choose-rate.ts';
import type { BillableEntry } from '#shared/billing/quantities.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { minus } from '#shared/lib/decimal-math.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
import { entry, numberFields, rate } from './make.ts';

export const FIELDS = numberFields('Acres', 'Hectares', 'Tons', 'Bales', 'Miles', 'Kilometres', 'Pieces', 'Product', 'Billable Hours');

const decimals = (most: number, places: number): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(most), fc.nat(10 ** places - 1), fc.nat(places)).map(([whole, fraction, shown]) => {
    const digits = String(fraction).padStart(places, '0').slice(0, shown);
    return digits === '' ? String(whole) : `${whole}.${digits}`;
  });
const price = fc.oneof(decimals(9999, 4), fc.constantFrom('0', '0.005', '0.015', '14.50', '999999.999999'));
const aboveZero = fc.oneof(decimals(20, 2), fc.constantFrom('0.25', '0.1', '0.3', '1', '7')).filter((text) => /[1-9]/.test(text));
export const percents = fc.oneof(decimals(99, 3), fc.constantFrom('0', '100', '19', '8.25', '33.3333'));

const prices: fc.Arbitrary<RateLine['prices']> = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 4 }), fc.array(price, { minLength: 5, maxLength: 5 }))
  .map(([bounds, each]) => [
    ...bounds.sort((left, right) => left - right).map((bound, index) => ({ upTo: String(bound / 4), price: each[index] ?? '1' })),
    { upTo: null, price: each[4] ?? '1' },
  ]);

const lines: fc.Arbitrary<RateLine> = fc
  .record({
    label: fc.constantFrom(null, 'Call-out'),
    basis: fc.constantFrom(...BASES),
    fieldId: fc.constantFrom(null, null, 1, 8, 99),
    prices,
    per: fc.constantFrom('entry', 'job'),
    rounding: fc.option(
      fc.record({ step: aboveZero, direction: fc.constantFrom('up', 'down', 'nearest'), on: fc.constantFrom('entry', 'total') }),
    ),
    minimumCents: fc.option(fc.nat(100_000)),
  })
  .map((each) => (each.basis === 'field' && each.fieldId === null ? { ...each, fieldId: 8 } : each));

const fuels: fc.Arbitrary<RateFuel> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('included', 'customer'),
    price: fc.constant(null),
    basePrice: fc.constant(null),
    step: fc.constant(null),
    percent: fc.constant(null),
  }),
  fc.record({
    kind: fc.constantFrom('billed', 'surchargeByVolume', 'surchargeByPercent'),
    price: decimals(6, 3),
    basePrice: decimals(6, 3),
    step: aboveZero,
    percent: percents,
  }),
);

const some = (...ids: number[]) => fc.constantFrom(null, null, ...ids);

const rates: fc.Arbitrary<BillingRate[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.integer({ min: 1, max: 40 }),
      serviceTypeId: fc.constantFrom(1, 1, 2),
      customerId: some(1, 2),
      jobId: some(1, 2),
      equipmentId: some(7, 9),
      validFrom: fc.constantFrom(null, '2025-01-01', '2025-06-02'),
      lines: fc.array(lines, { minLength: 1, maxLength: 3 }),
      fuel: fuels,
      taxPercent: fc.option(percents),
      taxIncluded: fc.option(fc.boolean()),
    })
    .map(({ lines: own, id, ...more }) => rate(id, own, more)),
  { selector: ({ id }) => id, maxLength: 6 },
);

/** What people type, and what machines send. */
const typed = fc.option(fc.integer({ min: 0, max: 8000 }).map((hundredths) => hundredths / 100));
const measured = fc.oneof(typed, typed, typed, fc.constantFrom(0, 0.1, 0.125, 1e-7, 0.30000000000000004, 999_999.999, 2e6));
const anything: fc.Arbitrary<unknown> = fc.oneof(measured, measured, measured, fc.constantFrom<unknown>(-1, '5', true, 1e300, -0, []));

export const entries: fc.Arbitrary<BillableEntry[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.integer({ min: 1, max: 60 }),
      jobId: fc.constantFrom(1, 2),
      customerId: fc.constantFrom(1, 2),
      serviceTypeId: fc.constantFrom(1, 1, 2),
      date: fc.constantFrom('2024-12-31', '2025-06-01', '2025-06-02'),
      equipmentIds: fc.subarray([7, 8, 9]),
      totalHours: measured,
      billableHours: measured,
      fuel: measured,
      loads: measured,
      customFieldValues: fc.dictionary(fc.constantFrom(...FIELDS.map(({ name }) => name)), anything),
    })
    .map(({ id, ...more }) => entry(id, more)),
  { selector: ({ id }) => id, maxLength: 8 },
);

const manualLines: fc.Arbitrary<ManualLine> = fc.record({
  label: fc.constant('By hand'),
  jobId: fc.constant(null),
  quantity: decimals(50, 2),
  unit: fc.constant(null),
  price: fc.tuple(fc.constantFrom('', '-'), decimals(900, 3)).map(([sign, text]) => `${sign}${text}`),
  taxPercent: fc.option(percents),
  taxIncluded: fc.option(fc.boolean()),
});

export const discounts: fc.Arbitrary<BillDiscount> = fc.oneof(
  percents.map((percent) => ({ label: 'Off', percent, cents: null })),
  fc.nat(500_000).map((cents) => ({ label: 'Off', percent: null, cents })),
);

/** Fuel, where there is enough, parted between the first two machines. */
const partingsOf = (all: readonly BillableEntry[]): Parting[] =>
  all.flatMap(({ id: entryId, fuel, equipmentIds: [first, second] }) =>
    fuel === null || fuel < 2 || fuel > 1e6 || first === undefined || second === undefined
      ? []
      : {
          entryId,
          column: 'fuel',
          fieldId: null,
          shares: [
            { equipmentId: first, quantity: '1.25' },
            { equipmentId: second, quantity: textOf(minus(decimal(fuel), decimal('1.25'))) },
          ],
        },
  );

const unparted: fc.Arbitrary<BillInput> = fc.record({
  entries,
  rates,
  fields: fc.constant(FIELDS),
  terms: fc.record({ currency: fc.constantFrom('USD', 'EUR', 'JPY'), taxPercent: percents, taxIncluded: fc.boolean() }),
  manualLines: fc.array(manualLines, { maxLength: 3 }),
  discounts: fc.array(discounts, { maxLength: 3 }),
});

/** What comes to more than a number can hold to the cent is refused, which is tested elsewhere. */
const canBeBilled = (input: BillInput): boolean => {
  try {
    computeBill(input);
    return true;
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
};

/** Some with fuel that is parted by machine, some without. */
export const inputs: fc.Arbitrary<BillInput> = fc
  .tuple(unparted, fc.boolean())
  .map(([input, isParted]) => (isParted ? { ...input, partings: partingsOf(input.entries) } : input))
  .filter(canBeBilled);
