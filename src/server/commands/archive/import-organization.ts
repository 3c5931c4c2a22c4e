import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Imported, MAX_ARCHIVE_BYTES } from '#shared/domain/archive.ts';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { UserContext } from '#server/context.ts';
import { type Archive, openArchive } from '#server/commands/archive/open-archive.ts';
import { type ImportPlan, planImport } from '#server/commands/archive/plan-import.ts';
import { readRows } from '#server/commands/archive/read-rows.ts';
import { renumberRow } from '#server/commands/archive/renumber.ts';
import { shareOutRecords } from '#server/commands/share-out-records.ts';
import { LIST_NAMES, type ListName } from '#server/data/archive-tables.ts';
import { damaged, insertRows, insertSeq, type Row } from '#server/data/archive-write.ts';
import { recountUses } from '#server/data/field-uses.ts';
import { requireRoomFor } from '#server/data/photo-room.ts';
import { requireFreeOrganization } from '#server/data/quotas.ts';
import { forgetLeftovers, noteLeftovers } from '#server/data/organization-deletion.ts';
import { kindOf } from '#server/data/photo-kinds.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '#server/private-files.ts';

const AT_ONCE = 500;

const receive = async (path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
  const file = await open(path, 'wx', PRIVATE_FILE);
  try {
    let byteLength = 0;
    for await (const chunk of bytes) {
      byteLength += chunk.length;
      if (byteLength > MAX_ARCHIVE_BYTES) {
        throw new AppError('too_large', `An export may have at most ${MAX_ARCHIVE_BYTES / 1_073_741_824} GB.`);
      }
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
};

/** Puts a file of the export into the store, if its bytes are what its name says; gives its row. */
const keepFile = async ({ photos }: UserContext, archive: Archive, organizationId: number, listed: Row): Promise<Row> => {
  const name = String(listed['name']);
  const file = await photos.receive(organizationId, await archive.open(`files/${name}`), MAX_FILE_BYTES);
  try {
    const { type, ending } = kindOf(file.head);
    if (name !== `${file.sha256}.${ending}`) {
      throw damaged(`files/${name}`, 'is not what its name says');
    }
    await file.keep(name);
    return { ...listed, contentType: type, byteLength: file.byteLength };
  } finally {
    await file.discard();
  }
};

/** Puts all files of the export into the store, and gives their rows. */
const keepFiles = async (ctx: UserContext, archive: Archive, { organizationId, small }: ImportPlan): Promise<Row[]> => {
  const held = new Set(archive.photos.map(({ path }) => path));
  const rows: Row[] = [];
  let byteLength = 0;
  for (const listed of small.photos.filter(({ name }) => held.has(`files/${String(name)}`))) {
    rows.push(await keepFile(ctx, archive, organizationId, listed));
    byteLength += Number(rows.at(-1)?.['byteLength']);
    requireRoomFor(byteLength, ctx.limits.settings);
  }
  return rows;
};

/** Whoever imports sits in the owner's seat. Nobody else has an account yet: access waits for his sign-in, as for anybody's e-mail. */
const seat = ({ user }: UserContext, { ownerId }: ImportPlan, employee: Row): Row => ({
  ...employee,
  ...(employee['id'] === ownerId
    ? { userId: user.id, isUser: true, email: user.email }
    : { userId: null, isUser: employee['isUser'] ?? false, email: employee['email'] ?? null }),
});

async function* rowsToWrite(ctx: UserContext, archive: Archive, plan: ImportPlan, list: ListName): AsyncGenerator<Row> {
  for await (const row of readRows(archive, list)) {
    const here = renumberRow(plan, list, row);
    if (typeof here === 'string') {
      throw damaged(`lists/${list}.ndjson`, `names something in ${here} that the export does not hold`);
    }
    yield list === 'employees' ? seat(ctx, plan, here) : here;
  }
}

const authorsOf = ({ ids, small }: ImportPlan): Row[] =>
  small.people
    .map((person): Row => ({ ...person, userId: ids.people.get(Number(person['userId'])) }))
    .filter(({ userId }) => Number(userId) < 0);

async function* oneByOne(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const writeList = async (db: Database, organizationId: number, list: ListName, rows: AsyncIterable<Row>) => {
  let batch: Row[] = [];
  const write = async () => {
    if (batch.length > 0) {
      await insertRows(db, list, organizationId, batch);
    }
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === AT_ONCE) {
      await write();
    }
  }
  await write();
};

/** Writes the organization whole, in the caller's transaction. */
const writeOrganization = async (db: Database, ctx: UserContext, archive: Archive, plan: ImportPlan, files: readonly Row[]) => {
  const { organizationId } = plan;
  const { manifest } = archive;
  for (const list of LIST_NAMES) {
    const own = list === 'people' ? oneByOne(authorsOf(plan)) : list === 'photos' ? oneByOne(files) : rowsToWrite(ctx, archive, plan, list);
    await writeList(db, organizationId, list, own);
  }
  await insertSeq(db, organizationId);
  await recountUses({ db, orgId: organizationId });
  await shareOutRecords(db, organizationId);
  const journal = new Journal(organizationId);
  const name = String(plan.small.organization[0]?.['name']);
  journal.record({
    entityType: 'organization',
    entityId: organizationId,
    action: 'create',
    subject: name,
    old: null,
    new: { name, exportedAt: manifest.exportedAt },
  });
  await writeJournal(db, journal, { userId: ctx.user.id, apiKeyId: null }, null);
  await forgetLeftovers(db, organizationId);
  return name;
};

/** Makes the organization; if that fails nothing of it stays, neither rows nor files. */
const importArchive = async (ctx: UserContext, archive: Archive): Promise<Imported> => {
  const plan = await planImport(ctx, archive);
  const { organizationId, waitingMembers, small } = plan;
  await noteLeftovers(ctx.db, organizationId, ctx.now());
  try {
    const files = await keepFiles(ctx, archive, plan);
    const name = await ctx.db.transaction(async (db) => {
      await db.patient();
      await requireFreeOrganization({ ...ctx, db });
      return writeOrganization(db, ctx, archive, plan, files);
    }, organizationId);
    return { id: organizationId, name, waitingMembers, missingFiles: small.photos.length - files.length };
  } catch (error) {
    for await (const { name } of ctx.photos.list(organizationId)) {
      await ctx.photos.remove(organizationId, name);
    }
    await forgetLeftovers(ctx.db, organizationId);
    throw error;
  }
};

/** Makes an organization of an export, with whoever sends it as its owner (decision 0022). */
export const importOrganization = async (ctx: UserContext, bytes: AsyncIterable<Uint8Array>): Promise<Imported> => {
  // Whatever becomes of it: what is damaged costs as much to read.
  await ctx.limits.reserve(['importOfAccount', String(ctx.user.id)]);
  await mkdir(ctx.scratchFolder, { recursive: true, mode: PRIVATE_FOLDER });
  const path = join(ctx.scratchFolder, `import-${randomUUID()}.zip`);
  try {
    await receive(path, bytes);
    const archive = await openArchive(path);
    try {
      return await importArchive(ctx, archive);
    } finally {
      archive.close();
    }
  } finally {
    await rm(path, { force: true });
  }
};
