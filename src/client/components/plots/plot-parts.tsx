import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** The colour of each series, in the order of the design. */
export const FILLS = ['fill-plot1', 'fill-plot2', 'fill-plot3', 'fill-plot4', 'fill-plot5'];

/** Grid steps at round numbers, at most four lines. */
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
 * Positions of unevenly spaced columns: each column after a gap leaves out `gap` of a column's width before it. Positions and the total
 * `room` are in column widths; `runs` are the first and last positions of adjacent columns.
 */
export const placesOf = (isAfterGap: readonly boolean[], gap: number) => {
  let place = -1;
  const places = isAfterGap.map((isAfter) => (place += isAfter ? 1 + gap : 1));
  const firsts = places.filter((_, index) => index === 0 || isAfterGap[index]);
  const lasts = places.filter((_, index) => index === places.length - 1 || isAfterGap[index + 1]);
  return { places, room: place + 1, runs: firsts.map((first, run) => ({ first, last: lasts[run] ?? first })) };
};

/**
 * Measures the available width. The plot is drawn at its real width, so that its text keeps its size; the SVG itself takes no space, or
 * nothing around it could become narrower.
 */
export const useWidth = () => {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) {
      return undefined;
    }
    // It first reports after the first layout. Asking for the width here would force the browser to lay out the page early, and make React
    // run every effect before the first frame.
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
};

interface DrawingProps {
  /** Of `useWidth`; 0: not known yet. */
  readonly width: number;
  readonly height: number;
  /** What the plot says, for people who cannot see it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The plot itself once its width is known. Its place is kept free until then, so that nothing below it moves. */
export const Drawing = ({ width, height, label, children }: DrawingProps) =>
  width > 0 ? (
    <svg role="img" aria-label={label} height={height} className="block w-full overflow-visible text-[13px] tabular-nums">
      {children}
    </svg>
  ) : (
    <div style={{ height }} />
  );

/** Which colour is which series; renders nothing for a single one. */
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
