import type { Term } from '#shared/messages/message.ts';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { AppError, invalid } from '#shared/lib/errors.ts';
import { type FileInManifest, MANIFEST, type Manifest, manifestSchema } from '#server/commands/archive/manifest.ts';
import { type JsonBounds, measureJson } from '#server/work/json-measure.ts';
import { columnsOf, LIST_NAMES, type ListName } from '#server/data/archive-tables.ts';
import { damaged } from '#server/data/archive-write.ts';

/** How large an import may become when unpacked: far beyond any contractor, and too little to fill a disk or memory with one small zip. */
const UNPACKED_LIMITS = {
  entries: 250_000,
  manifestBytes: 24 * 1_048_576,
  listBytes: 4 * 1_073_741_824,
  allBytes: 16 * 1_073_741_824,
  lineBytes: 4 * 1_048_576,
};

/** How much may be parsed at once. A line of a bill of thousands of entries has some hundred thousand values. */
const MANIFEST_JSON = { values: 600_000, depth: 8 };
const LINE_JSON = { values: 400_000, depth: 70 };
/** A shorter line cannot contain too much. */
const SHORT_LINE = 65_536;

const foreign = (): AppError => invalid('', 'exportForeign');

const FILE_PATH = /^files\/([0-9a-f]{64}\.[a-z]{2,5})$/;
const LIST_PATH = /^lists\/(\w+)\.(ndjson|csv)$/;

const isList = (name: string | undefined): name is ListName => LIST_NAMES.some((known) => known === name);

/** The maximum uncompressed size of an entry with this path; undefined: an export has no such entry. */
const mostBytesAt = (path: string): number | undefined => {
  if (path === MANIFEST) {
    return UNPACKED_LIMITS.manifestBytes;
  }
  if (FILE_PATH.test(path)) {
    return MAX_FILE_BYTES;
  }
  return isList(LIST_PATH.exec(path)?.[1]) ? UNPACKED_LIMITS.listBytes : undefined;
};

/** Runs code that reads the zip: errors of its library or its compression are blamed on the zip, errors of the disk are not. */
const reading = async <T>(path: string | Term, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) {
      throw error;
    }
    throw damaged('damagedNotUnpacked', { file: path });
  }
};

const STORED = 0;
const DEFLATED = 8;

const acceptEntry = (entries: Map<string, Entry>, entry: Entry): void => {
  const { fileName, uncompressedSize, compressionMethod } = entry;
  const most = mostBytesAt(fileName);
  if (most === undefined) {
    throw entries.size === 0 ? foreign() : damaged('damagedForeignFile', { file: fileName.slice(0, 100) });
  }
  if (entries.has(fileName)) {
    throw damaged('damagedTwice', { file: fileName });
  }
  if (uncompressedSize > most || entry.isEncrypted() || ![STORED, DEFLATED].includes(compressionMethod)) {
    throw damaged('damagedPacking', { file: fileName });
  }
  entries.set(fileName, entry);
};

/** The zip's table of contents, of which nothing is unpacked yet. */
const readEntries = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  if (zip.entryCount > UNPACKED_LIMITS.entries) {
    throw damaged('damagedTooManyFiles');
  }
  for await (const entry of zip.eachEntry()) {
    acceptEntry(entries, entry);
    bytes += entry.uncompressedSize;
    if (bytes > UNPACKED_LIMITS.allBytes) {
      throw damaged('damagedUnfolds');
    }
  }
  return entries;
};

const textOf = async (stream: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Refuses JSON that would unfold to too much, before it is parsed. */
const requireModest = (path: string, bytes: Buffer, bounds: JsonBounds): void => {
  try {
    measureJson(bounds).add(bytes);
  } catch {
    throw damaged('damagedTooMuch', { file: path });
  }
};

const parseManifest = (text: string): Manifest => {
  requireModest(MANIFEST, Buffer.from(text), MANIFEST_JSON);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged('damagedUnreadable', { file: MANIFEST });
  }
  const { format, version } = Object(value) as Record<string, unknown>;
  if (format !== 'headland-organization') {
    throw foreign();
  }
  const parsed = manifestSchema.safeParse(value);
  const isNewer =
    (typeof version === 'number' && version > 1) ||
    (parsed.success && LIST_NAMES.some((name) => parsed.data.lists[name]?.columns.some((column) => !hasColumn(name, column))));
  if (isNewer) {
    throw invalid('', 'exportNewer');
  }
  if (!parsed.success) {
    throw damaged('damagedSaysOther', { file: MANIFEST });
  }
  return parsed.data;
};

const hasColumn = (list: ListName, name: string): boolean => columnsOf(list).some((column) => column.name === name);

/** Refuses unless manifest and zip name the same files, with the same lengths. */
const requireSame = (entries: ReadonlyMap<string, Entry>, { files, lists: counted }: Manifest): void => {
  const named = new Map(files.map((file) => [file.path, file]));
  const lists = Object.keys(counted).map((name) => `lists/${name}.ndjson`);
  const uncounted = LIST_NAMES.find((name) => counted[name] === undefined && entries.has(`lists/${name}.ndjson`));
  if (uncounted !== undefined) {
    throw damaged('damagedNotInManifest', { file: `lists/${uncounted}.ndjson` });
  }
  const absent = [...named.keys(), ...lists].find((path) => path === MANIFEST || !entries.has(path));
  if (absent !== undefined || named.size !== files.length) {
    throw absent === undefined ? damaged('damagedNamesTwice', { file: MANIFEST }) : damaged('damagedMissing', { file: absent });
  }
  for (const [path, { uncompressedSize }] of entries) {
    if (path !== MANIFEST && named.get(path)?.byteLength !== uncompressedSize) {
      throw damaged(named.has(path) ? 'damagedLength' : 'damagedNotInManifest', { file: path });
    }
  }
};

/** Where a file is in a zip, for reading it without the zip's table of contents. */
export interface PlaceInZip {
  readonly start: number;
  readonly byteLength: number;
  readonly isDeflated: boolean;
}

/** An export that is what its manifest says, byte for byte. */
export interface Archive {
  readonly manifest: Manifest;
  /** Its files, except those that did not match their names when they were exported. */
  readonly photos: readonly FileInManifest[];
  /** Where the bytes of a file are in the zip. */
  readonly placeOf: (path: string) => Promise<PlaceInZip>;
  /** The lines of a list, one after the other. */
  readonly lines: (name: ListName) => AsyncGenerator<string>;
  readonly close: () => void;
}

const sha256Of = async (stream: Readable): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of stream) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
};

async function* linesOf(stream: Readable, path: string): AsyncGenerator<string> {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > UNPACKED_LIMITS.lineBytes) {
      throw damaged('damagedLineTooLong', { file: path });
    }
    for (const line of lines) {
      if (line.length > SHORT_LINE) {
        requireModest(path, Buffer.from(line), LINE_JSON);
      }
      yield line;
    }
  }
  if (rest !== '') {
    throw damaged('damagedCutOff', { file: path });
  }
}

const nameIn = (path: string): string => path.slice('files/'.length);

/** Opens an export and compares every byte of it with its manifest; refuses what is damaged, foreign or would unfold to too much. */
export const openArchive = async (path: string): Promise<Archive> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch((error: unknown) => {
    throw error instanceof Error && 'syscall' in error ? error : foreign();
  });
  const close = () => zip.close();
  try {
    const entries = await reading({ term: 'the zip' }, () => readEntries(zip));
    const entryOf = (name: string): Entry => {
      const entry = entries.get(name);
      if (!entry) {
        throw damaged('damagedMissing', { file: name });
      }
      return entry;
    };
    const open = async (name: string): Promise<Readable> => zip.openReadStreamPromise(entryOf(name));
    if (!entries.has(MANIFEST)) {
      throw foreign();
    }
    const manifest = parseManifest(await reading(MANIFEST, async () => textOf(await open(MANIFEST))));
    requireSame(entries, manifest);
    for (const file of manifest.files) {
      if ((await reading(file.path, async () => sha256Of(await open(file.path)))) !== file.sha256) {
        throw damaged('damagedNotAsManifest', { file: file.path });
      }
    }
    return {
      manifest,
      photos: manifest.files.filter((file) => FILE_PATH.test(file.path) && nameIn(file.path).startsWith(file.sha256)),
      placeOf: async (name) => {
        const entry = entryOf(name);
        const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
        return { start, byteLength: entry.compressedSize, isDeflated: entry.compressionMethod === DEFLATED };
      },
      lines: async function* lines(name) {
        const list = `lists/${name}.ndjson`;
        yield* linesOf(await open(list), list);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
};
