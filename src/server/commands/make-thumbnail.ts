import { buffer } from 'node:stream/consumers';
import type { default as sharp, Metadata } from 'sharp';
import { thumbnailName } from '#shared/domain/attachment.ts';
import { isPictureName, MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import { type AppError, refusal } from '#shared/lib/errors.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import type { StoredPhoto } from '#server/data/photos.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

/** On the longer side. */
const PIXELS = 320;
const QUALITY = 75;
/** The largest sensors of phones; anything that claims more is made to exhaust memory. */
const LIMIT_INPUT_PIXELS = 110_000_000;
const LIMIT_MEMORY_BYTES = 256_000_000;
const MAX_SECONDS = 15;

const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'];

/** Loaded when first needed, so that a server starts without it. */
const loadSharp = async (): Promise<typeof sharp> => {
  const { default: loaded } = await import('sharp');
  // Each loader reads untrusted bytes; only those of the pictures that we show are left.
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: LOADERS });
  loaded.cache(false);
  loaded.concurrency(1);
  return loaded;
};
let opening: Promise<typeof sharp> | undefined;

/** On the few threads on which files are read, too: one organization's pictures leave room for those of others. */
const turns = createTurns(TURNS.pictures);

const noThumbnail = (): AppError => refusal('not_found', 'noSmallVersion');

/** Most pictures are read line by line; these unfold in memory before their first line is known. */
const memoryOf = ({ format, isProgressive, width, height, channels, depth }: Metadata): number => {
  const isReadByLine = (format === 'jpeg' || format === 'png') && !isProgressive;
  return isReadByLine ? 0 : width * height * Math.max(channels, format === 'jpeg' ? 3 : 4) * (depth === 'ushort' ? 2 : 1);
};

const shrink = async (bytes: Buffer): Promise<Buffer> => {
  opening ??= loadSharp();
  const open = await opening;
  try {
    const picture = open(bytes, { limitInputPixels: LIMIT_INPUT_PIXELS, failOn: 'truncated' });
    if (memoryOf(await picture.metadata()) > LIMIT_MEMORY_BYTES) {
      throw noThumbnail();
    }
    return await picture
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(PIXELS, PIXELS, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    // Whatever is wrong with these bytes, they are an attachment, and not an error of ours.
    throw noThumbnail();
  }
};

const make = async (photos: PhotoStore, { organizationId, name }: StoredPhoto): Promise<void> => {
  const bytes = await photos.open(organizationId, name);
  if (!bytes) {
    throw noThumbnail();
  }
  const small = await photos.receive(organizationId, [await shrink(await buffer(bytes))], MAX_FILE_BYTES);
  try {
    await small.keep(thumbnailName(name));
  } finally {
    await small.discard();
  }
};

/** A small WebP of the picture, upright; made on first use and stored next to it. 404 if it is no picture or cannot be read as one. */
export const thumbnailOf = async (photos: PhotoStore, photo: StoredPhoto): Promise<StoredPhoto> => {
  const { organizationId, name } = photo;
  if (!isPictureName(name)) {
    throw noThumbnail();
  }
  const thumbnail = { organizationId, name: thumbnailName(name), contentType: 'image/webp' };
  const isThere = async () => (await photos.size(organizationId, thumbnail.name)) !== undefined;
  if (!(await isThere())) {
    // Checked again, because another request may have made it while this one waited.
    await turns.run(String(organizationId), async () => (await isThere()) || make(photos, photo));
  }
  return thumbnail;
};
