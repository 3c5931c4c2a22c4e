import type { Query } from '#client/offline/engine/ports.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { about, FAR, keyOf, using } from './marks.ts';

/** Ids of as many digits, so that the dependency keys between theirs are of ids between them. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

export const spansOf = (values: readonly number[]): Span[] => {
  const spans = new Map<number, Span>();
  for (const id of values) {
    const digits = String(id).length;
    const { least, most } = spans.get(digits) ?? { least: id, most: id };
    spans.set(digits, { least: Math.min(least, id), most: Math.max(most, id) });
  }
  return [...spans.values()];
};

/** Changes about records with ids in this span. */
export const aboutAny = (userId: number, store: RecordStore, { least, most }: Span): Query => ({
  index: 'marks',
  from: `${keyOf(userId, about(store, least))}#`,
  to: `${keyOf(userId, about(store, most))}#${FAR}`,
});

/** Changes that use records with temporary ids in this span. */
export const usingAny = (userId: number, { least, most }: Span): Query => ({
  index: 'marks',
  from: `${keyOf(userId, using(least))}#`,
  to: `${keyOf(userId, using(most))}#${FAR}`,
});
