import { expect, test } from 'vitest';
import { conditionCount, daysOf, filterOf, NO_FILTER, orderOf, queryOf, spanOf, USUAL_ORDER } from './desk-filter.ts';

// A Thursday.
const TODAY = '2026-11-26';

test('an address and its filter say the same, in one spelling', () => {
  const filter = {
    ...NO_FILTER,
    q: 'creek crossing',
    when: 'week' as const,
    operator: 7,
    machine: -3,
    checked: false,
    billed: true,
    missing: true,
    asked: true,
    photos: true,
  };
  const order = { group: 'day' as const, sort: 'own:Bales, large' as const, isDescending: true };
  const query = queryOf(filter, order);
  expect(filterOf(new URLSearchParams(query))).toEqual(filter);
  expect(orderOf(new URLSearchParams(query))).toEqual(order);
  expect(queryOf(filterOf(new URLSearchParams(query)), orderOf(new URLSearchParams(query)))).toBe(query);
});

test('what is usual is not in the address', () => {
  expect(queryOf(NO_FILTER, USUAL_ORDER)).toBe('');
  expect(queryOf({ ...NO_FILTER, q: '  ' }, USUAL_ORDER)).toBe('');
});

test('an address that nobody wrote is no filter', () => {
  const query = new URLSearchParams(
    'when=never&from=2026-02-30&to=tomorrow&job=1.5&operator=0&checked=maybe&group=moon&sort=weather&missing=yes',
  );
  expect(filterOf(query)).toEqual(NO_FILTER);
  expect(orderOf(query)).toEqual(USUAL_ORDER);
});

test.each([
  ['today', '2026-11-26', '2026-11-26'],
  ['yesterday', '2026-11-25', '2026-11-25'],
  ['week', '2026-11-23', '2026-11-29'],
  ['lastWeek', '2026-11-16', '2026-11-22'],
  ['month', '2026-11-01', '2026-11-30'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
  ['season', '2026-03-01', '2027-02-28'],
] as const)('the days of %s', (period, from, to) => {
  expect(daysOf(period, TODAY, '2000-03-01')).toEqual({ from, to });
});

test('months end where they end', () => {
  expect(daysOf('lastMonth', '2028-03-31', null)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOf('lastMonth', '2027-01-01', null)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

test('dates narrow a period, and stand alone', () => {
  expect(spanOf({ ...NO_FILTER, when: 'week', from: '2026-11-25', to: '2026-12-31' }, TODAY, null)).toEqual({
    from: '2026-11-25',
    to: '2026-11-29',
  });
  expect(spanOf({ ...NO_FILTER, to: '2026-11-01' }, TODAY, null)).toEqual({ from: null, to: '2026-11-01' });
});

test('conditions are counted, dates as one', () => {
  expect(conditionCount(NO_FILTER)).toBe(0);
  expect(conditionCount({ ...NO_FILTER, q: 'x', when: 'week', from: TODAY, checked: false, hints: true, customer: 4 })).toBe(4);
});
