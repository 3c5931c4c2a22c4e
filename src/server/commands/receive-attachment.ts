import type { Attachment } from '#shared/domain/attachment.ts';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import type { ReceivedFile } from '#server/ports/files.ts';
import { addPhoto } from '#server/data/photos.ts';

const requireAsAnnounced = ({ sha256, byteLength }: ReceivedFile, announced: string): void => {
  if (byteLength === 0) {
    throw invalid('', 'fileEmpty');
  }
  if (sha256 !== announced) {
    throw invalid('sha256', 'fileHashDiffers');
  }
};

/** Stores a file that is sent by itself, if all of its bytes arrive. No database connection is held during that time. */
export const receiveAttachment = async (
  ctx: Context,
  sha256: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Attachment & { readonly isNew: boolean }> => {
  const file = await ctx.photos.receive(ctx.orgId, bytes, MAX_FILE_BYTES);
  try {
    requireAsAnnounced(file, sha256);
    return await ctx.db.transaction((db) => addPhoto(db, ctx, file, false), ctx.orgId);
  } finally {
    await file.discard();
  }
};
