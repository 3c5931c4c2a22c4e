import type { Core } from '#client/offline/core.ts';
import type { SyncItem } from '#client/offline/item.ts';
import type { Tx } from '#client/offline/ports.ts';
import { knownId, mapIds } from '#client/offline/refs.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/stores.ts';
import { detailOf, nameOf, type Names, placeOf, titleOf, valuesOf } from '#client/data/sync-words.ts';

/** A change of this device in people's words. */
export interface ItemView {
  readonly item: SyncItem;
  readonly title: string;
  readonly detail: string;
  /** Where it belongs, such as an entry's job; may be empty. */
  readonly place: string;
  /** The name of its organization, if it is here. */
  readonly organization: string;
  /** The record as this device shows it; undefined where it is not there (any more). */
  readonly row: LocalRow | undefined;
  /** Every value that it sends, by the words of its fields. */
  readonly values: readonly (readonly [label: string, value: string])[];
  readonly names: Names;
  /** With a conflict: who changed the record in the office, if this device knows him. */
  readonly otherPerson: string | null;
}

/** Stores that `readItemViews` reads. */
const STORES = [...RECORD_STORES, 'shadows', 'idMap'] as const;

interface Named {
  readonly shown: LocalRow | undefined;
  /** What the server last said, for records that a waiting change has taken away. */
  readonly before: LocalRow | undefined;
}

const keyOf = (store: RecordStore, id: number): string => `${store}:${id}`;

/** Every record that a change names, its own among them. */
const namedBy = (item: SyncItem): (readonly [RecordStore, number])[] => {
  const found: [RecordStore, number][] = [[item.store, item.target]];
  const note = (id: number, store: RecordStore | null): number => {
    if (store !== null) {
      found.push([store, id]);
    }
    return id;
  };
  mapIds(item.data, note);
  mapIds(item.operation === 'remove' ? item.base : null, note);
  for (const { field, mine, theirs } of item.conflict?.fields ?? []) {
    mapIds({ [field]: mine }, note);
    mapIds({ [field]: theirs }, note);
  }
  return item.jobId === null ? found : [...found, ['jobs', item.jobId]];
};

const readNamed = async (tx: Tx, store: RecordStore, id: number): Promise<Named> => {
  const known = await knownId(tx, id);
  const shown = await tx.get(store, known);
  return { shown, before: shown ? undefined : (await tx.get('shadows', recordKey(store, known)))?.row };
};

/** The rows that changes name, and what those rows name in turn: an entry that is changed brings its machine. */
const readNames = async (tx: Tx, items: readonly SyncItem[]): Promise<ReadonlyMap<string, Named>> => {
  const found = new Map<string, Named>();
  const add = async (store: RecordStore, id: number): Promise<Named> => {
    const key = keyOf(store, id);
    const named = found.get(key) ?? (await readNamed(tx, store, id));
    found.set(key, named);
    return named;
  };
  for (const item of items) {
    for (const [store, id] of namedBy(item)) {
      await add(store, id);
    }
    const own = found.get(keyOf(item.store, item.target));
    const more: [RecordStore, number][] = [];
    mapIds({ ...(own?.shown ?? own?.before) }, (id, store) => {
      if (store !== null) {
        more.push([store, id]);
      }
      return id;
    });
    for (const [store, id] of more) {
      await add(store, id);
    }
  }
  return found;
};

const personIn = async (tx: Tx, { conflict, orgId }: SyncItem): Promise<string | null> => {
  const userId = conflict?.current['updatedBy'];
  if (typeof userId !== 'number') {
    return null;
  }
  const people = await tx.list('employees', { index: 'organizationId', from: orgId, to: orgId });
  const person = people.find((employee) => employee['userId'] === userId);
  return person ? `${String(person['firstName'])} ${String(person['lastName'])}` : null;
};

/** A change in words, from what is known of the records that it names. */
export const viewOf = (item: SyncItem, names: Names, row: LocalRow | undefined, otherPerson: string | null = null): ItemView => ({
  item,
  title: titleOf(item, names),
  detail: detailOf(item, names),
  place: placeOf(item, names),
  organization: nameOf('organizations', names('organizations', item.orgId)),
  row,
  values: valuesOf(item, names),
  names,
  otherPerson,
});

/** Changes in people's words, by the names that this device knows: one read of the local stores for a page of them. */
export const readItemViews = (core: Core, items: readonly SyncItem[]): Promise<ItemView[]> =>
  core.storage.read(STORES, async (tx) => {
    const named = new Map(await readNames(tx, items));
    for (const orgId of new Set(items.map((item) => item.orgId))) {
      named.set(keyOf('organizations', orgId), await readNamed(tx, 'organizations', orgId));
    }
    const names: Names = (store, id) => {
      const found = named.get(keyOf(store, id));
      return found?.shown ?? found?.before;
    };
    const views: ItemView[] = [];
    for (const item of items) {
      const row = named.get(keyOf(item.store, item.target))?.shown;
      views.push(viewOf(item, names, row, await personIn(tx, item)));
    }
    return views;
  });

/** How many bytes the files of a change have on this device. Reads them, so ask for one change at a time. */
export const readFileBytes = (core: Core, item: SyncItem): Promise<number> =>
  core.storage.read(['blobs'], async (tx) => {
    let bytes = 0;
    for (const sha256 of item.blobs) {
      bytes += (await tx.get('blobs', sha256))?.bytes.byteLength ?? 0;
    }
    return bytes;
  });
