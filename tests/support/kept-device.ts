import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabasePlan, TODAYS_PLAN } from '#client/offline/browser/upgrade.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/storage/record-stores.ts';
import { SHAPES, type StoreName } from '#client/offline/storage/stores.ts';

interface KeptStore {
  readonly keyPath: string;
  readonly autoIncrement: boolean;
  readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[]; readonly multiEntry: boolean }[];
  readonly rows: readonly object[];
}

/** A device's database as an app of commit 1d13528 wrote it; bytes are `{ $bytes: base64 }`. */
export interface KeptDevice {
  readonly company: {
    readonly userId: number;
    readonly orgId: number;
    readonly customerId: number;
    readonly serviceTypeId: number;
    readonly jobId: number;
    readonly entryId: number;
  };
  readonly version: number;
  /** Not those of kinds that came later. */
  readonly stores: Readonly<Record<Exclude<StoreName, RecordStore>, KeptStore>> & Readonly<Partial<Record<RecordStore, KeptStore>>>;
}

/** A day's work that was never sent: an entry with a photo, a changed entry, a job, and a form that was begun. See tests/data/README.md. */
export const keptDevice = (): KeptDevice =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'data', 'device-1d13528.json'), 'utf8')) as KeptDevice;

/** The kinds that came after the app that wrote it. */
export const kindsSince = ({ stores }: KeptDevice): readonly RecordStore[] =>
  RECORD_STORES.filter((store) => !Object.hasOwn(stores, store));

/** Creates that database as that app made it. Runs in Node and, unchanged, in a page. */
export const makeDatabase = (name: string, { version, stores }: KeptDevice): Promise<void> => {
  const withBytes = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(withBytes);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const bytes: unknown = Reflect.get(value, '$bytes');
    return typeof bytes === 'string'
      ? Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0).buffer
      : Object.fromEntries(Object.entries(value).map(([key, of]) => [key, withBytes(of)]));
  };
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.addEventListener('error', () => reject(opening.error ?? new Error('It cannot be made.')));
    opening.addEventListener('upgradeneeded', () => {
      for (const [store, { keyPath, autoIncrement, indexes, rows }] of Object.entries(stores)) {
        const made = opening.result.createObjectStore(store, { keyPath, autoIncrement });
        indexes.forEach((index) => made.createIndex(index.name, index.keyPath, { multiEntry: index.multiEntry }));
        rows.forEach((row) => made.put(withBytes(row)));
      }
    });
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve();
    });
  });
};

/** A future app: another kind of record, another store without records, and another index of entries. */
export const grownPlan = (version = TODAYS_PLAN.version + 1): DatabasePlan => ({
  version,
  shapes: {
    ...SHAPES,
    jobEntries: { ...SHAPES.jobEntries, indexes: { ...SHAPES.jobEntries.indexes, byCustomer: { path: 'customerId' } } },
    parcels: { key: 'id', autoIncrement: true, indexes: { organizationId: { path: 'organizationId' } } },
    drawings: { key: 'name', indexes: {} },
  },
  kinds: [...TODAYS_PLAN.kinds, 'parcels'],
});
