import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { photoFolder } from '#server/photo-folder.ts';

/** About the size of a phone's photos, and as incompressible: random bytes. */
export const PHOTO_BYTES = 2_500_000;

/** Attaches that many photos to the organizations in turn: rows and bytes, stored the way the program stores them. */
export const attachPhotos = async (
  client: pg.Client,
  { folder, count, organizations }: { readonly folder: string; readonly count: number; readonly organizations: number },
): Promise<void> => {
  const photos = photoFolder(folder);
  for (let place = 0; place < count; place += 1) {
    const bytes = randomBytes(PHOTO_BYTES);
    const organizationId = 1 + (place % organizations);
    const name = `${createHash('sha256').update(bytes).digest('hex')}.jpg`;
    const received = await photos.receive(organizationId, Readable.from([bytes]), PHOTO_BYTES);
    await received.keep(name);
    await client.query(`insert into photos (organization_id, name, content_type, byte_length) values ($1, $2, 'image/jpeg', $3)`, [
      organizationId,
      name,
      PHOTO_BYTES,
    ]);
  }
};
