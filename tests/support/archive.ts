import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { LIST_NAMES } from '#server/data/archive-tables.ts';

/** Files of a zip by their paths. */
export type Files = Map<string, Buffer>;

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const zipOf = (files: Iterable<readonly [string, Buffer]>): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  for (const [path, bytes] of files) {
    zip.addBuffer(bytes, path);
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
};

export const unzip = async (bytes: Buffer): Promise<Files> => {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files: Files = new Map();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
};

/** What a list of an export says. */
export const rowsIn = (files: Files, list: string): Record<string, unknown>[] =>
  String(files.get(`lists/${list}.ndjson`) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

export const manifestIn = (files: Files): Record<string, unknown> =>
  JSON.parse(String(files.get('manifest.json'))) as Record<string, unknown>;

/** The files with a manifest that matches them; `more` overrides parts of it. */
export const sealed = (files: Files, more: object = {}): Files => {
  const rest = [...files].filter(([path]) => path !== 'manifest.json');
  const before = files.has('manifest.json') ? manifestIn(files) : {};
  const lists = Object.fromEntries(
    LIST_NAMES.map((list) => {
      const known = Object(Object(before['lists'])[list]) as { columns?: string[] };
      const count = String(files.get(`lists/${list}.ndjson`) ?? '').split('\n').length - 1;
      return [list, { count, columns: known.columns ?? Object.keys(rowsIn(files, list)[0] ?? {}) }];
    }),
  );
  const manifest = {
    format: 'headland-organization',
    version: 1,
    exportedAt: '2025-11-20T10:00:00.000Z',
    organization: { id: 1, name: 'Tiny' },
    missing: [],
    ...before,
    lists,
    files: rest.map(([path, bytes]) => ({ path, byteLength: bytes.length, sha256: sha256Of(bytes) })),
    ...more,
  };
  return new Map([...rest, ['manifest.json', Buffer.from(JSON.stringify(manifest))]]);
};

/** The list of an export with other rows. */
export const withRows = (files: Files, list: string, rows: readonly object[]): Files =>
  new Map([...files, [`lists/${list}.ndjson`, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))]]);

const AT = '2025-01-05T08:00:00.000Z';
const stamps = { version: 1, createdAt: AT, updatedAt: AT };

/** The smallest export there is: an organization and its owner, without a manifest yet. */
export const tinyFiles = (): Files => {
  const empty: Files = new Map(LIST_NAMES.map((list) => [`lists/${list}.ndjson`, Buffer.alloc(0)]));
  const owner = { id: 7, firstName: 'Dana', lastName: 'Halvorsen', accessLevel: 'owner', isOperator: false, ...stamps };
  const organization = { id: 3, name: 'Tiny', onboardingCompleted: true, onboardingStep: 'completed', ownerEmployeeId: 7, ...stamps };
  return withRows(withRows(empty, 'organization', [organization]), 'employees', [owner]);
};

export const tinyArchive = (): Promise<Buffer> => zipOf(sealed(tinyFiles()));
