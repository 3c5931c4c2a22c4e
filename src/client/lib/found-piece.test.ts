import { expect, test } from 'vitest';
import { foundPiece } from '#client/lib/found-piece.ts';

const NOTE = 'Filled up at the yard. Creek crossing is soft after load 12.\nCall Marisol before the next one, she knows the other way in.';

test.each([
  ['near the beginning: from the beginning', ['up'], /^Filled up at the yard\. Creek crossing/],
  ['further on: a few words before it', ['marisol'], /^…load 12\. Call Marisol before/],
  ['the first place of any of the words', ['marisol', 'soft'], /^…crossing is soft after/],
  ['a part of a word', ['rossing'], /^…yard\. Creek crossing/],
])('%s', (_what, words, piece) => {
  expect(foundPiece(NOTE, words)).toMatch(piece);
});

test('is on one line, and says where something was left out', () => {
  expect(foundPiece('one\n two\t three', ['two'])).toBe('one two three');
  const long = foundPiece(`${'before '.repeat(30)}here${' after'.repeat(60)}`, ['here']);
  expect(long).toMatch(/^…(?:before ){2}here after.*…$/);
  expect(long?.length).toBeLessThan(130);
});

test('a long word before it is cut', () => {
  expect(foundPiece(`${'x'.repeat(100)}12`, ['12'])).toBe(`…${'x'.repeat(16)}12`);
  expect(foundPiece(`a ${'x'.repeat(100)}12`, ['12'])).toBe(`…${'x'.repeat(16)}12`);
});

test('nothing where no word is found', () => {
  expect(foundPiece(NOTE, ['gravel'])).toBeUndefined();
  expect(foundPiece('', ['gravel'])).toBeUndefined();
  expect(foundPiece(NOTE, [])).toBeUndefined();
});
