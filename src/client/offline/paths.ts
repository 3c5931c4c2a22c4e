import type { Operation, SyncItem } from '#client/offline/item.ts';
import type { RecordStore } from '#client/offline/record-stores.ts';

/** What each store's records are called in addresses. */
export const RESOURCE: Readonly<Record<RecordStore, string>> = {
  organizations: 'organizations',
  customers: 'customers',
  employees: 'employees',
  serviceTypes: 'service-types',
  customDataFields: 'custom-data-fields',
  equipment: 'equipment',
  implements: 'implements',
  jobs: 'jobs',
  jobEntries: 'job-entries',
};

type Addressed = Pick<SyncItem, 'operation' | 'store' | 'target' | 'orgId' | 'jobId'>;

/** The address of a change: the same as online (specification 1 §7). */
export const pathOf = ({ operation, store, target, orgId, jobId }: Addressed): string => {
  if (operation !== 'create') {
    return `/api/${RESOURCE[store]}/${target}`;
  }
  return store === 'jobEntries' && jobId !== null ? `/api/jobs/${jobId}/entries` : `/api/organizations/${orgId}/${RESOURCE[store]}`;
};

export const METHOD: Readonly<Record<Operation, SyncItem['method']>> = { create: 'POST', update: 'PATCH', remove: 'DELETE' };
