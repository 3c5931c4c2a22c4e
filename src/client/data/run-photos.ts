import { MAX_FILES } from '#shared/domain/job-entry.ts';
import { fileOf } from '#shared/domain/run-state.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { readRecord } from '#client/data/local-reads.ts';
import { writeSurely } from '#client/data/regain-storage.ts';
import type { NewFile } from '#client/offline/public.ts';

/**
 * Changes the photos of the whole run, durably and at once. What the run holds now counts, not what the screen showed: a photo that was sent
 * since has another name.
 */
const changePhotos = async (
  orgId: number,
  runId: number,
  change: (photos: readonly string[]) => readonly string[],
  files: readonly NewFile[],
): Promise<void> => {
  const row = await readRecord('runs', orgId, runId, () => call(routes.runs.get, { params: { id: runId } }));
  const photos = change(row.photos);
  if (photos !== row.photos) {
    await writeSurely({ operation: 'update', store: 'runs', orgId, id: row.id, data: { photos }, files, seen: row });
  }
};

const isIn = (photos: readonly string[], photo: string): boolean => photos.some((each) => fileOf(each) === fileOf(photo));

/** Adds a photo, if the run may have one more. */
export const addRunPhoto = (orgId: number, runId: number, photo: string, file: NewFile): Promise<void> =>
  changePhotos(orgId, runId, (photos) => (photos.length >= MAX_FILES || isIn(photos, photo) ? photos : [...photos, photo]), [file]);

/** Takes a photo away. */
export const removeRunPhoto = (orgId: number, runId: number, photo: string): Promise<void> =>
  changePhotos(orgId, runId, (photos) => (isIn(photos, photo) ? photos.filter((each) => fileOf(each) !== fileOf(photo)) : photos), []);
