import { csvLine } from '#shared/lib/csv.ts';
import type { Table, TableCell } from '#shared/lib/workbook.ts';

/** A column of an exported list. */
export interface ListColumn<Row> {
  readonly head: string;
  readonly valueOf: (row: Row) => TableCell;
}

/** A list as it leaves. */
export const listTable = <Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): Table => ({
  heads: columns.map(({ head }) => head),
  rows: rows.map((row) => columns.map(({ valueOf }) => valueOf(row))),
});

/** Several names in one cell. */
export const namesCell = (names: readonly string[]): string => names.join('; ');

/** As lines of CSV: days as `yyyy-MM-dd`, numbers with a point, like the reports. */
export const csvLines = ({ heads, rows }: Table): string[] => [
  csvLine(heads),
  ...rows.map((cells) => csvLine(cells.map((cell) => (cell !== null && typeof cell === 'object' ? cell.day : cell)))),
];

/** A file's name of these parts, each in small letters and hyphens: nothing that a file system or an attachment would refuse. */
export const fileNameOf = (parts: readonly string[]): string =>
  parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 60),
    )
    .filter((part) => part !== '')
    .join('-');
