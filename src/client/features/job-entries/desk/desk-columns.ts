import { type CustomDataField, fieldKind } from '#shared/domain/custom-data-field.ts';
import { summaryOf } from '#shared/domain/field-summary.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { type HeldNumber, type NumberKey, numberOf } from './desk-numbers.ts';

export interface NumberColumn {
  readonly key: NumberKey;
  /** How many decimals its numbers have, the same in every row. */
  readonly digits: number;
}

interface WithNumbers {
  readonly numbers: readonly HeldNumber[];
}

/** Numbers with at most six decimals are added quickly and exactly, as whole numbers; others one by one. */
const SCALE = 1e6;

interface Total {
  count: number;
  digits: number;
  scaled: number;
  isQuick: boolean;
}

/** What the numbers of these rows come to, by key, in one pass over thousands. */
const totalsOf = (rows: readonly WithNumbers[]): Map<NumberKey, Total> => {
  const totals = new Map<NumberKey, Total>();
  for (const { numbers } of rows) {
    for (const { key, value, digits } of numbers) {
      let total = totals.get(key);
      if (!total) {
        total = { count: 0, digits: 0, scaled: 0, isQuick: true };
        totals.set(key, total);
      }
      const scaled = Math.round(value * SCALE);
      total.count += 1;
      total.digits = Math.max(total.digits, digits);
      total.scaled += scaled;
      total.isQuick &&= scaled / SCALE === value && Number.isSafeInteger(total.scaled);
    }
  }
  return totals;
};

const sumOf = (rows: readonly WithNumbers[], key: NumberKey, total: Total | undefined): number | null =>
  total === undefined ? null : total.isQuick ? total.scaled / SCALE : exactSum(rows.flatMap((row) => numberOf(row, key) ?? []));

/** What the columns come to; null where no row has the number. */
export const sumsOf = (rows: readonly WithNumbers[], columns: readonly NumberColumn[]): (number | null)[] => {
  const totals = totalsOf(rows);
  return columns.map(({ key }) => sumOf(rows, key, totals.get(key)));
};

/** A column and what it comes to. */
export interface SummedColumn extends NumberColumn {
  readonly sum: number | null;
}

/**
 * The columns of numbers that hold something in these rows: hours, fuel, loads, then own fields that can be added up, those that most rows
 * hold first. What nothing holds is left out.
 */
export const numberColumns = (rows: readonly WithNumbers[], fields: readonly CustomDataField[]): SummedColumn[] => {
  const totals = totalsOf(rows);
  const own = fields
    .filter((field) => fieldKind(field.fieldType) === 'number' && columnOf(field) === null && summaryOf(field) === 'sum')
    .map(({ name }) => `own:${name}` as const)
    .sort((one, other) => (totals.get(other)?.count ?? 0) - (totals.get(one)?.count ?? 0));
  return (['totalHours', 'fuel', 'loads', ...own] as const).flatMap((key) => {
    const total = totals.get(key);
    return total ? [{ key, digits: total.digits, sum: sumOf(rows, key, total) }] : [];
  });
};

/** A column and its width, which its sum needs. */
export interface PlacedColumn extends SummedColumn {
  readonly px: number;
}

const LEAST_PX = 68;
const PADDING_PX = 17;
/** Of a bold figure of a sum. */
const FIGURE_PX = 8.8;

/** The room of the column that gathers what has no column of its own. */
export const REST_PX = 112;

export interface PlacedColumns {
  readonly placed: readonly PlacedColumn[];
  /** What has no room of its own: in each row, those that it has stand together in one column. */
  readonly rest: readonly NumberColumn[];
}

type Format = (value: number, digits: number) => string;

const place = (columns: readonly SummedColumn[], px: number, format: Format): PlacedColumn[] => {
  let left = px;
  const placed: PlacedColumn[] = [];
  for (const [index, column] of columns.entries()) {
    const { sum, digits } = column;
    const width = Math.max(LEAST_PX, Math.ceil(PADDING_PX + FIGURE_PX * (sum === null ? 0 : format(sum, digits).length)));
    left -= width;
    if (left < 0 && index > 1) {
      break;
    }
    placed.push({ ...column, px: width });
  }
  return placed;
};

/** As many columns as have room, each as wide as its sum. The first two are there in any case: the table scrolls. */
export const columnsWithin = (columns: readonly SummedColumn[], px: number, format: Format): PlacedColumns => {
  const all = place(columns, px, format);
  const placed = all.length === columns.length ? all : place(columns, px - REST_PX, format);
  return { placed, rest: columns.slice(placed.length) };
};
