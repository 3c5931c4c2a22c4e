import { ApiError } from '#client/api/api-error.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import {
  asRecords,
  isFilled,
  isUnreachable,
  keep,
  keepOnce,
  type Local,
  readAll,
  type Records,
  whyNothing,
} from '#client/data/local-rows.ts';
import { findRecord, isRemovedHere, isTempId, type RecordStore } from '#client/offline/public.ts';

// How screens read lists and single records. The overview does neither, so that no start needs it.

/** The record with this id, or with the real id of this temporary one; undefined if it is not on this device. */
export const readOne = async <S extends RecordStore>(store: S, id: number): Promise<Local<Records[S]> | undefined> => {
  const row = await findRecord(theEngine(), store, id);
  return row && asRecords<S>([row])[0];
};

/**
 * A list of the organization from this device; before its initial load from the server, so that nobody waits for all of it. Waiting changes
 * are included either way.
 */
export const readList = async <S extends RecordStore>(
  store: S,
  orgId: number,
  fetch: () => Promise<unknown>,
): Promise<Local<Records[S]>[]> => {
  if (!(await isFilled(orgId))) {
    try {
      await keepOnce(store, orgId, store, fetch);
    } catch (error) {
      const here = await readAll(store, orgId);
      if (!isUnreachable(error) || here.length === 0) {
        throw whyNothing(error);
      }
      return here;
    }
  }
  return readAll(store, orgId);
};

/** A record from this device, otherwise from the server, which may say that it does not exist. An invalid id matches nothing. */
export const readRecord = async <S extends RecordStore>(store: S, orgId: number, id: number, fetch: () => Promise<unknown>) => {
  const here = Number.isSafeInteger(id) ? await readOne(store, id) : undefined;
  if (here) {
    return here;
  }
  if (!Number.isSafeInteger(id) || isTempId(id) || (await isRemovedHere(theEngine(), store, id))) {
    throw new ApiError(404, 'Not Found', '');
  }
  await keep(store, orgId, [await fetch()]);
  const kept = await readOne(store, id);
  if (!kept) {
    throw new ApiError(404, 'Not Found', '');
  }
  return kept;
};
