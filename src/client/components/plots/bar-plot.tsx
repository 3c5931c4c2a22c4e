import { FILLS, Legend } from './plot-parts.tsx';
import { formatNumber } from '#client/lib/formats.ts';

interface BarPlotProps {
  /** Formats a value; default: as a number. */
  readonly format?: (value: number) => string;
  /** What the plot shows, for people who cannot see it; the table next to it has the numbers. */
  readonly name: string;
  readonly series: readonly string[];
  /** From the top, with one value for each series. */
  readonly bars: readonly { readonly key: string; readonly label: string; readonly values: readonly number[] }[];
}

const BAR = 18;
const THIN_BAR = 12;

/** Horizontal bars from zero, each with its name and value: for named things without an order of their own. */
export const BarPlot = ({ name, series, bars, format = formatNumber }: BarPlotProps) => {
  const highest = Math.max(0, ...bars.flatMap(({ values }) => values));
  const height = series.length > 1 ? THIN_BAR : BAR;
  return (
    <div>
      <div role="img" aria-label={name} className="grid gap-3 sm:gap-2">
        {bars.map(({ key, label, values }) => (
          <div key={key} className="grid gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)] sm:items-center">
            <span className="truncate text-sm font-[560] text-ink">{label}</span>
            <span className="grid gap-0.5">
              {values.map((value, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a series is its place
                <span key={index} className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-2">
                  <svg width="100%" height={height}>
                    <rect
                      width={`${highest === 0 ? 0 : (Math.max(0, value) / highest) * 100}%`}
                      height={height}
                      rx="4"
                      className={FILLS[index % FILLS.length]}
                    />
                  </svg>
                  <span className="text-right text-sm/[1.2] font-[680] tabular-nums">{format(value)}</span>
                </span>
              ))}
            </span>
          </div>
        ))}
      </div>
      <Legend series={series} />
    </div>
  );
};
