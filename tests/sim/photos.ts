import { createHash } from 'node:crypto';
import type { NewFile } from '#client/offline/outbox/queue.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import type { SeededRandom } from '#tests/sim/seeded-random.ts';

/** The photo with this number; the same number always has the same bytes. */
export const photoOf = (place: number): NewFile => {
  const bytes = new TextEncoder().encode(`photo ${place}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, bytes: bytes.buffer, type: 'image/jpeg', fileName: `photo-${place}.jpg` };
};

/** What a form makes of a record's photos: its list, the new files in it, and the hashes of what it removed. */
interface Photos {
  readonly photos: readonly string[] | undefined;
  readonly files: readonly NewFile[];
  readonly takes: readonly string[];
}

export const UNCHANGED: Photos = { photos: undefined, files: [], takes: [] };

/** One photo more than the form shows, or one less. */
export const changedPhotos = (row: LocalRow, random: SeededRandom): Photos => {
  const shown = (row['photos'] ?? []) as readonly string[];
  if (shown.length > 0 && random.isHit(0.35)) {
    const gone = random.pick(shown);
    return { photos: shown.filter((name) => name !== gone), files: [], takes: [/[0-9a-f]{64}/.exec(gone)?.[0] ?? ''] };
  }
  const photo = photoOf(100 + random.below(1e6));
  return { photos: [...shown, `blob:${photo.sha256}`], files: [photo], takes: [] };
};
