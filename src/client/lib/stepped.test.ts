import { expect, test } from 'vitest';
import { stepped } from '#client/lib/stepped.ts';

test('steps by tenths without floating-point noise', () => {
  expect(stepped('0.2', 0.1, 1)).toBe('0.3');
  expect(stepped('9.4', 0.1, 1)).toBe('9.5');
  expect(stepped('1.67', 0.1, 1)).toBe('1.77');
});

test('never goes below zero, and starts at zero from an empty one', () => {
  expect(stepped('0', 1, -1)).toBe('0');
  expect(stepped('', 1, 1)).toBe('1');
});

test('a step does not discard unreadable input', () => {
  expect(stepped('?12,50', 0.1, 1)).toBe('?12,50');
  expect(stepped('abc', 0.1, 1)).toBe('abc');
});

test('works in any locale: the form holds the decimal itself', () => {
  expect(stepped('1250.5', 0.1, 1)).toBe('1250.6');
});
