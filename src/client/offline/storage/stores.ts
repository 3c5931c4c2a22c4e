import { RECORD_STORES, type RecordStore } from './record-stores.ts';
import type { SyncItem } from './item.ts';

/** A record of the server as this device holds it, with its waiting changes applied. */
export interface LocalRow {
  readonly id: number;
  readonly organizationId: number;
  readonly version: number;
  /** Only while this device's changes of it wait: their state. */
  readonly sync?: 'waiting' | 'attention';
  /** It is from before a backup was restored: whatever the server says replaces it. */
  readonly isStale?: true;
  readonly [field: string]: unknown;
}

/** What the server last said of a record that has waiting changes; the record's own row shows them applied. */
export interface ServerCopy {
  /** `recordKey` */
  readonly key: string;
  readonly store: RecordStore;
  readonly id: number;
  readonly organizationId: number;
  readonly row: LocalRow;
  /** It has since been deleted on the server. */
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
  /** Bytes, never a `Blob`: WebKit cannot store those. */
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly fileName: string;
  readonly addedAt: number;
  /** The name that the server gave it, when, and for which organization: each has its own. */
  readonly uploaded?: { readonly name: string; readonly at: number; readonly orgId: number };
}

/** A change that was sent, kept for 30 days: for the list of what was recently sent, and because a restored backup may have lost it. */
export interface SentRow {
  readonly id: string;
  readonly userId: number;
  readonly orgId: number;
  /** By the device's clock, in milliseconds. */
  readonly sentAt: number;
  readonly item: SyncItem;
  /** The record's real id; null if it has none. */
  readonly recordId: number | null;
  /** The server had it already: an earlier answer was lost. */
  readonly isReplayed: boolean;
}

/** Single values by name: see `meta.ts`. */
export interface MetaRow {
  readonly key: string;
  readonly value: unknown;
}

export interface Stores extends Record<RecordStore, LocalRow> {
  syncQueue: SyncItem;
  shadows: ServerCopy;
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
/** Further indexes of single kinds; all have the one by organization. */
const MORE_INDEXES: Readonly<Partial<Record<RecordStore, StoreShape['indexes']>>> = {
  jobs: { status: { path: 'status' } },
  // By date in the order of lists, so that a page is read without the rest.
  jobEntries: {
    jobId: { path: 'jobId' },
    byDate: { path: ['organizationId', 'date', 'id'] },
    // Only those that the office asked something about: a row without a moment is not in it.
    byQuestion: { path: ['organizationId', 'askedAt'] },
  },
};
const shapeOf = (store: RecordStore): StoreShape => ({
  key: 'id',
  autoIncrement: true,
  indexes: { ...byOrganization, ...MORE_INDEXES[store] },
});
const recordShapes = Object.fromEntries(RECORD_STORES.map((store) => [store, shapeOf(store)])) as Record<RecordStore, StoreShape>;

export const DATABASE_NAME = 'headland';
/** Kinds of records that devices kept in version 1. */
const FIRST_KINDS = 9;
/** Grows by itself with each further kind of record; raise the 1 for any other new store or index. It must never shrink. */
export const DATABASE_VERSION = 1 + RECORD_STORES.length - FIRST_KINDS;

/** Keys and indexes of every store: those of specification 2.20, and the engine's own. */
export const SHAPES: Readonly<Record<StoreName, StoreShape>> = {
  ...recordShapes,
  syncQueue: {
    key: 'id',
    indexes: {
      byTurn: { path: ['userId', 'status', 'seq'] },
      byUser: { path: ['userId', 'seq'] },
      // The dependency keys of everything that a change touches, with its place in the order: `marks` in item.ts.
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
