/** Rows from one index up to but not including another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A part of a partly drawn list: a row, or the space of those that are left out. */
export type Part = { readonly kind: 'row'; readonly index: number } | { readonly kind: 'gap'; readonly from: number; readonly px: number };

/** Where each row begins, in px from the top of the list, and after the last row where the list ends. */
export const startsOf = (count: number, heightAt: (index: number) => number): Float64Array => {
  const starts = new Float64Array(count + 1);
  for (let index = 0, top = 0; index < count; index += 1) {
    top += heightAt(index);
    starts[index + 1] = top;
  }
  return starts;
};

/** The row at a distance from the top of the list; the first or last for a distance outside. */
export const rowAt = (starts: Float64Array, px: number): number => {
  let [low, high] = [0, Math.max(0, starts.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= px) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
};

/** The rows between two distances from the top of the list. */
export const spanBetween = (starts: Float64Array, top: number, bottom: number): Span =>
  starts.length < 2 ? { from: 0, to: 0 } : { from: rowAt(starts, top), to: rowAt(starts, bottom) + 1 };

export const covers = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to;

/**
 * The rows to draw, in order and without overlap: those near the view, and the focused one with its neighbours, so that Tab continues from
 * it.
 */
export const spansOf = (count: number, view: Span, focused: number): Span[] => {
  const clip = ({ from, to }: Span): Span => ({ from: Math.max(0, Math.min(from, count)), to: Math.min(to, count) });
  const near = clip(view);
  if (focused < 0) {
    return [near];
  }
  const kept = clip({ from: focused - 1, to: focused + 2 });
  if (kept.to < near.from) {
    return [kept, near];
  }
  return near.to < kept.from ? [near, kept] : [{ from: Math.min(near.from, kept.from), to: Math.max(near.to, kept.to) }];
};

/**
 * The list from its top to its end: rows of the spans, and gaps as high as what is between them. `between` is the space between two rows.
 */
export const partsOf = (spans: readonly Span[], starts: Float64Array, between = 0): Part[] => {
  const parts: Part[] = [];
  const count = starts.length - 1;
  let next = 0;
  for (const { from, to } of [...spans, { from: count, to: count }]) {
    if (next < from) {
      // The gap itself is followed by the space that follows each row.
      parts.push({ kind: 'gap', from: next, px: Math.max(0, (starts[from] ?? 0) - (starts[next] ?? 0) - between) });
    }
    for (let index = from; index < to; index += 1) {
      parts.push({ kind: 'row', index });
    }
    next = Math.max(next, to);
  }
  return parts;
};
