import { describe, expect, test } from 'vitest';
import type { BillingRunHead } from '#shared/billing/schemas/billing-run.ts';
import { readAway, runToShow, withAway } from './runs-put-away.ts';

const run = (id: number, more: Partial<BillingRunHead> = {}): BillingRunHead => ({
  id,
  issuedOn: '2025-10-09',
  createdBy: 1,
  createdByName: 'Dana',
  createdAt: '2025-10-09T12:00:00.000Z',
  finishedAt: '2025-10-09T12:01:00.000Z',
  currency: 'USD',
  count: 3,
  waiting: 0,
  toMail: 0,
  done: 3,
  failed: 0,
  issued: 3,
  toPrint: 0,
  toPost: 0,
  onTheWay: 0,
  undelivered: 0,
  lastUndelivered: null,
  ...more,
});

const shown = (runs: readonly BillingRunHead[], away = {}) => runToShow(runs, away)?.id;

describe('the run that is shown', () => {
  test('is the one that goes on, else the newest, else one that somebody has to care for', () => {
    expect(shown([])).toBeUndefined();
    expect(shown([run(3), run(2, { finishedAt: null }), run(1)])).toBe(2);
    expect(shown([run(3), run(2, { failed: 1 })])).toBe(3);
    expect(shown([run(3), run(2), run(1, { failed: 1 })], { 3: 0 })).toBe(1);
    expect(shown([run(3), run(2), run(1)], { 3: 0 })).toBeUndefined();
  });

  test('a later run that is put away hides nothing of an earlier one', () => {
    const runs = [run(2, { undelivered: 1, lastUndelivered: 90 }), run(1, { failed: 1 })];
    const away = withAway({}, run(2, { lastUndelivered: 90 }), runs);
    expect(shown(runs, away)).toBe(1);
    expect(shown(runs, withAway(away, run(1), runs))).toBeUndefined();
  });

  test('one that was put away is back when another mail comes back', () => {
    const away = withAway({}, run(1, { onTheWay: 2 }), [run(1)]);
    expect(shown([run(1, { onTheWay: 1 })], away)).toBeUndefined();
    const later = run(1, { undelivered: 1, lastUndelivered: 91 });
    expect(shown([later], away)).toBe(1);
    expect(shown([later], withAway(away, later, [later]))).toBeUndefined();
  });
});

test('what is kept is of listed runs alone, and whatever else is stored is nothing', () => {
  expect(withAway({ 7: 0, 2: 5 }, run(3), [run(3), run(2)])).toEqual({ 3: 0, 2: 5 });
  expect(readAway('{"3":0,"2":"x"}')).toEqual({ 3: 0 });
  expect([readAway(null), readAway('7'), readAway('null'), readAway('{')]).toEqual([{}, {}, {}, {}]);
});
