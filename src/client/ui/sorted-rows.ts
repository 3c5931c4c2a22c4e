import { compareNames } from '#client/lib/compare-names.ts';

/** The sort column and direction. */
export interface Sorting {
  readonly head: string;
  readonly isDescending: boolean;
}

type Value = string | number | null;

const compare = (left: Value, right: Value): number =>
  typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right));

/** The rows sorted by a value of each; those without one come last either way, and equal ones keep their order. */
export const sortRows = <Row>(rows: readonly Row[], valueOf: (row: Row) => Value, isDescending: boolean): Row[] => {
  const isNothing = (value: Value): boolean => value === null || value === '';
  const way = isDescending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((left, right) =>
      isNothing(left.value) || isNothing(right.value)
        ? Number(isNothing(left.value)) - Number(isNothing(right.value))
        : way * compare(left.value, right.value),
    )
    .map(({ row }) => row);
};

/** The rows in the order of a column that the user chose; as they are without one. */
export const inOrder = <Row>(
  rows: readonly Row[],
  columns: readonly { readonly head: string; readonly sortBy?: (row: Row) => Value }[],
  chosen: Sorting | undefined,
): readonly Row[] => {
  const valueOf = chosen && columns.find(({ head }) => head === chosen.head)?.sortBy;
  return valueOf ? sortRows(rows, valueOf, chosen.isDescending) : rows;
};

/** The sorting after a press on a column's header: by that column, or reversed if it already is. */
export const pressHead = (before: Sorting | undefined, head: string): Sorting => ({
  head,
  isDescending: before?.head === head && !before.isDescending,
});
