import { type Core, QUEUE_CHANGED, tell, writeDurably, writeLightly } from './core.ts';
import { type SyncItem, UNDONE_VERSION, wordedAnew } from '#client/offline/storage/item.ts';
import { forgetCursors, getMeta, putMeta } from '#client/offline/storage/meta.ts';
import type { Answer, Tx } from './ports.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import { isViewOf, materialize } from '#client/offline/view/apply-pending.ts';

/** The server's epoch, as an answer tells it: another one after a backup was restored. Undefined if it does not. */
export const epochIn = (answer: Answer): string | undefined => (answer.kind === 'answer' ? answer.headers['x-server-epoch'] : undefined);

/** Whether what an answer of this epoch said belongs to a time that a restored backup has undone, or is about to be found so. */
const isOther = (known: string | undefined, epoch: string | undefined): boolean =>
  epoch !== undefined && known !== undefined && known !== epoch;

/** Whether everything was offered again since an answer of this epoch came: what it confirmed may be lost. */
export const isOfLostTime = async (tx: Tx, userId: number, epoch: string | undefined): Promise<boolean> =>
  isOther(await getMeta(tx, `epoch:${userId}`), epoch);

/**
 * Whether an answer's epoch is another than the one that this user's changes know. The first epoch that he hears of is written down
 * before anything is settled: what is confirmed in it must be offered again in the next one.
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

/** A change of the log that a restored backup may have lost: again, with the same key. */
const offeredAgain = (item: SyncItem): SyncItem => ({
  ...wordedAnew(item),
  status: 'pending',
  nextAttemptAt: 0,
  reason: null,
  lastError: null,
});

/** What a pull had brought before its create was answered is, until that is answered, only what was made here. */
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
    await materialize(tx, userId, store, target);
  }
};

/**
 * What waits was made from versions of the lost time: it is compared with what is there now. And it is worded anew, for the records that it
 * names may get other ids this time.
 */
const undoLostTime = async (tx: Tx, userId: number): Promise<void> => {
  for (const item of await tx.list('syncQueue', { index: 'byUser', from: [userId, 0], to: [userId, Infinity] })) {
    const next = item.status === 'sending' ? item : wordedAnew(item);
    // What somebody still decides about was met in the lost time as well.
    const conflict = next.conflict && { ...next.conflict, current: { ...next.conflict.current, version: UNDONE_VERSION } };
    await tx.put('syncQueue', { ...next, conflict, baseVersion: item.baseVersion === null ? null : UNDONE_VERSION });
  }
};

/** Rows stay for looking at, though the server may hold older versions of them by now. */
const markStale = async (tx: Tx): Promise<void> => {
  for (const store of RECORD_STORES.filter((each) => each !== 'organizations')) {
    for (const row of await tx.list(store, {})) {
      await (row.version > 0 ? tx.put(store, { ...row, isStale: true }) : undefined);
    }
  }
  for (const shadow of await tx.list('shadows', {})) {
    await tx.put('shadows', { ...shadow, row: { ...shadow.row, isStale: true } });
  }
};

/**
 * A backup was restored, so the server may have forgotten what it had confirmed: all that this device still knows to have sent for this
 * user is offered again with the same keys, which does nothing where it is still there (design of the offline path, scenario 44). By the
 * log and not by the clock: a device that lay in a drawer since hears of it late.
 */
const offerAgain = async (core: Core, userId: number, epoch: string): Promise<void> => {
  await writeDurably(core, async (tx) => {
    if ((await getMeta(tx, `epoch:${userId}`)) === epoch) {
      return;
    }
    await forgetPulled(tx, userId);
    for (const row of await tx.list('sent', { index: 'byTime', from: [userId, 0], to: [userId, Infinity] })) {
      await tx.put('syncQueue', offeredAgain(row.item));
      await tx.remove('sent', row.id);
      if (row.item.operation === 'create') {
        await tx.remove('idMap', row.item.target);
      }
    }
    await undoLostTime(tx, userId);
    await putMeta(tx, `epoch:${userId}`, epoch);
    await markStale(tx);
    // Fetched anew, all of it: numbers of the lost time are given out again.
    await forgetCursors(tx);
  });
  tell(core, QUEUE_CHANGED);
};

/** Takes the server's epoch for the one that this user's changes know; true if it was new and everything has to be fetched anew. */
export const heedEpoch = async (core: Core, userId: number, epoch: string | undefined): Promise<boolean> => {
  if (epoch === undefined) {
    return false;
  }
  const known = await core.storage.read(['meta'], (tx) => getMeta(tx, `epoch:${userId}`));
  if (known === undefined) {
    await writeLightly(core, (tx) => putMeta(tx, `epoch:${userId}`, epoch));
  } else if (isOther(known, epoch)) {
    await offerAgain(core, userId, epoch);
    return true;
  }
  return false;
};
