import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Archive, openArchive } from '#server/commands/archive/open-archive.ts';
import { type ImportPlan, planImport, type ReserveIds } from '#server/commands/archive/plan-import.ts';
import { readRows } from '#server/commands/archive/read-rows.ts';
import { renumberRow } from '#server/commands/archive/renumber.ts';
import { IDS_AT_ONCE, type Importer, type Unpacked, type UnpackedList, type unpackJob } from '#server/commands/archive/unpack-job.ts';
import { LIST_NAMES, type ListName } from '#server/data/archive-tables.ts';
import { batchOf, damaged, type Row } from '#server/data/archive-write.ts';
import type { AskHost } from '#server/work/job.ts';
import { PRIVATE_FILE } from '#server/private-files.ts';

/** Rows per batch, and the number of characters after which it ends early. */
const AT_ONCE = 500;
const BATCH_LETTERS = 1_048_576;

interface Seating {
  readonly user: Importer;
  readonly colleagues: readonly Importer[];
  readonly plan: ImportPlan;
}

/**
 * The person who imports takes the owner's place, and colleagues theirs. Nobody else has an account yet: access waits for their sign-in, as
 * for any email.
 */
const seat = ({ user, colleagues, plan }: Seating, employee: Row): Row => {
  if (employee['id'] === plan.ownerId) {
    return { ...employee, userId: user.id, isUser: true, email: user.email };
  }
  const colleague = colleagues.find(({ id }) => id === employee['userId']);
  return { ...employee, userId: colleague?.id ?? null, isUser: employee['isUser'] ?? false, email: employee['email'] ?? null };
};

async function* rowsOf(seating: Seating, archive: Archive, list: ListName): AsyncGenerator<Row> {
  const { plan } = seating;
  if (list === 'people') {
    yield* authorsOf(plan);
    return;
  }
  for await (const row of readRows(archive, list)) {
    const here = renumberRow(plan, list, row);
    if (typeof here === 'string') {
      throw damaged('damagedNamesMissing', { file: `lists/${list}.ndjson`, column: here });
    }
    yield list === 'employees' ? seat(seating, here) : here;
  }
}

const authorsOf = ({ ids, small }: ImportPlan): Row[] =>
  small.people
    .map((person): Row => ({ ...person, userId: ids.people.get(Number(person['userId'])) }))
    .filter(({ userId }) => Number(userId) < 0);

/** Writes the list in batches, each ready for the database; undefined: it is empty. */
const writeList = async (
  path: string,
  list: ListName,
  organizationId: number,
  rows: AsyncIterable<Row>,
): Promise<UnpackedList | undefined> => {
  const file = await open(path, 'wx', PRIVATE_FILE);
  let columns: readonly string[] | undefined;
  let batch: Row[] = [];
  let letters = 0;
  const write = async (): Promise<void> => {
    const { columns: named, json, near } = batchOf(list, organizationId, batch);
    columns ??= named;
    await file.write(`${near}\t${json}\n`);
    batch = [];
    letters = 0;
  };
  try {
    for await (const row of rows) {
      batch.push(row);
      letters += JSON.stringify(row).length;
      if (batch.length === AT_ONCE || letters > BATCH_LETTERS) {
        await write();
      }
    }
    if (batch.length > 0) {
      await write();
    }
  } finally {
    await file.close();
  }
  return columns && { list, path, columns };
};

const inParts =
  (ask: AskHost): ReserveIds =>
  async (table, count) => {
    const ids: number[] = [];
    while (ids.length < count) {
      const part = (await ask('reserveIds', table, Math.min(IDS_AT_ONCE, count - ids.length))) as number[];
      ids.push(...part);
    }
    return ids;
  };

type Unpack = Required<typeof unpackJob>['of'];

/** Does the work of `unpackJob`: every byte and every row of the zip is examined here, in a thread, and nowhere else. */
export const unpackArchive = async ({ path, folder, user, colleagues = [] }: Parameters<Unpack>[0], ask: AskHost): Promise<Unpacked> => {
  const archive = await openArchive(path);
  try {
    const plan = await planImport([user, ...colleagues], archive, inParts(ask));
    const { organizationId, small, waitingMembers } = plan;
    const lists: UnpackedList[] = [];
    for (const list of LIST_NAMES.filter((name) => name !== 'photos')) {
      const written = await writeList(join(folder, list), list, organizationId, rowsOf({ user, colleagues, plan }, archive, list));
      lists.push(...(written ? [written] : []));
    }
    const held = new Set(archive.photos.map((photo) => photo.path));
    const photos = [];
    for (const row of small.photos) {
      const name = `files/${String(row['name'])}`;
      photos.push({ row, place: held.has(name) ? await archive.placeOf(name) : undefined });
    }
    const name = String(small.organization[0]?.['name']);
    return { organizationId, name, exportedAt: archive.manifest.exportedAt, waitingMembers, lists, photos };
  } finally {
    archive.close();
  }
};
