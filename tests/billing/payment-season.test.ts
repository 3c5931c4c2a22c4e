import { expect, test } from 'vitest';
import { matchPayments } from '#shared/billing/match-payments.ts';
import { makeSeason } from './season-of-payments.ts';

test.each([1, 2, 3, 4, 5])('season %i: all that is sure is right, and nine of ten payments are found', (seed) => {
  const { bills, payments } = makeSeason(seed);
  const matches = matchPayments(
    payments.map(({ payment }) => payment),
    bills,
  );
  const wrong: string[] = [];
  const missed: string[] = [];
  let sure = 0;
  for (const { payment, way, bills: meant } of payments) {
    const match = matches.get(payment.id);
    const proposed = match?.parts.map(({ recordId }) => recordId).toSorted((one, other) => one - other) ?? [];
    const isRight = JSON.stringify(proposed) === JSON.stringify(meant.toSorted((one, other) => one - other));
    sure += match?.sureness === 'sure' ? 1 : 0;
    if (match?.sureness === 'sure' && !isRight) {
      wrong.push(`${way}: ${JSON.stringify(payment)} → ${JSON.stringify(match)}`);
    }
    if (meant.length > 0 && !isRight) {
      missed.push(`${way} ${match?.sureness ?? '-'}`);
    }
  }
  expect(wrong).toEqual([]);
  const real = payments.filter(({ bills: meant }) => meant.length > 0).length;
  expect(real - missed.length).toBeGreaterThanOrEqual(real * 0.9);
  expect(sure).toBeGreaterThan(payments.length * 0.6);
});
