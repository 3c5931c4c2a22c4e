export type BarKind = 'sent' | 'waiting' | 'attention';

const MOST_BARS = 40;

const KINDS: readonly BarKind[] = ['sent', 'waiting', 'attention'];

/** How many changes of each kind the gauge shows. */
export type GaugeCounts = Readonly<Record<BarKind, number>>;

/** The bars of the gauge: one for each change or, for more than forty, one for every `each` changes; no kind is left without a bar. */
export const gaugeBars = (counts: GaugeCounts): { readonly bars: readonly BarKind[]; readonly each: number } => {
  const total = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  let each = Math.max(1, Math.ceil(total / MOST_BARS));
  const barsOf = (kind: BarKind): number => Math.ceil(counts[kind] / each);
  // Each kind is rounded up separately: two bars too many at most.
  while (KINDS.reduce((sum, kind) => sum + barsOf(kind), 0) > MOST_BARS) {
    each += 1;
  }
  return { bars: KINDS.flatMap((kind) => Array.from({ length: barsOf(kind) }, () => kind)), each };
};
