import { compareNames } from '#client/lib/compare-names.ts';
import type { DeskOrder, Grouping, SortKey } from './desk-filter.ts';
import { type NumberKey, numberOf } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';

/** What belongs together: a job, a machine, an operator or a day. */
export interface RowGroup {
  readonly key: string;
  /** What it is called; null: none, such as entries without a machine. */
  readonly title: string | null;
  readonly sub: string | null;
  readonly rows: readonly DeskRow[];
}

/** A line of the table: a row, or the head of a group. */
export type DeskLine = RowGroup | DeskRow;

export const isGroup = (line: DeskLine): line is RowGroup => 'rows' in line;

export const keyOfLine = (line: DeskLine): string => (isGroup(line) ? line.key : `row ${line.entry.id}`);

const NUMBERS: Readonly<Record<string, NumberKey>> = { hours: 'totalHours', fuel: 'fuel', loads: 'loads' };

type NameKey = keyof DeskRow['names'];
const isName = (key: SortKey): key is NameKey => key === 'operator' || key === 'service' || key === 'machine' || key === 'job';

type Ranks = ReadonlyMap<string, number>;
const ranked = new WeakMap<readonly DeskRow[], Map<NameKey, Ranks>>();

/** The place of each name in the alphabet, found once for all rows: comparing numbers is quick. */
const ranksOf = (all: readonly DeskRow[], key: NameKey): Ranks => {
  const known = ranked.get(all) ?? new Map<NameKey, Ranks>();
  ranked.set(all, known);
  const ranks = known.get(key) ?? new Map([...new Set(all.map((row) => row.names[key]))].sort(compareNames).map((name, at) => [name, at]));
  known.set(key, ranks);
  return ranks;
};

/** What each row is sorted by; what a row does not have is infinite, and comes last whichever way. */
const weightsOf = (
  rows: readonly DeskRow[],
  all: readonly DeskRow[],
  sort: Exclude<SortKey, 'date'>,
  isDescending: boolean,
): Float64Array => {
  const sign = isDescending ? -1 : 1;
  const weights = new Float64Array(rows.length);
  if (isName(sort)) {
    const ranks = ranksOf(all, sort);
    rows.forEach((row, at) => {
      weights[at] = sign * (ranks.get(row.names[sort]) ?? 0);
    });
    return weights;
  }
  const key = NUMBERS[sort] ?? (sort as NumberKey);
  rows.forEach((row, at) => {
    const value = numberOf(row, key);
    weights[at] = value === null ? Number.POSITIVE_INFINITY : sign * value;
  });
  return weights;
};

/**
 * The rows, which come by date and as they were logged, in their order; what is equal stays so. `all` are those of which they are a part:
 * their names are ranked once.
 */
export const inDeskOrder = (
  rows: readonly DeskRow[],
  { sort, isDescending }: DeskOrder,
  all: readonly DeskRow[] = rows,
): readonly DeskRow[] => {
  if (sort === 'date') {
    return isDescending ? rows.toReversed() : rows;
  }
  const weights = weightsOf(rows, all, sort, isDescending);
  const distinct = Float64Array.from(new Set(weights)).sort();
  const ranks = new Map(Array.from(distinct, (weight, at) => [weight, at]));
  // Rank and place in one number: sorting numbers takes a fraction of calling a function for each pair.
  const keys = weights.map((weight, at) => (ranks.get(weight) ?? 0) * rows.length + at).sort();
  return Array.from(keys, (key) => rows[key % rows.length] as DeskRow);
};

/** What a row belongs to. */
const groupKeyOf = ({ entry }: DeskRow, by: Grouping): string | number => {
  switch (by) {
    case 'job':
      // 'No job yet' that was not sent has no id of its own: it is one for each customer.
      return entry.awaitsJob ? `customer ${entry.customerId}` : entry.jobId;
    case 'machine':
      return entry.equipmentIds[0] ?? '';
    case 'operator':
      return entry.operatorIds[0] ?? '';
    default:
      return entry.date;
  }
};

const headOf = ({ entry }: DeskRow, by: Grouping): Pick<RowGroup, 'title' | 'sub'> => {
  switch (by) {
    case 'job':
      return { title: entry.jobName, sub: entry.customerName };
    case 'machine':
      return { title: entry.equipmentNames[0] ?? null, sub: null };
    case 'operator':
      return { title: entry.operatorNames[0] ?? null, sub: null };
    default:
      return { title: entry.date, sub: null };
  }
};

/** The lines of the table: groups in the order of their first rows, each followed by its rows. An entry with two machines is in the first's. */
export const deskLines = (ordered: readonly DeskRow[], by: Grouping): readonly DeskLine[] => {
  if (by === 'none') {
    return ordered;
  }
  const groups = new Map<string | number, DeskRow[]>();
  for (const row of ordered) {
    const key = groupKeyOf(row, by);
    const group = groups.get(key);
    if (group) {
      group.push(row);
    } else {
      groups.set(key, [row]);
    }
  }
  const lines: DeskLine[] = [];
  for (const [key, rows] of groups) {
    const [first] = rows;
    if (first) {
      lines.push({ key: `${by} ${key}`, ...headOf(first, by), rows });
    }
    for (const row of rows) {
      lines.push(row);
    }
  }
  return lines;
};

/** The rows among the lines. */
export const rowsIn = (lines: readonly DeskLine[]): readonly DeskRow[] => lines.filter((line): line is DeskRow => !isGroup(line));
