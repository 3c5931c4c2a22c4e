import { expect, test } from 'vitest';
import { termsWords } from './terms-words.ts';

test('terms are said as in the seller’s country', () => {
  expect(['US', 'CA', 'GB', 'IE', 'DE', null].map((country) => termsWords(30, country))).toEqual([
    'Net 30',
    'Net 30',
    '30 days',
    '30 days',
    '30 days',
    '30 days',
  ]);
  expect([termsWords(1, 'GB'), termsWords(0, 'US'), termsWords(0, 'GB')]).toEqual(['1 day', 'On receipt', 'On receipt']);
});
