import { deviceMessage } from '#shared/messages/device.ts';
import { SaidError } from '#shared/messages/said-error.ts';
import { enteredFields } from '#client/offline/view/blank-row.ts';
import { type Core, QUEUE_CHANGED, rowsChanged, tell, writeDurably } from '#client/offline/engine/core.ts';
import { createdPlace } from './entry-place.ts';
import { isTempId, neverLeft, type Operation, type SyncItem, UNDONE_VERSION } from '#client/offline/storage/item.ts';
import { FIRST_VERSION } from './match-created.ts';
import { inside, itemsAbout, marksOf } from './dependencies.ts';
import { pickFields, sameValue } from './merge.ts';
import { onto } from '#client/offline/view/onto.ts';
import { requireView } from '#client/offline/engine/own-view.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { addItem, cleanAfter, dropDraft, dropItems, keepFiles, type NewFile, nextNumbers, withContent } from './queue.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { canonicalData, canonicalId, canonicalJobId, knownId, mapIds } from './references.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { keepShadow, materialize, showNew } from '#client/offline/view/apply-pending.ts';

type Data = Readonly<Record<string, unknown>>;

/** What a screen wants done, in the ids that it shows. */
export interface WriteIntent {
  readonly operation: Operation;
  readonly store: RecordStore;
  readonly orgId: number;
  /** The record to change or delete. */
  readonly id?: number;
  /** The job that a new entry is for; without it the customer in its data says where it waits for one. */
  readonly jobId?: number;
  readonly data?: Data;
  /** The record as the form showed it when it was opened; without it the user is taken to have seen what is here now. */
  readonly seen?: LocalRow;
  readonly files?: readonly NewFile[];
  /** The rows of the form's draft in `meta`: they go in the same step. */
  readonly draft?: readonly string[];
}

/** A change that is kept on this device, whatever happens now. */
export interface Written {
  /** The waiting change; null if there was nothing to change. */
  readonly itemId: string | null;
  /** The record's id as it is known now: a temporary one for what was just made. */
  readonly id: number;
  /** The record as screens show it; null after a deletion. */
  readonly row: LocalRow | null;
}

/** A change of what is not here: the list showed it, and it is gone meanwhile (specification 1 §8). */
export class MissingRecord extends SaidError {
  constructor(id: number) {
    super(deviceMessage('recordNotOnDevice', { id: String(id) }));
    this.name = 'MissingRecord';
  }
}

/**
 * The create of a record that can still take a change in: nothing of it ever left, or the server has refused it. Not if the server turns
 * out to have made it, nor if more stands in the queue that the change must come after: other changes of the record, or entries of a job
 * that is to be closed.
 */
const openCreate = async (tx: Tx, userId: number, store: RecordStore, target: number, data: Data): Promise<SyncItem | undefined> => {
  const [first, second] = await itemsAbout(tx, userId, store, target);
  const isOpen = first?.operation === 'create' && first.wanted === null && (neverLeft(first) || first.status === 'attention');
  if (!isOpen || second || (await tx.get('idMap', target))) {
    return undefined;
  }
  const isClosing = store === 'jobs' && Object.hasOwn(data, 'status');
  return isClosing && (await tx.count('syncQueue', { ...marksOf(userId, inside(store, target)), limit: 1 })) > 0 ? undefined : first;
};

/** The fields in which the new values differ from what the form showed, and what they go on from, in canonical ids. */
const changedFields = async (tx: Tx, userId: number, { store, seen, data = {} }: WriteIntent, target: number, row: LocalRow) => {
  const shown = seen ?? row;
  const names = Object.keys(data).filter((name) => !sameValue(data[name], shown[name]));
  const isOlder = names.some((name) => !sameValue(shown[name], row[name]));
  const [mine, before] = await Promise.all([canonicalData(tx, pickFields(names, data)), canonicalData(tx, pickFields(names, shown))]);
  return isOlder
    ? onto(before, mine, await canonicalData(tx, pickFields(names, row)), await itemsAbout(tx, userId, store, target))
    : { data: mine, base: before };
};

/**
 * Throws `MissingRecord` if a change names a record that was made here and is thrown away by now, in another tab say: it could never go.
 * `data` and `jobId` in canonical ids.
 */
export const requireMade = async (tx: Tx, userId: number, data: Data, jobId: number | null): Promise<void> => {
  const named = new Map<number, RecordStore>(jobId !== null && isTempId(jobId) ? [[jobId, 'jobs']] : []);
  mapIds(data, (id, store) => {
    if (store !== null && isTempId(id)) {
      named.set(id, store);
    }
    return id;
  });
  for (const [tempId, store] of named) {
    const isMade =
      (await tx.get('idMap', tempId)) !== undefined || (await itemsAbout(tx, userId, store, tempId))[0]?.operation === 'create';
    if (!isMade) {
      throw new MissingRecord(tempId);
    }
  }
};

const create = async (core: Core, tx: Tx, userId: number, intent: WriteIntent, begun: Promise<unknown>): Promise<Written> => {
  const { store, orgId } = intent;
  // All in one round: each that the browser's database is waited for takes a phone some 6 ms.
  const [, jobId, data, numbers, job] = await Promise.all([
    begun,
    intent.jobId === undefined ? null : canonicalId(tx, 'jobs', intent.jobId),
    canonicalData(tx, intent.data ?? {}),
    nextNumbers(core, tx),
    intent.jobId === undefined ? undefined : tx.get('jobs', intent.jobId),
  ]);
  await requireMade(tx, userId, data, jobId);
  const draft = { operation: 'create', store, orgId, userId, target: null, jobId, data, base: null, baseVersion: null } as const;
  const item = await addItem(core, tx, draft, numbers);
  return { itemId: item.id, id: item.target, row: await showNew(tx, item, job) };
};

const update = async (core: Core, tx: Tx, userId: number, intent: WriteIntent, begun: Promise<unknown>): Promise<Written> => {
  await begun;
  const { store, orgId } = intent;
  const target = await canonicalId(tx, store, intent.id ?? 0);
  const id = await knownId(tx, target);
  const row = await tx.get(store, id);
  if (!row) {
    throw new MissingRecord(id);
  }
  const seen = intent.seen ?? row;
  const { data, base } = await changedFields(tx, userId, intent, target, row);
  if (Object.keys(data).length === 0) {
    return { itemId: null, id, row };
  }
  await requireMade(tx, userId, data, null);
  const open = await openCreate(tx, userId, store, target, data);
  if (open) {
    // An entry that has not been made yet moves by being made under another job, after all that its user has done to that one.
    const content =
      store === 'jobEntries'
        ? createdPlace(open, data, (await canonicalData(tx, pickFields(['customerId'], row)))['customerId'])
        : { data: { ...open.data, ...data }, jobId: open.jobId };
    const moved = content.jobId === open.jobId ? {} : { seq: (await nextNumbers(core, tx)).seq };
    await tx.put('syncQueue', withContent(open, { ...content, ...moved }));
    return { itemId: open.id, id, row: await materialize(tx, userId, store, target) };
  }
  await keepShadow(tx, store, id);
  const shadow = await tx.get('shadows', recordKey(store, id));
  const jobId = store === 'jobEntries' ? await canonicalJobId(tx, row) : null;
  // What he saw of a record that had just been made here is its first version.
  const seenVersion = seen.isStale === true ? UNDONE_VERSION : intent.seen === undefined ? shadow?.row.version : Math.max(1, seen.version);
  const baseVersion = shadow === undefined ? null : (seenVersion ?? null);
  const item = await addItem(core, tx, { operation: 'update', store, orgId, userId, target, jobId, data, base, baseVersion });
  return { itemId: item.id, id, row: await materialize(tx, userId, store, target) };
};

const remove = async (core: Core, tx: Tx, userId: number, intent: WriteIntent, begun: Promise<unknown>): Promise<Written> => {
  await begun;
  const { store, orgId } = intent;
  const target = await canonicalId(tx, store, intent.id ?? 0);
  const id = await knownId(tx, target);
  const row = await tx.get(store, id);
  if (!row) {
    throw new MissingRecord(id);
  }
  const [first] = await itemsAbout(tx, userId, store, target);
  if (first?.operation === 'create' && neverLeft(first)) {
    const dropped = await dropItems(tx, userId, [first]);
    await cleanAfter(tx, userId, dropped.values());
    return { itemId: null, id, row: null };
  }
  await keepShadow(tx, store, id);
  const jobId = store === 'jobEntries' ? await canonicalJobId(tx, row) : null;
  const shadow = await tx.get('shadows', recordKey(store, id));
  // What is deleted is what the question showed, with what its user has changed besides: anything else they have never seen.
  const seen = intent.seen ?? row;
  const own = new Set((await itemsAbout(tx, userId, store, target)).flatMap(({ data }) => Object.keys(data ?? {})));
  const names = enteredFields(store).filter((name) => name !== 'jobId' || jobId !== null);
  const shown = Object.fromEntries(names.map((name) => [name, (own.has(name) ? row : seen)[name] ?? null]));
  const base = await canonicalData(tx, shown);
  const isStale = seen.isStale === true || row.isStale === true;
  const baseVersion =
    shadow === undefined ? null : isStale ? UNDONE_VERSION : Math.min(shadow.row.version, Math.max(FIRST_VERSION, seen.version));
  const item = await addItem(core, tx, { operation: 'remove', store, orgId, userId, target, jobId, data: null, base, baseVersion });
  await materialize(tx, userId, store, target);
  return { itemId: item.id, id, row: null };
};

const WORK = { create, update, remove } as const;

/**
 * Keeps a change on this device: record, item, numbers and files in one durable transaction. When it resolves the change is saved and will
 * take effect exactly once or stay visible with a reason; when it rejects nothing was kept. Throws `MissingRecord`,
 * `ViewEnded`, and what storage throws.
 */
export const write = async (core: Core, intent: WriteIntent): Promise<Written> => {
  const userId = core.session.userId();
  if (userId === null) {
    throw new SaidError(deviceMessage('nobodySignedInHere'));
  }
  const work = (tx: Tx): Promise<Written> => {
    const begun = Promise.all([
      requireView(tx, userId),
      keepFiles(core, tx, userId, intent.orgId, intent.files ?? []),
      dropDraft(tx, intent.draft),
    ]);
    return WORK[intent.operation](core, tx, userId, intent, begun);
  };
  const written = await writeDurably(core, work);
  tell(core, rowsChanged(intent.store, intent.orgId, [written.id]), QUEUE_CHANGED);
  return written;
};
