import { describe, expect, test } from 'vitest';
import {
  addressQueryOf,
  conditionCount,
  listQueryOf,
  NO_RECORDS_FILTER,
  orderQueryOf,
  recordsFilterOf,
  recordsOrderOf,
  USUAL_RECORDS_ORDER,
} from './record-filter.ts';
import { kindOf } from './record-kind.ts';

const roundTrip = (address: string): string => {
  const query = new URLSearchParams(address);
  return addressQueryOf(recordsFilterOf(query), recordsOrderOf(query));
};

describe('the address of the list of all bills', () => {
  test.each([
    ['', ''],
    ['q=13803&kind=work&state=overdue&from=2026-01-01&to=2026-01-31&sort=-amount', null],
    ['sort=dueOn', null],
    ['sort=number', null],
    // The usual order is not said.
    ['sort=-number', ''],
    ['kind=nonsense&state=rich&from=2026-02-30&to=soon&sort=colour&tab=records', ''],
    ['q=++', ''],
  ])('%s is understood', (address, expected) => {
    expect(roundTrip(address)).toBe(expected ?? address);
  });

  test('a search is not longer than the server reads', () => {
    expect(recordsFilterOf(new URLSearchParams({ q: 'x'.repeat(1000) })).q).toHaveLength(200);
  });
});

describe('what the server is asked for', () => {
  test('work without an amount is a bill with a number of its own range, and no other bill', () => {
    expect(listQueryOf({ ...NO_RECORDS_FILTER, kind: 'work' })).toMatchObject({ kind: 'bill', series: 'quantities' });
    expect(listQueryOf({ ...NO_RECORDS_FILTER, kind: 'bill' })).toMatchObject({ kind: 'bill', series: 'bill' });
    expect(listQueryOf({ ...NO_RECORDS_FILTER, kind: 'credit' })).toMatchObject({ kind: 'credit', series: undefined });
    expect([kindOf({ kind: 'bill', series: 'quantities' }), kindOf({ kind: 'reversal', series: 'quantities' })]).toEqual([
      'work',
      'reversal',
    ]);
  });

  test('nothing that is empty', () => {
    expect(Object.values(listQueryOf({ ...NO_RECORDS_FILTER, q: '  ' })).filter((value) => value !== undefined)).toEqual([]);
    expect(orderQueryOf(USUAL_RECORDS_ORDER)).toEqual({ sort: 'number', order: 'desc' });
    expect(conditionCount({ ...NO_RECORDS_FILTER, q: 'x', state: 'paid', to: '2026-01-31' })).toBe(2);
  });
});
