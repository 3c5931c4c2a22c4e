import { routes } from '#shared/routes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { call } from '#client/api/call.ts';
import { withCustomerNames } from '#client/data/job-list.ts';
import { withNames } from '#client/data/local-names.ts';
import { readOne, readRecord } from '#client/data/local-reads.ts';
import { type Local, type Records } from '#client/data/local-rows.ts';
import type { RecordStore } from '#client/offline/public.ts';

type Found<S extends RecordStore> = Local<Records[S]> | undefined;

/** An old entry may have left this device since its list was read, but still exists. */
const findEntry = async (orgId: number, id: number): Promise<Found<'jobEntries'>> => {
  try {
    return await readRecord('jobEntries', orgId, id, () => call(routes.jobEntries.get, { params: { id } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return undefined;
    }
    throw error;
  }
};

const READERS: { readonly [S in RecordStore]?: (orgId: number, id: number) => Promise<Found<S>> } = {
  jobEntries: async (orgId, id) => {
    const entry = await findEntry(orgId, id);
    return entry && (await withNames([entry]))[0];
  },
  jobs: async (_orgId, id) => {
    const job = await readOne('jobs', id);
    return job && (await withCustomerNames([job]))[0];
  },
};

/**
 * The record as this device holds it now, with names as in lists; undefined if it is gone. For forms: a list shows the previous row for up
 * to half a second after a save was confirmed, and a form that started with it would revert what was just written.
 */
export const readFresh = async <S extends RecordStore>(store: S, orgId: number, id: number): Promise<Found<S>> => {
  const reader = READERS[store];
  return reader ? reader(orgId, id) : readOne(store, id);
};
