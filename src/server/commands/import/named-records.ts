import type { ImportOptions, NamedKind, UnknownName } from '#shared/domain/import.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import type { RowCells } from '#server/commands/import/row-cells.ts';

/** A record that a row may name, by any of its names. */
export interface Named {
  readonly id: number;
  readonly names: readonly (string | null)[];
}

/** Stands for a record that is made before the first row is written; no record ever has it. */
export const TO_BE_MADE = LARGEST_ID;

export const keyOfName = (kind: NamedKind, name: string): string => `${kind}:${foldName(name)}`;

/** Finds what rows name, and notes what nobody has. */
export interface NamedRecords {
  /** The id that the cell means; undefined where nothing is meant, or what is meant is not known, which is among the row's reasons then. */
  readonly find: (
    kind: NamedKind,
    name: string | undefined,
    at: { readonly cells: RowCells; readonly field: string },
  ) => number | undefined;
  readonly unknown: () => UnknownName[];
}

export const createNamedRecords = (
  records: Readonly<Partial<Record<NamedKind, readonly Named[]>>>,
  { names: decided }: Pick<ImportOptions, 'names'>,
): NamedRecords => {
  const ids = new Map<string, Set<number>>();
  for (const [kind, all] of Object.entries(records) as [NamedKind, readonly Named[]][]) {
    for (const { id, names } of all) {
      for (const name of names) {
        if (name !== null && foldName(name) !== '') {
          const key = keyOfName(kind, name);
          ids.set(key, (ids.get(key) ?? new Set()).add(id));
        }
      }
    }
  }
  const unknown = new Map<string, { kind: NamedKind; name: string; key: string; rows: number }>();
  const find: NamedRecords['find'] = (kind, name, { cells, field }) => {
    if (name === undefined) {
      return undefined;
    }
    const key = keyOfName(kind, name);
    const chosen = decided[key];
    if (typeof chosen === 'number') {
      return chosen;
    }
    const [first, ...others] = ids.get(key) ?? [];
    if (others.length > 0) {
      cells.refuse(field, refusalMessage('rowAmbiguous', { text: name }));
      return undefined;
    }
    if (first !== undefined) {
      return first;
    }
    const noted = unknown.get(key) ?? { kind, name, key, rows: 0 };
    noted.rows += 1;
    unknown.set(key, noted);
    if (chosen === true) {
      return TO_BE_MADE;
    }
    cells.refuse(field, refusalMessage('rowNameUnknown', { text: name }));
    return undefined;
  };
  return { find, unknown: () => [...unknown.values()] };
};
