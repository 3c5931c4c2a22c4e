import { expect, test } from 'vitest';
import type { Rate } from '#shared/billing/schemas/rate.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { heldNumber } from '#client/lib/typed-number.ts';
import { NEW_LINE, rateBodyOf, rateFormOf, rateSchema } from './rate-form.ts';

const RATE: Rate = {
  id: 3,
  organizationId: 1,
  version: 1,
  createdBy: 1,
  updatedBy: null,
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-01-01T00:00:00Z',
  name: 'Hauling',
  serviceTypeId: 4,
  customerId: 5,
  jobId: null,
  equipmentId: 6,
  validFrom: '2025-04-01',
  lines: [
    {
      label: 'Coming',
      basis: 'flat',
      fieldId: null,
      prices: [{ upTo: null, price: '150' }],
      per: 'job',
      rounding: null,
      minimumCents: null,
    },
    {
      label: null,
      basis: 'ton',
      fieldId: 9,
      prices: [
        { upTo: '20', price: '95.00' },
        { upTo: null, price: '88' },
      ],
      per: 'job',
      rounding: { step: '0.5', direction: 'up', on: 'total' },
      minimumCents: 12_050,
    },
  ],
  fuel: { kind: 'surchargeByPercent', price: '3.92', basePrice: '3.50', step: '0.10', percent: '1' },
  taxPercent: '8.25',
  taxIncluded: true,
};

test('a rate goes through the form unchanged', () => {
  const { name, serviceTypeId, customerId, jobId, equipmentId, validFrom, lines, fuel, taxPercent, taxIncluded } = RATE;
  const body = { name, serviceTypeId, customerId, jobId, equipmentId, validFrom, lines, fuel, taxPercent, taxIncluded };
  expect(rateBodyOf(rateFormOf(RATE))).toEqual(body);
  expect(rateSchema.safeParse(rateFormOf(RATE)).data).toEqual(body);
});

test('fields that do not belong to the chosen option are not sent', () => {
  const form = { ...rateFormOf(RATE), fuelKind: 'billed' as const, hasOwnTax: false };
  expect(rateBodyOf(form)).toMatchObject({
    fuel: { kind: 'billed', price: '3.92', basePrice: null, step: null, percent: null },
    taxPercent: null,
    taxIncluded: null,
  });
  const [line] = rateBodyOf({ ...form, lines: [{ ...NEW_LINE, basis: 'hour', fieldId: 9 }] }).lines;
  expect(line).toMatchObject({ fieldId: null, rounding: null, minimumCents: null });
});

test('numbers are sent as they were understood, and errors are shown at their fields', () => {
  const form = rateFormOf(null, 4);
  const typed = {
    ...form,
    lines: [{ ...NEW_LINE, steps: [{ upTo: '', price: heldNumber('14,50', 'de-DE') }], minimum: heldNumber('1.120,5', 'de-DE') }],
  };
  expect(rateSchema.safeParse(typed).data?.lines[0]).toMatchObject({ prices: [{ upTo: null, price: '14.50' }], minimumCents: 112_050 });
  const wrong = rateSchema.safeParse({
    ...form,
    lines: [{ ...NEW_LINE, basis: 'field', minimum: heldNumber('12,50', 'en-US') }],
    fuelKind: 'billed',
  });
  expect(wrong.error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(
    expect.arrayContaining(['lines.0.minimumCents', 'lines.0.prices.0.price']),
  );
});

test.each([
  ['150', 15_000],
  ['0.5', 50],
  ['0.05', 5],
  ['?0,05', Number.NaN],
  ['1.234', Number.NaN],
  ['', Number.NaN],
  ['-3', Number.NaN],
])('the cents of %s', (text, cents) => {
  expect(centsOfText(text)).toBe(cents);
});

test.each([15_000, 50, 5, 0, 100_000_000_000 - 1])('%s cents go through their text', (cents) => {
  expect(centsOfText(textOfCents(cents))).toBe(cents);
});
