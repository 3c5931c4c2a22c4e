import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { BOM } from '#shared/lib/csv.ts';
import { valuesLine } from '#server/commands/archive/csv.ts';
import type { FileInManifest, Manifest } from '#server/commands/archive/manifest.ts';
import { fieldNamesIn, inSnapshot, nameOfOrganization, readList } from '#server/data/archive-read.ts';
import { columnsOf, keyOf, LIST_NAMES, type ListName, LISTS } from '#server/data/archive-tables.ts';
import type { Database } from '#server/db/database.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '#server/private-files.ts';

/** A file of the export with a hash and a length that grow with it. */
const openCounted = async (folder: string, path: string) => {
  const file = await open(join(folder, path), 'w', PRIVATE_FILE);
  const hash = createHash('sha256');
  let byteLength = 0;
  return {
    write: async (text: string): Promise<void> => {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      byteLength += bytes.length;
      await file.writeFile(bytes);
    },
    close: async (): Promise<FileInManifest> => {
      await file.close();
      return { path, byteLength, sha256: hash.digest('hex') };
    },
  };
};

type Values = Readonly<Record<string, unknown>>;
/** Display names of the rows of the lists that are written already, by id. */
type Names = Partial<Record<ListName, Map<unknown, string>>>;

const namesOf = (names: Names, list: ListName, ids: unknown): unknown =>
  Array.isArray(ids) ? ids.map((id) => names[list]?.get(id) ?? '') : names[list]?.get(ids);

/**
 * The columns of a spreadsheet: those of the list that are no nested JSON, each id with a name next to it, and one for each field of
 * entries.
 */
const cellsOf = (name: ListName, names: Names, fields: readonly string[]) => {
  const { refs, deep = [], inSheet = {} } = LISTS[name];
  const flat = columnsOf(name).filter((column) => !deep.includes(column.name));
  const columns = flat.flatMap(({ name: column }) => {
    const to = refs[column];
    const value = { head: column, read: (values: Values) => values[column] };
    if (column === 'customFieldValues') {
      return fields.map((field) => ({ head: field, read: (values: Values) => Object(values[column])[field] as unknown }));
    }
    return to === undefined || names[to] === undefined
      ? [value]
      : [value, { head: `${column} (name)`, read: (values: Values) => namesOf(names, to, values[column]) }];
  });
  columns.push(...Object.entries(inSheet).map(([head, read]) => ({ head, read })));
  return {
    head: columns.map(({ head }) => head),
    read: (values: Values) => columns.map(({ read }) => read(values)),
  };
};

/** The file of an entry as the list `photos` describes it. */
export interface ListedPhoto {
  readonly name: string;
  readonly byteLength: number;
}

interface Written {
  readonly count: number;
  readonly files: readonly FileInManifest[];
}

interface Writing {
  readonly orgId: number;
  readonly folder: string;
  readonly names: Names;
  readonly fields: readonly string[];
}

const writeList = async (
  snapshot: Database,
  name: ListName,
  { orgId, folder, names, fields }: Writing,
  onRow: (values: Values) => void,
): Promise<Written> => {
  const [lines, sheet] = [await openCounted(folder, `lists/${name}.ndjson`), await openCounted(folder, `lists/${name}.csv`)];
  const cells = cellsOf(name, names, fields);
  await sheet.write(BOM + valuesLine(cells.head));
  let count = 0;
  for await (const rows of readList(snapshot, orgId, name)) {
    count += rows.length;
    const parsed = rows.map((line) => JSON.parse(line) as Values);
    parsed.forEach(onRow);
    await lines.write(rows.map((line) => `${line}\n`).join(''));
    await sheet.write(parsed.map((values) => valuesLine(cells.read(values))).join(''));
  }
  return { count, files: [await lines.close(), await sheet.close()] };
};

/** The lists of an export as stored in its folder. */
export interface WrittenLists {
  readonly organization: Manifest['organization'];
  readonly lists: Manifest['lists'];
  readonly files: readonly FileInManifest[];
  readonly photos: readonly ListedPhoto[];
}

/**
 * Writes every list of the organization into the folder, all as of one moment. No connection is held longer than the disk needs: the client
 * may be slow.
 */
export const writeLists = (db: Database, orgId: number, folder: string): Promise<WrittenLists> =>
  inSnapshot(db, async (snapshot) => {
    await mkdir(join(folder, 'lists'), { recursive: true, mode: PRIVATE_FOLDER });
    const organization = { id: orgId, name: await nameOfOrganization(snapshot, orgId) };
    const fields = await fieldNamesIn(snapshot, orgId);
    const lists: Manifest['lists'] = {};
    const files: FileInManifest[] = [];
    const photos: ListedPhoto[] = [];
    const names: Names = {};
    for (const name of LIST_NAMES) {
      const { calledBy } = LISTS[name];
      const own = new Map<unknown, string>();
      const written = await writeList(snapshot, name, { orgId, folder, names, fields }, (values) => {
        if (calledBy) {
          own.set(values[keyOf(name)], calledBy(values));
        }
        if (name === 'photos') {
          photos.push({ name: String(values['name']), byteLength: Number(values['byteLength']) });
        }
      });
      if (calledBy) {
        names[name] = own;
      }
      lists[name] = { count: written.count, columns: columnsOf(name).map((column) => column.name) };
      files.push(...written.files);
    }
    return { organization, lists, files, photos };
  });
