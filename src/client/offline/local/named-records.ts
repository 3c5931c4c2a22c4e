import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { mapIds } from '#client/offline/outbox/references.ts';
import { knownId } from '#client/offline/outbox/known-ids.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';

interface Named {
  readonly shown: LocalRow | undefined;
  /** What the server last said, for records that a waiting change has deleted. */
  readonly before: LocalRow | undefined;
}

/** The records that changes refer to, as far as this device knows them. */
export interface NamedRecords {
  /** The record as it is shown here, or as the server last had it where a waiting change has deleted it. */
  readonly find: (store: RecordStore, id: number) => LocalRow | undefined;
  /** The record of a change as this device shows it; undefined if it is not there (any longer). */
  readonly shownOf: (item: SyncItem) => LocalRow | undefined;
  /** For a change with a conflict, the employee who changed the record in the office. */
  readonly otherPersonOf: (item: SyncItem) => LocalRow | undefined;
}

type Name = readonly [RecordStore, number];

/** The records that a row refers to, or the content of a change. */
const namedIn = (row: Readonly<Record<string, unknown>> | null | undefined): Name[] => {
  const found: Name[] = [];
  mapIds(row ?? null, (id, store) => {
    if (store !== null) {
      found.push([store, id]);
    }
    return id;
  });
  return found;
};

/** Every record that a change refers to, including its own. */
const namedBy = (item: SyncItem): Name[] => [
  [item.store, item.target],
  ['organizations', item.orgId],
  ...(item.jobId === null ? [] : [['jobs', item.jobId] as const]),
  ...namedIn(item.data),
  ...namedIn(item.operation === 'remove' ? item.base : null),
  ...(item.conflict?.fields ?? []).flatMap(({ field, mine, theirs }) => [...namedIn({ [field]: mine }), ...namedIn({ [field]: theirs })]),
];

const readNamed = async (tx: Tx, store: RecordStore, id: number): Promise<Named> => {
  const known = await knownId(tx, id);
  const shown = await tx.get(store, known);
  return { shown, before: shown ? undefined : (await tx.get('shadows', recordKey(store, known)))?.row };
};

/** The rows that changes refer to, and what those rows refer to in turn: a changed entry brings its machine. */
const readAllNamed = async (tx: Tx, items: readonly SyncItem[]): Promise<Map<string, Named>> => {
  const found = new Map<string, Named>();
  const addAll = async (names: readonly Name[]): Promise<void> => {
    const open = [...new Map(names.map((name) => [recordKey(...name), name]))].filter(([key]) => !found.has(key));
    // All at once: waiting for each takes longer than reading them.
    await Promise.all(open.map(async ([key, [store, id]]) => found.set(key, await readNamed(tx, store, id))));
  };
  await addAll(items.flatMap(namedBy));
  const own = items.map(({ store, target }) => found.get(recordKey(store, target)));
  await addAll(own.flatMap((named) => namedIn(named?.shown ?? named?.before)));
  return found;
};

const personIn = async (tx: Tx, { conflict, orgId }: SyncItem): Promise<LocalRow | undefined> => {
  const userId = conflict?.current['updatedBy'];
  if (typeof userId !== 'number') {
    return undefined;
  }
  const people = await tx.list('employees', { index: 'organizationId', from: orgId, to: orgId });
  return people.find((employee) => employee['userId'] === userId);
};

/** Reads every record that these changes refer to, in one transaction. */
export const readNamedRecords = (engine: Engine, items: readonly SyncItem[]): Promise<NamedRecords> =>
  coreOf(engine).storage.read([...RECORD_STORES, 'shadows', 'idMap'], async (tx) => {
    const named = await readAllNamed(tx, items);
    const people = new Map<string, LocalRow | undefined>();
    for (const item of items) {
      people.set(item.id, await personIn(tx, item));
    }
    return {
      find: (store, id) => {
        const found = named.get(recordKey(store, id));
        return found?.shown ?? found?.before;
      },
      shownOf: ({ store, target }) => named.get(recordKey(store, target))?.shown,
      otherPersonOf: ({ id }) => people.get(id),
    };
  });
