import { expect, test } from 'vitest';
import { MOST_LETTERS } from '#shared/billing/schemas/reminder.ts';
import { inParts } from './in-parts.ts';

const letters = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('letters go in parts that a call takes, each once and in their order', () => {
  for (const count of [0, 1, MOST_LETTERS, MOST_LETTERS + 1, 250]) {
    const parts = inParts(letters(count));
    expect(parts.flat()).toEqual(letters(count));
    expect(Math.max(0, ...parts.map((part) => part.length))).toBeLessThanOrEqual(MOST_LETTERS);
    expect(parts).toHaveLength(Math.ceil(count / MOST_LETTERS));
  }
});
