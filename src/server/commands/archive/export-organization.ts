import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import yazl from 'yazl';
import { isoMoment } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { type FileInManifest, FORMAT, FORMAT_VERSION, MANIFEST, type Manifest } from '#server/commands/archive/manifest.ts';
import { type ListedPhoto, writeLists, type WrittenLists } from '#server/commands/archive/write-lists.ts';
import { nameOfOrganization } from '#server/data/archive-read.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import { PRIVATE_FOLDER } from '#server/private-files.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

/** Written one after the other, and downloaded by several at their own pace. */
const exporting = createTurns(TURNS.exports);
const downloads = createTurns(TURNS.downloads);

type Photos = Pick<Context, 'photos' | 'orgId'>;

/** What is exported, for whom, and where the lists are written. */
export interface ExportContext extends Pick<Context, 'db' | 'orgId' | 'photos' | 'scratchFolder' | 'now'> {
  readonly user: { readonly id: number };
  readonly apiKey: { readonly id: number } | null;
}

const isThere = async ({ photos, orgId }: Photos, { name, byteLength }: ListedPhoto): Promise<boolean> =>
  (await photos.size(orgId, name)) === byteLength;

/** The bytes of a file; notes size and hash after the last of them. */
const counted = async ({ photos, orgId }: Photos, photo: ListedPhoto, note: (file: FileInManifest) => void): Promise<Readable> => {
  const bytes = await photos.open(orgId, photo.name);
  if (!bytes) {
    throw new Error(`The file ${photo.name} went while it was exported.`);
  }
  const hash = createHash('sha256');
  const pass = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) => {
      note({ path: `files/${photo.name}`, byteLength: photo.byteLength, sha256: hash.digest('hex') });
      done();
    },
  });
  return pipeline(bytes, pass, () => undefined);
};

interface Packing {
  readonly folder: string;
  readonly exportedAt: string;
  readonly written: WrittenLists;
  readonly there: readonly ListedPhoto[];
  readonly missing: readonly string[];
}

/** The zip as a stream: lists, files, and at its end the manifest, which then knows all of them. */
const pack = (ctx: Photos, { folder, exportedAt, written, there, missing }: Packing, whenDone: () => void): Readable => {
  const zip = new yazl.ZipFile();
  const files: FileInManifest[] = [...written.files];
  let reading: Readable | undefined;
  const out = new PassThrough();
  // A client that disconnects leaves no open file and nothing in the scratch folder.
  pipeline(zip.outputStream as Readable, out, () => {
    reading?.destroy();
    whenDone();
  });
  zip.on('error', (error: Error) => out.destroy(error));
  for (const { path } of written.files) {
    zip.addFile(join(folder, path), path);
  }
  for (const photo of there) {
    zip.addReadStreamLazy(`files/${photo.name}`, { compress: false, size: photo.byteLength }, (give) => {
      counted(ctx, photo, (file) => files.push(file)).then(
        (bytes) => {
          reading = bytes;
          give(null, bytes);
        },
        (error: Error) => out.destroy(error),
      );
    });
  }
  zip.addReadStreamLazy(MANIFEST, (give) => {
    const { organization, lists } = written;
    const manifest: Manifest = { format: FORMAT, version: FORMAT_VERSION, exportedAt, organization, lists, files, missing: [...missing] };
    give(null, Readable.from([JSON.stringify(manifest, null, 1)]));
  });
  zip.end();
  return out;
};

const noteInAuditLog = async ({ db, orgId, user, apiKey }: ExportContext): Promise<void> => {
  await db.transaction(async (inside) => {
    const journal = new Journal(orgId);
    const subject = await nameOfOrganization(inside, orgId);
    journal.record({ entityType: 'organization', entityId: orgId, action: 'export', subject, old: null, new: null });
    await writeJournal(inside, journal, { userId: user.id, apiKeyId: apiKey?.id ?? null });
  }, orgId);
};

/** The whole organization as a zip, packed while it is read; the audit log records that it was taken (decision 0022). */
export const exportOrganization = async (ctx: ExportContext): Promise<Readable> => {
  const leave = await downloads.take(String(ctx.orgId));
  try {
    return await exporting.run(String(ctx.orgId), () => writeExport(ctx, leave));
  } catch (error) {
    leave();
    throw error;
  }
};

const writeExport = async (ctx: ExportContext, leave: () => void): Promise<Readable> => {
  await noteInAuditLog(ctx);
  const folder = join(ctx.scratchFolder, `export-${randomUUID()}`);
  const clean = () => rm(folder, { recursive: true, force: true }).finally(leave);
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const written = await writeLists(ctx.db, ctx.orgId, folder);
    const there: ListedPhoto[] = [];
    const missing: string[] = [];
    for (const photo of written.photos) {
      if (await isThere(ctx, photo)) {
        there.push(photo);
      } else {
        missing.push(photo.name);
      }
    }
    // Housekeeping finds what could not be removed.
    return pack(
      ctx,
      { folder, exportedAt: isoMoment(ctx.now().getTime()), written, there, missing },
      () => void clean().catch(() => undefined),
    );
  } catch (error) {
    await clean();
    throw error;
  }
};

/** The file name of the zip for the person who downloads it. */
export const archiveNameOf = (organization: string, day: string): string => {
  const plain = organization
    .normalize('NFKD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return `${plain === '' ? 'organization' : plain.slice(0, 60)}-${day}.zip`;
};
