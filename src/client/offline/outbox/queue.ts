import type { Core } from '#client/offline/engine/core.ts';
import { ITEM_VERSION, isTempId, type Operation, type SyncItem, wordedAnew } from '#client/offline/storage/item.ts';
import { about, inside, marksFor, marksOf, needingFile, using } from './dependencies.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { METHOD, addressOf } from '#client/offline/storage/paths.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { canonicalData, canonicalId, filesIn, tempIdsIn } from './references.ts';
import { materialize } from '#client/offline/view/apply-pending.ts';

type Data = Readonly<Record<string, unknown>>;

/** A file that comes with a change; its data name it `blob:<sha256>`. */
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

/** The next place in the order and the next temporary id: the current time, and always larger than the one before. */
export const nextNumbers = async (core: Core, tx: Tx): Promise<Numbers> => {
  const before = (await getMeta(tx, 'counters')) ?? { seq: 0, lastTempId: 0, deviceId: core.chance.uuid() };
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

/** What follows from what an item names: its marks, what it needs, where it goes. */
const bearings = (item: Omit<Draft, 'target'> & Pick<SyncItem, 'target' | 'seq'>) => {
  const jobs = item.jobId !== null && isTempId(item.jobId) ? [item.jobId] : [];
  const own = item.operation !== 'create' && isTempId(item.target) ? [item.target] : [];
  const needs = { uses: [...new Set([...tempIdsIn(item.data), ...jobs, ...own])], blobs: filesIn(item.data) };
  return { ...needs, ...marksFor({ ...item, ...needs }), endpoint: addressOf(item) };
};

/** A new item at the end of the queue, with its key; `numbers` are the next ones, if they are known already. */
export const addItem = async (core: Core, tx: Tx, draft: Draft, numbers?: Numbers): Promise<SyncItem> => {
  const { seq, tempId, deviceId } = numbers ?? (await nextNumbers(core, tx));
  const timestamp = core.clock.now();
  const content = { ...draft, target: draft.target ?? tempId, seq };
  const item: SyncItem = {
    ...content,
    ...bearings(content),
    id: `${timestamp}-${core.chance.uuid()}`,
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

const remarked = (item: SyncItem): SyncItem => ({ ...item, ...bearings(item) });

/** The same item with another content; its marks follow. */
export const withContent = (
  item: SyncItem,
  changes: Partial<Pick<SyncItem, 'data' | 'base' | 'baseVersion' | 'jobId' | 'seq'>>,
): SyncItem => ({
  ...remarked({ ...wordedAnew(item), ...changes }),
  // What is wanted after an earlier content was called back is this by now.
  wanted: null,
  status: 'pending',
  nextAttemptAt: 0,
  reason: null,
  lastError: null,
  conflict: null,
});

/** What a deletion's user knows by now of the record, besides what it showed when they deleted it. Any other change stays as it is. */
export const deleteAsSeen = async (tx: Tx, item: SyncItem, values: Data): Promise<void> => {
  if (item.operation === 'remove' && item.base !== null) {
    const known = Object.entries(values).filter(([name]) => Object.hasOwn(item.base ?? {}, name));
    await tx.put('syncQueue', { ...item, base: { ...item.base, ...Object.fromEntries(known) } });
  }
};

/** Everybody who has changes on this device. */
const usersWaiting = async (tx: Tx): Promise<number[]> => {
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
 * A record that was made here and came back before its answer, from a server that does not tell who made it or in a list that a screen
 * fetched, stands on the screen a second time, and may be changed there under its real id. Once both are known to be one, those changes take
 * their place among the others of the record. Call it when the ids are written down.
 */
export const bringTogether = async (tx: Tx, store: RecordStore, id: number): Promise<void> => {
  for (const userId of await usersWaiting(tx)) {
    const found = [
      ...(await tx.list('syncQueue', marksOf(userId, about(store, id)))),
      ...(await tx.list('syncQueue', marksOf(userId, inside(store, id)))),
    ];
    for (const item of new Map(found.map((each) => [each.id, each])).values()) {
      const canonical = {
        target: await canonicalId(tx, item.store, item.target),
        jobId: item.jobId === null ? null : await canonicalId(tx, 'jobs', item.jobId),
        data: await canonicalData(tx, item.data),
        base: await canonicalData(tx, item.base),
        wanted: await canonicalData(tx, item.wanted),
      };
      await tx.put('syncQueue', remarked({ ...item, ...canonical }));
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

/** Takes the rows of a form's draft away: what was saved is no draft any more. */
export const dropDraft = async (tx: Tx, rows: readonly string[] = []): Promise<void> => {
  for (const row of rows) {
    await tx.remove('meta', row);
  }
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
    await dropFiles(tx, blobs);
  }
};

/** Forgets files that no waiting change names any more. */
export const dropFiles = async (tx: Tx, hashes: readonly string[]): Promise<void> => {
  for (const sha256 of hashes) {
    if ((await tx.count('syncQueue', { ...needingFile(sha256), limit: 1 })) === 0) {
      await tx.remove('blobs', sha256);
    }
  }
};
