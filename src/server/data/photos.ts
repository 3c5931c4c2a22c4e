import { type Attachment, fileTooLarge } from '#shared/domain/attachment.ts';
import { isDataString, isPictureName, MAX_FILE_BYTES, MAX_FILES } from '#shared/domain/job-entry.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import type { Context, UserContext } from '#server/context.ts';
import type { ReceivedFile } from '#server/ports/files.ts';
import { kindOf, namesOfHash } from '#server/data/photo-kinds.ts';
import { SEES_ORGANIZATION, STAYS } from '#server/data/organization-deletion.ts';
import { requirePhotoQuota } from '#server/data/photo-quota.ts';
import type { Database } from '#server/db/database.ts';

// Any number that no other program on the same database uses for an advisory lock of two numbers.
const PHOTO_LOCK = 1_346_914_387;

/**
 * Until the end of the transaction nobody else adds files to the organization or removes any. One lock for all of its files, because a
 * transaction may add several: with a lock per file, two that add the same ones in another order would deadlock.
 */
export const lockPhotos = async (db: Database, organizationId: number): Promise<void> => {
  await db.query({ text: 'select pg_advisory_xact_lock($1, $2)', values: [PHOTO_LOCK, organizationId] });
};

/** The pattern of a name, anywhere in a text; PostgreSQL reads it too. */
export const NAME_PATTERN = '[0-9a-f]{64}\\.[a-z]{2,5}';
/** A name of our own form: it was sent by a client, and a restored backup or the sweep does not have the file. */
const notHeld = (name: string) => (new RegExp(`^${NAME_PATTERN}$`).test(name) ? 'fileGone' : 'fileUnknown');

type Keeper = Pick<Context, 'now' | 'orgId' | 'user' | 'limits'>;

/**
 * Gives received bytes their name and their row, in the caller's transaction; `isUsed`: what names them is written in it, too. `isNew`: the
 * organization did not have them. Even if it did, they are stored again should the store have lost them, and the 30 days of the sweep start
 * over. Refuses with `no_room` what is one too many.
 */
export const addPhoto = async (
  db: Database,
  { orgId: organizationId, user, now, limits: { settings: limits } }: Keeper,
  file: ReceivedFile,
  isUsed: boolean,
): Promise<Attachment & { isNew: boolean }> => {
  const { type, ending } = kindOf(file.head);
  const photo = { name: `${file.sha256}.${ending}`, contentType: type, byteLength: file.byteLength };
  await lockPhotos(db, organizationId);
  const added = await db.query({
    text: `insert into photos (organization_id, name, content_type, byte_length, unused_of) values ($1, $2, $3, $4, $5)
           on conflict do nothing returning name`,
    values: [organizationId, photo.name, type, file.byteLength, isUsed ? null : user.id],
  });
  if (added.length === 0) {
    await db.query({
      text: `update photos set unreferenced_since = null, unused_of = case when $3 then null else unused_of end
              where organization_id = $1 and name = $2 and (unreferenced_since is not null or $3 and unused_of is not null)`,
      values: [organizationId, photo.name, isUsed],
    });
  } else {
    await requirePhotoQuota(db, { organizationId, userId: user.id, byteLength: file.byteLength, now: now(), limits });
  }
  // The row may be rolled back with the transaction, and the sweep finds the bytes. A row without bytes would be a loss.
  await file.keep(photo.name);
  return { ...photo, isNew: added.length > 0 };
};

const decode = (text: string, path: string): Buffer => {
  const bytes = Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
  if (!isDataString(text) || bytes.length === 0) {
    throw invalid(path, 'fileUnknown');
  }
  if (bytes.length > MAX_FILE_BYTES) {
    throw fileTooLarge();
  }
  return bytes;
};

const keep = async (ctx: Context, bytes: Buffer): Promise<string> => {
  const file = await ctx.photos.receive(ctx.orgId, [bytes], MAX_FILE_BYTES);
  try {
    return (await addPhoto(ctx.db, ctx, file, true)).name;
  } finally {
    await file.discard();
  }
};

/**
 * Those of the names that the organization has; they are in use from now on. Until the end of the transaction the sweep does not remove
 * them: a row that is being removed is waited for and then not found.
 */
const holdPhotos = async (ctx: Context, names: readonly string[]): Promise<Set<string>> => {
  if (names.length === 0) {
    return new Set();
  }
  const rows = await ctx.db.query<{ name: string; isUnused: boolean }>({
    text: `select name, unused_of is not null as "isUnused" from photos
            where organization_id = $1 and name = any ($2) order by name for key share`,
    values: [ctx.orgId, names],
  });
  const unused = rows.filter(({ isUnused }) => isUnused).map(({ name }) => name);
  if (unused.length > 0) {
    await ctx.db.query({
      // One after the other by name, or two entries with the same new photos would deadlock.
      text: `with named as (select name from photos where organization_id = $1 and name = any ($2) order by name for no key update)
             update photos set unused_of = null where organization_id = $1 and name in (select name from named)`,
      values: [ctx.orgId, unused],
    });
  }
  return new Set(rows.map(({ name }) => name));
};

/** Stores each data string once, by the hash of its bytes, and returns the file names; names that the organization has stay as they are. */
export const keepPhotos = async (ctx: Context, given: readonly string[], path: string): Promise<string[]> => {
  if (given.length > MAX_FILES) {
    throw invalid(path, 'atMostFiles', { most: MAX_FILES });
  }
  const isFile = (item: string): boolean => item.startsWith('data:');
  const decoded = given.map((item, index) => (isFile(item) ? decode(item, `${path}.${index}`) : item));
  const held = await holdPhotos(
    ctx,
    given.filter((item) => !isFile(item)),
  );
  const unknown = decoded.findIndex((item) => typeof item === 'string' && !held.has(item));
  if (unknown >= 0) {
    throw invalid(`${path}.${unknown}`, notHeld(given[unknown] ?? ''));
  }
  const names: string[] = [];
  for (const item of decoded) {
    names.push(typeof item === 'string' ? item : await keep(ctx, item));
  }
  return names;
};

/** Stores one picture as `keepPhotos` does, and returns its name; 400 if it is no picture by its bytes. */
export const keepPicture = async (ctx: Context, given: string, path: string): Promise<string> => {
  const [bytes] = given.startsWith('data:') ? [decode(given, path)] : [];
  const name = bytes ? await keep(ctx, bytes) : given;
  if (!isPictureName(name)) {
    throw invalid(path, 'logoMustBePicture');
  }
  if (!bytes && !(await holdPhotos(ctx, [name])).has(name)) {
    throw invalid(path, notHeld(name));
  }
  return name;
};

/** Stores the data strings among arbitrary values, so that no row ever contains a file. */
export const keepFilesAmong = async (ctx: Context, values: readonly unknown[], path: string): Promise<unknown[]> => {
  const kept: unknown[] = [];
  for (const [index, value] of values.entries()) {
    kept.push(typeof value === 'string' && isDataString(value) ? await keep(ctx, decode(value, `${path}.${index}`)) : value);
  }
  return kept;
};

/**
 * Locks the files that are named anywhere among the values until they are written, even if nothing checks that they exist: the sweep either
 * sees the entry or has removed the file before.
 */
export const lockFilesNamedIn = async (ctx: Context, values: Readonly<Record<string, unknown>>): Promise<void> => {
  await holdPhotos(ctx, JSON.stringify(values).match(new RegExp(NAME_PATTERN, 'g')) ?? []);
};

export interface StoredPhoto {
  readonly organizationId: number;
  readonly name: string;
  readonly contentType: string;
}

/** The file of this name in one of the user's organizations. */
export const findPhoto = async (ctx: UserContext, name: string): Promise<StoredPhoto> => {
  const [row] = await ctx.db.query<StoredPhoto>({
    name: 'find-photo',
    text: `select p.organization_id as "organizationId", p.name, p.content_type as "contentType"
             from photos p join employees m on m.organization_id = p.organization_id
            where p.name = $1 and m.user_id = $2 and m.is_user and m.deleted_at is null
              and ($3::int is null or ${STAYS}) and ${SEES_ORGANIZATION}
              and ($3::int is null or p.organization_id = $3) limit 1`,
    values: [name, ctx.user.id, ctx.apiKey?.organizationId ?? null],
  });
  if (!row) {
    throw refusal('not_found', 'fileNotFound');
  }
  return row;
};

const SURE_DAYS = 14;
/** After this many days without an entry that names it, a file is removed. */
export const KEPT_DAYS = 30;

/**
 * The organization's file with this hash, if it stays at least two more weeks even unreferenced. A device that finds it here does not send
 * it, and its entry may be a long time coming.
 */
export const findAttachment = async (ctx: Context, sha256: string): Promise<Attachment> => {
  const [row] = await ctx.db.query<Attachment>({
    text: `select name, content_type as "contentType", byte_length as "byteLength" from photos
            where organization_id = $1 and name = any ($2) and (unreferenced_since is null or unreferenced_since > $3) limit 1`,
    values: [ctx.orgId, namesOfHash(sha256), daysBefore(ctx.now(), KEPT_DAYS - SURE_DAYS)],
  });
  // Lost bytes have to be sent again, whatever the row says.
  if (!row || (await ctx.photos.size(ctx.orgId, row.name)) !== row.byteLength) {
    throw refusal('not_found', 'fileNotFound');
  }
  return row;
};
