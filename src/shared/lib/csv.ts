// OWASP, "CSV injection"; the full-width signs of East Asian keyboards too.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Whether a spreadsheet would run this text as a formula where it reads it as typed. */
export const isFormula = (text: string): boolean => FORMULA.test(text);

/** A number as this program writes it, such as `-12.50`: not text that a spreadsheet must be kept from running. */
export interface NumberText {
  readonly plain: string;
}

/** Text of a person or the program, a number, or nothing. */
export type CsvCell = string | number | null | NumberText;

/** Marks text as a number that is written as it is. */
export const numberText = (text: string): NumberText => ({ plain: text });

/** Excel reads a file as UTF-8 only if it begins with this byte order mark. */
export const BOM = '\uFEFF';

const textOf = (cell: CsvCell): string => {
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'string') {
    return isFormula(cell) ? `'${cell}` : cell;
  }
  return typeof cell === 'number' ? String(cell) : cell.plain;
};

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line of a table as in RFC 4180, with its CRLF. Text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;
