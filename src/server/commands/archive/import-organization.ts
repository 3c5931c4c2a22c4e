import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Imported } from '#shared/domain/archive.ts';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { UserContext } from '#server/context.ts';
import type { PlaceInZip } from '#server/commands/archive/open-archive.ts';
import { receiveArchive } from '#server/commands/archive/receive-archive.ts';
import { type Unpacked, type UnpackedList, unpackJob } from '#server/commands/archive/unpack-job.ts';
import { shareOutRecords } from '#server/commands/share-out-records.ts';
import { batchOf, damaged, insertBatch, insertSeq, reserveIds, type Row } from '#server/data/archive-write.ts';
import { recountUses } from '#server/data/field-uses.ts';
import { requireRoomFor } from '#server/data/photo-room.ts';
import { requireFreeOrganization } from '#server/data/quotas.ts';
import { forgetLeftovers, noteLeftovers } from '#server/data/organization-deletion.ts';
import { kindOf } from '#server/data/photo-kinds.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import { PRIVATE_FOLDER } from '#server/private-files.ts';
import { SECONDS_AT_MOST, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';

const AT_ONCE = 500;

const arriving = createTurns(TURNS.arrivingImports);
const importing = createTurns(TURNS.imports);

const bytesAt = (path: string, { start, byteLength, isDeflated }: PlaceInZip): Readable => {
  if (byteLength === 0) {
    return Readable.from([]);
  }
  const bytes = createReadStream(path, { start, end: start + byteLength - 1 });
  return isDeflated ? pipeline(bytes, createInflateRaw(), () => undefined) : bytes;
};

/** Puts a file of the export into the store, if its bytes are what its name says; gives its row. */
const keepFile = async ({ photos }: UserContext, organizationId: number, listed: Row, bytes: Readable): Promise<Row> => {
  const name = String(listed['name']);
  const file = await photos.receive(organizationId, bytes, MAX_FILE_BYTES);
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
const keepFiles = async (ctx: UserContext, path: string, { organizationId, photos }: Unpacked): Promise<Row[]> => {
  const rows: Row[] = [];
  let byteLength = 0;
  for (const { row, place } of photos) {
    if (place) {
      rows.push(await keepFile(ctx, organizationId, row, bytesAt(path, place)));
      byteLength += Number(rows.at(-1)?.['byteLength']);
      requireRoomFor(byteLength, ctx.limits.settings);
    }
  }
  return rows;
};

const writeList = async (db: Database, { list, path, columns }: UnpackedList): Promise<void> => {
  const file = await open(path);
  try {
    for await (const line of file.readLines()) {
      const tab = line.indexOf('\t');
      await insertBatch(db, list, { columns, near: line.slice(0, tab), json: line.slice(tab + 1) });
    }
  } finally {
    await file.close();
  }
};

/** Writes the organization whole, in the caller's transaction. */
const writeOrganization = async (db: Database, ctx: UserContext, unpacked: Unpacked, files: readonly Row[]): Promise<void> => {
  const { organizationId, lists, name, exportedAt } = unpacked;
  for (const list of lists) {
    await writeList(db, list);
  }
  for (let from = 0; from < files.length; from += AT_ONCE) {
    await insertBatch(db, 'photos', batchOf('photos', organizationId, files.slice(from, from + AT_ONCE)));
  }
  await insertSeq(db, organizationId);
  await recountUses({ db, orgId: organizationId });
  await shareOutRecords(db, organizationId);
  const journal = new Journal(organizationId);
  journal.record({
    entityType: 'organization',
    entityId: organizationId,
    action: 'create',
    subject: name,
    old: null,
    new: { name, exportedAt },
  });
  await writeJournal(db, journal, { userId: ctx.user.id, apiKeyId: null }, null);
  await forgetLeftovers(db, organizationId);
};

/** Makes the organization; if that fails nothing of it stays, neither rows nor files. */
const write = async (ctx: UserContext, path: string, unpacked: Unpacked): Promise<Imported> => {
  const { organizationId, name, waitingMembers, photos } = unpacked;
  await noteLeftovers(ctx.db, organizationId, ctx.now());
  try {
    const files = await keepFiles(ctx, path, unpacked);
    await ctx.db.transaction(async (db) => {
      await db.patient();
      await requireFreeOrganization({ ...ctx, db });
      return writeOrganization(db, ctx, unpacked, files);
    }, organizationId);
    return { id: organizationId, name, waitingMembers, missingFiles: photos.length - files.length };
  } catch (error) {
    for await (const stored of ctx.photos.list(organizationId)) {
      await ctx.photos.remove(organizationId, stored.name);
    }
    await forgetLeftovers(ctx.db, organizationId);
    throw error;
  }
};

const tooMuch = () => invalid('', 'This export asks for more memory or time than an import may take. Nothing was imported.');

/** Checks the zip and makes it ready in a thread, which reads all of it: it comes from anybody. */
const unpack = (ctx: UserContext, path: string, folder: string): Promise<Unpacked> =>
  threads.run(
    unpackJob,
    { path, folder, user: { id: ctx.user.id, email: ctx.user.email } },
    {
      of: `account ${ctx.user.id}`,
      seconds: SECONDS_AT_MOST.import,
      tooMuch,
      host: { reserveIds: (table: string, count: number) => reserveIds(ctx.db, table, count) },
    },
  );

/**
 * Makes an organization of an export, with whoever sends it as its owner (decision 0022). Every try counts, for a refused one costs as much
 * as one that succeeds; an account sends one at a time.
 */
export const importOrganization = async (ctx: UserContext, bytes: AsyncIterable<Uint8Array>): Promise<Imported> => {
  await ctx.limits.reserve(['importOfAccount', String(ctx.user.id)]);
  const account = String(ctx.user.id);
  return arriving.run(account, async () => {
    const folder = join(ctx.scratchFolder, `import-${randomUUID()}`);
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const path = join(folder, 'export.zip');
    try {
      return await receiveArchive(path, bytes, () => importing.run(account, async () => write(ctx, path, await unpack(ctx, path, folder))));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
};
