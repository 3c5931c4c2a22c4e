import { OFFLINE_KINDS, type OfflineKind } from '#shared/kinds/registry.ts';
import { type CollectionOf, collectionOf } from '#shared/kinds/spellings.ts';

/** Stores that hold records of the server: one for each kind that devices keep, named as in specification 2.20. */
export type RecordStore = CollectionOf<OfflineKind>;
export const RECORD_STORES: readonly RecordStore[] = OFFLINE_KINDS.map(collectionOf);
