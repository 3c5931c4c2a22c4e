import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bill } from '#shared/billing/schemas/bill.ts';
import { type BillInput, computeBill } from '#shared/billing/compute-bill.ts';
import { isBillingRecord } from '#server/commands/archive/billing-shape.ts';
import { deepRenumbered } from '#server/commands/archive/renumber-deep.ts';
import { sized } from '#tests/support/proof-size.ts';
import { inputs } from './arbitraries.ts';

const RUNS = { numRuns: sized({ push: 50, proofs: 500 }) };
const FURTHER = 1_000_000;
const further = <T extends number | null>(id: T): T => (id === null ? id : id + FURTHER) as T;

/** The same work and the same rates where everything has another id. */
const elsewhere = ({ entries, rates, fields, partings = [], ...rest }: BillInput): BillInput => ({
  ...rest,
  entries: entries.map((entry) => ({
    ...entry,
    id: further(entry.id),
    jobId: further(entry.jobId),
    customerId: further(entry.customerId),
    serviceTypeId: further(entry.serviceTypeId),
    equipmentIds: entry.equipmentIds.map(further),
  })),
  rates: rates.map((rate) => ({
    ...rate,
    id: further(rate.id),
    serviceTypeId: further(rate.serviceTypeId),
    customerId: further(rate.customerId),
    jobId: further(rate.jobId),
    equipmentId: further(rate.equipmentId),
    lines: rate.lines.map((line) => ({ ...line, fieldId: further(line.fieldId) })),
  })),
  partings: partings.map(({ entryId, fieldId, shares, ...parting }) => ({
    ...parting,
    entryId: further(entryId),
    fieldId: further(fieldId),
    shares: shares.map((share) => ({ ...share, equipmentId: further(share.equipmentId) })),
  })),
  fields: fields.map((field) => ({ ...field, id: further(field.id) })),
});

test('any bill with new ids is the bill that would be made of the same work where it has these ids', () => {
  const lost: string[] = [];
  const ids = {
    idOf: (_: string, id: number) => further(id),
    fieldValues: (values: object) => ({ ...values }),
    onLost: () => lost.push(''),
  };
  fc.assert(
    fc.property(inputs, (input) => {
      expect(deepRenumbered(ids, 'bill', computeBill(input))).toEqual(computeBill(elsewhere(input)));
    }),
    RUNS,
  );
  expect(lost).toEqual([]);
});

const recordOf = (bill: Bill, kind: 'bill' | 'reversal'): unknown => {
  const { currency, netCents, taxCents, grossCents } = bill;
  const amount = (cents: number) => (kind === 'bill' ? cents : 0 - cents);
  const issuer = { name: 'Halvorsen', address: null, logo: null, taxName: null, taxNumber: null };
  const customer = { id: 3, businessName: 'Pine Ridge', address: null, phoneNumber: null };
  const head = { kind, reversesId: kind === 'bill' ? null : 1, year: 2025, number: 1, issuedOn: '2025-12-20', customerId: 3, jobIds: [5] };
  const content = { issuer, customer, jobs: [{ id: 5, name: 'North' }], bill, quantities: [], entries: [], notes: null };
  const amounts = { currency, netCents: amount(netCents), taxCents: amount(taxCents), grossCents: amount(grossCents) };
  return JSON.parse(JSON.stringify({ ...head, ...amounts, content }));
};

test('any record and its reversal are taken in as they were made, and with another cent in any line they are not', () => {
  fc.assert(
    fc.property(inputs, fc.nat(), (input, chance) => {
      const bill = computeBill(input);
      expect([isBillingRecord(recordOf(bill, 'bill')), isBillingRecord(recordOf(bill, 'reversal'))]).toEqual([true, true]);
      const place = chance % Math.max(1, bill.lines.length);
      const lines = bill.lines.map((line, index) => (index === place ? { ...line, cents: line.cents + 1 } : line));
      expect(isBillingRecord(recordOf({ ...bill, lines }, 'bill'))).toBe(lines.length === 0);
    }),
    RUNS,
  );
});
