import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isLeaked } from './leaked-passwords.ts';

test.each(['1qaz2wsx3edc', 'unbelievable', 'administrator', '123456qwerty', '123456789qwe', 'UnBelievable'])('%s is known', (password) => {
  expect(isLeaked(password)).toBe(true);
});

test.each(['correct horse battery', 'three words and more', 'staple and then some', 'harvest-demo-2026', 'two tractors, one field'])(
  '%s is not',
  (password) => {
    expect(isLeaked(password)).toBe(false);
  },
);

test('hardly any other password is mistaken for a known one', () => {
  const taken = Array.from({ length: 20_000 }, () => randomBytes(9).toString('base64url')).filter(isLeaked);
  expect(taken.length).toBeLessThan(10);
});
