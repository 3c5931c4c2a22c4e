import type { Grouping, Report, ReportGroup, ReportMeasure, ReportSums } from '#shared/domain/report.ts';
import { addDays, type CalendarDate, daysBetween, mondayOf } from '#shared/lib/dates.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';

/** A line of a report: one week, month, machine and so on, in each series. */
export interface ReportRow {
  readonly key: string;
  /** Null for a week or month, and for entries without machine or operator. */
  readonly name: string | null;
  /** The first day of a week or month of the first series. */
  readonly date: CalendarDate | null;
  /** Null: the series has no entry there. */
  readonly sums: readonly (ReportSums | null)[];
}

/** Longer spans are not filled with empty weeks: they are not plotted either. */
export const MOST_PLACES = 120;

/** Whether the groups are consecutive in time. */
export const isOverTime = (by: Grouping): by is 'week' | 'month' => by === 'week' || by === 'month';

const monthNumber = (date: CalendarDate): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const firstOfMonth = (month: number): CalendarDate => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;

const PLACES = {
  week: {
    /** How many weeks after the one that contains `from`. */
    placeOf: (date: CalendarDate, from: CalendarDate) => daysBetween(mondayOf(from), date) / 7,
    dateAt: (place: number, from: CalendarDate) => addDays(mondayOf(from), place * 7),
  },
  month: {
    placeOf: (date: CalendarDate, from: CalendarDate) => monthNumber(date) - monthNumber(from),
    dateAt: (place: number, from: CalendarDate) => firstOfMonth(monthNumber(from) + place),
  },
};

/** Weeks and months by their position in the season: the first of one next to the first of the other, and so on. */
const rowsOverTime = (report: Report, by: 'week' | 'month'): ReportRow[] => {
  const { placeOf, dateAt } = PLACES[by];
  const starts = report.series.map(({ from, groups }) => from ?? groups[0]?.date ?? '2000-01-01');
  const placed = report.series.map(
    ({ groups }, index) => new Map(groups.map((group) => [placeOf(group.date ?? '', starts[index] ?? ''), group] as const)),
  );
  const known = [...new Set(placed.flatMap((groups) => [...groups.keys()]))].sort((left, right) => left - right);
  const [first = 0, last = -1] = [known[0], known.at(-1)];
  const isFilled = last - first < MOST_PLACES;
  const places = isFilled ? Array.from({ length: last - first + 1 }, (_, index) => first + index) : known;
  return places.map((place) => ({
    key: String(place),
    name: null,
    date: dateAt(place, starts[0] ?? ''),
    sums: placed.map((groups) => groups.get(place) ?? null),
  }));
};

const valueIn = (sums: ReportSums | null | undefined, measure: ReportMeasure): number => sums?.[measure] ?? 0;

/** Machines and so on, those with the most first; entries without one last. */
const rowsByName = ({ series }: Report, measure: ReportMeasure): ReportRow[] => {
  const groups = new Map<number | null, ReportGroup>(series.flatMap((each) => each.groups.map((group) => [group.id, group] as const)));
  const rows = [...groups.values()].map(({ id, name }) => ({
    key: String(id),
    name,
    date: null,
    sums: series.map((each) => each.groups.find((group) => group.id === id) ?? null),
  }));
  const isNothing = ({ key }: ReportRow): number => Number(key === 'null');
  return rows.sort((left, right) => isNothing(left) - isNothing(right) || valueIn(right.sums[0], measure) - valueIn(left.sums[0], measure));
};

/** The lines of a report, one for each group of any of its series. */
export const rowsOf = (report: Report, measure: ReportMeasure): ReportRow[] =>
  isOverTime(report.by) ? rowsOverTime(report, report.by) : rowsByName(report, measure);

/** What is plotted: nothing counts as zero. */
export const valuesOf = ({ sums }: ReportRow, measure: ReportMeasure): number[] => sums.map((each) => valueIn(each, measure));

/** How much more the first is than the second; null if neither has anything. */
export const changeOf = (sums: readonly (ReportSums | null | undefined)[], measure: ReportMeasure): number | null => {
  const [now, before] = [sums[0]?.[measure] ?? null, sums[1]?.[measure] ?? null];
  return now === null && before === null ? null : exactSum([now ?? 0, -(before ?? 0)]);
};
