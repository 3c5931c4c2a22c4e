import type * as z from 'zod/mini';
import type { RowFate, RowReason, UnknownName } from '#shared/domain/import.ts';
import { issuesOf } from '#shared/messages/issues.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
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
  /** Looks up what the rows that are judged next may say again; a judge that knows all of it from the start has none. */
  readonly lookUp?: (ctx: Context, rows: readonly FileRow[]) => Promise<void>;
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
const compared = <Body extends object>(
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

/** The record that a row means, of those that it may mean; of several nobody knows which, which is among the row's reasons then. */
export const onlyOne = <R>(matches: readonly R[], cells: RowCells, field: string, name: string): R | undefined => {
  if (matches.length > 1) {
    cells.refuse(field, refusalMessage('rowAmbiguous', { text: name }));
  }
  return matches[0];
};

/** What becomes of a row of records: refused if there is a reason, else a repeat or what `compared` says. */
export const settled = <Body extends object>(
  cells: RowCells,
  {
    body,
    known,
    isRepeat,
    isUpdating,
  }: {
    /** Null: the values were refused. */
    readonly body: Body | null;
    readonly known: { readonly id: number } | undefined;
    /** Whether a row before it is about the same; asked only of rows that are not refused. */
    readonly isRepeat: () => boolean;
    readonly isUpdating: boolean;
  },
): Verdict<Partial<Body> | null> => {
  if (!body || cells.reasons.length > 0) {
    return refused(cells.reasons);
  }
  return isRepeat() ? twice(known?.id ?? null) : compared(body, known, isUpdating);
};
