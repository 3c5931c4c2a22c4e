import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from '#client/offline/outbox/backoff.ts';

test('waits grow from half a second to five minutes, and never beyond', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, fraction) => {
        const ms = backoffMs(failures, fraction);
        return ms >= 500 && ms <= 300_000 && backoffMs(failures + 1, fraction) >= ms;
      },
    ),
    { numRuns: 5000 },
  );
});

test('devices that failed together come back at different times', () => {
  const times = Array.from({ length: 100 }, (_, index) => backoffMs(6, index / 100));
  expect(new Set(times).size).toBe(100);
  expect(Math.max(...times) / Math.min(...times)).toBeGreaterThan(1.9);
});
