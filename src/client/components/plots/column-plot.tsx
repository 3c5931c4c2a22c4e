import { Drawing, FILLS, gridSteps, Legend, placesOf, useWidth } from './plot-parts.tsx';
import { formatNumber } from '#client/lib/formats.ts';

interface PlotColumn {
  readonly key: string;
  readonly label: string;
  readonly isNow?: boolean;
  /** Columns before this one are left out: the axis is broken there. */
  readonly isAfterGap?: boolean;
  /** One value for each series, stacked in their order. */
  readonly values: readonly number[];
}

interface ColumnPlotProps {
  /** What the plot shows, for people who cannot see it; the table next to it has the numbers. */
  readonly name: string;
  readonly unit: string;
  readonly series: readonly string[];
  readonly columns: readonly PlotColumn[];
}

const HEIGHT = 200;
const TOP = 26;
const BASE = HEIGHT - 30;
const GAP = 2;
/** The width of a break in the axis, as a fraction of a column. */
const BREAK = 0.6;
/** Approximate width of a label's character, and the space between two labels. */
const CHARACTER_PX = 7;
const LABEL_GAP_PX = 6;

const totalOf = (column: PlotColumn): number => column.values.reduce((sum, value) => sum + value, 0);

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

/** Columns from zero, with values written on them or on a scale next to them, and a legend below. */
export const ColumnPlot = ({ name, unit, series, columns }: ColumnPlotProps) => {
  const [element, width] = useWidth();
  const highest = Math.max(0, ...columns.map(totalOf));
  const yOf = (value: number) => BASE - (highest === 0 ? 0 : (value / highest) * (BASE - TOP));
  const longestLabel = Math.max(0, ...columns.map(({ label }) => label.length));
  const nthIn = (slot: number): number => Math.max(1, Math.ceil((longestLabel * CHARACTER_PX + LABEL_GAP_PX) / Math.max(1, slot)));
  const steps = gridSteps(highest);
  // Columns too narrow for their values get a scale instead: the values would overlap.
  const { places, room, runs } = placesOf(
    columns.map(({ isAfterGap = false }) => isAfterGap),
    BREAK,
  );
  const isDense = nthIn(width / Math.max(1, room)) > 1;
  const left = isDense ? Math.max(0, ...steps.map((step) => formatNumber(step).length)) * CHARACTER_PX + LABEL_GAP_PX : 0;
  const slot = room === 0 ? 0 : (width - left) / room;
  const everyNth = nthIn(slot);
  const bar = Math.min(72, slot * 0.76);
  const sentence = `${name}: ${columns.map((column) => `${column.label} ${formatNumber(totalOf(column))} ${unit}`).join(', ')}.`;
  return (
    <div ref={element}>
      <Drawing width={width} height={HEIGHT} label={sentence}>
        {steps.map((step) => (
          <g key={step}>
            <line x1={left} x2={width} y1={yOf(step)} y2={yOf(step)} className="stroke-line" />
            {isDense && (
              <text x={left - LABEL_GAP_PX} y={yOf(step) + 4} textAnchor="end" className="fill-ink2">
                {formatNumber(step)}
              </text>
            )}
          </g>
        ))}
        {columns.map((column, index) => {
          const x = left + (places[index] ?? 0) * slot + (slot - bar) / 2;
          const middle = x + bar / 2;
          const total = totalOf(column);
          return (
            <g key={column.key}>
              <Stack column={column} x={x} width={bar} yOf={yOf} />
              {total > 0 && !isDense && (
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
        {runs.map(({ first, last }, run) => {
          const [from, to] = [left + first * slot, left + (last + 1) * slot];
          return (
            <g key={first} className="stroke-ink" strokeWidth="2">
              <line x1={from} x2={to} y1={BASE} y2={BASE} />
              {run > 0 && <line x1={from - 2} x2={from + 2} y1={BASE + 6} y2={BASE - 6} />}
              {run < runs.length - 1 && <line x1={to - 2} x2={to + 2} y1={BASE + 6} y2={BASE - 6} />}
            </g>
          );
        })}
      </Drawing>
      <Legend series={series} />
    </div>
  );
};
