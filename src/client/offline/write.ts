import { type Core, isOn, QUEUE_CHANGED, rowsChanged, tell, writeDurably } from '#client/offline/core.ts';
import { ITEM_VERSION, isTempId, neverLeft, type Operation, type SyncItem } from '#client/offline/item.ts';
import { about, inside, itemsAbout, marksFor, marksOf, using } from '#client/offline/marks.ts';
import { getMeta, putMeta } from '#client/offline/meta.ts';
import { sameValue } from '#client/offline/merge.ts';
import { METHOD, pathOf } from '#client/offline/paths.ts';
import type { Tx } from '#client/offline/ports.ts';
import { canonicalData, canonicalId, filesIn, knownId, tempIdsIn } from '#client/offline/refs.ts';
import { recordKey, type LocalRow, type RecordStore } from '#client/offline/stores.ts';
import { isViewOf, keepShadow, materialize } from '#client/offline/view.ts';

type Data = Readonly<Record<string, unknown>>;

/** A file that comes with a change; its data name it `blob:<sha256>`. */
export interface NewFile {
  readonly sha256: string;
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly fileName: string;
}

/** What a screen wants done, in the ids that it shows. */
export interface WriteIntent {
  readonly operation: Operation;
  readonly store: RecordStore;
  readonly orgId: number;
  /** The record to change or delete. */
  readonly id?: number;
  /** The job that a new entry is for. */
  readonly jobId?: number;
  readonly data?: Data;
  /** The record as the form showed it when it was opened; without it the user is taken to have seen what is here now. */
  readonly seen?: LocalRow;
  readonly files?: readonly NewFile[];
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
export class MissingRecord extends Error {
  constructor(id: number) {
    super(`Item with id ${id} not found`);
    this.name = 'MissingRecord';
  }
}

/** In another tab somebody else has signed in, or the user has signed out: this tab has not heard of it yet. */
export class SomebodyElse extends Error {
  constructor() {
    super('Somebody else has signed in on this device. Sign in again to save this.');
    this.name = 'SomebodyElse';
  }
}

interface Numbers {
  readonly seq: number;
  readonly tempId: number;
  readonly deviceId: string;
}

/** The next place in the order and the next temporary id: the current time, and always larger than the one before. */
const nextNumbers = async (core: Core, tx: Tx): Promise<Numbers> => {
  const before = (await getMeta(tx, 'counters')) ?? { seq: 0, lastTempId: 0, deviceId: core.chance.uuid() };
  const now = core.clock.now();
  const tempId = isOn(core, 'growing-temp-ids') ? Math.max(now, before.lastTempId + 1) : now;
  await putMeta(tx, 'counters', { seq: before.seq + 1, lastTempId: tempId, deviceId: before.deviceId });
  return { seq: before.seq + 1, tempId, deviceId: before.deviceId };
};

interface Draft {
  readonly operation: Operation;
  readonly store: RecordStore;
  readonly orgId: number;
  readonly userId: number;
  /** Canonical; null for a new record. */
  readonly target: number | null;
  readonly jobId: number | null;
  readonly data: Data | null;
  readonly base: Data | null;
  readonly baseVersion: number | null;
}

/** A new item at the end of the queue, with its key and marks. */
export const addItem = async (core: Core, tx: Tx, draft: Draft): Promise<SyncItem> => {
  const { seq, tempId, deviceId } = await nextNumbers(core, tx);
  const { operation, data, jobId } = draft;
  const target = draft.target ?? tempId;
  const named = [...tempIdsIn(data), ...(jobId !== null && isTempId(jobId) ? [jobId] : [])];
  const uses = [...new Set([...named, ...(operation !== 'create' && isTempId(target) ? [target] : [])])];
  const timestamp = core.clock.now();
  const bare = { ...draft, target, seq, uses, blobs: filesIn(data) };
  const item: SyncItem = {
    ...bare,
    ...marksFor(bare),
    id: `${timestamp}-${core.chance.uuid()}`,
    timestamp,
    endpoint: pathOf(bare),
    method: METHOD[operation],
    retryCount: 0,
    v: ITEM_VERSION,
    deviceId,
    status: 'pending',
    attempt: 0,
    frozen: null,
    tried: [],
    wanted: null,
    nextAttemptAt: 0,
    reason: null,
    lastError: null,
    conflict: null,
    isConfirmedOld: false,
  };
  await tx.put('syncQueue', item);
  return item;
};

/** The same item with another content; its marks follow. What was sent before is remembered, for it may have arrived. */
export const withContent = (item: SyncItem, changes: Partial<Pick<SyncItem, 'data' | 'base' | 'baseVersion' | 'jobId'>>): SyncItem => {
  const next = { ...item, ...changes };
  const jobs = next.jobId !== null && isTempId(next.jobId) ? [next.jobId] : [];
  const own = next.operation !== 'create' && isTempId(next.target) ? [next.target] : [];
  const bare = { ...next, uses: [...new Set([...tempIdsIn(next.data), ...jobs, ...own])], blobs: filesIn(next.data) };
  return {
    ...bare,
    ...marksFor(bare),
    endpoint: pathOf(bare),
    frozen: null,
    tried: item.frozen === null ? item.tried : [...item.tried, item.frozen],
    status: 'pending',
    nextAttemptAt: 0,
    reason: null,
    lastError: null,
    conflict: null,
  };
};

const keepFiles = async (core: Core, tx: Tx, userId: number, { orgId, files = [] }: WriteIntent): Promise<void> => {
  for (const file of files) {
    if (!(await tx.get('blobs', file.sha256))) {
      await tx.put('blobs', { ...file, userId, orgId, addedAt: core.clock.now() });
    }
  }
};

/**
 * The create of a record that can still take a change in: nothing of it ever left, or the server has refused it. Not if more stands in
 * the queue that the change must come after: other changes of the record, or entries of a job that is to be closed.
 */
const openCreate = async (tx: Tx, userId: number, store: RecordStore, target: number, data: Data): Promise<SyncItem | undefined> => {
  const [first, second] = await itemsAbout(tx, userId, store, target);
  const isOpen = first?.operation === 'create' && first.wanted === null && (neverLeft(first) || first.status === 'attention');
  if (!isOpen || second) {
    return undefined;
  }
  const isClosing = store === 'jobs' && Object.hasOwn(data, 'status');
  return isClosing && (await tx.count('syncQueue', { ...marksOf(userId, inside(store, target)), limit: 1 })) > 0 ? undefined : first;
};

/** The fields in which the new values differ from what the user saw, before and after. */
const changedFields = (row: LocalRow, data: Data): { data: Data; base: Data } => {
  const names = Object.keys(data).filter((name) => !sameValue(data[name], row[name]));
  const pick = (from: Data): Data => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { data: pick(data), base: pick(row) };
};

const create = async (core: Core, tx: Tx, userId: number, intent: WriteIntent): Promise<Written> => {
  const { store, orgId } = intent;
  const item = await addItem(core, tx, {
    operation: 'create',
    store,
    orgId,
    userId,
    target: null,
    jobId: intent.jobId === undefined ? null : await canonicalId(tx, 'jobs', intent.jobId),
    data: await canonicalData(tx, intent.data ?? {}),
    base: null,
    baseVersion: null,
  });
  await materialize(tx, userId, store, item.target);
  return { itemId: item.id, id: item.target, row: (await tx.get(store, item.target)) ?? null };
};

const update = async (core: Core, tx: Tx, userId: number, intent: WriteIntent): Promise<Written> => {
  const { store, orgId } = intent;
  const target = await canonicalId(tx, store, intent.id ?? 0);
  const id = await knownId(tx, target);
  const row = await tx.get(store, id);
  if (!row) {
    throw new MissingRecord(id);
  }
  const seen = intent.seen ?? row;
  const changed = changedFields(seen, intent.data ?? {});
  if (Object.keys(changed.data).length === 0) {
    return { itemId: null, id, row };
  }
  const data = await canonicalData(tx, changed.data);
  const open = await openCreate(tx, userId, store, target, data);
  if (open) {
    // An entry that has not been made yet moves by being made under another job.
    const { jobId, ...rest } = data;
    const moved = typeof jobId === 'number' && store === 'jobEntries' ? { jobId } : {};
    const content = store === 'jobEntries' ? rest : data;
    await tx.put('syncQueue', withContent(open, { data: { ...open.data, ...content }, ...moved }));
    await materialize(tx, userId, store, target);
    return { itemId: open.id, id, row: (await tx.get(store, id)) ?? null };
  }
  const base = await canonicalData(tx, changed.base);
  await keepShadow(tx, store, id);
  const shadow = await tx.get('shadows', recordKey(store, id));
  const jobId = store === 'jobEntries' ? await canonicalId(tx, 'jobs', Number(row['jobId'])) : null;
  // What he saw of a record that had just been made here is its first version.
  const seenVersion = intent.seen === undefined ? shadow?.row.version : Math.max(1, intent.seen.version);
  const baseVersion = shadow === undefined ? null : (seenVersion ?? null);
  const item = await addItem(core, tx, { operation: 'update', store, orgId, userId, target, jobId, data, base, baseVersion });
  await materialize(tx, userId, store, target);
  return { itemId: item.id, id, row: (await tx.get(store, id)) ?? null };
};

/** Takes items off the queue for good, and with each what can only exist through it. Gives the records whose rows have to be written anew. */
export const dropItems = async (tx: Tx, userId: number, first: readonly SyncItem[]): Promise<Map<string, SyncItem>> => {
  const dropped = new Map<string, SyncItem>();
  const waiting = [...first];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (!dropped.has(item.id)) {
      dropped.set(item.id, item);
      await tx.remove('syncQueue', item.id);
      const isUnmade = item.operation === 'create' && !(await tx.get('idMap', item.target));
      waiting.push(...(isUnmade ? await tx.list('syncQueue', marksOf(userId, using(item.target))) : []));
      waiting.push(...(isUnmade ? await tx.list('syncQueue', marksOf(userId, about(item.store, item.target))) : []));
      if (isUnmade) {
        await tx.remove(item.store, item.target);
      }
    }
  }
  return dropped;
};

/** Writes the rows of dropped items' records anew, and forgets files that nobody names any more. */
export const cleanAfter = async (tx: Tx, userId: number, dropped: Iterable<SyncItem>): Promise<void> => {
  for (const { store, target, blobs } of dropped) {
    await materialize(tx, userId, store, target);
    await dropFiles(tx, userId, blobs);
  }
};

/** Forgets files that no waiting change names any more. */
export const dropFiles = async (tx: Tx, userId: number, hashes: readonly string[]): Promise<void> => {
  for (const sha256 of hashes) {
    if ((await tx.count('syncQueue', { ...marksOf(userId, `blob:${sha256}`), limit: 1 })) === 0) {
      await tx.remove('blobs', sha256);
    }
  }
};

const remove = async (core: Core, tx: Tx, userId: number, intent: WriteIntent): Promise<Written> => {
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
  const jobId = store === 'jobEntries' ? await canonicalId(tx, 'jobs', Number(row['jobId'])) : null;
  const draft = { operation: 'remove', store, orgId, userId, target, jobId, data: null, base: null, baseVersion: null } as const;
  const item = await addItem(core, tx, draft);
  await materialize(tx, userId, store, target);
  return { itemId: item.id, id, row: null };
};

const WORK = { create, update, remove } as const;

/**
 * Keeps a change on this device: record, item, numbers and files in one durable transaction. When it resolves the change is saved and will
 * take effect exactly once or stay visible with a reason; when it rejects nothing was kept. Throws `MissingRecord`,
 * `SomebodyElse`, and what storage throws.
 */
export const write = async (core: Core, intent: WriteIntent): Promise<Written> => {
  const userId = core.session.userId();
  if (userId === null) {
    throw new Error('Nobody is signed in.');
  }
  const work = async (tx: Tx): Promise<Written> => {
    if (!(await isViewOf(tx, userId))) {
      throw new SomebodyElse();
    }
    await keepFiles(core, tx, userId, intent);
    return WORK[intent.operation](core, tx, userId, intent);
  };
  const written = await writeDurably(core, work, 'one-transaction-enqueue');
  tell(core, rowsChanged(intent.store, intent.orgId, [written.id]), QUEUE_CHANGED);
  return written;
};

/** Whether waiting entries stand under a job; shown before the job is deleted. */
export const countInside = (core: Core, userId: number, store: RecordStore, target: number): Promise<number> =>
  core.storage.read(['syncQueue'], (tx) => tx.count('syncQueue', marksOf(userId, inside(store, target))));
