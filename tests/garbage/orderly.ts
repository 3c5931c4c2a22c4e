import { expect } from 'vitest';
import type { Injected } from '#tests/support/inject.ts';

/** Refusals that the program makes on purpose; anything else that is no success is a fault. */
const REFUSED = new Set([400, 401, 403, 404, 405, 409, 410, 411, 412, 413, 414, 415, 416, 421, 422, 428, 429, 431, 503]);

/** What is wrong with an answer to a request that nobody would send in good faith; null: nothing. */
export const disorderIn = ({ status, contentType, text }: Injected, isHead = false): string | null => {
  if (status < 400) {
    return null;
  }
  if (!REFUSED.has(status)) {
    return `answered ${status}: ${text.slice(0, 300)}`;
  }
  return isHead || contentType.startsWith('application/problem+json') ? null : `a refusal (${status}) that is no problem document`;
};

/** Expects that the program kept its countenance; `sent` says what it was sent. */
export const expectCountenance = (answer: Injected, sent: string, isHead = false): void => {
  const disorder = disorderIn(answer, isHead);
  expect(disorder === null ? [] : [`${sent.slice(0, 500)} → ${disorder}`]).toEqual([]);
};
