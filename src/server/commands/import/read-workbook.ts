import { buffer } from 'node:stream/consumers';
import readWorkbookFile from 'read-excel-file/node';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ZipFile as NewZip } from 'yazl';
import type { Cell } from '#shared/domain/import.ts';
import { invalid } from '#shared/lib/errors.ts';

/** Bytes of the parts that hold cells, unpacked. */
const MOST_BYTES = 200 * 1_048_576;
const MOST_PARTS = 2_000;

const tooLarge = () => invalid('', 'importTooMuch');
const broken = () => invalid('', 'importNotAWorkbook');

const partsOf = async (zip: ZipFile): Promise<Entry[]> => {
  const parts: Entry[] = [];
  let byteLength = 0;
  for await (const entry of zip.eachEntry()) {
    parts.push(entry);
    byteLength += entry.uncompressedSize;
    if (parts.length > MOST_PARTS || byteLength > MOST_BYTES) {
      throw tooLarge();
    }
  }
  return parts;
};

const isOfCells = ({ fileName }: Entry): boolean =>
  /\.(?:xml|rels)$/i.test(fileName) && !/\/(?:media|drawings|charts|embeddings)\//i.test(fileName);

const ERROR_CELL = /(<c\b[^>]*\bt=)"e"/g;

/** The library makes cells with an error, such as `#REF!`, empty: as texts they are refused where a value is needed. */
const withErrorsAsText = (part: Buffer, { fileName }: Entry): Buffer =>
  fileName.includes('/worksheets/') && part.includes('t="e"') ? Buffer.from(part.toString('utf8').replaceAll(ERROR_CELL, '$1"str"')) : part;

/**
 * The parts that hold cells, packed anew without compression: nothing in them is larger than the directory said and this program counted,
 * whatever reads them next.
 */
const repack = async (bytes: Uint8Array): Promise<Buffer> => {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    validateEntrySizes: true,
  });
  const parts = await partsOf(zip);
  const names = new Set(parts.map(({ fileName }) => fileName));
  if (names.has('content.xml') && names.has('mimetype')) {
    throw invalid('', 'importOldFormat');
  }
  if (!names.has('[Content_Types].xml') || ![...names].some((name) => /workbook\.xml$/i.test(name))) {
    throw broken();
  }
  const packed = new NewZip();
  for (const part of parts.filter(isOfCells)) {
    packed.addBuffer(withErrorsAsText(await buffer(await zip.openReadStreamPromise(part)), part), part.fileName, { compress: false });
  }
  packed.end();
  return buffer(packed.outputStream);
};

const cellOf = (value: unknown): Cell => {
  if (value instanceof Date) {
    // Without a time zone: a workbook's date is the day that people see, and the library gives it as one in UTC.
    return { day: value.toISOString().slice(0, 10) };
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

export interface Workbook {
  readonly sheets: readonly string[];
  readonly sheet: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** Reads one sheet of a workbook: the wanted one, else the first with anything in it. */
export const readWorkbook = async (bytes: Uint8Array, wanted: number | undefined): Promise<Workbook> => {
  const packed = await repack(bytes).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'AppError' ? error : broken();
  });
  const sheets = await readWorkbookFile(packed).catch(() => {
    throw broken();
  });
  const first = Math.max(
    0,
    sheets.findIndex(({ data }) => data.some((row) => row.some((cell) => cell !== null))),
  );
  const sheet = wanted !== undefined && wanted < sheets.length ? wanted : first;
  return {
    sheets: sheets.map(({ sheet: name }) => name),
    sheet,
    rows: (sheets[sheet]?.data ?? []).map((row) => row.map(cellOf)),
  };
};
