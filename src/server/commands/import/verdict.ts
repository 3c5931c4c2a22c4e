import type * as z from 'zod/mini';
import type { RowFate, RowReason, UnknownName } from '#shared/domain/import.ts';
import { issuesOf } from '#shared/messages/issues.ts';
import type { FileRow } from '#server/commands/import/read-file-job.ts';
import type { RowCells } from '#server/commands/import/row-cells.ts';

/** What becomes of a row, and with what. */
export interface Verdict<Body = unknown> {
  readonly fate: RowFate;
  readonly reasons: readonly RowReason[];
  /** Names of the fields whose value differs from what is there. */
  readonly changes: readonly string[];
  /** The record that is there. */
  readonly entityId: number | null;
  /** What is written: a new record, or the change of one. */
  readonly body: Body;
}

/** Judges the rows of a file, in their order: a repeat is one of a row that was judged before. */
export interface Judge<Body = unknown> {
  readonly judge: (row: FileRow) => Verdict<Body | null>;
  readonly unknownNames: () => UnknownName[];
}

export const refused = (reasons: readonly RowReason[]): Verdict<null> => ({
  fate: 'refused',
  reasons,
  changes: [],
  entityId: null,
  body: null,
});

export const twice = (entityId: number | null): Verdict<null> => ({ fate: 'twice', reasons: [], changes: [], entityId, body: null });

/** What the contract's schema makes of the values; what it finds wrong is noted under the columns. */
export const checked = <S extends z.ZodMiniType>(schema: S, values: unknown, cells: RowCells): z.output<S> | null => {
  const { data, error } = schema.safeParse(values);
  if (error) {
    for (const { path, ...message } of issuesOf(error.issues)) {
      cells.refuse(path.split('.')[0] ?? null, message);
    }
    return null;
  }
  return data;
};

const same = (left: unknown, right: unknown): boolean =>
  Array.isArray(left) && Array.isArray(right)
    ? JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted())
    : (left ?? null) === (right ?? null);

/**
 * New, or what differs from the record that is there. Empty cells change nothing. Without `isUpdating` a record that is there stays as it
 * is.
 */
export const compared = <Body extends object>(
  body: Body,
  known: { readonly id: number } | undefined,
  isUpdating: boolean,
): Verdict<Partial<Body> | null> => {
  if (!known) {
    return { fate: 'new', reasons: [], changes: [], entityId: null, body };
  }
  const differing = Object.entries(body).filter(([name, value]) => value !== undefined && !same(Reflect.get(known, name), value));
  if (differing.length === 0 || !isUpdating) {
    return { fate: 'same', reasons: [], changes: [], entityId: known.id, body: null };
  }
  return {
    fate: 'changes',
    reasons: [],
    changes: differing.map(([name]) => name),
    entityId: known.id,
    body: Object.fromEntries(differing) as Partial<Body>,
  };
};
