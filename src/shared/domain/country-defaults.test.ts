import { expect, test } from 'vitest';
import { COUNTRIES } from './countries.ts';
import { CURRENCIES } from './currencies.ts';
import { WHOLE_RATE } from './organization.ts';
import { defaultsOf, languageIn, likelyCountries } from './country-defaults.ts';

test.each([
  ['DE', { units: 'metric', currency: 'EUR', tax: { name: 'MwSt.', rate: 1900 }, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
  ['AT', { units: 'metric', currency: 'EUR', tax: { name: 'USt.', rate: 2000 }, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
  ['CH', { units: 'metric', currency: 'CHF', tax: { name: 'MWST', rate: 810 }, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
  ['ES', { units: 'metric', currency: 'EUR', tax: { name: 'IVA', rate: 2100 }, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
  ['MX', { units: 'metric', currency: 'MXN', tax: { name: 'IVA', rate: 1600 }, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
  ['AR', { units: 'metric', currency: 'ARS', tax: { name: 'IVA', rate: 2100 }, seasonStartDate: '2000-07-01', payPeriod: 'month' }],
  ['GB', { units: 'metric', currency: 'GBP', tax: { name: 'VAT', rate: 2000 }, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
  ['IE', { units: 'metric', currency: 'EUR', tax: { name: 'VAT', rate: 2300 }, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
  ['US', { units: 'us', currency: 'USD', tax: null, seasonStartDate: '2000-01-01', payPeriod: 'twoWeeks' }],
  ['CA', { units: 'metric', currency: 'CAD', tax: null, seasonStartDate: '2000-01-01', payPeriod: 'month' }],
])('a company in %s begins with what is usual there', (country, defaults) => expect(defaultsOf(country)).toEqual(defaults));

test('every country has a currency that is in use, and a tax that the API takes', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240);
  for (const { currency, tax } of COUNTRIES.map(defaultsOf)) {
    expect(CURRENCIES).toContain(currency);
    expect(tax === null || (Number.isInteger(tax.rate) && tax.rate > 0 && tax.rate < WHOLE_RATE)).toBe(true);
  }
  // One that the table forgot would be counted in dollars.
  const inDollars = COUNTRIES.filter((country) => defaultsOf(country).currency === 'USD');
  expect(inDollars).toEqual('AQ AS BQ EC FM GU IO MH MP PA PR PW SV TC TL UM US VG VI'.split(' '));
});

test('the country is guessed by the clock first, then by the languages', () => {
  expect(likelyCountries(['de-DE', 'de'], 'Europe/Berlin', 'de')).toEqual(['DE', 'AT', 'CH', 'LU', 'NL']);
  expect(likelyCountries(['en-US'], 'America/Chicago', 'en')).toEqual(['US', 'CA', 'GB', 'IE', 'AU']);
  expect(likelyCountries(['en-US'], 'Europe/Dublin', 'en')[0]).toBe('IE');
  expect(likelyCountries(['es-MX'], 'America/Mexico_City', 'es')[0]).toBe('MX');
  expect(likelyCountries(['de-AT'], 'UTC', 'de')[0]).toBe('AT');
  expect(likelyCountries(['es-419', 'not a locale'], 'Etc/GMT+6', 'es')).toEqual(['ES', 'MX', 'AR', 'CL', 'UY']);
  expect(likelyCountries([], 'America/Argentina/Buenos_Aires', 'es')[0]).toBe('AR');
});

test('the language of the country is proposed to people who read it', () => {
  expect(languageIn('DE', ['en-US', 'de-DE'], 'en')).toBe('de');
  expect(languageIn('DE', ['en-US'], 'en')).toBe('en');
  expect(languageIn('MX', ['es-MX'], 'es')).toBe('es');
  expect(languageIn('FR', ['de-DE', 'en'], 'de')).toBe('en');
});
