import { expect, test } from 'vitest';
import { covers, type Part, partsOf, rowAt, spanBetween, spansOf, startsOf } from '#client/ui/row-window.ts';

const even = startsOf(10_000, () => 57);

test('rows are stacked, each with its own height', () => {
  expect([...startsOf(4, (index) => [57, 81, 57, 105][index] ?? 0)]).toEqual([0, 57, 138, 195, 300]);
  expect([...startsOf(0, () => 57)]).toEqual([0]);
});

test('a distance from the top belongs to one row', () => {
  const starts = startsOf(4, (index) => [57, 81, 57, 105][index] ?? 0);
  expect([0, 56, 57, 137, 138, 194, 195, 299].map((px) => rowAt(starts, px))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  // Above the list is its first row, below it its last.
  expect([rowAt(starts, -500), rowAt(starts, 9_000)]).toEqual([0, 3]);
  expect(rowAt(even, 57 * 7_777 + 1)).toBe(7_777);
});

test('the rows between two distances are all that touch them', () => {
  expect(spanBetween(even, 570, 1_139)).toEqual({ from: 10, to: 20 });
  expect(spanBetween(even, 571, 1_140)).toEqual({ from: 10, to: 21 });
  expect(spanBetween(even, -900, -100)).toEqual({ from: 0, to: 1 });
  expect(spanBetween(even, 570_000, 571_000)).toEqual({ from: 9_999, to: 10_000 });
  expect(
    spanBetween(
      startsOf(0, () => 57),
      0,
      800,
    ),
  ).toEqual({ from: 0, to: 0 });
});

test('a span covers another if it contains all of its rows', () => {
  expect(covers({ from: 3, to: 9 }, { from: 3, to: 9 })).toBe(true);
  expect(covers({ from: 3, to: 9 }, { from: 2, to: 9 })).toBe(false);
  expect(covers({ from: 3, to: 9 }, { from: 3, to: 10 })).toBe(false);
});

test('the row with the focus stays drawn between its neighbours, wherever the view is', () => {
  const view = { from: 100, to: 130 };
  expect(spansOf(400, view, -1)).toEqual([view]);
  expect(spansOf(400, view, 120)).toEqual([view]);
  expect(spansOf(400, view, 5)).toEqual([{ from: 4, to: 7 }, view]);
  expect(spansOf(400, view, 0)).toEqual([{ from: 0, to: 2 }, view]);
  expect(spansOf(400, view, 399)).toEqual([view, { from: 398, to: 400 }]);
  // Adjacent ones are merged, so that no row is drawn twice.
  expect(spansOf(400, view, 99)).toEqual([{ from: 98, to: 130 }]);
  expect(spansOf(400, view, 98)).toEqual([{ from: 97, to: 130 }]);
  expect(spansOf(400, view, 130)).toEqual([{ from: 100, to: 132 }]);
  expect(spansOf(400, view, 131)).toEqual([{ from: 100, to: 133 }]);
});

test('a view of rows that no longer exist shows what is left', () => {
  expect(spansOf(3, { from: 0, to: 30 }, -1)).toEqual([{ from: 0, to: 3 }]);
  expect(spansOf(3, { from: 100, to: 130 }, -1)).toEqual([{ from: 3, to: 3 }]);
});

const heightOf = (parts: readonly Part[], starts: Float64Array, between: number): number =>
  parts.reduce(
    (sum, part) => sum + (part.kind === 'gap' ? part.px + between : (starts[part.index + 1] ?? 0) - (starts[part.index] ?? 0)),
    0,
  );

test('drawn rows and gaps are together as high as the whole list, whatever is drawn', () => {
  for (const between of [0, 10]) {
    const starts = startsOf(400, (index) => 57 + (index % 5) * 24 + between);
    for (const [from, focused] of [
      [0, -1],
      [0, 399],
      [50, 3],
      [200, 201],
      [370, 0],
      [385, 398],
    ] as const) {
      const parts = partsOf(spansOf(400, { from, to: from + 15 }, focused), starts, between);
      expect(heightOf(parts, starts, between)).toBe(starts[400]);
      const rows = parts.flatMap((part) => (part.kind === 'row' ? part.index : []));
      expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
      expect(rows.length).toBeLessThanOrEqual(18);
    }
  }
});

test('a list that is drawn in full has no gap', () => {
  const starts = startsOf(3, () => 57);
  expect(partsOf([{ from: 0, to: 3 }], starts)).toEqual([0, 1, 2].map((index) => ({ kind: 'row', index })));
  expect(
    partsOf(
      [{ from: 0, to: 0 }],
      startsOf(0, () => 57),
    ),
  ).toEqual([]);
});
