import Papa from 'papaparse';
import { type Cell, DELIMITERS, MAX_CELL_LENGTH, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '#shared/domain/import.ts';
import { invalid } from '#shared/lib/errors.ts';
import { decodeText } from '#server/commands/import/decode-text.ts';
import type { FileOptions, FileRead, FileRow, FileToRead, GivenOptions } from '#server/commands/import/read-file-job.ts';
import { readWorkbook } from '#server/commands/import/read-workbook.ts';

/** Rows above the first one with data: titles, heads, blank lines. */
const ROWS_BESIDES = 100;

const beginsWith = (bytes: Uint8Array, ...signs: number[]): boolean => signs.every((sign, index) => bytes[index] === sign);

const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

const delimiterOf = (found: string): FileOptions['delimiter'] => DELIMITERS.find((each) => each === found) ?? ',';

const readText = (bytes: Uint8Array, given: GivenOptions) => {
  const { text, encoding } = decodeText(bytes, given.encoding);
  const { data, meta } = Papa.parse<string[]>(text, {
    delimiter: given.delimiter ?? '',
    delimitersToGuess: [...DELIMITERS],
    preview: MAX_IMPORT_ROWS + ROWS_BESIDES + 1,
  });
  return { rows: data, sheets: [], options: { sheet: 0, encoding, delimiter: given.delimiter ?? delimiterOf(meta.delimiter) } };
};

const readBook = async (bytes: Uint8Array, given: GivenOptions) => {
  const { rows, sheets, sheet } = await readWorkbook(bytes, given.sheet);
  return { rows, sheets, options: { sheet, encoding: null, delimiter: null } };
};

/** Cells without what is blank at the end of a row. */
const trimmed = (cells: readonly Cell[]): readonly Cell[] => {
  let end = cells.length;
  while (end > 0 && isBlank(cells[end - 1] ?? null)) {
    end -= 1;
  }
  return cells.slice(0, end);
};

const bounded = (rows: readonly (readonly Cell[])[]): FileRow[] => {
  const filled = rows.map((cells, index) => ({ row: index + 1, cells: trimmed(cells) })).filter(({ cells }) => cells.length > 0);
  if (filled.length === 0) {
    throw invalid('', 'importEmpty');
  }
  if (filled.length > MAX_IMPORT_ROWS + ROWS_BESIDES) {
    throw invalid('', 'importTooManyRows', { most: MAX_IMPORT_ROWS });
  }
  const wide = filled.find(({ cells }) => cells.length > MAX_IMPORT_COLUMNS);
  if (wide) {
    throw invalid('', 'importTooManyColumns', { most: MAX_IMPORT_COLUMNS, row: wide.row });
  }
  const long = filled.find(({ cells }) => cells.some((cell) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH));
  if (long) {
    throw invalid('', 'importCellTooLong', { most: MAX_CELL_LENGTH, row: long.row });
  }
  return filled;
};

/** The work of `readFileJob`. */
export const readFile = async ({ bytes, options: given }: FileToRead): Promise<FileRead> => {
  // The container of .xls, and of workbooks with a password.
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw invalid('', 'importOldFormat');
  }
  const { rows, sheets, options } = beginsWith(bytes, 0x50, 0x4b) ? await readBook(bytes, given) : readText(bytes, given);
  return { rows: bounded(rows), sheets, options };
};
