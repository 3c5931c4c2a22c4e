import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Measures how wide the columns come out, and fixes them there if they are to stay. */
const fit = (table: HTMLTableElement, columnCount: number, isHeld: boolean): void => {
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])].slice(0, columnCount);
  table.style.tableLayout = '';
  cells.forEach((cell) => cell.style.removeProperty('width'));
  if (isHeld) {
    const widths = cells.map((cell) => cell.getBoundingClientRect().width);
    cells.forEach((cell, index) => cell.style.setProperty('width', `${widths[index] ?? 0}px`));
    table.style.tableLayout = 'fixed';
  }
  const frame = table.parentElement;
  frame?.toggleAttribute('data-fits', table.offsetWidth <= frame.clientWidth);
};

/**
 * For a table in a frame: keeps the columns as wide as they came out if only a part of the rows is drawn, because rows that come into view
 * must not move them; and marks the frame with `data-fits` if nothing overflows, so that it need not scroll sideways.
 */
export const useColumns = (isPart: boolean, columnCount: number): RefObject<HTMLTableElement | null> => {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const fitNow = () => table.current && fit(table.current, columnCount, isPart);
    fitNow();
    window.addEventListener('resize', fitNow);
    return () => window.removeEventListener('resize', fitNow);
  }, [isPart, columnCount]);
  return table;
};
