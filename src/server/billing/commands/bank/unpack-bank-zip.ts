import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { invalid } from '#shared/lib/errors.ts';

/** A year of days, each in a file. */
const MOST_FILES = 500;
/** Bytes of all of them, unpacked. */
const MOST_BYTES = 60 * 1_048_576;

const isXml = ({ fileName }: Entry): boolean => /\.xml$/i.test(fileName) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(fileName);

/**
 * The XML files of a zip; null: it is a workbook. What the directory of the zip says of sizes is counted before anything is unpacked, and
 * held to while it is.
 */
export const unpackBankZip = async (bytes: Uint8Array): Promise<Buffer[] | null> => {
  const broken = (): never => {
    throw invalid('', 'bankFileBroken');
  };
  const options = { lazyEntries: true, validateEntrySizes: true };
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options).catch(broken);
  const entries: Entry[] = [];
  let byteLength = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === '[Content_Types].xml') {
      return null;
    }
    entries.push(entry);
    byteLength += entry.uncompressedSize;
    if (entries.length > MOST_FILES || byteLength > MOST_BYTES) {
      throw invalid('', 'bankFileTooMuch');
    }
  }
  const files: Buffer[] = [];
  for (const entry of entries.filter(isXml)) {
    files.push(await zip.openReadStreamPromise(entry).then(buffer).catch(broken));
  }
  if (files.length === 0) {
    throw invalid('', 'bankFileNoStatement');
  }
  return files;
};
