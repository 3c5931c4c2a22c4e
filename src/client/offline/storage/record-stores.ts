import { OFFLINE_KINDS, type OfflineKind } from '#shared/kinds/registry.ts';
import { type CollectionOf, collectionOf } from '#shared/kinds/spellings.ts';

/** Stores that hold records of the server: one for each kind of which devices keep a copy, by the names of the specification (1 §3). */
export type RecordStore = CollectionOf<OfflineKind>;
export const RECORD_STORES: readonly RecordStore[] = OFFLINE_KINDS.map(collectionOf);
