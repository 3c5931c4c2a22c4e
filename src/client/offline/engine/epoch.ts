import { type Core, QUEUE_CHANGED, notify, writeDurably, writeLightly } from './core.ts';
import { type SyncItem, UNDONE_VERSION, reserialize } from '#client/offline/storage/item.ts';
import { forgetCursors, getMeta, putMeta } from '#client/offline/storage/meta.ts';
import type { Answer, Tx } from './ports.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { isViewOf, applyPending } from '#client/offline/view/apply-pending.ts';

/** The server's epoch as an answer reports it; it changes when a backup is restored. Undefined if the answer has none. */
export const epochIn = (answer: Answer): string | undefined => (answer.kind === 'answer' ? answer.headers['x-server-epoch'] : undefined);

/** Whether an answer of this epoch is from before a restore that this device knows of or is about to learn of. */
const isOther = (known: string | undefined, epoch: string | undefined): boolean =>
  epoch !== undefined && known !== undefined && known !== epoch;

/** Whether everything was queued again since an answer of this epoch came: what it confirmed may be lost. */
export const isPreRestore = async (tx: Tx, userId: number, epoch: string | undefined): Promise<boolean> =>
  isOther(await getMeta(tx, `epoch:${userId}`), epoch);

/**
 * Whether an answer's epoch differs from the one that this user's changes know. The first epoch that a user sees is written down before
 * anything is settled: what it confirms must be offered again in the next one.
 */
export const isOtherEpoch = async (core: Core, userId: number, epoch: string): Promise<boolean> => {
  const key = `epoch:${userId}` as const;
  const known = await core.storage.read(['meta'], (tx) => getMeta(tx, key));
  if (known !== undefined) {
    return isOther(known, epoch);
  }
  return writeDurably(core, async (tx) => {
    const first = await getMeta(tx, key);
    if (first === undefined) {
      await putMeta(tx, key, epoch);
    }
    return isOther(first, epoch);
  });
};

/** A sent change that a restored backup may have lost, queued again with the same key. */
const forResending = (item: SyncItem): SyncItem => ({
  ...reserialize(item),
  status: 'pending',
  nextAttemptAt: 0,
  reason: null,
  lastError: null,
});

/** Forgets what a pull brought before its create was answered: until that answer comes, only what was made here counts. */
const forgetPulled = async (tx: Tx, userId: number): Promise<void> => {
  const isView = await isViewOf(tx, userId);
  const waiting = await tx.list('syncQueue', { index: 'byUser', from: [userId, 0], to: [userId, Infinity] });
  const unknown: SyncItem[] = [];
  for (const item of waiting.filter(({ operation }) => operation === 'create')) {
    const known = await tx.get('idMap', item.target);
    if (known) {
      unknown.push(item);
      await tx.remove('idMap', item.target);
      await (isView ? tx.remove(item.store, known.id) : undefined);
    }
  }
  for (const { store, target } of unknown) {
    await applyPending(tx, userId, store, target);
  }
};

/**
 * Waiting changes were made from versions of before the restore, so they are compared with what the server has now. They are also
 * serialized again, since the records that they name may get different ids this time.
 */
const resetBaseVersions = async (tx: Tx, userId: number): Promise<void> => {
  for (const item of await tx.list('syncQueue', { index: 'byUser', from: [userId, 0], to: [userId, Infinity] })) {
    // Those on their way as well: without an answer they are sent again, and the id that they were sent with may name nothing by then.
    const next = reserialize(item);
    // Conflicts that still wait for a decision are from before the restore as well.
    const conflict = next.conflict && { ...next.conflict, current: { ...next.conflict.current, version: UNDONE_VERSION } };
    await tx.put('syncQueue', { ...next, conflict, baseVersion: item.baseVersion === null ? null : UNDONE_VERSION });
  }
};

/** Rows stay readable, though the server may now have older versions of them. */
const markStale = async (tx: Tx): Promise<void> => {
  for (const store of RECORD_STORES.filter((each) => each !== 'organizations')) {
    for (const row of await tx.list(store, {})) {
      await (row.version > 0 ? tx.put(store, { ...row, isStale: true }) : undefined);
    }
  }
  for (const serverCopy of await tx.list('shadows', {})) {
    await tx.put('shadows', { ...serverCopy, row: { ...serverCopy.row, isStale: true } });
  }
};

/**
 * A backup was restored, so the server may have forgotten what it had confirmed. Everything that this device remembers having sent for
 * this user is offered again with the same keys, which does nothing where it is still there (scenario 44). The log decides and not the
 * clock: a device that was switched off for weeks learns of it late.
 */
const resendAll = async (core: Core, userId: number, epoch: string): Promise<void> => {
  await writeDurably(core, async (tx) => {
    if ((await getMeta(tx, `epoch:${userId}`)) === epoch) {
      return;
    }
    await forgetPulled(tx, userId);
    for (const row of await tx.list('sent', { index: 'byTime', from: [userId, 0], to: [userId, Infinity] })) {
      await tx.put('syncQueue', forResending(row.item));
      await tx.remove('sent', row.id);
      if (row.item.operation === 'create') {
        await tx.remove('idMap', row.item.target);
      }
    }
    await resetBaseVersions(tx, userId);
    await putMeta(tx, `epoch:${userId}`, epoch);
    await markStale(tx);
    // Everything is fetched again: numbers from before the restore are reused.
    await forgetCursors(tx);
  });
  notify(core, QUEUE_CHANGED);
};

/**
 * Makes the server's epoch the one that this user's changes know. Returns true if it is new, so that everything has to be fetched again.
 */
export const handleEpoch = async (core: Core, userId: number, epoch: string | undefined): Promise<boolean> => {
  if (epoch === undefined) {
    return false;
  }
  const known = await core.storage.read(['meta'], (tx) => getMeta(tx, `epoch:${userId}`));
  if (known === undefined) {
    await writeLightly(core, (tx) => putMeta(tx, `epoch:${userId}`, epoch));
  } else if (isOther(known, epoch)) {
    await resendAll(core, userId, epoch);
    return true;
  }
  return false;
};
