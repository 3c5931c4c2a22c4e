import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { daysBefore } from '#shared/lib/dates.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { endSample } from '#server/data/samples.ts';
import { forgetLeftovers, listDueDeletions, listLeftovers, removeOrganization } from '#server/data/organization-deletion.ts';
import type { Database } from '#server/db/database.ts';

/** What the removal of an organization needs. */
type RemovalDeps = Pick<ForgetDeps, 'db' | 'photos' | 'now'>;

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

const removeFiles = async ({ db, photos, now }: RemovalDeps, organizationId: number): Promise<void> => {
  for await (const { name } of photos.list(organizationId)) {
    await photos.remove(organizationId, name);
  }
  await photos.discardBefore(organizationId, now());
  await forgetLeftovers(db, organizationId);
};

const remove = async (deps: RemovalDeps, organizationId: number): Promise<void> => {
  if (await removeOrganization(deps.db, organizationId, deps.now())) {
    await removeFiles(deps, organizationId);
  }
};

/** Removes a sample company now; false: the organization is none. If that is interrupted, housekeeping goes on with it. */
export const removeSample = async (deps: RemovalDeps, organizationId: number): Promise<boolean> => {
  const isEnded = await endSample(deps.db, organizationId, deps.now());
  if (isEnded) {
    await remove(deps, organizationId);
  }
  return isEnded;
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
    await remove(deps, id);
  }
  for (const id of await listLeftovers(db, daysBefore(now(), UNDER_WAY_DAYS))) {
    await removeFiles(deps, id);
  }
  await emptyScratch(deps);
};
