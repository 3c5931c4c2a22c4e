import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { daysBefore } from '#shared/lib/dates.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { forgetLeftovers, listDueDeletions, listLeftovers, removeOrganization } from '#server/data/organization-deletion.ts';
import type { Database } from '#server/db/database.ts';

export interface ForgetDeps {
  readonly db: Database;
  readonly photos: PhotoStore;
  readonly scratchFolder: string;
  readonly now: () => Date;
  /** Stops between two organizations when aborted. */
  readonly signal?: AbortSignal;
}

/** No import and no download of an export takes longer. */
const UNDER_WAY_DAYS = 1;

const removeFiles = async ({ db, photos, now }: ForgetDeps, organizationId: number): Promise<void> => {
  for await (const { name } of photos.list(organizationId)) {
    await photos.remove(organizationId, name);
  }
  await photos.discardBefore(organizationId, now());
  await forgetLeftovers(db, organizationId);
};

/** Removes what an interrupted export or import has left on the disk. */
const emptyScratch = async ({ scratchFolder, now }: ForgetDeps): Promise<void> => {
  const before = daysBefore(now(), UNDER_WAY_DAYS);
  for (const name of await readdir(scratchFolder).catch(() => [])) {
    const path = join(scratchFolder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) {
      await rm(path, { recursive: true, force: true });
    }
  }
};

/**
 * Removes organizations permanently whose grace period is over: every row, then every file. Files of organizations that are gone or were
 * never made, and whose removal was interrupted, are removed a day later.
 */
export const forgetOrganizations = async (deps: ForgetDeps): Promise<void> => {
  const { db, now, signal } = deps;
  for (const id of await listDueDeletions(db, now())) {
    if (signal?.aborted) {
      return;
    }
    if (await removeOrganization(db, id, now())) {
      await removeFiles(deps, id);
    }
  }
  for (const id of await listLeftovers(db, daysBefore(now(), UNDER_WAY_DAYS))) {
    await removeFiles(deps, id);
  }
  await emptyScratch(deps);
};
