import type { Grouping, Report, ReportMeasure, ReportSeries, ReportSums } from '#shared/domain/report.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { addDays } from '#shared/lib/dates.ts';
import { changeOf, type ReportRow } from '#client/features/reports/report-rows.ts';
import { formatDates, formatDay, formatMonth, formatShortMonth } from '#client/lib/formats.ts';
import { type PlainText, t, wordsOf } from '#client/lib/texts.ts';

/** The label of each number. */
export const MEASURE_WORDS = {
  totalHours: 'Hours',
  billableHours: 'Billable Hours',
  fuel: 'Fuel',
  loads: 'Loads',
  entryCount: 'Entries',
} as const satisfies Record<ReportMeasure, PlainText>;

/** The label of each grouping, as a column header and in the picker. */
export const GROUPING_WORDS = {
  week: 'Week',
  month: 'Month',
  machine: 'Machine',
  operator: 'Operator',
  customer: 'Customer',
  service: 'Service',
} as const satisfies Record<Grouping, PlainText>;

const TITLES = {
  week: '{measure} by week',
  month: '{measure} by month',
  machine: '{measure} by machine',
  operator: '{measure} by operator',
  customer: '{measure} by customer',
  service: '{measure} by service',
} as const satisfies Record<Grouping, string>;

export const MEASURES = Object.keys(MEASURE_WORDS) as ReportMeasure[];
export const GROUPINGS = Object.keys(GROUPING_WORDS) as Grouping[];

/** The unit of a number that has one. */
export const unitOf = (measure: ReportMeasure, units: EntryUnits): string =>
  measure === 'loads' || measure === 'entryCount' ? '' : wordsOf(units[measure]);

/** A number with its unit, such as 'Fuel (gal)'. */
export const measureHead = (measure: ReportMeasure, units: EntryUnits): string => {
  const unit = unitOf(measure, units);
  return unit === '' ? t(MEASURE_WORDS[measure]) : `${t(MEASURE_WORDS[measure])} (${unit})`;
};

export const titleOf = (by: Grouping, measure: ReportMeasure): string => t(TITLES[by], { measure: t(MEASURE_WORDS[measure]) });

/** 'Season 2025', or the dates. */
export const seriesWords = ({ season, from, to }: ReportSeries): string =>
  season !== null
    ? t('Season {season}', { season })
    : from !== null && to !== null
      ? formatDates(from, to)
      : from !== null
        ? t('From {date}', { date: formatDates(from, from) })
        : to !== null
          ? t('Up to {date}', { date: formatDates(to, to) })
          : t('All entries');

/** The label of a line. */
export const rowWords = ({ name, date }: ReportRow, by: Grouping): string => {
  if (date !== null) {
    return by === 'week' ? formatDates(date, addDays(date, 6)) : formatMonth(date);
  }
  return name ?? (by === 'operator' ? t('No operator') : t('No machine'));
};

/** The same for little room. */
export const shortRowWords = (row: ReportRow, by: Grouping): string =>
  row.date === null ? rowWords(row, by) : by === 'week' ? formatDay(row.date) : formatShortMonth(row.date);

/** A column of numbers, on the screen and in the file. */
export interface ReportColumn {
  readonly head: string;
  readonly valueOf: (sums: readonly (ReportSums | null | undefined)[]) => number | null;
  /** A difference, which has a sign. */
  readonly isChange?: true;
}

/** All numbers of one span; for two only the selected one of each, and the change. */
export const columnsOf = ({ series }: Report, measure: ReportMeasure, units: EntryUnits): ReportColumn[] =>
  series.length === 1
    ? MEASURES.map((each) => ({ head: measureHead(each, units), valueOf: ([sums]) => sums?.[each] ?? null }))
    : [
        ...series.map((each, index): ReportColumn => ({ head: seriesWords(each), valueOf: (sums) => sums[index]?.[measure] ?? null })),
        { head: t('Change'), valueOf: (sums) => changeOf(sums, measure), isChange: true },
      ];
