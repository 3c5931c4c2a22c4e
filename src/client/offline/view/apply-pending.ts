import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { blankRow, withDerived } from './blank-row.ts';
import { leadsToNoJob } from '#client/offline/outbox/entry-place.ts';
import { isAsSent, isTempId, type SyncItem } from '#client/offline/storage/item.ts';
import { itemsAbout } from '#client/offline/outbox/dependencies.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { canonicalId, knownId, knownIds, mapIds, tempIdsIn } from '#client/offline/outbox/references.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';

/** A record after one of its waiting changes; null: it is not there (yet, or any more). `data` is the change's body in known ids. */
export const applied = (row: LocalRow | null, item: SyncItem, data: SyncItem['data']): LocalRow | null => {
  switch (item.operation) {
    case 'create':
      return withDerived(item.store, { ...(row ?? blankRow(item)), ...data });
    case 'update':
      return row && withDerived(item.store, { ...row, ...data });
    case 'remove':
      return null;
  }
};

const withKnownIds = async (tx: Tx, data: SyncItem['data']): Promise<SyncItem['data']> => {
  const known = await knownIds(tx, tempIdsIn(data));
  return known.size === 0 ? data : mapIds(data, (id) => known.get(id) ?? id);
};

/** Entries show their job's customer, as the server will set it, or that they wait for a job; `known` is the job, if it has been read already. */
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

/** Whether the record stores hold this user's copy: in a tab that has not heard yet, somebody else may have signed in. */
export const isViewOf = async (tx: Tx, userId: number): Promise<boolean> => (await getMeta(tx, 'viewOf')) === userId;

/**
 * Writes a record's row anew: what the server last said with this user's waiting changes on top, in their order. The one way in which rows of
 * records with waiting changes are written. Needs the record's own store, `jobs`, `shadows`, `syncQueue`, `idMap` and `meta`. `id` may be temporary or real.
 * Gives the row if waiting changes make one.
 */
export const materialize = async (tx: Tx, userId: number, store: RecordStore, id: number): Promise<LocalRow | null> => {
  if (!(await isViewOf(tx, userId))) {
    return null;
  }
  const target = await canonicalId(tx, store, id);
  const [realId, items] = await Promise.all([knownId(tx, target), itemsAbout(tx, userId, store, target)]);
  const shadow = isTempId(realId) ? undefined : await tx.get('shadows', recordKey(store, realId));
  // What the server last said of it; null if it has not seen it, or it is gone.
  const server = shadow === undefined || shadow.isGone ? null : shadow.row;
  if (realId !== target) {
    await tx.remove(store, target);
  }
  if (items.length === 0) {
    if (shadow) {
      await tx.remove('shadows', shadow.key);
      await (server ? tx.put(store, server) : tx.remove(store, realId));
    } else if (realId === target && target !== id) {
      await tx.remove(store, id);
    }
    return null;
  }
  let row = server;
  // A create that the server has shown the effect of says no more than that, unless it was edited since.
  const isShown = (item: SyncItem): boolean => item.operation === 'create' && shadow !== undefined && (shadow.isGone || isAsSent(item));
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

/** Writes the row of a record that this very transaction makes: what `materialize` would write, without asking for what cannot be there yet. */
export const showNew = async (tx: Tx, item: SyncItem, job: LocalRow | undefined): Promise<LocalRow | null> => {
  const row = await withCustomer(tx, item, applied(null, item, await withKnownIds(tx, item.data)), job);
  if (row === null) {
    return null;
  }
  const shown = { ...row, id: item.target, sync: 'waiting' } as const;
  await tx.put(item.store, shown);
  return shown;
};

/** Keeps what the server says of a record apart, before its first waiting change. Call it before the change is added. */
export const keepShadow = async (tx: Tx, store: RecordStore, id: number): Promise<void> => {
  const key = recordKey(store, id);
  const row = await tx.get(store, id);
  if (row && row.version > 0 && !(await tx.get('shadows', key))) {
    await tx.put('shadows', { key, store, id, organizationId: row.organizationId, row });
  }
};
