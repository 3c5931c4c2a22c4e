import { deviceMessage } from '#shared/messages/device.ts';
import { SaidError } from '#shared/messages/said-error.ts';
import { enteredFields, wholeRow } from '#client/offline/view/blank-row.ts';
import { type Core, QUEUE_CHANGED, rowsChanged, notify, writeDurably } from '#client/offline/engine/core.ts';
import { createdPlace } from './entry-place.ts';
import { neverLeft, type Operation, type SyncItem, UNDONE_VERSION } from '#client/offline/storage/item.ts';
import { FIRST_VERSION } from './match-created.ts';
import { itemsAbout, inside, withKey } from './marks.ts';
import { pickFields, sameValue } from './merge.ts';
import { rebaseOnto } from '#client/offline/view/rebase-onto.ts';
import { requireView } from '#client/offline/engine/own-view.ts';
import type { Counters } from '#client/offline/storage/meta.ts';
import type { EngineEvent, Tx } from '#client/offline/engine/ports.ts';
import { addItem, cleanAfter, dropDraft, dropItems, keepFiles, type NewFile, nextNumbers, replaceItem, withContent } from './queue.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { canonicalData, canonicalJobId } from './references.ts';
import { MissingRecord, requireMade, withoutLostRun } from './require-made.ts';
import { canonicalId, hasMadeIds, knownId } from './known-ids.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { keepServerCopy, applyPending, applyNew } from '#client/offline/view/apply-pending.ts';

type Data = Readonly<Record<string, unknown>>;

/** What a screen wants done, in the ids that it shows. */
export interface WriteIntent {
  readonly operation: Operation;
  readonly store: RecordStore;
  readonly orgId: number;
  /** The record to change or delete. */
  readonly id?: number;
  /** The job of a new entry; without it, the entry waits for a job at the customer in its data. */
  readonly jobId?: number;
  readonly data?: Data;
  /** The record as the form showed it when it was opened; without it the user is taken to have seen what is here now. */
  readonly seen?: LocalRow;
  readonly files?: readonly NewFile[];
  /** The rows of the form's draft in `meta`, removed in the same transaction. */
  readonly draft?: readonly string[];
}

/** A change that this device will keep, whatever happens. */
export interface Written {
  /** The waiting change; null if there was nothing to change. */
  readonly itemId: string | null;
  /** The record's id as known now: a temporary one for a record that was just made. */
  readonly id: number;
  /** The record as screens show it; null after a deletion. */
  readonly row: LocalRow | null;
}

/**
 * The create of a record, if it can still absorb a change: nothing of it has left, or the server has refused it. Not if the server turns
 * out to have made the record, nor if the change must come after others in the queue: other changes of the record, or entries of a job
 * that is to be closed.
 */
const editableCreate = async (tx: Tx, userId: number, store: RecordStore, target: number, data: Data): Promise<SyncItem | undefined> => {
  const [first, second] = await itemsAbout(tx, userId, store, target);
  const isOpen = first?.operation === 'create' && first.wanted === null && (neverLeft(first) || first.status === 'attention');
  if (!isOpen || second || (await tx.get('idMap', target))) {
    return undefined;
  }
  const isClosing = store === 'jobs' && Object.hasOwn(data, 'status');
  return isClosing && (await tx.count('syncQueue', { ...withKey(userId, inside(store, target)), limit: 1 })) > 0 ? undefined : first;
};

/** The fields in which the new values differ from what the form showed, and their base, in canonical ids. */
const changedFields = async (tx: Tx, userId: number, { store, seen, data = {} }: WriteIntent, target: number, known: LocalRow) => {
  const row = wholeRow(store, known);
  const shown = wholeRow(store, seen ?? row);
  const names = Object.keys(data).filter((name) => !sameValue(data[name], shown[name]));
  const isOlder = names.some((name) => !sameValue(shown[name], row[name]));
  const [mine, before] = await Promise.all([canonicalData(tx, pickFields(names, data)), canonicalData(tx, pickFields(names, shown))]);
  return isOlder
    ? rebaseOnto(before, mine, await canonicalData(tx, pickFields(names, row)), await itemsAbout(tx, userId, store, target))
    : { data: mine, base: before };
};

/** Resolves once it is certain that the user may write here. */
type Begun = Promise<Counters>;

const create = async (core: Core, tx: Tx, userId: number, intent: WriteIntent, begun: Begun): Promise<Written> => {
  const { store, orgId } = intent;
  const hasIds = hasMadeIds(tx);
  const canonicalJob = async (id: number): Promise<number> => ((await hasIds) ? canonicalId(tx, 'jobs', id) : id);
  // All in one round: each wait for the browser's database takes a phone about 6 ms.
  const [jobId, given, numbers, job] = await Promise.all([
    intent.jobId === undefined ? null : canonicalJob(intent.jobId),
    canonicalData(tx, intent.data ?? {}, hasIds),
    nextNumbers(core, tx, begun),
    intent.jobId === undefined ? undefined : tx.get('jobs', intent.jobId),
  ]);
  const data = await withoutLostRun(tx, userId, given);
  await requireMade(tx, userId, data, jobId);
  const draft = { operation: 'create', store, orgId, userId, target: null, jobId, data, base: null, baseVersion: null } as const;
  const item = await addItem(core, tx, draft, numbers);
  return { itemId: item.id, id: item.target, row: await applyNew(tx, item, job) };
};

const update = async (core: Core, tx: Tx, userId: number, intent: WriteIntent, begun: Begun): Promise<Written> => {
  await begun;
  const { store, orgId } = intent;
  const target = await canonicalId(tx, store, intent.id ?? 0);
  const id = await knownId(tx, target);
  const row = await tx.get(store, id);
  if (!row) {
    throw new MissingRecord(id);
  }
  const seen = intent.seen ?? row;
  const { data: changed, base } = await changedFields(tx, userId, intent, target, row);
  const data = await withoutLostRun(tx, userId, changed);
  if (Object.keys(data).length === 0) {
    return { itemId: null, id, row };
  }
  await requireMade(tx, userId, data, null);
  const open = await editableCreate(tx, userId, store, target, data);
  if (open) {
    // An entry that has not been made yet is moved by making it under the other job, after everything its user has done to that job.
    const content =
      store === 'jobEntries'
        ? createdPlace(open, data, (await canonicalData(tx, pickFields(['customerId'], row)))['customerId'])
        : { data: { ...open.data, ...data }, jobId: open.jobId };
    const moved = content.jobId === open.jobId ? {} : { seq: (await nextNumbers(core, tx)).seq };
    await replaceItem(tx, open, withContent(open, { ...content, ...moved }));
    return { itemId: open.id, id, row: await applyPending(tx, userId, store, target) };
  }
  await keepServerCopy(tx, store, id);
  const serverCopy = await tx.get('shadows', recordKey(store, id));
  const jobId = store === 'jobEntries' ? await canonicalJobId(tx, row) : null;
  // What the user saw of a record that had just been made here is its first version.
  const seenVersion =
    seen.isStale === true ? UNDONE_VERSION : intent.seen === undefined ? serverCopy?.row.version : Math.max(1, seen.version);
  const baseVersion = serverCopy === undefined ? null : (seenVersion ?? null);
  const item = await addItem(core, tx, { operation: 'update', store, orgId, userId, target, jobId, data, base, baseVersion });
  return { itemId: item.id, id, row: await applyPending(tx, userId, store, target) };
};

const remove = async (core: Core, tx: Tx, userId: number, intent: WriteIntent, begun: Begun): Promise<Written> => {
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
  await keepServerCopy(tx, store, id);
  const jobId = store === 'jobEntries' ? await canonicalJobId(tx, row) : null;
  const serverCopy = await tx.get('shadows', recordKey(store, id));
  // The user deletes what the question showed, plus their own changes; they have not seen anything else.
  const seen = intent.seen ?? row;
  const own = new Set((await itemsAbout(tx, userId, store, target)).flatMap(({ data }) => Object.keys(data ?? {})));
  const names = enteredFields(store).filter((name) => name !== 'jobId' || jobId !== null);
  const [whole, wholeSeen] = [wholeRow(store, row), wholeRow(store, seen)];
  const shown = Object.fromEntries(names.map((name) => [name, (own.has(name) ? whole : wholeSeen)[name] ?? null]));
  const base = await canonicalData(tx, shown);
  const isStale = seen.isStale === true || row.isStale === true;
  const baseVersion =
    serverCopy === undefined ? null : isStale ? UNDONE_VERSION : Math.min(serverCopy.row.version, Math.max(FIRST_VERSION, seen.version));
  const item = await addItem(core, tx, { operation: 'remove', store, orgId, userId, target, jobId, data: null, base, baseVersion });
  await applyPending(tx, userId, store, target);
  return { itemId: item.id, id, row: null };
};

const WORK = { create, update, remove } as const;

/** Writes within a transaction over records and queue. */
export const writeIn = (core: Core, tx: Tx, userId: number, intent: WriteIntent): Promise<Written> => {
  const begun = Promise.all([
    requireView(tx, userId),
    keepFiles(core, tx, userId, intent.orgId, intent.files ?? []),
    dropDraft(tx, intent.draft),
  ]).then(([counters]) => counters);
  return WORK[intent.operation](core, tx, userId, intent, begun);
};

/** What screens read again; entries too when a run is deleted, which they may have left. */
export const changedBy = ({ store, operation, orgId }: WriteIntent, ids: readonly number[]): EngineEvent[] => [
  rowsChanged(store, orgId, ids),
  ...(store === 'runs' && operation === 'remove' ? [rowsChanged('jobEntries', orgId)] : []),
];

/** The user whose changes are kept; throws if nobody is signed in. */
export const writerOf = (core: Core): number => {
  const userId = core.session.userId();
  if (userId === null) {
    throw new SaidError(deviceMessage('nobodySignedInHere'));
  }
  return userId;
};

/**
 * Keeps a change on this device: record, item, numbers and files in one durable transaction. When it resolves, the change is saved and
 * will take effect exactly once or stay visible with a reason (specification 2.1, 2.4); when it rejects, nothing was kept. Throws
 * `MissingRecord`, `ViewEnded`, and what storage throws.
 */
export const write = async (core: Core, intent: WriteIntent): Promise<Written> => {
  const userId = writerOf(core);
  const written = await writeDurably(core, (tx) => writeIn(core, tx, userId, intent));
  notify(core, ...changedBy(intent, [written.id]), QUEUE_CHANGED);
  return written;
};
