import { type Core, rowsChanged, notify, writeDurably } from './core.ts';
import { forgetCursors, getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { forgetMoney } from '#client/offline/pull/money.ts';
import { countWaiting } from '#client/offline/outbox/count-waiting.ts';
import type { Tx } from './ports.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/storage/record-stores.ts';
import type * as takeOver from './take-over.ts';

const emptyStore = async (tx: Tx, store: RecordStore | 'shadows'): Promise<void> => {
  for (const row of await tx.list(store, {})) {
    await tx.remove(store, 'key' in row && typeof row['key'] === 'string' ? row['key'] : row.id);
  }
};

/** Gives the device its id, once. */
const nameDevice = async (core: Core, tx: Tx): Promise<void> => {
  if (!(await getMeta(tx, 'counters'))) {
    await putMeta(tx, 'counters', { seq: 0, lastTempId: 0, deviceId: core.random.uuid() });
  }
};

/**
 * Empties the record stores, as logging out must (specification 2.22), and hands them to the next user if there is one. The queue and its
 * files stay. All in one transaction, since other tabs take a copy without a user for a sign-out.
 */
const handOver = async (core: Core, next: number | null, isStill = (): boolean => true): Promise<void> => {
  await writeDurably(core, async (tx) => {
    // By the time a sleeping tab gets here, someone may have signed in again.
    if (!isStill()) {
      return;
    }
    await forgetCursors(tx);
    await forgetMoney(tx);
    for (const store of [...RECORD_STORES, 'shadows'] as const) {
      await emptyStore(tx, store);
    }
    if (next === null) {
      await tx.remove('meta', 'viewOf');
    } else {
      await nameDevice(core, tx);
      await putMeta(tx, 'viewOf', next);
    }
  });
  notify(core, ...RECORD_STORES.map((store) => rowsChanged(store, 0)), { kind: 'queue' });
};

/** Empties the copy; it belongs to nobody afterwards. */
export const wipe = (core: Core, isStill?: () => boolean): Promise<void> => handOver(core, null, isStill);

/** Whether changes of an app from before queues knew users wait here: only they are missing in the index by user. */
const hasFirstForms = ({ storage }: Core): Promise<boolean> =>
  storage.read(['syncQueue'], async (tx) => {
    const [all, ofUsers] = await Promise.all([tx.count('syncQueue', {}), tx.count('syncQueue', { index: 'byUser' })]);
    return all > ofUsers;
  });

/** What a device needs only when it changes hands, or was last used with a very old app. */
type FetchTakeOver = () => Promise<typeof takeOver>;

/**
 * Makes this device's copy this user's: another user's copy is emptied, and the user's own waiting changes are applied. Call it at
 * sign-in. Rejects also if the code for that cannot be fetched; then the copy is as it was.
 */
export const switchUser = async (core: Core, userId: number, fetch: FetchTakeOver): Promise<void> => {
  // Every start waits for this: both reads run at once, and nothing is written that is already there.
  const [[counters, viewOf], isOld] = await Promise.all([
    core.storage.read(['meta'], (tx) => Promise.all([getMeta(tx, 'counters'), getMeta(tx, 'viewOf')])),
    hasFirstForms(core),
  ]);
  if (isOld) {
    await (await fetch()).bringUpToDate(core, userId);
  }
  if (viewOf !== userId || counters === undefined) {
    const { pending } = await countWaiting(core, userId);
    const later = pending > 0 ? await fetch() : null;
    await handOver(core, userId);
    await later?.showWaiting(core, userId);
  }
};
