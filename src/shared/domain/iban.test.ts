import { expect, test } from 'vitest';
import { formatIban, ibanCountry, isIban, isMistypedIban, isQrIban } from './iban.ts';

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DE'],
  ['gb29nwbk60161331926819', 'GB'],
  ['IE29 AIBK 9311 5212 3456 78', 'IE'],
  ['NO93 8601 1117 947', 'NO'],
  ['AT61 1904 3002 3457 3201', 'AT'],
  ['ES91 2100 0418 4502 0005 1332', 'ES'],
  ['CH93-0076-2011-6238-5295-7', 'CH'],
])('%s is a right IBAN', (iban, country) => {
  expect([isIban(iban), isMistypedIban(iban), ibanCountry(iban)]).toEqual([true, false, country]);
});

test('one wrong or swapped digit is noticed', () => {
  expect(isMistypedIban('DE89 3704 0044 0532 0130 01')).toBe(true);
  expect(isMistypedIban('DE98 3704 0044 0532 0130 00')).toBe(true);
});

test('an IBAN that is too long or short for its country is noticed even where its check digits are right', () => {
  // Of 24 characters, as no German account has them; of all check digits one makes the remainder 1.
  const checked = Array.from({ length: 97 }, (_, check) => `DE${String(check).padStart(2, '0')}37040044053201300000`);
  expect(checked.every(isMistypedIban)).toBe(true);
  expect(isIban('DE89370400440532013')).toBe(false);
});

test('account numbers of other kinds are taken as they are', () => {
  for (const number of ['', '12345678', '60-16-13 31926819', 'Konto 532013000', '002180700612345678']) {
    expect(isMistypedIban(number)).toBe(false);
    expect(isIban(number)).toBe(false);
    expect(formatIban(number)).toBe(number);
  }
});

test('an IBAN is written in groups of four', () => {
  expect(formatIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});

test('a QR-IBAN is told from other accounts by the number of its bank', () => {
  expect(isQrIban('CH44 3199 9123 0008 8901 2')).toBe(true);
  expect(isQrIban('CH93 0076 2011 6238 5295 7')).toBe(false);
  expect(isQrIban('CH44 3199 9123 0008 8901 3')).toBe(false);
  expect(isQrIban('DE89 3704 0044 0532 0130 00')).toBe(false);
});
