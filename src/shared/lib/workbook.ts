import { isFormula } from '#shared/lib/csv.ts';
import { type CalendarDate, daysBetween } from '#shared/lib/dates.ts';

/** A calendar date in a cell, so that a spreadsheet can count with it. */
export interface DayCell {
  readonly day: CalendarDate;
}

/** What stands in a cell of a table; null and an empty text leave it empty. */
export type TableCell = string | number | DayCell | null;

/** Heads and rows of cells. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
}

/** The type of a workbook's file. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The most that Excel takes, in a cell and in a sheet's name. */
const MOST_TEXT = 32_767;
const MOST_NAME = 31;
/** Widths of columns, in characters. */
const WIDTH = { least: 9, most: 60, spare: 2 };
/** Excel believes that 1900 was a leap year: days before March of that year are not what they say. */
const FIRST_SURE_DAY = 61;

/** Places in `cellXfs` below. */
const STYLE = { bold: 1, day: 2, quoted: 3 };

// Number format 14 is the short date of whoever opens the file. `quotePrefix` keeps a text that begins like a formula a text even if it is
// edited.
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK_TYPE}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML, without what XML cannot hold; what Excel would read as an escaped character stays as it was written. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '');

/** What spreadsheets call the column at this place, counted from 0: `A`, `B`, … `Z`, `AA`. */
export const columnLetters = (column: number): string =>
  column < 26 ? String.fromCodePoint(65 + column) : columnLetters(Math.floor(column / 26) - 1) + columnLetters(column % 26);

const textCell = (text: string, place: string, style: number): string =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, MOST_TEXT))}</t></is></c>`;

const cellXml = (cell: TableCell, place: string): string => {
  if (cell === null || cell === '') {
    return '';
  }
  if (typeof cell === 'number') {
    return `<c r="${place}"><v>${cell}</v></c>`;
  }
  if (typeof cell === 'string') {
    return textCell(cell, place, isFormula(cell) ? STYLE.quoted : 0);
  }
  const serial = daysBetween('1899-12-30', cell.day);
  return serial < FIRST_SURE_DAY ? textCell(cell.day, place, 0) : `<c r="${place}" s="${STYLE.day}"><v>${serial}</v></c>`;
};

const lengthOf = (cell: TableCell): number =>
  cell === null ? 0 : typeof cell === 'object' ? cell.day.length : (String(cell).split('\n', 1)[0]?.length ?? 0);

const columnsXml = ({ heads, rows }: Table): string =>
  heads
    .map((head, index) => {
      const longest = rows.reduce((most, cells) => Math.max(most, lengthOf(cells[index] ?? null)), head.length);
      const width = Math.min(Math.max(longest + WIDTH.spare, WIDTH.least), WIDTH.most);
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
    })
    .join('');

const rowXml = (number: number, cells: readonly string[]): string => `<row r="${number}">${cells.join('')}</row>`;

/** What Excel takes as a sheet's name. */
const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]/\\:*?]/g, ' ')
    .trim()
    .slice(0, MOST_NAME)
    .replaceAll(/^'|'$/g, '') || '1';

/** Every file of a workbook with one sheet, besides the sheet. */
export const workbookFiles = (title: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': CONTENT_TYPES,
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': STYLES,
});

export const SHEET_PATH = 'xl/worksheets/sheet1.xml';

/** The beginning of the sheet: as wide as its cells, with a bold row of heads that stays in sight. */
export const sheetStart = (table: Table): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columnsXml(table)}</cols><sheetData>${rowXml(
    1,
    table.heads.map((head, column) => textCell(head, `${columnLetters(column)}1`, STYLE.bold)),
  )}`;

/** The row of the table at this place, counted from 0. */
export const sheetRow = (cells: readonly TableCell[], index: number): string => {
  const number = index + 2;
  return rowXml(
    number,
    cells.map((cell, column) => cellXml(cell, `${columnLetters(column)}${number}`)),
  );
};

export const SHEET_END = '</sheetData></worksheet>';
