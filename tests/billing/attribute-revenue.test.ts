import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BillInput } from '#shared/billing/compute-bill.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { type Share, attributeRevenue } from '#shared/billing/attribute-revenue.ts';
import { allocate } from '#shared/lib/allocate.ts';
import { inputs } from './arbitraries.ts';
import { entry, fuel, line, rate } from './make.ts';

const JOBS = [1, 2];
const sharesOf = (input: BillInput, jobIds: readonly number[] = JOBS) => {
  const bill = computeBill(input);
  return { bill, shares: attributeRevenue({ bill, jobIds, entries: input.entries, issuedOn: '2025-07-01' }) };
};
const sum = (shares: readonly Share[]): number => Number(shares.reduce((all, { cents }) => all + BigInt(cents), 0n));

describe('parts of an amount', () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 20n }), { minLength: 1, maxLength: 12 });

  test('add up to it, have its sign, and each is the fair one but for less than a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), weights, (cents, each) => {
        const parts = allocate(cents, each);
        expect(parts.reduce((all, part) => all + part, 0)).toBe(cents);
        const whole = each.reduce((all, one) => all + one, 0n);
        for (const [place, part] of parts.entries()) {
          expect(Object.is(part, -0) || part * cents < 0).toBe(false);
          // |part − cents × weight / whole| < 1, without a division.
          const off = whole === 0n ? 0n : BigInt(part) * whole - BigInt(cents) * (each[place] ?? 0n);
          expect(off < (whole || 1n) && -off < (whole || 1n)).toBe(true);
        }
      }),
    );
  });

  test('a remaining cent goes to the part that lost most, the first of equals first', () => {
    expect(allocate(100, [1n, 1n, 1n])).toEqual([34, 33, 33]);
    expect(allocate(-100, [1n, 1n, 1n])).toEqual([-34, -33, -33]);
    expect(allocate(10, [1n, 2n, 4n])).toEqual([1, 3, 6]);
    expect(allocate(5, [0n, 0n])).toEqual([3, 2]);
  });
});

describe('the shares of any bill', () => {
  test('add up to its net amount, and those of a line that is about one job to that line', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { bill, shares } = sharesOf(input);
        expect(sum(shares)).toBe(bill.netCents);
        expect(JOBS.filter((jobId) => !shares.some((share) => share.jobId === jobId))).toEqual([]);
        expect(shares.filter(({ cents }) => !Number.isSafeInteger(cents) || Object.is(cents, -0))).toEqual([]);
        const only = { ...input, manualLines: [], discounts: [], terms: { ...input.terms, taxIncluded: false } };
        const onTop = { ...only, rates: input.rates.map((each) => ({ ...each, taxIncluded: false })) };
        const work = sharesOf(onTop);
        for (const jobId of JOBS) {
          const lines = work.bill.lines.filter((each) => each.jobId === jobId).reduce((all, { cents }) => all + BigInt(cents), 0n);
          expect(BigInt(sum(work.shares.filter((share) => share.jobId === jobId)))).toBe(lines);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('name machines and days of their entries only', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const entries = new Map(input.entries.map((each) => [each.id, each]));
        for (const { entryId, equipmentId, date, jobId } of sharesOf(input).shares.filter((share) => share.entryId !== null)) {
          const of = entries.get(entryId ?? 0);
          expect([of?.jobId, of?.date]).toEqual([jobId, date]);
          expect(equipmentId === null ? of?.equipmentIds : of?.equipmentIds.includes(equipmentId)).toEqual(
            equipmentId === null ? [] : true,
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});

const terms = { currency: 'USD', taxPercent: '0', taxIncluded: false };
const short = (shares: readonly Share[]) => shares.map(({ jobId, entryId, equipmentId, cents }) => [jobId, entryId, equipmentId, cents]);

test('by hand: entries by what was measured, machines alike, a machine with its own rate by that, a minimum by amounts', () => {
  const entries = [
    entry(1, { equipmentIds: [7, 8, 9], totalHours: 1, fuel: 2 }),
    entry(2, { equipmentIds: [8], totalHours: 2 }),
    entry(3, { jobId: 2, date: '2025-06-05', loads: 1 }),
  ];
  const rates = [
    // 7 has a price of its own; 8 and 9 share the service's.
    rate(1, [line('hour', '33.335', { per: 'job' })]),
    rate(2, [line('hour', '10')], { equipmentId: 7, fuel: fuel('billed', { price: '3' }) }),
  ];
  const manualLines = [{ label: 'Net wrap', jobId: 2, quantity: '1', unit: null, price: '20', taxPercent: null, taxIncluded: null }];
  const discounts = [{ label: 'Off', percent: '10', cents: null }];
  const { bill, shares } = sharesOf({ entries, rates, fields: [], terms, manualLines, discounts });
  // 3 h × 33.335 = 100.01 of 8 and 9: 33.34 and 66.67 by hours, the first half and half. 10.00 and 6.00 of 7. Less 13.60: 10.00 of the first, by 166.68, 166.68 and 666.63 cents.
  expect(bill.lines.map(({ cents }) => cents)).toEqual([10001, 1000, 600, 2000, -1360]);
  expect(short(shares.filter(({ jobId }) => jobId === 1)).reduce((all, [, , , cents]) => all + Number(cents), 0)).toBe(11601 - 1160);
  expect(short(shares)).toEqual([
    [1, 1, 8, 1667 - 167],
    [1, 1, 9, 1667 - 167],
    [1, 2, 8, 6667 - 666],
    [1, 1, 7, 1600 - 160],
    [2, null, null, 2000 - 200],
  ]);
});

test('tax that is in a price is taken out first; a job without an amount has a share of nothing', () => {
  const entries = [entry(1, { totalHours: 1 }), entry(2, { totalHours: 2 })];
  const rates = [rate(1, [line('hour', '10', { per: 'job' })], { taxPercent: '19', taxIncluded: true })];
  const { bill, shares } = sharesOf({ entries, rates, fields: [], terms });
  expect(bill.netCents).toBe(2521);
  expect(short(shares)).toEqual([
    [1, 1, null, 840],
    [1, 2, null, 1681],
    [2, null, null, 0],
  ]);
});
