import type { Core } from '#client/offline/engine/core.ts';
import { ITEM_VERSION, isTempId, type Operation, type SyncItem, reserialize } from '#client/offline/storage/item.ts';
import { dependencyKeys } from './dependencies.ts';
import { about, inside, withKey, needingFile, using } from './marks.ts';
import { type Counters, getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { METHOD, addressOf } from '#client/offline/storage/paths.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { canonicalData, filesIn, tempIdsIn } from './references.ts';
import { canonicalId } from './known-ids.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';

type Data = Readonly<Record<string, unknown>>;

/** A file that comes with a change; the change's data name it as `blob:<sha256>`. */
export interface NewFile {
  readonly sha256: string;
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly fileName: string;
}

interface Numbers {
  readonly seq: number;
  readonly tempId: number;
  readonly deviceId: string;
}

/**
 * The next place in the order and the next temporary id: the current time, but always larger than the one before. `counters` if this
 * transaction reads them anyway.
 */
export const nextNumbers = async (core: Core, tx: Tx, counters: Promise<Counters> = getMeta(tx, 'counters')): Promise<Numbers> => {
  const before = (await counters) ?? { seq: 0, lastTempId: 0, deviceId: core.random.uuid() };
  const now = core.clock.now();
  const tempId = Math.max(now, before.lastTempId + 1);
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

/** What follows from the content of an item: its dependency keys, what it needs, its address. */
const dependenciesOf = (item: Omit<Draft, 'target'> & Pick<SyncItem, 'target' | 'seq'>) => {
  const jobs = item.jobId !== null && isTempId(item.jobId) ? [item.jobId] : [];
  const own = item.operation !== 'create' && isTempId(item.target) ? [item.target] : [];
  const needs = { uses: [...new Set([...tempIdsIn(item.data), ...jobs, ...own])], blobs: filesIn(item.data) };
  return { ...needs, ...dependencyKeys({ ...item, ...needs }), endpoint: addressOf(item) };
};

/** Appends a new item to the queue, with its key; `numbers` are the next ones if they are known already. */
export const addItem = async (core: Core, tx: Tx, draft: Draft, numbers?: Numbers): Promise<SyncItem> => {
  const { seq, tempId, deviceId } = numbers ?? (await nextNumbers(core, tx));
  const timestamp = core.clock.now();
  const content = { ...draft, target: draft.target ?? tempId, seq };
  const item: SyncItem = {
    ...content,
    ...dependenciesOf(content),
    id: `${timestamp}-${core.random.uuid()}`,
    timestamp,
    method: METHOD[draft.operation],
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

/** The item with the keys, files and address that follow from its content. */
export const withDependencies = (item: SyncItem): SyncItem => ({ ...item, ...dependenciesOf(item) });

/** The same item with different content; its dependency keys follow. */
export const withContent = (
  item: SyncItem,
  changes: Partial<Pick<SyncItem, 'data' | 'base' | 'baseVersion' | 'jobId' | 'seq'>>,
): SyncItem => ({
  ...withDependencies({ ...reserialize(item), ...changes }),
  // What was wanted while an earlier answer was being fetched is this content now.
  wanted: null,
  status: 'pending',
  nextAttemptAt: 0,
  reason: null,
  lastError: null,
  conflict: null,
});

/**
 * Updates what a deletion's user has now seen of the record, beyond what it showed when they deleted it. Any other change stays as it is.
 */
export const deleteAsSeen = async (tx: Tx, item: SyncItem, values: Data): Promise<void> => {
  if (item.operation === 'remove' && item.base !== null) {
    const known = Object.entries(values).filter(([name]) => Object.hasOwn(item.base ?? {}, name));
    await tx.put('syncQueue', { ...item, base: { ...item.base, ...Object.fromEntries(known) } });
  }
};

/** All users with changes on this device. */
export const usersWaiting = async (tx: Tx): Promise<number[]> => {
  const users: number[] = [];
  for (;;) {
    const [next] = await tx.list('syncQueue', { index: 'byUser', from: [(users.at(-1) ?? 0) + 1, 0], to: [Infinity, 0], limit: 1 });
    if (!next) {
      return users;
    }
    users.push(next.userId);
  }
};

/**
 * A record that was made here may come back before its create is answered, from a server that does not report who made it or in a list
 * that a screen fetched. Then it appears twice, and may be changed under its real id. Once both are known to be one record, this gives
 * those changes their place among the others. Call it when the mapping is written.
 */
export const joinDuplicate = async (tx: Tx, store: RecordStore, id: number): Promise<void> => {
  for (const userId of await usersWaiting(tx)) {
    const found = [
      ...(await tx.list('syncQueue', withKey(userId, about(store, id)))),
      ...(await tx.list('syncQueue', withKey(userId, inside(store, id)))),
    ];
    for (const item of new Map(found.map((each) => [each.id, each])).values()) {
      const canonical = {
        target: await canonicalId(tx, item.store, item.target),
        jobId: item.jobId === null ? null : await canonicalId(tx, 'jobs', item.jobId),
        data: await canonicalData(tx, item.data),
        base: await canonicalData(tx, item.base),
        wanted: await canonicalData(tx, item.wanted),
      };
      await tx.put('syncQueue', withDependencies({ ...item, ...canonical }));
    }
  }
};

/** Keeps the bytes of new files, each once. */
export const keepFiles = async (core: Core, tx: Tx, userId: number, orgId: number, files: readonly NewFile[]): Promise<void> => {
  for (const file of files) {
    if (!(await tx.get('blobs', file.sha256))) {
      await tx.put('blobs', { ...file, userId, orgId, addedAt: core.clock.now() });
    }
  }
};

/** Removes the rows of a form's draft: what was saved is no longer a draft. */
export const dropDraft = async (tx: Tx, rows: readonly string[] = []): Promise<void> => {
  for (const row of rows) {
    await tx.remove('meta', row);
  }
};

/** Whether a change can only exist through the create of what it names. An entry is work that was done, whatever becomes of its run. */
export const existsThrough = (made: Pick<SyncItem, 'store'>, { store }: Pick<SyncItem, 'store'>): boolean =>
  made.store !== 'runs' || store !== 'jobEntries';

/** The run is never made: its entries go without it, as they do when the server deletes one. */
const leaveRun = async (tx: Tx, { userId, target }: SyncItem): Promise<void> => {
  const without = (data: Data | null): Data | null => (data?.['runId'] === target ? { ...data, runId: null } : data);
  for (const item of await tx.list('syncQueue', withKey(userId, inside('runs', target)))) {
    const { data, base, wanted } = item;
    const content = { data: without(data), base: without(base), wanted: without(wanted) };
    await tx.put('syncQueue', withDependencies({ ...reserialize(item), ...content }));
    await applyPending(tx, userId, item.store, item.target);
  }
};

/**
 * Removes items from the queue for good, each with what can only exist through it. Returns all dropped items by id; their records' rows
 * have to be rewritten.
 */
export const dropItems = async (tx: Tx, userId: number, first: readonly SyncItem[]): Promise<Map<string, SyncItem>> => {
  const dropped = new Map<string, SyncItem>();
  const waiting = [...first];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (!dropped.has(item.id)) {
      dropped.set(item.id, item);
      await tx.remove('syncQueue', item.id);
      const isUnmade = item.operation === 'create' && !(await tx.get('idMap', item.target));
      const created = item;
      const users = isUnmade ? await tx.list('syncQueue', withKey(userId, using(item.target))) : [];
      waiting.push(...users.filter((each) => existsThrough(created, each)));
      waiting.push(...(isUnmade ? await tx.list('syncQueue', withKey(userId, about(item.store, item.target))) : []));
      if (isUnmade) {
        await tx.remove(item.store, item.target);
      }
      if (isUnmade && item.store === 'runs') {
        await leaveRun(tx, item);
      }
    }
  }
  return dropped;
};

/** Rewrites the rows of dropped items' records, and removes files that nothing names any longer. */
export const cleanAfter = async (tx: Tx, userId: number, dropped: Iterable<SyncItem>): Promise<void> => {
  for (const { store, target, blobs } of dropped) {
    await applyPending(tx, userId, store, target);
    await dropFiles(tx, blobs);
  }
};

/** Removes files that no waiting change names any longer. */
export const dropFiles = async (tx: Tx, hashes: readonly string[]): Promise<void> => {
  for (const sha256 of hashes) {
    if ((await tx.count('syncQueue', { ...needingFile(sha256), limit: 1 })) === 0) {
      await tx.remove('blobs', sha256);
    }
  }
};

/** Replaces a waiting change by what it is now, and removes files that only its earlier content named. */
export const replaceItem = async (tx: Tx, before: SyncItem, now: SyncItem): Promise<void> => {
  await tx.put('syncQueue', now);
  await dropFiles(
    tx,
    before.blobs.filter((sha256) => !now.blobs.includes(sha256)),
  );
};
