import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnsWithin, type NumberColumn, numberColumns, type PlacedColumn } from './desk-columns.ts';
import type { DaySpan, DeskFilter, DeskOrder } from './desk-filter.ts';
import { rowsShown } from './desk-filter-rows.ts';
import { type DeskLine, deskLines, inDeskOrder, rowsIn } from './desk-lines.ts';
import type { DeskRow } from './desk-rows.ts';
import { formatFixed } from './desk-words.ts';
import { wordsPx } from './word-columns.ts';

/** How wide the table can be. */
const useRoom = (scroller: RefObject<HTMLElement | null>): number => {
  const [px, setPx] = useState(1000);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return undefined;
    }
    const measure = () => setPx(element.clientWidth);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [scroller]);
  return px;
};

const NONE: readonly DeskRow[] = [];

const isWithinMonth = (rows: readonly DeskRow[]): boolean => {
  const month = rows[0]?.entry.date.slice(0, 7) ?? '';
  // They come by date.
  return rows.at(-1)?.entry.date.startsWith(month) ?? true;
};

interface DeskLines {
  readonly lines: readonly DeskLine[];
  /** The rows of these lines, in their order. */
  readonly shown: readonly DeskRow[];
  readonly numbers: readonly PlacedColumn[];
  /** What shares the last column of numbers. */
  readonly rest: readonly NumberColumn[];
  /** Whether a day of the week and of the month is enough to tell the days apart. */
  readonly isOneMonth: boolean;
}

/** What the table shows: the rows that the filter leaves, ordered and grouped, and the columns of numbers that have room. */
export const useDeskLines = (
  found: readonly DeskRow[] | undefined,
  fields: readonly CustomDataField[] | undefined,
  { filter, order, span }: { readonly filter: DeskFilter; readonly order: DeskOrder; readonly span: DaySpan },
  scroller: RefObject<HTMLElement | null>,
): DeskLines => {
  const rows = found ?? NONE;
  const room = useRoom(scroller);
  const matching = useMemo(() => rowsShown(rows, filter, span), [rows, filter, span]);
  const lines = useMemo(() => deskLines(inDeskOrder(matching, order, rows), order.group), [matching, rows, order]);
  const shown = useMemo(() => rowsIn(lines), [lines]);
  // Not of the rows in their order: another order changes no sum.
  const columns = useMemo(() => numberColumns(matching, fields ?? []), [matching, fields]);
  const isOneMonth = useMemo(() => isWithinMonth(matching), [matching]);
  const { placed, rest } = useMemo(() => columnsWithin(columns, room - wordsPx(order.group), formatFixed), [columns, room, order.group]);
  return { lines, shown, numbers: placed, rest, isOneMonth };
};
