import { describe, expect, test } from 'vitest';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { withOffers } from '#shared/billing/quantities.ts';
import { entry, line, numberFields, rate } from './make.ts';

const terms = { currency: 'USD', taxPercent: '0', taxIncluded: false };
// Two fields of one unit: service 1 offers the younger one, service 2 both.
const fields = withOffers(numberFields('Acres', 'acres (GPS)'), [
  { id: 1, customDataFieldIds: [2] },
  { id: 2, customDataFieldIds: [1, 2] },
]);
const billed = (serviceTypeId: number, customFieldValues: Record<string, unknown>) => {
  const rates = [rate(1, [line('acre', '10')], { serviceTypeId })];
  const { lines, warnings } = computeBill({ entries: [entry(1, { serviceTypeId, customFieldValues })], rates, fields, terms });
  const found = lines[0]?.explanation;
  return [lines[0]?.quantity, found?.kind === 'quantity' && found.sources[0], warnings.map(({ kind }) => kind)];
};

describe('a price by the acre without a field looks', () => {
  test('at the field that the service offers, not at the first of that name', () => {
    expect(billed(1, { 'acres (GPS)': 12.5 })).toEqual(['12.5', 'acres (GPS)', []]);
    expect(billed(1, { Acres: 3, 'acres (GPS)': 12.5 })).toEqual(['12.5', 'acres (GPS)', []]);
  });

  test('at the one that the entry has, if the service offers several or no longer offers it', () => {
    expect(billed(2, { 'acres (GPS)': 12.5 })).toEqual(['12.5', 'acres (GPS)', []]);
    expect(billed(2, { Acres: 3, 'acres (GPS)': 12.5 })).toEqual(['3', 'Acres', []]);
    expect(billed(1, { Acres: 3 })).toEqual(['3', 'Acres', []]);
  });

  test('in vain if none of them has a number, and says so', () => {
    expect(billed(1, {})).toEqual([undefined, false, ['noQuantity']]);
  });

  test('through all fields once, however many entries ask', () => {
    let looked = 0;
    const watched = numberFields('Acres', ...Array.from({ length: 99 }, (_, place) => `Field ${place}`)).map((field) =>
      Object.defineProperty({ ...field }, 'name', {
        get: () => {
          looked += 1;
          return field.name;
        },
      }),
    );
    const billOf = (entries: number) => {
      const own = Array.from({ length: entries }, (_, id) => entry(id, { customFieldValues: { Acres: 2 } }));
      return computeBill({ entries: own, rates: [rate(1, [line('acre', '10')])], fields: watched, terms }).grossCents;
    };
    expect(billOf(100)).toBe(200_000);
    // If each entry went through the hundred, it would be ten thousand at least.
    expect(looked).toBeLessThan(2000);
  });

  test('and bills it once where two machines ask for it', () => {
    const rates = [7, 9].map((equipmentId) => rate(equipmentId, [line('acre', '10')], { equipmentId }));
    const entries = [entry(1, { equipmentIds: [7, 9], customFieldValues: { 'acres (GPS)': 12.5 } })];
    const bill = computeBill({ entries, rates, fields, terms });
    expect([bill.grossCents, bill.warnings.map(({ kind, measure }) => [kind, measure?.fieldId])]).toEqual([12_500, [['billedOnce', 2]]]);
  });
});
