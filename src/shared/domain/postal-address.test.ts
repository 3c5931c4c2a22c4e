import { describe, expect, test } from 'vitest';
import { addressOf, withAddress } from './postal-address.ts';

const NOTHING = { street: null, postalCode: null, town: null, region: null, country: null };
const HANSKA = { street: '9 Elevator St', postalCode: '56041', town: 'Hanska', region: 'MN', country: 'US' };

test.each([
  ['US', '9 Elevator St\nHanska, MN 56041'],
  ['GB', '9 Elevator St\nHanska\nMN\n56041'],
  ['DE', '9 Elevator St\n56041 Hanska\nMN'],
])('a letter of %s', (country, lines) => {
  expect(addressOf({ ...HANSKA, country })).toBe(lines);
});

test.each([
  [{ town: 'Hanska' }, 'Hanska'],
  [{ town: 'Hanska', postalCode: '56041' }, '56041 Hanska'],
  [{}, null],
])('what is not known leaves no gap: %j', (parts, lines) => {
  expect(addressOf({ ...NOTHING, ...parts })).toBe(lines);
});

describe('a change', () => {
  const stored = { ...HANSKA, address: '9 Elevator St\nHanska, MN 56041' };

  test('of parts writes the address, whether the address as it was is sent or not', () => {
    const lines = '12 Mill Rd\nHanska, MN 56041';
    expect(withAddress(stored, { street: '12 Mill Rd' }, null)).toMatchObject({ address: lines });
    expect(withAddress(stored, { ...stored, street: '12 Mill Rd' }, null)).toMatchObject({ address: lines });
    expect(withAddress(null, { ...HANSKA, address: null }, null)).toMatchObject({ address: stored.address });
  });

  test('of the address forgets the parts, whether the parts as they were are sent or not', () => {
    const forgotten = { address: 'By the elevator', street: null, postalCode: null, town: null, region: null };
    expect(withAddress(stored, { address: 'By the elevator' }, null)).toEqual(forgotten);
    expect(withAddress(stored, { ...stored, address: 'By the elevator' }, null)).toEqual({ ...forgotten, country: 'US' });
    expect(withAddress(stored, { address: 'By the elevator', country: 'CA' }, null)).toEqual({ ...forgotten, country: 'CA' });
  });

  test('of both is as it is sent, and one of neither changes neither', () => {
    const both = { address: 'By the elevator', town: 'Evan' };
    expect(withAddress(stored, both, null)).toEqual(both);
    const typed = { ...stored, address: 'By the elevator' };
    expect(withAddress(typed, { ...typed }, null)).toEqual(typed);
    expect(withAddress(stored, {}, null)).toEqual({});
  });

  test('of the country alone leaves an address that is known only as a whole', () => {
    expect(withAddress({ ...NOTHING, address: 'By the elevator' }, { country: 'DE' }, null)).toMatchObject({ address: 'By the elevator' });
  });
});

test('an address without a country is written as in the company’s', () => {
  expect(withAddress(null, { ...HANSKA, country: null }, 'US')).toMatchObject({ address: '9 Elevator St\nHanska, MN 56041' });
});
