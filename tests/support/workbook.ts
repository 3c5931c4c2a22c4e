import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';

/** A cell of a test's workbook: text, number, truth value, day (as its number), formula with its result, or an error. */
export type BookCell = string | number | boolean | null | { day: number } | { formula: string; value: number | string } | { error: string };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const letterOf = (column: number): string => String.fromCodePoint(65 + column);

const cellXml = (cell: BookCell, at: string): string => {
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'string') {
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  if (typeof cell === 'number') {
    return `<c r="${at}"><v>${cell}</v></c>`;
  }
  if (typeof cell === 'boolean') {
    return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  }
  if ('day' in cell) {
    return `<c r="${at}" s="1"><v>${cell.day}</v></c>`;
  }
  if ('error' in cell) {
    return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
  }
  const type = typeof cell.value === 'string' ? ' t="str"' : '';
  return `<c r="${at}"${type}><f>${escaped(cell.formula)}</f><v>${escaped(String(cell.value))}</v></c>`;
};

const sheetXml = (rows: readonly (readonly BookCell[])[], more: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="3" max="3" hidden="1"/></cols><sheetData>${rows
    .map((cells, row) =>
      cells.length === 0
        ? ''
        : `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letterOf(column)}${row + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData>${more}</worksheet>`;

interface BookOptions {
  readonly is1904?: boolean;
  /** Further elements of each sheet, such as merged cells. */
  readonly more?: string;
  /** Put in front of the root of each sheet: a document type, say. */
  readonly head?: string;
}

/** A workbook with these sheets, as Excel stores it, in its least form. */
export const workbookOf = async (
  sheets: Readonly<Record<string, readonly (readonly BookCell[])[]>>,
  { is1904 = false, more = '', head = '' }: BookOptions = {},
): Promise<Buffer> => {
  const names = Object.keys(sheets);
  const zip = new ZipFile();
  const add = (path: string, xml: string): void => zip.addBuffer(Buffer.from(xml), path);
  const kinds = names.map(
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  add(
    '[Content_Types].xml',
    `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${kinds.join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  );
  add(
    '_rels/.rels',
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    'xl/workbook.xml',
    `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  );
  add(
    'xl/styles.xml',
    `<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  );
  for (const [index, name] of names.entries()) {
    const xml = sheetXml(sheets[name] ?? [], more);
    add(`xl/worksheets/sheet${index + 1}.xml`, head === '' ? xml : xml.replace('?>', `?>${head}`));
  }
  zip.end();
  return buffer(zip.outputStream);
};
