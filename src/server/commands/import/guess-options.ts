import type { ImportKind } from '#shared/domain/import-kinds.ts';
import {
  type Cell,
  type ImportField,
  type ImportOptions,
  type ImportPatch,
  MAX_IMPORT_COLUMNS,
  ownFieldOf,
} from '#shared/domain/import.ts';
import { guessDateOrder, isUnclearDate } from '#shared/lib/read-date.ts';
import { guessDecimalSign } from '#shared/lib/read-number.ts';
import { columnLetters } from '#shared/lib/workbook.ts';
import { guessColumns, guessHeadRow } from '#server/commands/import/guess-columns.ts';
import type { FileRead, FileRow } from '#server/commands/import/read-file-job.ts';
import { textOfCell } from '#server/commands/import/row-cells.ts';
import type { KnownField } from '#server/commands/import/judge-services.ts';

const NUMBERS: readonly ImportField[] = ['totalHours', 'billableHours', 'fuel', 'loads', 'equipmentCount'];

const textsIn = (rows: readonly FileRow[], columns: readonly number[]): string[] =>
  rows.flatMap(({ cells }) =>
    columns.flatMap((column) => {
      const cell: Cell = cells[column] ?? null;
      return typeof cell === 'string' && cell.trim() !== '' ? [cell] : [];
    }),
  );

/** A file with its options, and the rows that hold records. */
export interface Understood {
  readonly options: ImportOptions;
  readonly heads: readonly string[];
  readonly rows: readonly FileRow[];
  /** A date that reads in two ways while nobody has said which is meant. */
  readonly unclearDate: string | null;
}

/** What the file says about itself, where nobody has said otherwise. */
export const understand = (
  kind: ImportKind,
  { rows: all, options: file }: FileRead,
  given: ImportPatch,
  fields: readonly KnownField[],
): Understood => {
  const headRow = given.headRow ?? guessHeadRow(kind, all);
  const head = all.find(({ row }) => row === headRow);
  const rows = all.filter(({ row }) => row > headRow);
  const columns = Math.min(MAX_IMPORT_COLUMNS, Math.max(0, ...all.filter(({ row }) => row >= headRow).map(({ cells }) => cells.length)));
  const mapped = given.columns ?? guessColumns(kind, head, { rows, columns, ownFields: fields });
  const fieldsOf = Array.from({ length: columns }, (_, column) => mapped[column] ?? null);
  const isOwnOf = (column: string | null, type: 'number' | 'date'): boolean =>
    column !== null && fields.some(({ id, fieldType }) => id === ownFieldOf(column) && fieldType === type);
  const columnsOf = (names: readonly string[], type: 'number' | 'date'): number[] =>
    fieldsOf.flatMap((field, column) => ((field !== null && names.includes(field)) || isOwnOf(field, type) ? [column] : []));
  const dates = textsIn(rows, columnsOf(['date'], 'date'));
  const dateOrder = given.dateOrder ?? guessDateOrder(dates) ?? null;
  return {
    options: {
      ...file,
      headRow,
      columns: fieldsOf,
      decimal: given.decimal ?? guessDecimalSign(textsIn(rows, columnsOf(NUMBERS, 'number'))) ?? (file.delimiter === ';' ? ',' : '.'),
      dateOrder,
      isUpdating: given.isUpdating ?? true,
      areOperators: given.areOperators ?? true,
      doAllServices: given.doAllServices ?? true,
      jobsAre: given.jobsAre ?? 'billed',
      names: given.names ?? {},
    },
    heads: fieldsOf.map((_, column) => textOfCell(head?.cells[column]) || columnLetters(column)),
    rows,
    unclearDate: dateOrder === null ? (dates.find(isUnclearDate) ?? null) : null,
  };
};
