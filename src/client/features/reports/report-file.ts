import type { Report, ReportMeasure } from '#shared/domain/report.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { rowsOf } from '#client/features/reports/report-rows.ts';
import { columnsOf, GROUPING_WORDS, rowWords, titleOf } from '#client/features/reports/report-words.ts';
import { csvLine } from '#shared/lib/csv.ts';
import { csvFile, download } from '#client/lib/download.ts';
import { t } from '#client/lib/texts.ts';

/** The table that is shown, as lines of CSV: days as `yyyy-MM-dd`, numbers with a point, the totals last. */
export const linesOf = (report: Report, measure: ReportMeasure, units: EntryUnits): string[] => {
  const { by, series } = report;
  const columns = columnsOf(report, measure, units);
  // For two seasons there is only one number each: the first header says which.
  const head = series.length === 1 ? t(GROUPING_WORDS[by]) : titleOf(by, measure);
  return [
    csvLine([head, ...columns.map((column) => column.head)]),
    ...rowsOf(report, measure).map((row) => csvLine([row.date ?? rowWords(row, by), ...columns.map(({ valueOf }) => valueOf(row.sums))])),
    csvLine([t('Total'), ...columns.map(({ valueOf }) => valueOf(series.map(({ totals }) => totals)))]),
  ];
};

/** Saves what is shown as a file. Needs no network. */
export const saveReport = (report: Report, measure: ReportMeasure, units: EntryUnits): void => {
  const span = report.series.map(({ season, from, to }) => season ?? [from, to].filter((date) => date !== null).join('-')).filter(Boolean);
  download(csvFile(linesOf(report, measure, units)), `${['headland-report', report.by, ...span].join('-')}.csv`);
};
