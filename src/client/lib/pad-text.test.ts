import { describe, expect, test } from 'vitest';
import { heldSum } from '#client/lib/stepped.ts';
import { decimalSign, type PadKey, padPressed } from '#client/lib/pad-text.ts';

const typed = (keys: readonly PadKey[], locale = 'en-US'): string => keys.reduce((text: string, key) => padPressed(text, key, locale), '');

describe('the keys of the number pad', () => {
  test('12.75 takes five of them', () => {
    expect(typed([1, 2, 'point', 7, 5])).toBe('12.75');
    expect(heldSum(typed([1, 2, 'point', 7, 5]), 'en-US')).toBe('12.75');
  });

  test.each<[string, readonly PadKey[], string]>([
    ['a point by itself is a fraction', ['point', 5], '0.5'],
    ['a second point is none', [1, 'point', 5, 'point', 2], '1.52'],
    ['a leading zero is replaced', [0, 7], '7'],
    ['a sum', [3, 'point', 5, 'plus', 2], '3.5 + 2'],
    ['a plus before anything, and twice, is none', ['plus', 3, 'plus', 'plus', 4], '3 + 4'],
    ['a zero in the second term is replaced as well', [3, 'plus', 0, 4], '3 + 4'],
    ['a sign is taken back like a digit', [3, 'plus', 2, 'back', 'back', 4], '34'],
    ['nothing is left to take back', [3, 'back', 'back'], ''],
    ['not longer than can be kept', Array.from({ length: 20 }, () => 9), '9'.repeat(15)],
  ])('%s', (_, keys, expected) => {
    expect(typed(keys)).toBe(expected);
  });

  test('the decimal sign is that of the locale', () => {
    expect(['en-US', 'de-DE', 'es-ES'].map((locale) => decimalSign(locale))).toEqual(['.', ',', ',']);
    expect(typed([1, 2, 'point', 7, 5], 'de-DE')).toBe('12,75');
    expect(heldSum('12,75', 'de-DE')).toBe('12.75');
  });
});

test.each([
  ['', ''],
  ['3.5 + 2', '5.5'],
  ['0.1 + 0.2', '0.3'],
  ['3.5 +', '3.5'],
  ['1 + 2 + 3.25', '6.25'],
  ['5 + -2', '3'],
  ['+5', '5'],
  ['ten', '?ten'],
  ['3 + ten', '?3 + ten'],
])('a form holds %j as %j', (text, held) => {
  expect(heldSum(text, 'en-US')).toBe(held);
});
