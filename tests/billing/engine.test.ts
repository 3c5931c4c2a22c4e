import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bill, Explanation } from '#shared/billing/schemas/bill.ts';
import { recompute, shareDiscount, taxOf, withMinimumBeside } from '#shared/billing/amounts.ts';
import { type BillInput, computeBill } from '#shared/billing/compute-bill.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { netLines } from '#shared/billing/net-lines.ts';
import { sentencesOf } from '#shared/billing/sentences.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { sized } from '#tests/support/proof-size.ts';
import { discounts, inputs, percents } from './arbitraries.ts';
import { add, expectedAmount, type Fraction, halfAwayFromZero, multiply, read, same } from './reckoning.ts';
import { said } from './said.ts';

const RUNS = { numRuns: sized({ push: 80, proofs: 1000 }) };
const check = (property: (input: BillInput, bill: Bill) => void) =>
  fc.assert(
    fc.property(inputs, (input) => property(input, computeBill(input))),
    RUNS,
  );
const added = (amounts: readonly number[]): number => Number(amounts.reduce((sum, each) => sum + BigInt(each), 0n));

const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};

describe('any bill', () => {
  test('is the sum of its lines and taxes, to the cent', () => {
    check((_, bill) => {
      const lines = added(bill.lines.map(({ cents }) => cents));
      expect(added(bill.taxes.map(({ cents }) => cents))).toBe(lines);
      expect(bill.taxCents).toBe(added(bill.taxes.map(({ taxCents }) => taxCents)));
      expect(bill.grossCents).toBe(lines + added(bill.taxes.filter(({ taxIncluded }) => !taxIncluded).map(({ taxCents }) => taxCents)));
      expect(bill.netCents + bill.taxCents).toBe(bill.grossCents);
    });
  });

  test('comes to what can be paid: in yen every line, tax and total is whole, and so are its lines without tax', () => {
    check((_, bill) => {
      const smallest = bill.currency === 'JPY' ? 100 : 1;
      const amounts = [bill.netCents, bill.taxCents, bill.grossCents, ...[...bill.lines, ...bill.taxes].map(({ cents }) => cents)];
      const net = netLines(bill).map(({ netCents }) => netCents);
      expect([...amounts, ...net].filter((cents) => cents % smallest !== 0)).toEqual([]);
      expect(added(net)).toBe(bill.netCents);
    });
  });

  test('does not depend on the order of entries, rates and fields', () => {
    fc.assert(
      fc.property(inputs, fc.infiniteStream(fc.nat(1000)), (input, chance) => {
        const mix = <T>(values: readonly T[]): T[] =>
          values
            .map((value) => [chance.next().value ?? 0, value] as const)
            .sort(([a], [b]) => a - b)
            .map(([, value]) => value);
        const mixed = { ...input, entries: mix(input.entries), rates: mix(input.rates), fields: mix(input.fields) };
        expect(computeBill(mixed)).toEqual(computeBill(input));
      }),
      RUNS,
    );
  });

  test('contains no NaN, no negative zero and no fraction of a cent', () => {
    check((_, bill) => {
      expect(numbersIn(bill).filter((each) => !Number.isSafeInteger(each) || Object.is(each, -0))).toEqual([]);
    });
  });

  test('tells of each amount how it came about, and that survives being stored', () => {
    check((_, bill) => {
      for (const { explanation, cents, key } of bill.lines) {
        const stored = JSON.parse(JSON.stringify(explanation)) as Explanation;
        expect([key, recompute(stored, smallestCents(bill.currency))]).toEqual([key, cents]);
      }
      expect(new Set(bill.lines.map(({ key }) => key)).size).toBe(bill.lines.length);
    });
  });

  test('has the amounts that a second way to reckon comes to', () => {
    const zero: Fraction = [0n, 1n];
    check((_, bill) => {
      for (const { explanation, cents, quantity } of bill.lines) {
        const isQuantity = explanation.kind === 'quantity';
        const parts = isQuantity ? explanation.parts : [];
        const line = isQuantity && withMinimumBeside(explanation.line, explanation.beside);
        const amounts = line ? parts.map(({ entries }) => expectedAmount(line, entries)) : [];
        const product = explanation.kind === 'manual' ? multiply(read(explanation.quantity), read(explanation.price)) : zero;
        const isReckoned = isQuantity || explanation.kind === 'manual';
        const smallest = BigInt(smallestCents(bill.currency));
        const expected = smallest * halfAwayFromZero(multiply([...amounts, product].reduce(add, zero), [100n, smallest]));
        expect(isReckoned ? BigInt(cents) : expected).toBe(expected);
        expect(parts.map(({ amount }, place) => same(read(amount), amounts[place] ?? zero))).toEqual(parts.map(() => true));
        expect(!isQuantity || same(read(quantity ?? '-1'), parts.map((part) => read(part.quantity)).reduce(add, zero))).toBe(true);
      }
    });
  });

  test('loses no entry silently: each is in a line or in a warning', () => {
    check(({ entries, rates }, bill) => {
      const told = new Set([...bill.lines.flatMap(({ entryIds }) => entryIds), ...bill.warnings.map(({ entryId }) => entryId)]);
      // A flat amount for the job names its first entry only, and the rate may contain nothing else.
      const flatOnly = new Set(
        rates
          .filter(({ lines }) => lines.some(({ basis, per }) => basis === 'flat' && per === 'job'))
          .map(({ serviceTypeId }) => serviceTypeId),
      );
      expect(entries.filter(({ id, serviceTypeId }) => !told.has(id) && !flatOnly.has(serviceTypeId))).toEqual([]);
    });
  });

  test('can say each line in sentences, with nothing left open', () => {
    check((_, bill) => {
      for (const each of bill.lines) {
        for (const language of LANGUAGE_IDS) {
          expect(said(sentencesOf(each), language).join(' ')).not.toMatch(/[{}]|undefined|null|NaN/);
        }
      }
    });
  });
});

describe('a discount', () => {
  const groups = fc.array(fc.record({ cents: fc.integer({ min: -50_000, max: 10_000_000 }) }), { minLength: 1, maxLength: 5 });

  test('takes off what it says, to the cent, and never more than there is', () => {
    fc.assert(
      fc.property(discounts, groups, ({ percent, cents }, sums) => {
        const shares = shareDiscount(percent === null ? { kind: 'amount', cents: cents ?? 0 } : { kind: 'percent', percent }, sums);
        const positive = sums.map((each) => Math.max(0, each.cents));
        expect(shares.every((share, place) => share <= 0 && -share <= (positive[place] ?? 0) && !Object.is(share, -0))).toBe(true);
        const wanted = Math.min(cents ?? 0, added(positive));
        expect(percent === null ? added([...shares, wanted]) : 0).toBe(0);
      }),
      RUNS,
    );
  });
});

describe('tax', () => {
  test('within an amount is what tax on top of the rest would be, to half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), percents, (cents, taxPercent) => {
        const within = taxOf(BigInt(cents), { taxPercent, taxIncluded: true });
        const [n, d] = multiply(read(taxPercent), [1n, 100n]);
        // |rest × percent − tax × (1 …)| is at most half a cent, grown by the tax.
        const off = (BigInt(cents) - within) * n - within * d;
        expect(2n * (off < 0n ? -off : off) <= d + n).toBe(true);
        expect(taxOf(BigInt(-cents), { taxPercent, taxIncluded: true })).toBe(-within);
      }),
      RUNS,
    );
  });
});
