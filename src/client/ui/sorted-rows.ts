import { compareNames } from '#client/lib/compare-names.ts';

/** By which column rows stand in order, and which way. */
export interface Sorting {
  readonly head: string;
  readonly isDescending: boolean;
}

type Value = string | number | null;

const compare = (left: Value, right: Value): number =>
  typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right));

/** The rows by a value of each; those without one come last either way, and equal ones keep their order. */
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

/** What a press on a column's head makes of the order: that column, or the other way round if it is that already. */
export const pressHead = (before: Sorting | undefined, head: string): Sorting => ({
  head,
  isDescending: before?.head === head && !before.isDescending,
});
