import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doOverlap, hoursAfter, hoursOf, inTimeOrder, MOST_SPANS, type Span, spans } from '#shared/domain/spans.ts';

const span = (from: string, to: string): Span => ({ from: `2025-10-09T${from}:00-05:00`, to: `2025-10-09T${to}:00-05:00` });
const morning = span('07:00', '08:30');
const noon = span('12:00', '12:45');

describe('spans', () => {
  test.each([
    { name: 'none', given: [], is: true },
    { name: 'one that begins as another ends', given: [morning, span('08:30', '09:00')], is: true },
    { name: 'one that has no length', given: [span('07:00', '07:00')], is: true },
    { name: 'overlapping ones', given: [noon, morning, span('08:29', '09:00')], is: false },
    { name: 'one that ends before it begins', given: [span('08:00', '07:59')], is: false },
    { name: 'one longer than a day', given: [{ from: '2025-10-09T07:00:00Z', to: '2025-10-10T07:00:01Z' }], is: false },
    { name: 'a moment without an offset', given: [{ from: '2025-10-09T07:00:00', to: '2025-10-09T08:00:00' }], is: false },
    { name: 'too many', given: Array<Span>(MOST_SPANS + 1).fill(span('07:00', '07:00')), is: false },
  ])('takes $name: $is', ({ given, is }) => {
    expect(spans.safeParse(given).success).toBe(is);
  });

  test('offsets count: the hour that the clocks go back is no overlap', () => {
    const before = { from: '2025-11-02T01:00:00-05:00', to: '2025-11-02T01:50:00-05:00' };
    const after = { from: '2025-11-02T01:00:00-06:00', to: '2025-11-02T01:30:00-06:00' };
    expect(doOverlap([after, before])).toBe(false);
    expect(inTimeOrder([after, before])).toEqual([before, after]);
    expect(hoursOf([after, before])).toBe(1.3);
  });
});

describe('hoursOf', () => {
  test('adds first and rounds to the tenth then', () => {
    expect(hoursOf([morning, noon])).toBe(2.3);
    expect(hoursOf([span('07:00', '07:02'), span('08:00', '08:02')])).toBe(0.1);
    expect(hoursOf([])).toBe(0);
  });

  test('is the same in every order', () => {
    const minutes = fc.array(fc.tuple(fc.nat(1000), fc.nat(300)), { maxLength: 10 });
    fc.assert(
      fc.property(minutes, (all) => {
        const made = all.map(([from, length]) => ({
          from: new Date(from * 60_000).toISOString(),
          to: new Date((from + length) * 60_000).toISOString(),
        }));
        expect(hoursOf(made.toReversed())).toBe(hoursOf(made));
      }),
    );
  });
});

describe('hoursAfter', () => {
  test('follows the spans', () => {
    expect(hoursAfter([], [morning], null)).toBe(1.5);
    expect(hoursAfter([morning], [morning, noon], 1.5)).toBe(2.3);
    expect(hoursAfter([morning, noon], [morning], 2.3)).toBe(1.5);
  });

  test('leaves what somebody typed', () => {
    expect(hoursAfter([morning], [morning, noon], 4)).toBe(4);
    expect(hoursAfter([], [morning], 4)).toBe(4);
    expect(hoursAfter([morning], [], 1.5)).toBe(1.5);
  });
});

test('a moment has the digits of a clock, not any number of them', () => {
  const to = '2025-10-09T07:05:00-05:00';
  const from = (digits: number): string => `2025-10-09T07:04:59.${'0'.repeat(digits)}-05:00`;
  expect(spans.safeParse([{ from: from(3), to }]).success).toBe(true);
  expect(spans.safeParse([{ from: from(1000), to }]).success).toBe(false);
});
