import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Imported } from '#shared/domain/archive.ts';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import type { PlaceInZip } from '#server/commands/archive/open-archive.ts';
import { receiveArchive } from '#server/commands/archive/receive-archive.ts';
import { type Importer, type Unpacked, type UnpackedList, unpackJob } from '#server/commands/archive/unpack-job.ts';
import { attributeRecords } from '#server/billing/commands/attribute-records.ts';
import { batchOf, damaged, insertBatch, insertSeq, reserveIds, type Row } from '#server/data/archive-write.ts';
import { recountUses } from '#server/data/field-uses.ts';
import { requirePhotoQuotaFor } from '#server/data/photo-quota.ts';
import { requireFreeOrganization } from '#server/data/quotas.ts';
import { forgetLeftovers, noteLeftovers } from '#server/data/organization-deletion.ts';
import { kindOf } from '#server/data/photo-kinds.ts';
import type { Database } from '#server/db/database.ts';
import type { Limits } from '#server/limits.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import { PRIVATE_FOLDER } from '#server/private-files.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';

const AT_ONCE = 500;

/** Where an export is imported, and for whom. */
export interface ImportTarget extends Pick<PublicContext, 'db' | 'photos' | 'now' | 'scratchFolder'> {
  /** The person who imports, who becomes the owner. */
  readonly user: Importer;
  /**
   * Other accounts that are known to be people of the export, by their emails, and become members at once. Only for an export of our own
   * making: anyone else's would speak for people who have an account here.
   */
  readonly colleagues?: readonly Importer[];
  readonly limits: Limits;
  /** Refuses one organization too many, in the transaction that makes it. */
  readonly requireFree?: (db: Database) => Promise<void>;
  /** What else the transaction that makes it does. */
  readonly finish?: (db: Database, organizationId: number) => Promise<void>;
}

const arriving = createTurns(TURNS.arrivingImports);
/** Imports of all accounts take turns, by account; so does whatever else makes an organization from an archive. */
export const importing = createTurns(TURNS.imports);

const bytesAt = (path: string, { start, byteLength, isDeflated }: PlaceInZip): Readable => {
  if (byteLength === 0) {
    return Readable.from([]);
  }
  const bytes = createReadStream(path, { start, end: start + byteLength - 1 });
  return isDeflated ? pipeline(bytes, createInflateRaw(), () => undefined) : bytes;
};

/** Puts a file of the export into the store, if its bytes match its name; returns its row. */
const keepFile = async ({ photos }: ImportTarget, organizationId: number, listed: Row, bytes: Readable): Promise<Row> => {
  const name = String(listed['name']);
  const file = await photos.receive(organizationId, bytes, MAX_FILE_BYTES);
  try {
    const { type, ending } = kindOf(file.head);
    if (name !== `${file.sha256}.${ending}`) {
      throw damaged('damagedNotAsName', { file: `files/${name}` });
    }
    await file.keep(name);
    return { ...listed, contentType: type, byteLength: file.byteLength };
  } finally {
    await file.discard();
  }
};

/** Puts all files of the export into the store, and returns their rows. */
const keepFiles = async (target: ImportTarget, path: string, { organizationId, photos }: Unpacked): Promise<Row[]> => {
  const rows: Row[] = [];
  let byteLength = 0;
  for (const { row, place } of photos) {
    if (place) {
      rows.push(await keepFile(target, organizationId, row, bytesAt(path, place)));
      byteLength += Number(rows.at(-1)?.['byteLength']);
      requirePhotoQuotaFor(byteLength, target.limits);
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

/** Writes the whole organization, in the caller's transaction. */
const writeOrganization = async (db: Database, { user }: ImportTarget, unpacked: Unpacked, files: readonly Row[]): Promise<void> => {
  const { organizationId, lists, name, exportedAt } = unpacked;
  for (const list of lists) {
    await writeList(db, list);
  }
  for (let from = 0; from < files.length; from += AT_ONCE) {
    await insertBatch(db, 'photos', batchOf('photos', organizationId, files.slice(from, from + AT_ONCE)));
  }
  await insertSeq(db, organizationId);
  await recountUses({ db, orgId: organizationId });
  await attributeRecords(db, organizationId);
  const journal = new Journal(organizationId);
  journal.record({
    entityType: 'organization',
    entityId: organizationId,
    action: 'create',
    subject: name,
    old: null,
    new: { name, exportedAt },
  });
  await writeJournal(db, journal, { userId: user.id, apiKeyId: null });
  await forgetLeftovers(db, organizationId);
};

/** Makes the organization; if that fails nothing of it stays, neither rows nor files. */
const write = async (target: ImportTarget, path: string, unpacked: Unpacked): Promise<Imported> => {
  const { db: outside, photos: store, now, requireFree, finish } = target;
  const { organizationId, name, waitingMembers, photos } = unpacked;
  await noteLeftovers(outside, organizationId, now());
  try {
    const files = await keepFiles(target, path, unpacked);
    await outside.transaction(async (db) => {
      await db.patient();
      await requireFree?.(db);
      await writeOrganization(db, target, unpacked, files);
      await finish?.(db, organizationId);
    }, organizationId);
    return { id: organizationId, name, waitingMembers, missingFiles: photos.length - files.length };
  } catch (error) {
    for await (const stored of store.list(organizationId)) {
      await store.remove(organizationId, stored.name);
    }
    await forgetLeftovers(outside, organizationId);
    throw error;
  }
};

const tooMuch = () => invalid('', 'exportTooMuch');

/** Checks the zip and prepares it in a thread, which reads all of it: it is untrusted. */
const unpack = ({ db, user, colleagues = [] }: ImportTarget, path: string, folder: string): Promise<Unpacked> =>
  threads.run(
    unpackJob,
    { path, folder, user: { id: user.id, email: user.email }, colleagues },
    {
      party: `account ${user.id}`,
      seconds: MAX_SECONDS.import,
      tooMuch,
      host: { reserveIds: (table: string, count: number) => reserveIds(db, table, count) },
    },
  );

/** Runs the work with a folder of its own, and removes it. */
const inFolder = async <T>(scratchFolder: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = join(scratchFolder, `import-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Makes an organization from the export in that file, without the limits that apply to what people send. */
export const importArchive = (target: ImportTarget, path: string): Promise<Imported> =>
  inFolder(target.scratchFolder, async (folder) => write(target, path, await unpack(target, path, folder)));

/**
 * Makes an organization from an export, with the sender as its owner (decision 0022). Every try counts, because a refused one costs as much
 * as one that succeeds; an account sends one at a time.
 */
export const importOrganization = async (ctx: UserContext, bytes: AsyncIterable<Uint8Array>): Promise<Imported> => {
  await ctx.limits.reserve(['importOfAccount', String(ctx.user.id)]);
  const account = String(ctx.user.id);
  const { db, photos, now, scratchFolder, user } = ctx;
  const requireFree = (inside: Database) => requireFreeOrganization({ ...ctx, db: inside });
  const target = { db, photos, now, scratchFolder, user, limits: ctx.limits.settings, requireFree };
  return arriving.run(account, () =>
    inFolder(scratchFolder, (folder) => {
      const path = join(folder, 'export.zip');
      return receiveArchive(path, bytes, () => importing.run(account, () => importArchive(target, path)));
    }),
  );
};
