import { expect, test } from 'vitest';
import { accountWords, isMistypedIban } from './bank-account.ts';

test.each(['DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819', 'IE29 AIBK 9311 5212 3456 78', 'NO93 8601 1117 947'])(
  '%s is a right IBAN',
  (iban) => expect(isMistypedIban(iban)).toBe(false),
);

test('one wrong or swapped digit is noticed', () => {
  expect(isMistypedIban('DE89 3704 0044 0532 0130 01')).toBe(true);
  expect(isMistypedIban('DE98 3704 0044 0532 0130 00')).toBe(true);
});

test('account numbers of other kinds are taken as they are', () => {
  for (const number of ['', '12345678', '60-16-13 31926819', 'Konto 532013000', '002180700612345678']) {
    expect(isMistypedIban(number)).toBe(false);
    expect(accountWords(number)).toBe(number);
  }
});

test('an IBAN is written in groups of four', () => {
  expect(accountWords('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});
