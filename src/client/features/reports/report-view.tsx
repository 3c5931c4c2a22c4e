import { useId } from 'react';
import type { Report, ReportMeasure, ReportSeries } from '#shared/domain/report.ts';
import { BarPlot } from '#client/components/plots/bar-plot.tsx';
import { ColumnPlot } from '#client/components/plots/column-plot.tsx';
import { LinePlot } from '#client/components/plots/line-plot.tsx';
import { useUnits } from '#client/data/organization-context.tsx';
import { isOverTime, MOST_PLACES, type ReportRow, rowsOf, valuesOf } from '#client/features/reports/report-rows.ts';
import {
  columnsOf,
  GROUPING_WORDS,
  MEASURE_WORDS,
  MEASURES,
  rowWords,
  seriesWords,
  shortRowWords,
  titleOf,
  unitOf,
} from '#client/features/reports/report-words.ts';
import { TotalLine } from '#client/features/reports/total-line.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

/** How many bars are drawn, those with the most; the table has the rest. */
const MOST_BARS = 12;

const numberText = (value: number | null, isChange = false): string =>
  value === null ? '' : `${isChange && value > 0 ? '+' : ''}${formatNumber(value)}`;

interface MeasuresProps {
  readonly series: readonly ReportSeries[];
  readonly measure: ReportMeasure;
  readonly onChoose: (measure: ReportMeasure) => void;
}

/** The totals, of which the selected one is plotted below. */
const Measures = ({ series, measure, onChoose }: MeasuresProps) => {
  const group = useId();
  const units = useUnits();
  const [now, before] = series;
  return (
    <div role="radiogroup" aria-label={t('What to show')} className="grid grid-cols-2 border-b border-line sm:grid-cols-5">
      {MEASURES.map((each) => (
        <label
          key={each}
          className={cx(
            'relative flex min-h-11 cursor-pointer flex-col px-4 pt-3 pb-3.5 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-(--focus)',
            each === measure ? 'tramline-bottom' : 'hover:bg-sunk/55 max-sm:border-b max-sm:border-line print:text-ink',
          )}
        >
          <input type="radio" name={group} className="sr-only" checked={each === measure} onChange={() => onChoose(each)} />
          <span className={cx('text-sm', each === measure ? 'font-bold text-ink' : 'font-medium text-ink2')}>{t(MEASURE_WORDS[each])}</span>
          <span className="text-[1.5rem] leading-[1.2] font-[740] tracking-[-0.015em] whitespace-nowrap tabular-nums">
            {formatNumber(now?.totals[each] ?? 0)}
            {unitOf(each, units) !== '' && (
              <small className="ml-1 text-sm font-medium tracking-normal text-ink2">{unitOf(each, units)}</small>
            )}
          </span>
          {before && (
            <span className="text-sm text-ink2 tabular-nums">
              {before.season}: {formatNumber(before.totals[each] ?? 0)}
            </span>
          )}
        </label>
      ))}
    </div>
  );
};

interface ShownProps {
  readonly report: Report;
  readonly rows: readonly ReportRow[];
  readonly measure: ReportMeasure;
}

const Plot = ({ report: { by, series }, rows, measure }: ShownProps) => {
  const units = useUnits();
  const name = t('{what}. The numbers are in the table below.', { what: titleOf(by, measure) });
  const seriesNames = series.map(seriesWords);
  if (isOverTime(by) && rows.length > MOST_PLACES) {
    return <p className="text-ink2">{t('This period is too long for a chart. Choose months, or fewer days.')}</p>;
  }
  const points = rows.map((row) => ({ key: row.key, label: shortRowWords(row, by), values: valuesOf(row, measure) }));
  if (!isOverTime(by)) {
    const rest = points.length - MOST_BARS;
    return (
      <>
        <BarPlot name={name} series={seriesNames} bars={points.slice(0, MOST_BARS)} />
        {rest > 0 && <p className="mt-3 text-sm text-ink2">{t('{count} more are in the table.', { count: rest })}</p>}
      </>
    );
  }
  return series.length === 1 ? (
    <ColumnPlot name={titleOf(by, measure)} unit={unitOf(measure, units)} series={seriesNames} columns={points} />
  ) : (
    <LinePlot name={name} series={seriesNames} points={points} />
  );
};

const Table = ({ report, rows, measure }: ShownProps) => {
  const units = useUnits();
  const { by, series } = report;
  const columns = columnsOf(report, measure, units);
  // The card has the selected number at its end, and the others below its name.
  const chosen = series.length === 1 ? columns[MEASURES.indexOf(measure)] : columns[0];
  const others = columns.filter((column) => column !== chosen);
  return (
    <DataTable
      label={titleOf(by, measure)}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          head: t(GROUPING_WORDS[by]),
          cell: (row) => <span className={row.date === null ? 'font-[620]' : 'whitespace-nowrap tabular-nums'}>{rowWords(row, by)}</span>,
          sortBy: (row) => row.date ?? row.name,
        },
        ...columns.map(({ head, valueOf, isChange }) => ({
          head,
          isNumber: true,
          cell: (row: ReportRow) => numberText(valueOf(row.sums), isChange),
          sortBy: (row: ReportRow) => valueOf(row.sums),
        })),
      ]}
      sorted={isOverTime(by) ? { head: t(GROUPING_WORDS[by]), isDescending: false } : { head: chosen?.head ?? '', isDescending: true }}
      card={(row) => ({
        title: rowWords(row, by),
        meta: others.flatMap(({ head, valueOf, isChange }) => {
          const value = valueOf(row.sums);
          return value === null ? [] : [<span key={head}>{`${head}: ${numberText(value, isChange)}`}</span>];
        }),
        aside: <b className="shrink-0 pr-2.5 text-right font-[680] tabular-nums">{numberText(chosen?.valueOf(row.sums) ?? null)}</b>,
      })}
      footer={
        <TotalLine
          isSticky
          cells={columns.map(({ head, valueOf, isChange }) => ({
            key: head,
            text: numberText(valueOf(series.map(({ totals }) => totals)), isChange),
          }))}
        />
      }
    />
  );
};

/** The server's answer: totals, plot and table. */
export const ReportShown = ({ report, measure, onChoose }: Omit<MeasuresProps, 'series'> & { readonly report: Report }) => {
  const { by, series } = report;
  const rows = rowsOf(report, measure);
  if (rows.length === 0) {
    return (
      <Card>
        <Empty title={t('No entries in this period.')} text={t('Choose another period, or fewer filters.')} />
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-(--gap)">
      <Card className="print:break-inside-avoid">
        <CardHead title={titleOf(by, measure)}>
          {/* With two series, the plot says which is which. */}
          <span className="pr-2 text-right text-sm text-ink2">{series.length === 1 ? series.map(seriesWords) : null}</span>
        </CardHead>
        <Measures series={series} measure={measure} onChoose={onChoose} />
        <div className="p-4.5">
          <Plot report={report} rows={rows} measure={measure} />
        </div>
      </Card>
      {(by === 'machine' || by === 'operator') && (
        <p className="text-sm text-ink2">
          {by === 'machine'
            ? t('An entry with several machines counts in full for each of them. The total counts it once.')
            : t('An entry with several operators counts in full for each of them. The total counts it once.')}
        </p>
      )}
      <Card>
        {/* Another grouping or comparison has other columns: the sort column may not exist. */}
        <Table key={`${by} ${series.length}`} report={report} rows={rows} measure={measure} />
      </Card>
    </div>
  );
};
