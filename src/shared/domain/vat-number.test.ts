import { expect, test } from 'vitest';
import { vatNumberLike } from './vat-number.ts';

test.each([
  'DE 123 456 789',
  'atu12345678',
  'CHE-123.456.789 MWST',
  'CHE-123.456.789',
  'ESB12345678',
  'ESX1234567L',
  'FR12345678901',
  'GB 123 4567 89',
  'IE6388047V',
  'NL123456789B01',
])('%s looks right', (number) => expect(vatNumberLike(number)).toBeNull());

test.each(['47-1234567', '12/345/67890', 'B12345678', 'SIREN 123 456 789', '', 'none', 'US 12'])(
  '%s is no VAT number with the letters of a country, and nobody objects',
  (number) => expect(vatNumberLike(number)).toBeNull(),
);

test.each([
  ['DE 123 456 78', 'DE123456789'],
  ['AT12345678', 'ATU12345678'],
  ['CH123456789', 'CHE-123.456.789 MWST'],
  ['ES12345678', 'ESB12345678'],
  ['NL123456789', 'NL123456789B01'],
])('%s looks wrong: one of that country is like %s', (number, example) => expect(vatNumberLike(number)).toBe(example));
