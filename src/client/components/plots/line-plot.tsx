import { Drawing, gridSteps, Legend, useWidth } from './plot-parts.tsx';
import { formatNumber } from '#client/lib/formats.ts';

interface LinePlotProps {
  /** What the plot shows, for people who cannot see it; the table next to it has the numbers. */
  readonly name: string;
  readonly series: readonly string[];
  /** Positions from left to right, with one value for each series. */
  readonly points: readonly { readonly key: string; readonly label: string; readonly values: readonly number[] }[];
}

const HEIGHT = 230;
const TOP = 14;
const BASE = HEIGHT - 30;
/** Approximate width of a label's character, and the space between two labels. */
const CHARACTER_PX = 7;
const LABEL_GAP_PX = 6;
/** Where points are closer than this, the line alone is easier to read. */
const DOT_PX = 12;
// Distinguished by dashes as well as by colour.
const LINES = ['stroke-plot1', 'stroke-plot2 [stroke-dasharray:7_5]'];
const DOTS = ['fill-plot1', 'fill-plot2'];

/** Two series over the same positions, each as a line from zero. */
export const LinePlot = ({ name, series, points }: LinePlotProps) => {
  const [element, width] = useWidth();
  const highest = Math.max(0, ...points.flatMap(({ values }) => values));
  const steps = gridSteps(highest);
  const left = Math.max(0, ...steps.map((step) => formatNumber(step).length)) * CHARACTER_PX + LABEL_GAP_PX;
  const slot = points.length === 0 ? 0 : (width - left) / points.length;
  const xOf = (index: number) => left + (index + 0.5) * slot;
  const yOf = (value: number) => BASE - (highest === 0 ? 0 : (value / highest) * (BASE - TOP));
  const longestLabel = Math.max(0, ...points.map(({ label }) => label.length));
  const everyNth = Math.max(1, Math.ceil((longestLabel * CHARACTER_PX + LABEL_GAP_PX) / Math.max(1, slot)));
  return (
    <div ref={element}>
      <Drawing width={width} height={HEIGHT} label={name}>
        {steps.map((step) => (
          <g key={step}>
            <line x1={left} x2={width} y1={yOf(step)} y2={yOf(step)} className="stroke-line" />
            <text x={left - LABEL_GAP_PX} y={yOf(step) + 4} textAnchor="end" className="fill-ink2">
              {formatNumber(step)}
            </text>
          </g>
        ))}
        <line x1={left} x2={width} y1={BASE} y2={BASE} className="stroke-ink" strokeWidth="2" />
        {series
          .map((label, place) => (
            <g key={label}>
              <polyline
                points={points.map(({ values }, index) => `${xOf(index)},${yOf(values[place] ?? 0)}`).join(' ')}
                className={LINES[place % LINES.length]}
                fill="none"
                strokeWidth="2.5"
                strokeLinejoin="round"
              />
              {slot >= DOT_PX &&
                points.map(({ key, values }, index) => (
                  <circle key={key} cx={xOf(index)} cy={yOf(values[place] ?? 0)} r="3.5" className={DOTS[place % DOTS.length]} />
                ))}
            </g>
          ))
          // The requested series is drawn above the one it is compared with.
          .reverse()}
        {points.map(
          ({ key, label }, index) =>
            index % everyNth === 0 && (
              <text key={key} x={xOf(index)} y={HEIGHT - 8} textAnchor="middle" className="fill-ink2">
                {label}
              </text>
            ),
        )}
      </Drawing>
      <Legend series={series} />
    </div>
  );
};
