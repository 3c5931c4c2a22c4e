import { MOST_STATEMENT_LINES } from '#shared/billing/schemas/bank-statement.ts';
import { invalid } from '#shared/lib/errors.ts';
import { decodeText } from '#server/commands/import/decode-text.ts';
import { readBankTable } from './read-bank-table.ts';
import type { BankFile, BankFileRead, FingerprintedLine } from './read-bank-file-job.ts';
import { readCamt } from './read-camt.ts';
import { unpackBankZip } from './unpack-bank-zip.ts';

/** What a file begins with, which is enough to tell what it is. */
const HEAD_LENGTH = 4096;

/** The XML of a file; null: it is none. */
const xmlIn = (bytes: Uint8Array): string | null => {
  const head = decodeText(bytes.subarray(0, HEAD_LENGTH - (HEAD_LENGTH % 4)), undefined).text;
  return head.trimStart().startsWith('<') ? decodeText(bytes, undefined).text.trimStart() : null;
};

/** A file of SWIFT's, in the form that banks gave before camt. */
const isMt940 = (bytes: Uint8Array): boolean =>
  /^(?:\{1:|:20:|\r?\n:20:)/.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1').trimStart());

interface Statements {
  readonly lines: readonly FingerprintedLine[];
  readonly ignored: number;
  readonly undated: number;
}

const together = (all: readonly Statements[]): Statements => ({
  lines: all.flatMap(({ lines }) => lines),
  ignored: all.reduce((sum, { ignored }) => sum + ignored, 0),
  undated: all.reduce((sum, { undated }) => sum + undated, 0),
});

const readAll = async (file: BankFile): Promise<Statements & Pick<BankFileRead, 'table'>> => {
  const { bytes } = file;
  if (isMt940(bytes)) {
    throw invalid('', 'bankFileMt940');
  }
  const unpacked = bytes[0] === 0x50 && bytes[1] === 0x4b ? await unpackBankZip(bytes) : null;
  if (unpacked !== null) {
    return { ...together(unpacked.map((one) => readCamt(decodeText(one, undefined).text.trimStart()))), table: null };
  }
  const xml = bytes[0] === 0x50 && bytes[1] === 0x4b ? null : xmlIn(bytes);
  return xml === null ? { ...(await readBankTable(file)), undated: 0 } : { ...readCamt(xml), table: null };
};

/** The work of `readBankFileJob`. */
export const readBankFile = async (file: BankFile): Promise<BankFileRead> => {
  const { lines, ...rest } = await readAll(file);
  if (lines.length > MOST_STATEMENT_LINES) {
    throw invalid('', 'bankFileTooMuch');
  }
  return { ...rest, lines: [...new Map(lines.map((line) => [line.fingerprint, line])).values()] };
};
