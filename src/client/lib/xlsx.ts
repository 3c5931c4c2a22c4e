import { strToU8, Zip, ZipDeflate } from 'fflate';
import { SHEET_END, SHEET_PATH, sheetRow, sheetStart, type Table, WORKBOOK_TYPE, workbookFiles } from '#shared/lib/workbook.ts';
import { pause } from '#client/lib/pause.ts';

/** Rows written at a time: between two of them the page can be used. */
const STRIDE = 500;

/**
 * A table as a workbook of Excel: one sheet with numbers and days that can be counted with, and text that is nothing but text. Does not
 * block the page, however long the table is.
 */
export const xlsxFile = async (title: string, table: Table): Promise<Blob> => {
  const parts: BlobPart[] = [];
  const zip = new Zip((error, part) => {
    if (error) {
      throw error;
    }
    parts.push(part);
  });
  const open = (name: string): ((xml: string, isLast?: boolean) => void) => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return (xml, isLast = false) => file.push(strToU8(xml), isLast);
  };
  for (const [name, xml] of Object.entries(workbookFiles(title))) {
    open(name)(xml, true);
  }
  const write = open(SHEET_PATH);
  write(sheetStart(table));
  for (let from = 0; from < table.rows.length; from += STRIDE) {
    const rows = table.rows.slice(from, from + STRIDE);
    write(rows.map((cells, index) => sheetRow(cells, from + index)).join(''));
    await pause();
  }
  write(SHEET_END, true);
  zip.end();
  return new Blob(parts, { type: WORKBOOK_TYPE });
};
