import { unzip } from './archive.ts';

/** A cell as a spreadsheet reads it: text, a number, or the serial number of a day. */
export type ReadCell = string | number | { readonly serial: number };

export interface ReadBook {
  /** The files of the workbook by their names. */
  readonly files: Readonly<Record<string, string>>;
  readonly sheet: string;
  /** Every row with its cells by their letters. */
  readonly rows: readonly Readonly<Record<string, ReadCell>>[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const plain = (xml: string): string =>
  xml.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? '').replaceAll(/_x005F_/g, '_');

const cellOf = (attributes: string, content: string): ReadCell => {
  const number = /^<v>(.*)<\/v>$/.exec(content);
  if (number) {
    return attributes.includes('s="2"') ? { serial: Number(number[1]) } : Number(number[1]);
  }
  const words = /^<is><t xml:space="preserve">([\s\S]*)<\/t><\/is>$/.exec(content);
  if (!attributes.includes('t="inlineStr"') || !words) {
    throw new Error(`A cell that is neither a number nor text: ${content}`);
  }
  return plain(words[1] ?? '');
};

/** Reads a workbook of Excel with one sheet; throws if a cell is anything but a number or text, such as a formula. */
export const readXlsx = async (content: Buffer): Promise<ReadBook> => {
  const files = Object.fromEntries([...(await unzip(content))].map(([name, bytes]) => [name, bytes.toString()]));
  const sheet = plain(/<sheet name="([^"]*)"/.exec(files['xl/workbook.xml'] ?? '')?.[1] ?? '');
  const rows = [...(files['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<row r="(\d+)">([\s\S]*?)<\/row>/g)].map(([, , cells = '']) =>
    Object.fromEntries(
      [...cells.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>([\s\S]*?)<\/c>/g)].map(([, letters = '', attributes = '', inside = '']) => [
        letters,
        cellOf(attributes, inside),
      ]),
    ),
  );
  return { files, sheet, rows };
};
