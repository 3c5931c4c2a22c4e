import type { Collection } from '#shared/domain/changes.ts';

/** Stores that hold records of the server. The names are the specification's (1 §3), with `customDataFields` and `organizations` beside them. */
export type RecordStore = Collection | 'organizations';
export const RECORD_STORES = [
  'organizations',
  'customers',
  'employees',
  'serviceTypes',
  'customDataFields',
  'equipment',
  'implements',
  'jobs',
  'jobEntries',
] as const satisfies readonly RecordStore[];
