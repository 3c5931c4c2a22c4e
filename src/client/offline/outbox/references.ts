import { kindNamedBy } from '#shared/kinds/references.ts';
import { keptAs } from '#shared/kinds/spellings.ts';
import { jobIdIn } from './entry-place.ts';
import { canonicalId, hasMadeIds } from './known-ids.ts';
import { blobOf, isTempId } from '#client/offline/storage/item.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';

type Data = Readonly<Record<string, unknown>>;

/** The store whose records a field names; undefined if it names none that a device keeps. */
const storeNamedBy = (field: string): RecordStore | undefined => {
  const kind = kindNamedBy(field);
  return kind && keptAs(kind);
};

type Swap = (id: number, store: RecordStore | null) => unknown;

const swapIn = (value: unknown, store: RecordStore | null, swap: Swap): unknown => {
  if (typeof value === 'number') {
    return swap(value, store);
  }
  return Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'number' ? swap(item, store) : item)) : value;
};

/** Maps ids in custom fields: people and machines are lists there, and a plain number is a measure. */
const swapInLists = (values: unknown, swap: Swap): unknown =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? swapIn(value, null, swap) : value]))
    : values;

/** The same body with every id of a record replaced by `swap`; the store is null where the field does not tell it. */
export const mapIds = <D extends Data | null>(data: D, swap: Swap): D => {
  if (data === null) {
    return data;
  }
  const entries = Object.entries(data).map(([field, value]): [string, unknown] => {
    if (field === 'customFieldValues') {
      return [field, swapInLists(value, swap)];
    }
    const store = storeNamedBy(field);
    return [field, store === undefined ? value : swapIn(value, store, swap)];
  });
  return Object.fromEntries(entries) as D;
};

/** Temporary ids in a body, each once. */
export const tempIdsIn = (data: Data | null): number[] => {
  const found = new Set<number>();
  mapIds(data, (id) => {
    if (isTempId(id)) {
      found.add(id);
    }
    return id;
  });
  return [...found];
};

const mapFileName = (value: unknown, swap: (sha256: string) => string): unknown => {
  const sha256 = blobOf(value);
  return sha256 === null ? value : swap(sha256);
};

const mapFileNames = (value: unknown, swap: (sha256: string) => string): unknown =>
  Array.isArray(value) ? value.map((item: unknown) => mapFileName(item, swap)) : value;

/** The same body with files of this device replaced by `swap`, which gets their hashes. */
export const mapFiles = <D extends Data | null>(data: D, swap: (sha256: string) => string): D => {
  if (data === null) {
    return data;
  }
  const entries = Object.entries(data).map(([field, value]): [string, unknown] => {
    if (field === 'photos') {
      return [field, mapFileNames(value, swap)];
    }
    if (field === 'logo') {
      return [field, mapFileName(value, swap)];
    }
    return field === 'customFieldValues' && typeof value === 'object' && value !== null
      ? [field, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapFileNames(item, swap)]))]
      : [field, value];
  });
  return Object.fromEntries(entries) as D;
};

/** Hashes of this device's files in a body, each once. */
export const filesIn = (data: Data | null): string[] => {
  const found = new Set<string>();
  mapFiles(data, (sha256) => {
    found.add(sha256);
    return sha256;
  });
  return [...found];
};

/** The canonical id of an entry's job; null while it waits for one on this device. */
export const canonicalJobId = async (tx: Tx, entry: Data): Promise<number | null> => {
  const jobId = jobIdIn(entry);
  return jobId === null ? null : canonicalId(tx, 'jobs', jobId);
};

/** The body with canonical ids; `hasIds` is the answer of `hasMadeIds`, if it has been asked for already. */
export const canonicalData = async <D extends Data | null>(tx: Tx, data: D, hasIds: Promise<boolean> = hasMadeIds(tx)): Promise<D> => {
  if (!(await hasIds)) {
    return data;
  }
  const seen = new Map<string, number>();
  mapIds(data, (id, store) => {
    if (store !== null && !isTempId(id)) {
      seen.set(`${store}:${id}`, id);
    }
    return id;
  });
  const look = async (key: string, id: number) => seen.set(key, await canonicalId(tx, key.slice(0, key.indexOf(':')) as RecordStore, id));
  await Promise.all([...seen].map(([key, id]) => look(key, id)));
  return mapIds(data, (id, store) => (store === null ? id : (seen.get(`${store}:${id}`) ?? id)));
};
