import { knowsQuestion } from '#shared/domain/asked.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { blankRow, withDerived } from './blank-row.ts';
import { leadsToNoJob } from '#client/offline/outbox/entry-place.ts';
import { isAsSent, isTempId, type SyncItem } from '#client/offline/storage/item.ts';
import { itemsAbout } from '#client/offline/outbox/marks.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { mapIds, tempIdsIn } from '#client/offline/outbox/references.ts';
import { canonicalId, knownId, knownIds } from '#client/offline/outbox/known-ids.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';

/** The change as the row shows it: an answer does not close a newer question that has replaced its own. */
const heardBy = (row: LocalRow, { answerTo, ...data }: NonNullable<SyncItem['data']>): NonNullable<SyncItem['data']> =>
  knowsQuestion(row, { answerTo }) ? data : { ...data, answer: row['answer'] };

/** A record after one of its waiting changes; null if it does not exist (yet, or any longer). `data` is the change's body in known ids. */
export const applied = (row: LocalRow | null, item: SyncItem, data: SyncItem['data']): LocalRow | null => {
  switch (item.operation) {
    case 'create':
      return withDerived(item.store, { ...(row ?? blankRow(item)), ...data });
    case 'update':
      return row && withDerived(item.store, { ...row, ...heardBy(row, data ?? {}) });
    case 'remove':
      return null;
  }
};

const withKnownIds = async (tx: Tx, data: SyncItem['data']): Promise<SyncItem['data']> => {
  const known = await knownIds(tx, tempIdsIn(data));
  return known.size === 0 ? data : mapIds(data, (id) => known.get(id) ?? id);
};

/**
 * Gives an entry its job's customer, as the server will, or shows that it waits for a job; `known` is the job if it has been read already.
 */
const withCustomer = async (tx: Tx, item: SyncItem, row: LocalRow | null, known?: LocalRow): Promise<LocalRow | null> => {
  if (row === null || item.store !== 'jobEntries') {
    return row;
  }
  if (leadsToNoJob(item)) {
    return { ...row, jobId: NO_JOB, awaitsJob: true };
  }
  const jobId = await knownId(tx, Number(item.operation === 'create' ? item.jobId : row['jobId']));
  const job = known?.id === jobId ? known : await tx.get('jobs', jobId);
  const awaitsJob = job ? job['isPlaceholder'] === true : row['awaitsJob'];
  return { ...row, jobId, awaitsJob, customerId: job?.['customerId'] ?? row['customerId'] };
};

/** Whether the record stores hold this user's copy: someone else may have signed in without this tab knowing yet. */
export const isViewOf = async (tx: Tx, userId: number): Promise<boolean> => (await getMeta(tx, 'viewOf')) === userId;

/**
 * Rewrites a record's row: what the server last said with this user's waiting changes on top, in their order. Rows of records with waiting
 * changes are written only here. Needs the record's own store, `jobs`, `shadows`, `syncQueue`, `idMap` and `meta`. `id` may be temporary
 * or real. Returns the row if waiting changes make one.
 */
export const applyPending = async (tx: Tx, userId: number, store: RecordStore, id: number): Promise<LocalRow | null> => {
  if (!(await isViewOf(tx, userId))) {
    return null;
  }
  const target = await canonicalId(tx, store, id);
  const [realId, items] = await Promise.all([knownId(tx, target), itemsAbout(tx, userId, store, target)]);
  const serverCopy = isTempId(realId) ? undefined : await tx.get('shadows', recordKey(store, realId));
  // What the server last said of it; null if the server has not seen it, or it is gone.
  const server = serverCopy === undefined || serverCopy.isGone ? null : serverCopy.row;
  if (realId !== target) {
    await tx.remove(store, target);
  }
  if (items.length === 0) {
    if (serverCopy) {
      await tx.remove('shadows', serverCopy.key);
      await (server ? tx.put(store, server) : tx.remove(store, realId));
    } else if (realId === target && target !== id) {
      await tx.remove(store, id);
    }
    return null;
  }
  let row = server;
  // Once the server has shown a create's effect, the create adds nothing, unless it was edited since.
  const isShown = (item: SyncItem): boolean =>
    item.operation === 'create' && serverCopy !== undefined && (serverCopy.isGone || isAsSent(item));
  for (const item of items.filter((each) => !isShown(each))) {
    row = await withCustomer(tx, item, applied(row, item, await withKnownIds(tx, item.data)));
  }
  const sync = items.some(({ status }) => status === 'attention') ? 'attention' : 'waiting';
  if (row === null) {
    await tx.remove(store, realId);
    return null;
  }
  const shown = { ...row, id: realId, sync } as const;
  await tx.put(store, shown);
  return shown;
};

/**
 * Writes the row of a record that this very transaction makes: what `applyPending` would write, without looking for what cannot be there
 * yet.
 */
export const applyNew = async (tx: Tx, item: SyncItem, job: LocalRow | undefined): Promise<LocalRow | null> => {
  const row = await withCustomer(tx, item, applied(null, item, await withKnownIds(tx, item.data)), job);
  if (row === null) {
    return null;
  }
  const shown = { ...row, id: item.target, sync: 'waiting' } as const;
  await tx.put(item.store, shown);
  return shown;
};

/** Keeps what the server says of a record apart before its first waiting change. Call it before the change is added. */
export const keepServerCopy = async (tx: Tx, store: RecordStore, id: number): Promise<void> => {
  const key = recordKey(store, id);
  const row = await tx.get(store, id);
  if (row && row.version > 0 && !(await tx.get('shadows', key))) {
    await tx.put('shadows', { key, store, id, organizationId: row.organizationId, row });
  }
};
