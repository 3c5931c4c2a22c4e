import { useCallback, useMemo, useRef, useState } from 'react';
import type { DeskRow } from './desk-rows.ts';

export interface DeskSelection {
  /** Of what is shown: nothing is done to what cannot be seen. */
  readonly selected: readonly DeskRow[];
  readonly isSelected: (row: DeskRow) => boolean;
  /** Selects or unselects rows: all of them unless all are. */
  readonly toggle: (rows: readonly DeskRow[]) => void;
  /** Everything between the row that was selected last and this one. */
  readonly extendTo: (row: DeskRow) => void;
  readonly clear: () => void;
}

/** Which of the shown rows, in their order, are selected. */
export const useDeskSelection = (shown: readonly DeskRow[]): DeskSelection => {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const selected = useMemo(() => (ids.size === 0 ? [] : shown.filter(({ entry }) => ids.has(entry.id))), [shown, ids]);
  const isSelected = useCallback(({ entry }: DeskRow) => ids.has(entry.id), [ids]);
  const toggle = useCallback((rows: readonly DeskRow[]) => {
    last.current = rows[0]?.entry.id ?? null;
    setIds((before) => {
      const next = new Set(before);
      const isWhole = rows.every(({ entry }) => before.has(entry.id));
      for (const { entry } of rows) {
        if (isWhole) {
          next.delete(entry.id);
        } else {
          next.add(entry.id);
        }
      }
      return next;
    });
  }, []);
  const extendTo = useCallback(
    (row: DeskRow) => {
      const to = shown.indexOf(row);
      const from = shown.findIndex(({ entry }) => entry.id === last.current);
      const begin = from === -1 ? to : from;
      const range = shown.slice(Math.min(begin, to), Math.max(begin, to) + 1);
      setIds((before) => new Set([...before, ...range.map(({ entry }) => entry.id)]));
    },
    [shown],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return { selected, isSelected, toggle, extendTo, clear };
};
