import { describe, expect, test } from 'vitest';
import { isAsked } from './asked.ts';
import { isAnsweredBy } from './answered-by.ts';
import { numberPatch } from './open-question.ts';

const EARLIER = '2025-06-14T17:05:31.250Z';
const LATER = '2025-06-14T19:05:31.250Z';
const FUEL = { measure: 'fuel', values: [38, 380] };
const entry = (more: object = {}) => ({
  question: 'Was it 38?',
  answer: null,
  isSentBack: false,
  choices: FUEL as typeof FUEL | null,
  fuel: 380,
  customFieldValues: { Moisture: 140 },
  ...more,
});

test('a question is open until there is an answer, even one without words', () => {
  expect([{}, entry(), entry({ answer: '' }), entry({ question: null })].map(isAsked)).toEqual([false, true, false, false]);
});

test('a number goes into its column, or beside the other own values', () => {
  expect(numberPatch({ customFieldValues: {} }, 'fuel', 38)).toEqual({ fuel: 38 });
  expect(numberPatch({ customFieldValues: { Wet: true, Moisture: 140 } }, 'own:Moisture', 14)).toEqual({
    customFieldValues: { Wet: true, Moisture: 14 },
  });
});

describe('a change answers', () => {
  test.each<[string, object, object, boolean]>([
    ['with another number than before', {}, { fuel: 38 }, true],
    ['not with the same number', {}, { fuel: 380 }, false],
    ['not with another field', {}, { notes: 'wet' }, false],
    ['not by a hint that is right', { isSentBack: true }, { hintsAccepted: ['decimalSlip:fuel:380'] }, false],
    ['not where it brings words', {}, { fuel: 38, answer: '38' }, false],
    ['not where nothing is asked', { question: null }, { fuel: 38 }, false],
    ['not where it was made about another question', { askedAt: LATER }, { fuel: 38, answerTo: EARLIER }, false],
    ['where it was made about this one', { askedAt: LATER }, { fuel: 38, answerTo: LATER }, true],
    ['not by knowing of it', { isSentBack: true, askedAt: LATER }, { answerTo: LATER }, false],
    ['not again', { answer: '38' }, { fuel: 40 }, false],
    ['not a question without numbers', { choices: null }, { fuel: 38 }, false],
    ['whatever was sent back', { isSentBack: true, choices: null }, { photos: [] }, true],
    ['with an own number', { choices: { measure: 'own:Moisture', values: [14] } }, { customFieldValues: { Moisture: 14 } }, true],
    [
      'not with another own value',
      { choices: { measure: 'own:Moisture', values: [14] } },
      { customFieldValues: { Moisture: 140, Bales: 3 } },
      false,
    ],
  ])('%s', (_, more, patch, expected) => {
    expect(isAnsweredBy(entry(more), patch as Record<string, unknown>)).toBe(expected);
  });
});
