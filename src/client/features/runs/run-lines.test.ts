import { expect, test } from 'vitest';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { linesOf, sumOf } from '#client/features/runs/run-lines.ts';

const entry = (id: number, fuel: number | null) =>
  ({ id, fuel, serviceTypeName: 'Baling', totalHours: 1, loads: null, customFieldValues: {} }) as unknown as JobEntry;

test('a billed stop keeps its fuel and is known as such; the rest is shared among the others', () => {
  const lines = linesOf(
    [entry(1, 10.1), entry(2, null), entry(3, null)],
    { fuel: 30.1, shareBy: 'hours' },
    {
      service: undefined,
      fields: [],
      counted: [],
      billed: new Set([1]),
    },
  );
  expect(lines.map(({ fuel, isBilled }) => [fuel, isBilled])).toEqual([
    [10.1, true],
    [10, false],
    [10, false],
  ]);
  expect(sumOf(lines.map(({ fuel }) => fuel))).toBe(30.1);
});
