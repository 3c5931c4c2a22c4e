import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRounds } from '#server/rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A round that ends when it is aborted. */
const slow = () => {
  const ends: { end: (error?: Error) => void }[] = [];
  const work = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      ends.push({ end: (error) => (error ? reject(error) : resolve()) });
      signal.addEventListener('abort', () => reject(new Error('left off')));
    });
  return { ends, work };
};

test('rounds never overlap, and a failed one is reported and followed by the next', async () => {
  const { ends, work } = slow();
  const failed: unknown[] = [];
  const rounds = startRounds({ work, everyMs: 1_000, failed: (error) => failed.push(error) });
  expect(ends).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ends).toHaveLength(1);
  ends[0]?.end(new Error('no disk'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failed).toEqual([new Error('no disk')]);
  expect(ends).toHaveLength(2);
  await rounds.stop();
});

test('stopping aborts the running round, waits for it and reports no failure', async () => {
  const { ends, work } = slow();
  const failed: unknown[] = [];
  const rounds = startRounds({ work, everyMs: 1_000, failed: (error) => failed.push(error), isSoon: true });
  expect(ends).toHaveLength(1);
  await rounds.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([ends.length, failed]).toEqual([1, []]);
});
