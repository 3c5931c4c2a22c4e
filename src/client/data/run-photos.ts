import { MAX_FILES } from '#shared/domain/job-entry.ts';
import { fileOf } from '#shared/domain/run-state.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { readRecord } from '#client/data/local-reads.ts';
import { writeSurely } from '#client/data/regain-storage.ts';
import type { NewFile } from '#client/offline/public.ts';

/**
 * Gives the run a photo whose file is new, or takes one away, durably and at once. What the run holds now counts, not what the screen showed:
 * a photo that was sent since has another name.
 */
export const changeRunPhotos = async (orgId: number, runId: number, photo: string, file?: NewFile): Promise<void> => {
  const row = await readRecord('runs', orgId, runId, () => call(routes.runs.get, { params: { id: runId } }));
  const others = row.photos.filter((each) => fileOf(each) !== fileOf(photo));
  const isThere = others.length < row.photos.length;
  if (file ? isThere || others.length >= MAX_FILES : !isThere) {
    return;
  }
  const photos = file ? [...others, photo] : others;
  await writeSurely({ operation: 'update', store: 'runs', orgId, id: row.id, data: { photos }, files: file ? [file] : [], seen: row });
};
