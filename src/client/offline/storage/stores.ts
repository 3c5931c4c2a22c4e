import { RECORD_STORES, type RecordStore } from './record-stores.ts';
import type { SyncItem } from './item.ts';

/** A record of the server as this device holds it, with its own waiting changes applied. */
export interface LocalRow {
  readonly id: number;
  readonly organizationId: number;
  readonly version: number;
  /** Only while changes of this device wait: how they stand. */
  readonly sync?: 'waiting' | 'attention';
  /** It is from before a backup was restored: whatever the server says replaces it. */
  readonly isStale?: true;
  readonly [field: string]: unknown;
}

/** What the server last said of a record that has waiting changes; the record's own row shows those applied. */
export interface Shadow {
  /** `recordKey` */
  readonly key: string;
  readonly store: RecordStore;
  readonly id: number;
  readonly organizationId: number;
  readonly row: LocalRow;
  /** It was deleted on the server meanwhile. */
  readonly isGone?: boolean;
}

/** The real id of a record that was made on this device. */
export interface IdMapping {
  readonly tempId: number;
  readonly store: RecordStore;
  readonly id: number;
  readonly orgId: number;
}

/** A file that a waiting change names, by the hash of its bytes. */
export interface BlobRow {
  readonly sha256: string;
  readonly userId: number;
  readonly orgId: number;
  /** Bytes, never a `Blob`: WebKit cannot keep those. */
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly fileName: string;
  readonly addedAt: number;
  /** The name the server gave it, when, and for which organization: each holds its own. */
  readonly uploaded?: { readonly name: string; readonly at: number; readonly orgId: number };
}

/** A change that was sent, kept for 30 days: what was sent lately, and what a restored backup may have lost. */
export interface SentRow {
  readonly id: string;
  readonly userId: number;
  readonly orgId: number;
  /** By the device's clock, milliseconds. */
  readonly sentAt: number;
  readonly item: SyncItem;
  /** The record's real id; null for what has none. */
  readonly recordId: number | null;
  /** The server had it already: an earlier answer was lost on its way. */
  readonly isReplayed: boolean;
}

/** Single values by name: see `meta.ts`. */
export interface MetaRow {
  readonly key: string;
  readonly value: unknown;
}

export interface Stores extends Record<RecordStore, LocalRow> {
  syncQueue: SyncItem;
  shadows: Shadow;
  idMap: IdMapping;
  blobs: BlobRow;
  sent: SentRow;
  meta: MetaRow;
}
export type StoreName = keyof Stores;

export interface StoreShape {
  readonly key: string;
  readonly autoIncrement?: true;
  readonly indexes: Readonly<Record<string, { readonly path: string | readonly string[]; readonly multiEntry?: true }>>;
}

const byOrganization = { organizationId: { path: 'organizationId' } } as const;
/** Indexes of single kinds, beside the one by organization that each has. */
const MORE_INDEXES: Readonly<Partial<Record<RecordStore, StoreShape['indexes']>>> = {
  jobs: { status: { path: 'status' } },
  // By date in the order of lists: a page is read without the rest.
  jobEntries: { jobId: { path: 'jobId' }, byDate: { path: ['organizationId', 'date', 'id'] } },
};
const shapeOf = (store: RecordStore): StoreShape => ({
  key: 'id',
  autoIncrement: true,
  indexes: { ...byOrganization, ...MORE_INDEXES[store] },
});
const recordShapes = Object.fromEntries(RECORD_STORES.map((store) => [store, shapeOf(store)])) as Record<RecordStore, StoreShape>;

export const DATABASE_NAME = 'headland';
export const DATABASE_VERSION = 1;

/** Keys and indexes of every store (specification 1 §3); what the specification does not name is ours. */
export const SHAPES: Readonly<Record<StoreName, StoreShape>> = {
  ...recordShapes,
  syncQueue: {
    key: 'id',
    indexes: {
      byTurn: { path: ['userId', 'status', 'seq'] },
      byUser: { path: ['userId', 'seq'] },
      // Every record that a change touches, with its place in the order: `marks` in item.ts.
      marks: { path: 'marks', multiEntry: true },
    },
  },
  shadows: { key: 'key', indexes: byOrganization },
  idMap: { key: 'tempId', indexes: { byReal: { path: ['store', 'id'] } } },
  blobs: { key: 'sha256', indexes: { byAge: { path: 'addedAt' } } },
  sent: { key: 'id', indexes: { byTime: { path: ['userId', 'sentAt'] } } },
  meta: { key: 'key', indexes: {} },
};

export const recordKey = (store: RecordStore, id: number): string => `${store}:${id}`;
