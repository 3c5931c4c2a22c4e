import { kindOfCollection, pathOf } from '#shared/kinds/spellings.ts';
import type { Operation, SyncItem } from './item.ts';
import type { RecordStore } from './record-stores.ts';

/** What a store's records are called in addresses. */
export const resourceOf = (store: RecordStore): string => pathOf(kindOfCollection(store));

/** Ids, or what stands for them in an address. */
type Addressed = Pick<SyncItem, 'operation' | 'store' | 'orgId'> & {
  readonly target: number | string;
  readonly jobId: number | string | null;
};

/** The address of a change: the same as online (specification 2.13). */
export const addressOf = ({ operation, store, target, orgId, jobId }: Addressed): string => {
  if (operation !== 'create') {
    return `/api/${resourceOf(store)}/${target}`;
  }
  return store === 'jobEntries' && jobId !== null ? `/api/jobs/${jobId}/entries` : `/api/organizations/${orgId}/${resourceOf(store)}`;
};

export const METHOD: Readonly<Record<Operation, SyncItem['method']>> = { create: 'POST', update: 'PATCH', remove: 'DELETE' };
