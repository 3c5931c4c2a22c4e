import { useLayoutEffect, useRef, useState } from 'react';

/** The colour of each series, in the order of the look. */
export const FILLS = ['fill-plot1', 'fill-plot2', 'fill-plot3', 'fill-plot4', 'fill-plot5'];

/** A round number of grid steps, at most four lines. */
export const gridSteps = (highest: number): number[] => {
  if (highest <= 0) {
    return [];
  }
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  return Array.from({ length: Math.floor(highest / step) }, (_, index) => Number(((index + 1) * step).toPrecision(6)));
};

/**
 * Where columns stand that are no even row: `gap` of a column's width is left before each that follows a gap. Places and the room of all are
 * in widths of a column; `runs` are the first and last places of columns that stand together.
 */
export const placesOf = (isAfterGap: readonly boolean[], gap: number) => {
  let at = -1;
  const places = isAfterGap.map((isAfter) => (at += isAfter ? 1 + gap : 1));
  const firsts = places.filter((_, index) => index === 0 || isAfterGap[index]);
  const lasts = places.filter((_, index) => index === places.length - 1 || isAfterGap[index + 1]);
  return { places, room: at + 1, runs: firsts.map((first, run) => ({ first, last: lasts[run] ?? first })) };
};

/** Drawn at its real width, so that its words keep their size; the picture itself takes what there is, or nothing around it could become narrower. */
export const useWidth = () => {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) {
      return undefined;
    }
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(observed);
    setWidth(observed.clientWidth);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
};

/** Which colour is which series; nothing where there is one. */
export const Legend = ({ series }: { readonly series: readonly string[] }) =>
  series.length > 1 && (
    <ul className="mt-3 flex flex-wrap gap-x-4.5 gap-y-1.5 text-sm text-ink2">
      {series.map((label, index) => (
        <li key={label} className="inline-flex items-center gap-1.75">
          <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
            <rect width="16" height="16" rx="4" className={FILLS[index % FILLS.length]} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
