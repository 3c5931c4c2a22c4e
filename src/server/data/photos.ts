import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { isDataString, MAX_FILE_BYTES, MAX_FILES } from '#shared/domain/job-entry.ts';
import { AppError, invalid } from '#shared/lib/errors.ts';
import type { Context, UserContext } from '#server/context.ts';
import { employees, photos } from '#server/db/tables/index.ts';

const startsWith = (bytes: Buffer, ...expected: number[]): boolean => expected.every((byte, at) => bytes[at] === byte);
const textAt = (bytes: Buffer, from: number, to: number): string => bytes.subarray(from, to).toString('latin1');

/** Known by its first bytes, whatever it was declared as. Only pictures among these are ever shown inline (decisions §10). */
const KINDS: readonly { type: string; ending: string; is: (bytes: Buffer) => boolean }[] = [
  { type: 'image/jpeg', ending: 'jpg', is: (b) => startsWith(b, 0xff, 0xd8, 0xff) },
  { type: 'image/png', ending: 'png', is: (b) => startsWith(b, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/gif', ending: 'gif', is: (b) => /^GIF8[79]a$/.test(textAt(b, 0, 6)) },
  { type: 'image/webp', ending: 'webp', is: (b) => textAt(b, 0, 4) === 'RIFF' && textAt(b, 8, 12) === 'WEBP' },
  { type: 'image/heic', ending: 'heic', is: (b) => textAt(b, 4, 8) === 'ftyp' && /^(heic|heix|mif1|msf1)$/.test(textAt(b, 8, 12)) },
  { type: 'application/pdf', ending: 'pdf', is: (b) => textAt(b, 0, 5) === '%PDF-' },
];

const decode = (text: string, path: string): Buffer => {
  const bytes = Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
  if (!isDataString(text) || bytes.length === 0) {
    throw invalid(path, 'Must be a data string (data:…;base64,…) or the name of a file sent earlier');
  }
  if (bytes.length > MAX_FILE_BYTES) {
    throw new AppError('too_large', `A file may have at most 10 MB (${MAX_FILE_BYTES} bytes)`);
  }
  return bytes;
};

const keep = async (ctx: Context, bytes: Buffer): Promise<string> => {
  const kind = KINDS.find(({ is }) => is(bytes)) ?? { type: 'application/octet-stream', ending: 'bin' };
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${kind.ending}`;
  await ctx.photos.put(ctx.orgId, name, bytes);
  await ctx.db.orm
    .insert(photos)
    .values({ organizationId: ctx.orgId, name, contentType: kind.type, byteLength: bytes.length })
    .onConflictDoNothing();
  return name;
};

/** Keeps each data string once, by the hash of its bytes, and gives the file names; names that the organization has stay as they are. */
export const keepPhotos = async (ctx: Context, given: readonly string[], path: string): Promise<string[]> => {
  if (given.length > MAX_FILES) {
    throw invalid(path, `At most ${MAX_FILES} files`);
  }
  const names: string[] = [];
  for (const [index, item] of given.entries()) {
    if (item.startsWith('data:')) {
      names.push(await keep(ctx, decode(item, `${path}.${index}`)));
      continue;
    }
    const [known] = await ctx.db.orm
      .select({ name: photos.name })
      .from(photos)
      .where(and(eq(photos.organizationId, ctx.orgId), eq(photos.name, item)));
    if (!known) {
      throw invalid(`${path}.${index}`, 'Must be a data string (data:…;base64,…) or the name of a file sent earlier');
    }
    names.push(item);
  }
  return names;
};

/** Keeps the data strings among values that may be anything, so that no row ever holds a file. */
export const keepFilesAmong = async (ctx: Context, values: readonly unknown[], path: string): Promise<unknown[]> => {
  const kept: unknown[] = [];
  for (const [index, value] of values.entries()) {
    kept.push(typeof value === 'string' && isDataString(value) ? await keep(ctx, decode(value, `${path}.${index}`)) : value);
  }
  return kept;
};

export interface StoredPhoto {
  readonly organizationId: number;
  readonly contentType: string;
}

/** The file of this name in one of the user's organizations. */
export const findPhoto = async (ctx: UserContext, name: string): Promise<StoredPhoto> => {
  const [row] = await ctx.db.orm
    .select({ organizationId: photos.organizationId, contentType: photos.contentType })
    .from(photos)
    .innerJoin(
      employees,
      and(
        eq(employees.organizationId, photos.organizationId),
        eq(employees.userId, ctx.user.id),
        sql`${employees.isUser}`,
        isNull(employees.deletedAt),
      ),
    )
    .where(eq(photos.name, name))
    .limit(1);
  if (!row) {
    throw new AppError('not_found', 'File not found');
  }
  return row;
};
