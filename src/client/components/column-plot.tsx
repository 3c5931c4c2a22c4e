import { useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '#client/lib/formats.ts';

interface PlotColumn {
  readonly key: string;
  readonly label: string;
  readonly isNow?: boolean;
  /** One value for each series, stacked in their order. */
  readonly values: readonly number[];
}

interface ColumnPlotProps {
  /** What the plot shows, for whoever cannot see it; the table beside it has the numbers. */
  readonly name: string;
  readonly unit: string;
  readonly series: readonly string[];
  readonly columns: readonly PlotColumn[];
}

const HEIGHT = 200;
const TOP = 26;
const BASE = HEIGHT - 30;
const GAP = 2;
const FILLS = ['fill-plot1', 'fill-plot2', 'fill-plot3', 'fill-plot4', 'fill-plot5'];
/** About how wide a character of a label is, and the room between two labels. */
const CHARACTER_PX = 7;
const LABEL_GAP_PX = 6;

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

const totalOf = (column: PlotColumn): number => column.values.reduce((sum, value) => sum + value, 0);

/** Drawn at its real width, so that its words keep their size. */
const useWidth = () => {
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

interface StackProps {
  readonly column: PlotColumn;
  readonly x: number;
  readonly width: number;
  readonly yOf: (value: number) => number;
}

const Stack = ({ column, x, width, yOf }: StackProps) => {
  const last = column.values.findLastIndex((value) => value > 0);
  let from = 0;
  return column.values.map((value, index) => {
    const bottom = yOf(from);
    from += value;
    const height = bottom - yOf(from) - (from > value ? GAP : 0);
    // oxlint-disable-next-line react/no-array-index-key -- a series is its place
    return (
      value > 0 && (
        <rect
          key={index}
          x={x}
          y={yOf(from)}
          width={width}
          height={Math.max(1, height)}
          rx={index === last ? 4 : 0}
          className={FILLS[index % FILLS.length]}
        />
      )
    );
  });
};

/** Columns from zero, values written on them, series named below. */
export const ColumnPlot = ({ name, unit, series, columns }: ColumnPlotProps) => {
  const [element, width] = useWidth();
  const highest = Math.max(0, ...columns.map(totalOf));
  const yOf = (value: number) => BASE - (highest === 0 ? 0 : (value / highest) * (BASE - TOP));
  const slot = columns.length === 0 ? 0 : width / columns.length;
  const bar = Math.min(72, slot * 0.76);
  const longestLabel = Math.max(0, ...columns.map(({ label }) => label.length));
  const everyNth = Math.max(1, Math.ceil((longestLabel * CHARACTER_PX + LABEL_GAP_PX) / Math.max(1, slot)));
  const sentence = `${name}: ${columns.map((column) => `${column.label} ${formatNumber(totalOf(column))} ${unit}`).join(', ')}.`;
  return (
    <div ref={element}>
      {width > 0 && (
        <svg role="img" aria-label={sentence} width={width} height={HEIGHT} className="block overflow-visible text-[13px] tabular-nums">
          {gridSteps(highest).map((step) => (
            <line key={step} x1="0" x2={width} y1={yOf(step)} y2={yOf(step)} className="stroke-line" />
          ))}
          {columns.map((column, index) => {
            const x = index * slot + (slot - bar) / 2;
            const middle = x + bar / 2;
            const total = totalOf(column);
            return (
              <g key={column.key}>
                <Stack column={column} x={x} width={bar} yOf={yOf} />
                {total > 0 && (everyNth === 1 || index % everyNth === 0) && (
                  <text x={middle} y={yOf(total) - 7} textAnchor="middle" className="fill-ink font-bold">
                    {formatNumber(total)}
                  </text>
                )}
                {index % everyNth === 0 && (
                  <text x={middle} y={HEIGHT - 8} textAnchor="middle" className={column.isNow ? 'fill-ink font-bold' : 'fill-ink2'}>
                    {column.label}
                  </text>
                )}
              </g>
            );
          })}
          <line x1="0" x2={width} y1={BASE} y2={BASE} className="stroke-ink" strokeWidth="2" />
        </svg>
      )}
      {series.length > 1 && (
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
      )}
    </div>
  );
};
