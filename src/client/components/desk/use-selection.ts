import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection<R> {
  /** Of what is shown: nothing is done to what cannot be seen. */
  readonly selected: readonly R[];
  readonly isSelected: (row: R) => boolean;
  /** Selects or unselects rows: all of them unless all are. */
  readonly toggle: (rows: readonly R[]) => void;
  /** Everything between the row that was selected last and this one. */
  readonly extendTo: (row: R) => void;
  readonly clear: () => void;
}

/** Which of the shown rows, in their order, are selected. `idOf` stays the same function. */
export const useSelection = <R>(shown: readonly R[], idOf: (row: R) => number): Selection<R> => {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const selected = useMemo(() => (ids.size === 0 ? [] : shown.filter((row) => ids.has(idOf(row)))), [shown, ids, idOf]);
  const isSelected = useCallback((row: R) => ids.has(idOf(row)), [ids, idOf]);
  const toggle = useCallback(
    (rows: readonly R[]) => {
      const pressed = rows.map(idOf);
      last.current = pressed[0] ?? null;
      setIds((before) => {
        const next = new Set(before);
        const isWhole = pressed.every((id) => before.has(id));
        for (const id of pressed) {
          if (isWhole) {
            next.delete(id);
          } else {
            next.add(id);
          }
        }
        return next;
      });
    },
    [idOf],
  );
  const extendTo = useCallback(
    (row: R) => {
      const to = shown.indexOf(row);
      const from = shown.findIndex((each) => idOf(each) === last.current);
      const begin = from === -1 ? to : from;
      const range = shown.slice(Math.min(begin, to), Math.max(begin, to) + 1);
      setIds((before) => new Set([...before, ...range.map(idOf)]));
    },
    [shown, idOf],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return { selected, isSelected, toggle, extendTo, clear };
};
