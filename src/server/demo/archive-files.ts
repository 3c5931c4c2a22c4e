import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import yazl from 'yazl';
import { MANIFEST, type Manifest, manifestSchema } from '#server/commands/archive/manifest.ts';
import type { ListName } from '#server/data/archive-tables.ts';

/** An export in memory, to be modified: only small ones of our own making. */
export interface ArchiveFiles {
  readonly manifest: Manifest;
  /** All files except the manifest, by path. */
  readonly files: Map<string, Buffer>;
}

type Row = Record<string, unknown>;

/** The same timestamp in every zip, so that the same content makes the same bytes. */
const PACKED_AT = new Date(2000, 0, 1);

export const readArchiveFiles = async (path: string): Promise<ArchiveFiles> => {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const files = new Map<string, Buffer>();
    for await (const entry of zip.eachEntry()) {
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
    const manifest = manifestSchema.parse(JSON.parse(String(files.get(MANIFEST))));
    files.delete(MANIFEST);
    return { manifest, files };
  } finally {
    zip.close();
  }
};

const pathOf = (list: ListName): string => `lists/${list}.ndjson`;

/** The rows of a list; none if the export has no such list. */
export const rowsIn = ({ files }: ArchiveFiles, list: ListName): Row[] =>
  String(files.get(pathOf(list)) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

/** Replaces the list's rows. */
export const setRows = ({ files, manifest }: ArchiveFiles, list: ListName, rows: readonly Row[]): void => {
  const said = manifest.lists[list];
  if (said) {
    files.set(pathOf(list), Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
    manifest.lists[list] = { ...said, count: rows.length };
  }
};

/** The export as a zip again, with an updated manifest. `compress` false: quick, for one that is read at once. */
export const packArchiveFiles = ({ manifest, files }: ArchiveFiles, { compress }: { compress: boolean }): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  const add = (path: string, bytes: Buffer) =>
    zip.addBuffer(bytes, path, { mtime: PACKED_AT, forceDosTimestamp: true, compress, ...(compress ? { compressionLevel: 9 } : {}) });
  for (const [path, bytes] of files) {
    add(path, bytes);
  }
  const described = [...files].map(([path, bytes]) => ({
    path,
    byteLength: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  add(MANIFEST, Buffer.from(JSON.stringify({ ...manifest, files: described })));
  zip.end();
  return buffer(zip.outputStream);
};
