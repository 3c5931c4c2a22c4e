import { daysBefore } from '#shared/lib/dates.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { forEachWithoutRow, markUnreferenced, organizationsWithPhotos, deleteUnreferencedRows } from '#server/data/photo-sweep.ts';
import { KEPT_DAYS } from '#server/data/photos.ts';
import type { Database } from '#server/db/database.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly photos: PhotoStore;
  readonly now: () => Date;
  /** Stops between two organizations when aborted. */
  readonly signal?: AbortSignal;
}

/** How many files were marked as unreferenced, had the mark removed, were removed, and were orphans in the store. */
export interface Swept {
  marked: number;
  unmarked: number;
  removed: number;
  strays: number;
}

const AT_ONCE = 200;
const DRAFTS_KEPT_DAYS = 1;

const removeUnreferenced = async ({ db, photos, now }: SweepDeps, organizationId: number): Promise<number> => {
  const before = daysBefore(now(), KEPT_DAYS);
  let removed = 0;
  for (;;) {
    const names = await deleteUnreferencedRows(db, organizationId, before, AT_ONCE);
    if (names.length === 0) {
      return removed;
    }
    removed += names.length;
    // Bytes go only after the row is certainly gone, and only if they were not sent again since.
    await forEachWithoutRow(db, organizationId, names, (name) => photos.remove(organizationId, name));
  }
};

/** The name of the file that a stored name belongs to: a thumbnail goes with its picture. */
const fileOf = (name: string): string => name.split('.').slice(0, 2).join('.');

/**
 * What failed writes left in the store: bytes without a row. They wait as long as all others, so that an operator who restored a backup of
 * the database alone has time to notice.
 */
const removeStrays = async ({ db, photos, now }: SweepDeps, organizationId: number): Promise<number> => {
  const before = daysBefore(now(), KEPT_DAYS);
  const remove = (name: string) => photos.remove(organizationId, name);
  let removed = 0;
  let names = new Set<string>();
  for await (const { name, keptAt } of photos.list(organizationId)) {
    if (keptAt < before) {
      names.add(fileOf(name));
    }
    if (names.size === AT_ONCE) {
      removed += await forEachWithoutRow(db, organizationId, [...names], remove);
      names = new Set();
    }
  }
  return removed + (await forEachWithoutRow(db, organizationId, [...names], remove));
};

/** The sweep of one organization. */
export const sweepPhotosOf = async (deps: SweepDeps, organizationId: number): Promise<Swept> => {
  const { marked, unmarked } = await markUnreferenced(deps.db, organizationId, deps.now());
  const removed = await removeUnreferenced(deps, organizationId);
  const strays = await removeStrays(deps, organizationId);
  await deps.photos.discardBefore(organizationId, daysBefore(deps.now(), DRAFTS_KEPT_DAYS));
  return { marked, unmarked, removed, strays };
};

/**
 * Removes the files that no entry of their organization has named for 30 days; to be called about once a day, by any number of processes. A
 * concurrent write of an entry or upload of a file either keeps the file or is refused.
 */
export const sweepPhotos = async (deps: SweepDeps): Promise<Swept> => {
  const all: Swept = { marked: 0, unmarked: 0, removed: 0, strays: 0 };
  // A store whose organizations the database does not know belongs to another database: nothing of it is touched.
  for (const organizationId of await organizationsWithPhotos(deps.db)) {
    if (deps.signal?.aborted) {
      break;
    }
    const swept = await sweepPhotosOf(deps, organizationId);
    for (const what of ['marked', 'unmarked', 'removed', 'strays'] as const) {
      all[what] += swept[what];
    }
  }
  return all;
};
